import { AppError } from '@hc/contract/errors'
import type { DeskResult } from '@hc/contract/desk/calls'
import type { DeskContext, DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Ctx } from '../../ctx.ts'
import type { Database, Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { operate, refused } from '../desk-orders/actions.ts'
import { bounded } from '../../http/desk/bounded-lists.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import { listDeliveries, listDisputes, listRefunds, listWebhooks } from './queues.ts'
import { waitingRows } from './waiting-rows.ts'

type Again = DeskResult<'delivery/againPlan'>
type Progress = DeskResult<'delivery/againList'>
const SHOWN = 50

const planOf = async (q: Query, since: number, role: string): Promise<Again> => {
  const values = [since, role]
  const from = 'from confirmed_since(to_timestamp($1), $2)'
  const [count] = await q<{ n: number }>({ text: `select count(*)::int as n ${from}` }, values)
  const first = await q<Again['first'][number]>(
    {
      text: `select outbox_id as id, role_id, ${epochSeconds('ended_at')} as ended_at, proof as grant ${from} limit ${SHOWN}`,
    },
    values,
  )
  return { n: count?.n ?? 0, first }
}

type Deps = { db: Pick<Database, 'pool' | 'query'>; ctx: Ctx }

/** The waiting list, and the lists of deliveries, refunds, disputes and webhooks. */
export function queueRoutes(register: DeskRegister, { db, ctx }: Deps): void {
  register('waiting/list', async ({ kind, mine, nobody, hours }, { who }) => {
    const me = who()
    return await bounded(db, (q) =>
      waitingRows(q, {
        kind,
        mine,
        nobody,
        hours,
        decides: me.decides,
        staffId: me.staff_id,
        roles: me.roles,
        reviews: me.permissions['staff.suspend'] === 'do',
        may: (right) => me.permissions[right] !== undefined,
      }),
    )
  })
  register('waiting/claim', async ({ kind, subject, on }, { q, who }) => {
    const { staff_id, name } = who()
    if (on)
      await q(
        {
          text: `insert into desk.task_claim (task, subject, staff_id, at) values ($1, $2, $3, app_now())
            on conflict (task, subject) do update set staff_id = excluded.staff_id, at = excluded.at`,
        },
        [kind, subject, staff_id],
      )
    else await q({ text: 'delete from desk.task_claim where task = $1 and subject = $2' }, [kind, subject])
    return { claimed_by: on ? name : '' }
  })
  register('delivery/list', async (body, { by }) => {
    const page = await listDeliveries(db, body, ctx.now())
    await noteExport(db, by, 'deliveries', body)
    return page
  })
  register('refund/list', async (body, { by }) => {
    const page = await listRefunds(db, body, ctx.now())
    await noteExport(db, by, 'refunds', body)
    return page
  })
  register('dispute/list', async (body, { by }) => {
    const page = await listDisputes(db, body)
    await noteExport(db, by, 'disputes', body)
    return page
  })
  register('inbox/list', async (body, { by }) => {
    const page = await listWebhooks(db, body)
    await noteExport(db, by, 'inbox', body)
    return page
  })
  againRoutes(register, { db, ctx })
  inboxRoutes(register)
}

function againRoutes(register: DeskRegister, { db, ctx }: Deps): void {
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
}

function inboxRoutes(register: DeskRegister): void {
  const on =
    (action: 'process_webhook_again' | 'close_webhook') =>
    async ({ id, reason }: { id: number; reason: string }, { q, by }: DeskContext) =>
      await operate(q, action, { subject: String(id), reason, by: by.actor })
  register('inbox/read', async ({ id }, { q }) => {
    const [row] = await q<{ raw: string; detail: string }>(
      { text: `select raw, coalesce(detail::text, '') as detail from inbox where inbox_id = $1` },
      [id],
    )
    if (!row) throw new AppError('RowNotFound', { kind: 'webhook' })
    return row
  })
  register('inbox/rework', on('process_webhook_again'))
  register('inbox/close', on('close_webhook'))
  register(
    'finding/list',
    async (_body, { q }) =>
      await q<DeskResult<'finding/list'>[number]>({
        text: `select f.channel_code as channel, kind, txn, f.order_no, o.order_no is not null as known,
          detail::text as detail, ${epochSeconds('found_at')} as found_at
         from reconcile_finding f left join orders o on o.order_no = f.order_no where settled_at is null
         order by found_at limit 200`,
      }),
  )
  register('finding/settle', async ({ channel, kind, txn, reason }, { q, by }) => {
    const [row] = await q<{ refusal: string | null; did: boolean }>(
      { text: 'select refusal, did from desk.settle_finding($1, $2, $3, $4, $5)' },
      [channel, kind, txn, by.actor, reason],
    )
    refused(row?.refusal ?? null, 'finding')
    return { did: row?.did ?? false }
  })
}
