import { orderStory } from '../care/operator/order-story.ts'
import { command, Refusal } from './command.ts'
import { deed, readAsked, rowLine } from './operator.ts'

/**
 * `npm run hc -- hold ORDER` shows why an order is held, and its refunds. `--refund` sends back a payment of the wrong
 * amount or currency. `--close` closes a hold that no refund can end: more was refunded than paid, a lost dispute was
 * won after all, or a refund had another currency.
 */
const usage = `npm run hc -- hold ORDER
       npm run hc -- hold ORDER --refund --by NAME --why TEXT
       npm run hc -- hold ORDER --close --by NAME --why TEXT`

const deeds = {
  refund: deed({
    action: 'send_held_refund',
    refusals: { not_found: 'there is no such order', nothing: 'no refund of this order is held' },
    done: 'the refund is on its way',
    before: 'the refund was sent before',
  }),
  close: deed({
    action: 'close_hold',
    refusals: {
      not_found: 'there is no such order',
      not_held: 'the order is not held',
      stays: 'the order is held for a wrong payment: send it back with --refund',
    },
    done: 'the hold is closed',
    before: 'the hold was closed before',
  }),
}

await command(async ({ db: { query }, args }) => {
  const { subject, flag, by, why } = readAsked(usage, args, ['refund', 'close'])
  if (subject === '') throw new Refusal(usage)
  const changeLines = flag === undefined ? [] : [await deeds[flag].run(query, { subject, by, why })]
  const story = new Map(await orderStory(query, subject))
  const [order] = story.get('order') ?? []
  if (!order) throw new Refusal('there is no such order')
  const { status, hold_reason, amount_cents, currency, paid_cents, refunded_cents } = order
  const money = { amount_cents, currency, paid_cents, refunded_cents }
  const lines = [
    `order    ${rowLine({ status, held: hold_reason ?? 'no', ...money })}`,
    ...(story.get('capture') ?? []).map((row) => `capture  ${rowLine(row)}`),
    ...(story.get('refund') ?? []).map((row) => `refund   ${rowLine(row)}`),
  ]
  return { ok: true, text: [...changeLines, ...lines].join('\n') }
}, usage)
