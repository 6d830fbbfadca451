import type { DeskParsed, DeskResult } from '@hc/contract/desk/calls'
import { bounded, Filter, numbered, pageOf, span, totalOf } from '../../http/desk/bounded-lists.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import type { Database } from '../../platform/db.ts'

type Db = Pick<Database, 'pool'>

type Refund = DeskResult<'refund/list'>['rows'][number]

const states = { open: ['pending', 'unknown'], stopped: ['refused', 'failed', 'parked', 'held'] } as const

export async function listRefunds(
  db: Db,
  body: DeskParsed<'refund/list'>,
  nowMs: number,
): Promise<DeskResult<'refund/list'>> {
  // An order of last year may be refunded today, so waiting rows are shown at any date.
  const waits = body.state !== '' && body.state !== 'confirmed' && body.from === 0 && body.to === 0
  const filter = waits ? new Filter() : numbered(new Filter(), 'b.order_no', span(body.from, body.to, nowMs))
  filter.plain(`b.kind = 'refund'`).text(`b.payload->>'channel_code' = ?`, body.channel)
  if (body.state === 'open' || body.state === 'stopped') filter.add('b.state = any(?)', states[body.state])
  else filter.text('b.state = ?', body.state)
  const page = filter.copy().text(`(b.order_no || ' ' || b.outbox_id) < ?`, body.after)
  return await bounded(db, async (q) => {
    const rows = await q<Refund>(
      {
        text: `select b.outbox_id as id, b.order_no, b.payload->>'channel_code' as channel, b.payload->>'txn' as txn,
            b.state, (b.payload->>'amount_cents')::bigint as amount_cents, b.payload->>'currency' as currency,
            coalesce(b.payload->>'reason', '') as reason, coalesce(b.detail, '') as said,
            coalesce(money_owed(c), 0) as owed_cents, ${epochSeconds('b.created_at')} as created_at,
            ${epochSeconds('b.ended_at')} as ended_at
          from outbox b left join capture c on c.channel_code = b.payload->>'channel_code' and c.txn = b.payload->>'txn'
         where ${page.where} order by b.order_no || ' ' || b.outbox_id desc limit ${body.size + 1}`,
      },
      page.values,
    )
    return {
      ...pageOf(rows, (row) => `${row.order_no} ${row.id}`, body.size),
      total: await totalOf(q, 'outbox b', filter, body.size),
    }
  })
}
