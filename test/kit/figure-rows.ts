import { timeId } from '@hc/domain/order-no'
import type { Client } from 'pg'
import { seeded } from '../proof/sim/rng.ts'

const DAY_MS = 86_400_000
type Row = Record<string, unknown>

/** A shop's rows of some days up to `begun`, in every state that a report of counts distinguishes. */
export async function writeFigureRows(
  client: Pick<Client, 'query'>,
  { seed, begun, days }: { seed: number; begun: number; days: number },
): Promise<void> {
  const rng = seeded(seed)
  const insert = async (table: string, row: Record<string, unknown>): Promise<void> => {
    const names = Object.keys(row)
    const places = names.map((_, n) => `$${n + 1}`).join(', ')
    await client.query(`insert into ${table} (${names.join(', ')}) values (${places})`, Object.values(row))
  }
  const [first] = (await client.query<Row>('select account_id, uid from account order by 1 limit 1')).rows
  const [newest] = (await client.query<Row>('select coalesce(max(seq), 0)::int as seq from desk.audit')).rows
  let seq = Number(newest?.seq)
  const ms = (t: number): Date => new Date(t)
  const seconds = (): number => Math.exp(rng.next() * 12 - 2) * 1000
  for (const [code, uses] of Object.entries({ ONEUSE01: 1, MANYUSE1: 5, ANYUSE01: null }))
    await insert('redeem_code', { code, campaign_id: 'spring', uses })
  for (let n = 0; n < 400; n++) {
    const createdMs = begun - rng.int(days) * DAY_MS + rng.int(DAY_MS / 1000) * 1000
    const no = timeId(createdMs, rng.bytes(10))
    const channel = rng.pick(['sandbox', 'stripe', 'hcpoint'])
    const type = channel === 'hcpoint' ? 'item' : rng.pick(['item', 'item', 'coin'])
    const paid = rng.chance(0.8)
    const paidAt = createdMs + seconds()
    const isDelivered = paid && rng.chance(0.8)
    const back = paid && rng.chance(0.3) ? rng.pick([200, 499]) : 0
    await insert('orders', {
      order_no: no,
      account_id: first?.account_id,
      uid: first?.uid,
      method: channel === 'stripe' ? rng.pick([null, 'card', 'ideal', 'ideal/NL']) : null,
      status: back === 499 ? 5 : isDelivered ? 4 : paid ? 2 : rng.pick([1, 3, 6]),
      cause: paid ? 'delivered' : rng.pick(['expired', 'cancelled', 'failed']),
      order_type: type,
      cp_goods_id: 'gem_300',
      amount_cents: 499,
      channel_code: channel,
      server_id: rng.pick(['s1', 's2', '']),
      created_at: ms(createdMs),
      expires_at: ms(createdMs + DAY_MS),
      opened_at: paid || rng.chance(0.5) ? ms(createdMs + 1000) : null,
      paid_at: paid ? ms(paidAt) : null,
      delivered_at: isDelivered ? ms(paidAt + seconds()) : null,
      paid_cents: paid ? 499 : 0,
      refunded_cents: back,
    })
    const event = { order_no: no, from_status: 1, to_status: 2, cause: 'webhook', at: ms(paidAt) }
    if (paid) await insert('order_event', event)
    const call = { order_no: no, payload: '{}', run_at: ms(Date.now() + DAY_MS), created_at: ms(createdMs) }
    if (paid && type === 'item')
      await insert('outbox', {
        ...call,
        outbox_id: `dlv_${no}`,
        kind: 'deliver',
        state: isDelivered ? 'confirmed' : rng.pick(['refused', 'unknown', 'parked', 'pending']),
      })
    if (back > 0 && rng.chance(0.7))
      await insert('outbox', {
        ...call,
        outbox_id: `rfd_${no}`,
        kind: 'refund',
        state: 'confirmed',
        payload: JSON.stringify({ channel_code: channel, txn: no, reason: rng.pick(['operator', 'part', 'surplus']) }),
      })
    if (paid && rng.chance(0.2))
      await insert('dispute', {
        channel_code: channel,
        dispute_id: `dp_${no}`,
        order_no: no,
        txn: no,
        amount_cents: 499,
        currency: 'USD',
        stage: rng.pick(['opened', 'won', 'lost']),
        reason: rng.pick(['fraudulent', 'not_received']),
        opened_at: ms(createdMs + DAY_MS),
      })
    if (paid && rng.chance(0.2))
      await insert('rebate_grant', {
        number: `RBT${no}01`,
        campaign_id: 'autumn',
        server_id: 's1',
        role_id: no,
        threshold_cents: 499,
        order_no: no,
        account_id: first?.account_id,
        present_points: rng.int(50),
        gift_goods_id: rng.pick([null, 'gem_60']),
        gift_quantity: 2,
        created_at: ms(paidAt),
        taken_back_at: rng.chance(0.3) ? ms(paidAt) : null,
      })
    if (rng.chance(0.3))
      await insert('redemption', {
        number: `RDM${timeId(createdMs, rng.bytes(10))}`,
        campaign_id: 'spring',
        code: rng.pick(['ONEUSE01', 'MANYUSE1', 'ANYUSE01']),
        account_id: rng.int(40) + 1,
        server_id: 's1',
        role_id: 'r1',
        items: JSON.stringify(
          rng.pick([
            [],
            [{ cp_goods_id: 'gem_60', quantity: 3 }],
            [
              { cp_goods_id: 'gem_300', quantity: 2, bonus: 15 },
              { cp_goods_id: 'gone', quantity: 1 },
            ],
          ]),
        ),
        basic_points: rng.int(5),
        present_points: rng.int(5),
        created_at: ms(createdMs),
      })
    for (let did = rng.int(3); did > 0; did--) {
      const acted = Math.min(paidAt + 2000 + seconds(), Date.now())
      const kind = rng.pick(['order', 'operator_action', 'player', 'product'])
      const after = kind === 'operator_action' ? { after: { order: no } } : {}
      seq += 1
      await insert('desk.audit', {
        seq,
        at: ms(acted),
        actor: rng.pick(['staff:1', 'staff:2', 'cli:root']),
        action: rng.pick(['order/ask', 'order/retell', 'refund/make']),
        kind,
        target: kind === 'order' ? no : kind === 'operator_action' ? `rfd_${no}` : 'x',
        line: JSON.stringify({ seq, request: `q${seq - (seq % 2)}`, ...after }),
        prev: '\\x',
        hash: '\\x',
      })
      if (kind === 'operator_action')
        await insert('operator_action', {
          action: 'refund',
          subject: `rfd_${no}`,
          order_no: no,
          done_by: 'staff:1',
          note: 'ticket 12',
          at: ms(acted),
        })
    }
  }
}
