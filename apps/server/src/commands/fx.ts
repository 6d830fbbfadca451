import { keepRates, readDailyRates, readSource } from '../desk/currencies/fx-rates.ts'
import { command, Refusal } from './command.ts'

const usage = 'npm run hc -- fx FILE|URL'

/**
 * `npm run hc -- fx FILE|URL`: stores the rates of the European Central Bank's daily file for reports. No price and no
 * charge ever reads them. Decision 383.
 */
await command(async ({ db, args: [source] }) => {
  if (source === undefined) throw new Refusal(usage)
  const daily = await readSource(source)
    .then(readDailyRates)
    .catch((error: unknown) => {
      throw new Refusal(`${source} was rejected: ${error instanceof Error ? error.message : String(error)}`)
    })
  const changed = await keepRates(db.query, daily, source)
  return { ok: true, text: `${daily.day}: ${daily.rates.length} rates, ${changed} of them new or changed` }
}, usage)
