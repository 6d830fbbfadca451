import { orderStory } from '../care/operator/order-story.ts'
import { command, Refusal } from './command.ts'
import { deed, readAsked, rowLine } from './operator.ts'

/**
 * `npm run hc -- points ORDER` shows the points of a pack whose money was refunded in part before its points were taken
 * back. `--take` takes back the refunded part of the points, `--leave` leaves it with the player.
 */
const usage = `npm run hc -- points ORDER
       npm run hc -- points ORDER --take --by NAME --why TEXT
       npm run hc -- points ORDER --leave --by NAME --why TEXT`

const not_found = 'no points of this order wait for a decision'
const deeds = {
  take: deed({
    action: 'take_kept_points',
    refusals: { not_found, left: 'the points were left with the player' },
    done: 'the points are taken',
    before: 'the points were taken before',
  }),
  leave: deed({
    action: 'leave_kept_points',
    refusals: { not_found, taken: 'the points were taken' },
    done: 'the points stay with the player',
    before: 'the points were left before',
  }),
}

await command(async ({ db: { query }, args }) => {
  const { subject, flag, by, why } = readAsked(usage, args, ['take', 'leave'])
  if (subject === '') throw new Refusal(usage)
  const changeLines = flag === undefined ? [] : [await deeds[flag].run(query, { subject, by, why })]
  const story = (await orderStory(query, subject)).filter(([part]) => part === 'journal' || part === 'points kept')
  if (!story.some(([part]) => part === 'points kept')) throw new Refusal(not_found)
  const lines = story.flatMap(([part, rows]) => rows.map((row) => `${part.padEnd(11)}  ${rowLine(row)}`.trimEnd()))
  return { ok: true, text: [...changeLines, ...lines].join('\n') }
}, usage)
