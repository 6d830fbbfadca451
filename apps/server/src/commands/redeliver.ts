import { readMoment } from '@hc/domain/moment'
import { parseArgs } from 'node:util'
import { gamePush } from '../shop/delivery/game-push.ts'
import { command, Refusal } from './command.ts'

/**
 * `npm run hc -- redeliver --since TIME [--role ROLE] [--go]`: pushes the deliveries that the game has confirmed since
 * a time once more, after the game lost data of its own. Each push has its old delivery id, so the game does not grant
 * an item twice that it still has. The shop's books do not change. Without `--go` the command only lists the
 * deliveries. It omits items that were refunded or taken back.
 */
const usage = 'npm run hc -- redeliver --since 2026-01-31T12:00:00Z [--role ROLE] [--go]'

await command(async ({ db, config, args }) => {
  const { values } = parseArgs({
    args,
    options: { since: { type: 'string' }, role: { type: 'string' }, go: { type: 'boolean', default: false } },
  })
  const moment = readMoment(values.since ?? '')
  if (moment === null) throw new Refusal(usage)
  const since = new Date(moment)
  const rows = await db.query<{
    outbox_id: string
    payload: { role_id: string }
    proof: string
    ended_at: Date
    attempts: number
  }>(
    {
      text: 'select outbox_id, payload, proof, ended_at, attempts from confirmed_since($1, $2)',
    },
    [since, values.role ?? ''],
  )
  if (!values.go)
    return {
      ok: true,
      text: [
        ...rows.map(
          (row) => `${row.outbox_id}  role ${row.payload.role_id}  ${row.ended_at.toISOString()}  grant ${row.proof}`,
        ),
        `${rows.length} deliveries; --go tells the game again`,
      ].join('\n'),
    }
  const game = gamePush(config.game, Date.now)
  if (game.off)
    throw new Refusal('no GAME_URL: a game that pulls asks for each order at GET /game/v1/orders/{sdk_order_id}')
  const lines: string[] = []
  let open = 0
  for (const row of rows) {
    const answer = await game.deliver({ id: row.outbox_id, payload: row.payload, attempt: row.attempts })
    if (answer.state !== 'confirmed') open++
    lines.push(
      `${row.outbox_id}  ${answer.state === 'confirmed' ? (answer.grantId === row.proof ? 'still there' : `another grant, ${answer.grantId}; the books have ${row.proof}`) : answer.state === 'refused' ? `refused: ${answer.reason}` : `no answer: ${answer.detail}`}`,
    )
  }
  return { ok: open === 0, text: [...lines, `${rows.length - open} of ${rows.length} are with the game`].join('\n') }
}, usage)
