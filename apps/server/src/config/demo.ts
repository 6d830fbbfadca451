import { about, flag } from './about.ts'

/** Settings of the demo; its gateway's stand with the sandbox. */
export const demo = {
  DEMO: flag
    .optional()
    .meta(
      about(
        'Demo data, sandbox gateway, demo game. A start with 0 on a database that had the demo ends its accounts, ' +
          'key and code, for good; one that has its history is refused',
        { byDefault: '1, in production 0' },
      ),
    ),
  PUBLIC_DEMO: flag
    .default(false)
    .meta(
      about(
        "1, with `DEMO=1`: strangers may use this demo. Each has a player of their own, the desk only shows, a real shop's " +
          'limits hold, and no search engine keeps it: `docs/runbooks/public-demo.md`',
      ),
    ),
  DEMO_MARKETS: flag
    .default(true)
    .meta(about('0: the demo has no prices in yen, won, euros and dinars, and opens none of these currencies')),
  DEMO_HISTORY: flag
    .default(true)
    .meta(
      about('0: the demo begins empty. Else it has thirty days of orders, and its database never becomes a real shop'),
    ),
}
