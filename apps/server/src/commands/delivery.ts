import { orderStory } from '../care/operator/order-story.ts'
import { command, Refusal } from './command.ts'
import { deed, readAsked, rowLine } from './operator.ts'

/**
 * `npm run hc -- delivery NUMBER` shows an order's delivery and its recall. `--again` asks the game once more, under
 * the same delivery id. `--close-recall` closes a recall that the game did not carry out.
 */
const usage = `npm run hc -- delivery NUMBER
       npm run hc -- delivery NUMBER --again --by NAME --why TEXT
       npm run hc -- delivery NUMBER --close-recall --by NAME --why TEXT`

const deeds = {
  again: deed({
    action: 'ask_delivery_again',
    refusals: {
      not_found: 'there is no such delivery',
      not_asked: 'the game was not asked yet: a worker will ask it',
      confirmed: 'the game confirmed this delivery',
      stopped: 'a refund stopped this delivery',
    },
    done: 'the game is asked again',
    before: 'the game is being asked already',
  }),
  'close-recall': deed({
    action: 'close_recall',
    refusals: {
      not_found: 'nothing of this order was recalled',
      under_way: 'the game is being asked to take the item back',
      confirmed: 'the game took the item back',
    },
    done: 'the recall is closed',
    before: 'the recall was closed before',
  }),
}

await command(async ({ db: { query }, args }) => {
  const { subject, flag, by, why } = readAsked(usage, args, ['again', 'close-recall'])
  if (subject === '') throw new Refusal(usage)
  const lines = flag === undefined ? [] : [await deeds[flag].run(query, { subject, by, why })]
  const rows = (await orderStory(query, subject)).flatMap(([part, stories]) => (part === 'delivery' ? stories : []))
  if (rows.length === 0) throw new Refusal('there is no such delivery')
  return { ok: true, text: [...lines, ...rows.map(rowLine)].join('\n') }
}, usage)
