import type { DeskParsed, DeskResult } from '@hc/contract/desk/calls'
import { bounded, Filter, pageOf, totalOf } from '../../http/desk/bounded-lists.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import type { Database } from '../../platform/db.ts'

type Db = Pick<Database, 'pool'>

type Webhook = DeskResult<'inbox/list'>['rows'][number]

export async function listWebhooks(db: Db, body: DeskParsed<'inbox/list'>): Promise<DeskResult<'inbox/list'>> {
  const filter = new Filter()
    .text('i.state = ?', body.state)
    .text('i.channel_code = ?', body.channel)
    .text('i.kind = ?', body.kind)
    .text('i.order_no = ?', body.order_no)
  const page = filter.copy()
  if (/^\d{1,15}$/.test(body.after)) page.add('i.inbox_id < ?', Number(body.after))
  return await bounded(db, async (q) => {
    const rows = await q<Webhook>(
      {
        text: `select i.inbox_id as id, ${epochSeconds('i.received_at')} as at, i.channel_code as channel, i.kind,
            i.event_id, i.order_no, exists (select 1 from orders o where o.order_no = i.order_no) as known, i.txn,
            i.amount_cents, i.currency, i.state, coalesce(outcome_text(i), '') as outcome,
            i.attempts from inbox i where ${page.where} order by i.inbox_id desc limit ${body.size + 1}`,
      },
      page.values,
    )
    const list = pageOf(rows, (row) => String(row.id), body.size)
    return { ...list, total: await totalOf(q, 'inbox i', filter, body, list) }
  })
}
