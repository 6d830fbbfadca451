/**
 * The suites of `npm test`, the long ones first, so that the lanes end together. `alone`: the suite measures the
 * machine, so no other one runs beside it. `waits`: the suite needs little processor time. `once`: the suite looks for
 * rare faults, so one failure counts, and a second run proves nothing.
 */
export type Suite = { name: string; args: string[]; minutes: number; alone?: true; waits?: true; once?: true }
/** Files of the browser's tests. */
const browser = (name: string, minutes: number, files: readonly string[]): Suite => ({
  name,
  minutes,
  args: ['test/proof/vitest.ts', '--project', 'browser', ...files.map((file) => `test/e2e/${file}.test.ts`)],
})

export const suites: readonly Suite[] = [
  { name: 'overload', args: ['test/proof/overload.ts'], minutes: 8, alone: true },
  { name: 'api', args: ['test/proof/vitest.ts', '--project', 'api'], minutes: 45 },
  browser('browser', 30, [
    'shop/buy',
    'shop/checkout',
    'shop/order-page',
    'shop/mail-and-contact',
    'shop/recovery',
    'shop/session',
    'shop/screens',
    'shop/own-data',
    'shop/campaigns',
    'shop/analytics',
    'shop/look',
    'shop/methods',
    'shop/motion',
    'shop/brand',
    'shop/opening',
    'shop/public-demo',
  ]),
  browser('desk', 40, [
    'desk/access',
    'desk/home',
    'desk/setup',
    'desk/todo',
    'desk/shell',
    'desk/details',
    'desk/support',
    'desk/money',
    'desk/catalog',
    'desk/market',
    'desk/campaigns',
    'desk/insight',
    'desk/daily',
  ]),
  browser('desk-languages', 40, [
    'desk/languages',
    'desk/keys',
    'desk/files',
    'desk/sign-on',
    'desk/rights',
    'desk/lists',
  ]),
  browser('pages', 30, ['shop/pages', 'shop/signin', 'shop/keyboard', 'shop/translated']),
  browser('markets', 20, ['shop/markets', 'shop/exact-points', 'shop/own-shelf', 'shop/window', 'shop/withdraw']),
  browser('scripts', 20, ['shop/error-screens', 'shop/web-app', 'shop/art-direction', 'shop/guide', 'shop/film']),
  { name: 'check', args: ['test/checks/check.ts'], minutes: 20 },
  { name: 'faults', args: ['test/proof/faults/faults.ts'], minutes: 12, once: true },
  { name: 'fuzz', args: ['test/proof/fuzz/fuzz.ts'], minutes: 25 },
  { name: 'simulator', args: ['test/proof/sim/sim.ts', '--seeds', '100', '--known'], minutes: 40, once: true },
  { name: 'mutants', args: ['test/proof/sim/mutants.ts'], minutes: 40, once: true },
  { name: 'versions', args: ['test/proof/versions.ts'], minutes: 30, waits: true },
  { name: 'start', args: ['test/proof/start.ts'], minutes: 18, waits: true },
  { name: 'release', args: ['test/proof/release.ts'], minutes: 12 },
  { name: 'luanti', args: ['test/proof/luanti.ts'], minutes: 12, waits: true },
  { name: 'box', args: ['test/proof/box.ts', '--short'], minutes: 15, waits: true },
  { name: 'pooler', args: ['test/proof/pooler.ts'], minutes: 8, waits: true },
]
