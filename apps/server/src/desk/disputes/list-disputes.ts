import type { DeskParsed, DeskResult } from '@hc/contract/desk/calls'
import { bounded, Filter, pageOf, totalOf } from '../../http/desk/bounded-lists.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import type { Database } from '../../platform/db.ts'
import { ofOrder } from '../kit/of-order.ts'

type Db = Pick<Database, 'pool'>

/** A Unix time beyond all dates here, to sort newer rows first. */
const FAR = 9_999_999_999

/** The place of a dispute in its list, as in the statement. */
const placeOf = ({ stage, due_at, opened_at, channel, dispute_id }: Dispute): string => {
  const time = (seconds: number): string => String(seconds).padStart(12, '0')
  const place = stage === 'opened' ? `0${due_at === null ? '9' : time(due_at)}` : `1${time(FAR - opened_at)}`
  return `${place} ${channel} ${dispute_id}`
}
type Dispute = DeskResult<'dispute/list'>['rows'][number]

export async function listDisputes(db: Db, body: DeskParsed<'dispute/list'>): Promise<DeskResult<'dispute/list'>> {
  // Open ones first, by their due date; the others by their opening, newest first.
  const sorted = `(case when d.stage = 'opened'
      then '0' || coalesce(lpad(floor(extract(epoch from d.due_at))::bigint::text, 12, '0'), '9')
      else '1' || lpad((${FAR} - floor(extract(epoch from d.opened_at)))::bigint::text, 12, '0') end
    || ' ' || d.channel_code || ' ' || d.dispute_id)`
  const filter = new Filter().text('d.stage = ?', body.stage).text('d.channel_code = ?', body.channel)
  const page = filter.copy().text(`${sorted} > ?`, body.after)
  return await bounded(db, async (q) => {
    const rows = await q<Dispute>(
      {
        text: `select d.channel_code as channel, d.dispute_id, d.order_no, d.stage, d.amount_cents, d.currency, d.reason,
            ${epochSeconds('d.due_at')} as due_at, ${epochSeconds('d.opened_at')} as opened_at,
            ${epochSeconds('d.closed_at')} as closed_at, ${ofOrder},
            coalesce((select w.state from desk.dispute_work w
              where w.channel_code = d.channel_code and w.dispute_id = d.dispute_id), 'new') as work
          from (select * from dispute d where ${page.where} order by ${sorted} limit ${body.size + 1}) d
            left join orders o using (order_no) left join product p using (cp_goods_id)
         order by ${sorted}`,
      },
      page.values,
    )
    const list = pageOf(rows, placeOf, body.size)
    return { ...list, total: await totalOf(q, 'dispute d', filter, body, list) }
  })
}
