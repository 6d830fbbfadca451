import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Ctx } from '../../ctx.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import type { Database, Query, Row } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { ofOrder } from '../kit/of-order.ts'
import { listDisputes } from './list-disputes.ts'

type Case = DeskResult<'dispute/read'>
type Work = Case['work']
type Facts = Case['evidence']

const caseText = `select d.channel_code as channel, d.dispute_id, d.order_no, d.txn, d.stage, d.amount_cents, d.currency,
    d.reason, ${epochSeconds('d.due_at')} as due_at, ${epochSeconds('d.opened_at')} as opened_at,
    ${epochSeconds('d.closed_at')} as closed_at, ${ofOrder}, coalesce(o.server_name, '') as server_name
  from dispute d left join orders o using (order_no) left join product p using (cp_goods_id)
  where d.channel_code = $1 and d.dispute_id = $2`

/** The evidence for the shop: rows without the player's address or name. */
const evidenceText = `select ${epochSeconds('o.created_at')} as ordered_at, ${epochSeconds('o.paid_at')} as paid_at,
    ${epochSeconds('o.delivered_at')} as delivered_at, o.server_id, o.role_id, o.cp_goods_id as goods,
    coalesce(p.texts->'en-US'->>'name', exact_name(o.cp_goods_id, o.points), o.title, o.cp_goods_id) as goods_name,
    coalesce((select b.proof from outbox b where b.outbox_id = 'dlv_' || o.order_no
      and b.state = 'confirmed'), '') as proof,
    (select count(*)::int from orders x where x.account_id = o.account_id and x.order_no < o.order_no
      and x.paid_cents > 0) as paid_before,
    (select count(*)::int from dispute e join orders x using (order_no) where x.account_id = o.account_id
      and (e.channel_code, e.dispute_id) <> ($2, $3)) as disputes_before,
    (select ${epochSeconds('min(x.created_at)')} from orders x where x.account_id = o.account_id) as first_order_at,
    (select count(*)::int from session s where s.account_id = o.account_id
      and s.created_at > o.created_at) as sign_ins_after
  from orders o left join product p using (cp_goods_id) where o.order_no = $1`

const workText = `select w.state, w.text, w.files, w.version, ${epochSeconds('w.at')} as at,
    coalesce((select s.name from desk.staff s where s.staff_id = w.staff_id), '') as by
  from desk.dispute_work w where w.channel_code = $1 and w.dispute_id = $2`

const nothingYet: Work = { state: 'new', text: '', files: [], version: 0, at: null, by: '' }

const workOf = async (q: Query, channel: string, id: string): Promise<Work> =>
  (await q<Work & Row>({ text: workText }, [channel, id]))[0] ?? nothingYet

/** Disputes: the evidence for the shop, and the staff's work on it, which the gateway's decision ends. */
export function disputeRoutes(
  register: DeskRegister,
  { db, ctx }: { db: Pick<Database, 'pool' | 'query'>; ctx: Ctx },
): void {
  register('dispute/list', async (body, { by }) => {
    const page = await listDisputes(db, body)
    await noteExport(db, by, 'disputes', body)
    return page
  })
  register('dispute/read', async ({ channel, dispute_id }, { q }) => {
    const [dispute] = await q<Case['dispute'] & Row>({ text: caseText }, [channel, dispute_id])
    if (!dispute) throw new AppError('RowNotFound', { kind: 'dispute' })
    const [evidence] = await q<Facts & Row>({ text: evidenceText }, [dispute.order_no, channel, dispute_id])
    if (!evidence) throw new AppError('RowNotFound', { kind: 'order' })
    return {
      dispute,
      evidence,
      work: await workOf(q, channel, dispute_id),
      page: ctx.channels.get(channel)?.disputePage?.(dispute_id) ?? '',
    }
  })
  register('dispute/work', async ({ channel, dispute_id, version, state, text, files }, { q, who }) => {
    const [dispute] = await q<{ stage: string }>(
      { text: 'select stage from dispute where channel_code = $1 and dispute_id = $2' },
      [channel, dispute_id],
    )
    if (!dispute) throw new AppError('RowNotFound', { kind: 'dispute' })
    // The gateway has decided; further work would change nothing.
    if (dispute.stage !== 'opened') throw new AppError('NotPossible', { why: 'ended' })
    const values = [channel, dispute_id, state, text, JSON.stringify(files), who().staff_id, version]
    const [saved] = await q<{ version: number }>(
      version === 0
        ? {
            text: `insert into desk.dispute_work (channel_code, dispute_id, state, text, files, staff_id, at, version)
              values ($1, $2, $3, $4, $5, $6, app_now(), $7 + 1) on conflict do nothing returning version`,
          }
        : {
            text: `update desk.dispute_work set state = $3, text = $4, files = $5, staff_id = $6, at = app_now(),
                version = version + 1
              where channel_code = $1 and dispute_id = $2 and version = $7 returning version`,
          },
      values,
    )
    if (saved) return saved
    const work = await workOf(q, channel, dispute_id)
    throw new AppError('VersionConflict', { by: work.by, at: work.at, version: work.version, theirs: work })
  })
}
