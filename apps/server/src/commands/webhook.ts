import { parkedWebhooks, webhook } from '../care/operator/lookups.ts'
import { command, Refusal } from './command.ts'
import { deed, readAsked, rowLine } from './operator.ts'

/**
 * `npm run hc -- webhook` lists the webhooks without an order, `ID` shows one with its body. `--again` processes it
 * once more. `--close` closes one that belongs to no order of this shop.
 */
const usage = `npm run hc -- webhook
       npm run hc -- webhook ID
       npm run hc -- webhook ID --again --by NAME --why TEXT
       npm run hc -- webhook ID --close --by NAME --why TEXT`

const not_found = 'there is no such webhook'
const PROCESSED = 'the webhook was processed'
const deeds = {
  again: deed({
    action: 'process_webhook_again',
    refusals: { not_found, done: PROCESSED },
    done: 'the webhook is processed again',
    before: 'the webhook is being processed already',
  }),
  close: deed({
    action: 'close_webhook',
    refusals: { not_found, done: PROCESSED },
    done: 'the webhook is closed',
    before: 'the webhook was closed before',
  }),
}

await command(async ({ db: { query }, args }) => {
  const { subject, flag, by, why } = readAsked(usage, args, ['again', 'close'])
  if (subject === '') {
    if (flag !== undefined) throw new Refusal(usage)
    const rows = await parkedWebhooks(query)
    return { ok: true, text: [...rows.map(rowLine), `${rows.length} found no order`].join('\n') }
  }
  if (!/^\d{1,18}$/.test(subject)) throw new Refusal(not_found)
  const lines = flag === undefined ? [] : [await deeds[flag].run(query, { subject, by, why })]
  const event = await webhook(query, subject)
  if (!event) throw new Refusal(not_found)
  const actions = event.actions.map((row) => `action  ${rowLine(row)}`)
  return { ok: true, text: [...lines, rowLine(event.row), ...actions].join('\n') }
}, usage)
