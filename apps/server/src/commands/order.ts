import { orderStory } from '../care/operator/order-story.ts'
import { command, Refusal } from './command.ts'
import { readAsked, rowLine } from './operator.ts'

/**
 * `npm run hc -- order NUMBER` prints everything that the shop has about an order, a redemption or a rebate: its
 * states, payments, webhooks, deliveries, refunds, disputes, and what operators did. It changes nothing.
 */
const usage = 'npm run hc -- order NUMBER'

await command(async ({ db: { query }, args }) => {
  const { subject } = readAsked(usage, args, [])
  if (subject === '') throw new Refusal(usage)
  const story = await orderStory(query, subject)
  if (story.length === 0) throw new Refusal('there is no such order')
  const lines = story.flatMap(([part, rows]) => rows.map((row) => `${part.padEnd(14)}  ${rowLine(row)}`))
  return { ok: true, text: lines.join('\n') }
}, usage)
