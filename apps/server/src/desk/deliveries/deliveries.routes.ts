import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import { bounded } from '../../http/desk/bounded-lists.ts'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import type { Ctx } from '../../ctx.ts'
import type { Database } from '../../platform/db.ts'
import { actionInput, isDone, operate } from '../kit/actions.ts'
import { listDeliveries } from './list-deliveries.ts'

type Deps = { db: Pick<Database, 'pool' | 'query'>; ctx: Ctx }
type Again = DeskResult<'delivery/againPlan'>
type Progress = DeskResult<'delivery/againList'>
const MAX_ROWS = 50

const planOf = async (q: Query, since: number, role: string): Promise<Again> => {
  const values = [since, role]
  const from = 'from confirmed_since(to_timestamp($1), $2)'
  const [count] = await q<{ n: number }>({ text: `select count(*)::int as n ${from}` }, values)
  const first = await q<Again['first'][number]>(
    {
      text: `select outbox_id as id, role_id, ${epochSeconds('ended_at')} as ended_at, proof as grant ${from} limit ${MAX_ROWS}`,
    },
    values,
  )
  return { n: count?.n ?? 0, first }
}

/** Deliveries and recalls, and handing over again after a game lost its data. */
export function deliveryRoutes(register: DeskRegister, { db, ctx }: Deps): void {
  register('delivery/list', async (body, { by, who }) => {
    const maySeePlayers = who().permissions['player.read'] !== undefined
    const page = await listDeliveries(db, body, ctx.now(), maySeePlayers)
    await noteExport(db, by, 'deliveries', body)
    return page
  })
  register('delivery/againPlan', async ({ since, role_id }) => await bounded(db, (q) => planOf(q, since, role_id)))
  register(
    'delivery/againSince',
    async ({ since, role_id, reason }, { q, by }) => {
      if (ctx.game.off) throw new AppError('NotPossible', { why: 'game_pulls' })
      const [row] = await q<{ n: number }>({ text: 'select n from desk.tell_again(to_timestamp($1), $2, $3, $4)' }, [
        since,
        role_id,
        by.actor,
        reason,
      ])
      return { n: row?.n ?? 0 }
    },
    async ({ since, role_id }, { q }) => {
      const { n, first } = await planOf(q, since, role_id)
      return { amount: n, kind: 'deliveries', target: String(since), forecast: { after: { told_again: n }, first } }
    },
  )
  register('delivery/againList', async (_body, { q }) => {
    const [row] = await q<Progress>({
      text: `select ${epochSeconds('max(asked_at)')} as asked_at, count(*) filter (where answer is null)::int as waiting,
          count(*) filter (where answer = 'there')::int as there,
          count(*) filter (where answer = 'other_grant')::int as other_grant,
          count(*) filter (where answer = 'refused')::int as refused
        from delivery_again where asked_at = (select max(asked_at) from delivery_again)`,
    })
    return row ?? { asked_at: null, waiting: 0, there: 0, other_grant: 0, refused: 0 }
  })
  register(
    'recall/close',
    async ({ number, reason }, context) =>
      await operate(context.q, 'close_recall', actionInput(number, reason, context)),
    async ({ number }, { q }) => ({
      amount: (await isDone(q, 'close_recall', { order_no: number })) ? 0 : 1,
      kind: 'recall',
      target: number,
      forecast: { after: { recall: 'closed' } },
    }),
  )
}
