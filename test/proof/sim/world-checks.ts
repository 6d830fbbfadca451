import type { Query } from '../../../apps/server/src/platform/db.ts'
import type { Violation } from '../../../apps/server/src/care/doctor/invariants.ts'
import { readMethod } from '@hc/channels/methods'
import type { GameWorld } from './world-game.ts'

/** The answers that a client has and may rely on. */
export type AnswerLog = {
  /** Idempotency key to the order numbers that creates with it answered. */
  orders: Map<string, Set<string>>
  /** Orders whose payment by points was acknowledged. */
  pointsPaid: Set<string>
  /** Numbers of redemptions that were acknowledged. */
  redeemed: Set<string>
  /** Orders whose refund an operator asked for. */
  refunds: Set<string>
  /** Numbers of statements of withdrawal that were acknowledged. */
  withdrawals: Set<string>
}

/**
 * An order as its gateway has it. `open`: it would take money, and nobody asked it not to. `unagreed`: the shop took
 * more often than its payer agreed.
 */
export type HeldEvent = {
  channel: string
  order: string
  amount: number
  currency: string
  open: boolean
  unagreed?: boolean
  /** The only method that its page offers, and the country that it was told. */
  method?: string
  country?: string
  captures: { txn: string; amount_cents: number; currency: string }[]
  refunds: { refund_txn: string; txn: string; amount_cents: number }[]
}

type OrderRow = {
  order_no: string
  status: number
  channel_code: string
  amount_cents: number
  currency: string
  hold_reason: string | null
  order_type: string
  server_id: string
  role_id: string
  cp_goods_id: string
  bonus_granted: number | null
  method: string | null
  gone: boolean
}
type GrantedOrder = Partial<Pick<OrderRow, 'status'>> &
  Pick<OrderRow, 'order_no' | 'server_id' | 'role_id' | 'cp_goods_id' | 'bonus_granted'>
type DeliveryRow = { outbox_id: string; order_no: string; state: string; proof: string | null; attempts: number }
type Books = { gateways: { books(): HeldEvent[] }; game: GameWorld; told: AnswerLog }

/**
 * At any moment: nobody's data was deleted while a gateway was still to be asked for their money. PayPal's payer may
 * agree afterwards, and is asked about in vain.
 */
export async function checkLeft(q: Query): Promise<Violation[]> {
  const rows = await q({
    text: `select o.order_no, o.status, o.channel_code, o.next_check_at from orders o
    join account a using (account_id)
    where a.deleted_at is not null and o.channel_code not in ('hcpoint', 'paypal') and o.status in (1, 3, 6)
    and o.next_check_at is not null limit 5`,
  })
  return rows.length > 0 ? [{ name: 'nobody leaves while a gateway may still have money for them', rows }] : []
}

/**
 * Compares the shop's database, at rest, with the books of the gateway and the game and with what clients were told.
 */
export async function checkWorld(q: Query, books: Books): Promise<{ checks: number; violations: Violation[] }> {
  const failures = new Map<string, unknown[]>()
  const checks = new Set<string>()
  const expect = (name: string, holds: boolean | null | undefined, row: unknown): void => {
    checks.add(name)
    if (!holds) failures.set(name, [...(failures.get(name) ?? []), row].slice(0, 5))
  }
  const orders = new Map(
    (
      await q<OrderRow>({
        text: `select order_no, status, channel_code, amount_cents, currency, hold_reason, order_type, server_id,
    role_id, cp_goods_id, bonus_granted, method, uid like 'gone-%' as gone from orders`,
      })
    ).map((row) => [row.order_no, row]),
  )
  await checkGateways(q, books.gateways.books(), orders, expect)
  const deliveries = new Map(
    (
      await q<DeliveryRow>({
        text: `select outbox_id, order_no, state, proof, attempts from outbox where kind = 'deliver'`,
      })
    ).map((row) => [row.outbox_id, row]),
  )
  // Deliveries to the game without an order.
  const gifts = await q<GrantedOrder>({
    text: `select number as order_no, server_id, role_id, gift_goods_id as cp_goods_id, 0 as bonus_granted
      from rebate_grant where gift_goods_id is not null
    union all select number, server_id, role_id, items->0->>'cp_goods_id', 0 from redemption where items <> '[]'`,
  })
  checkGame(
    books.game,
    new Map<string, GrantedOrder>([...orders, ...gifts.map((row) => [row.order_no, row] as const)]),
    deliveries,
    expect,
  )
  const redeemed = new Set(
    (await q<{ number: string }>({ text: 'select number from redemption' })).map((row) => row.number),
  )
  for (const number of books.told.redeemed)
    expect('an acknowledged redemption stands', redeemed.has(number), { number })
  for (const [key, numbers] of books.told.orders) {
    expect("one order for a client's key", numbers.size <= 1, { key, numbers: [...numbers] })
    for (const no of numbers) expect('an order that a client was told exists', orders.has(no), { key, no })
  }
  for (const no of books.told.pointsPaid) {
    expect(
      'an acknowledged payment by points stays paid until it is given back',
      [2, 4].includes(orders.get(no)?.status ?? 0) || (orders.get(no)?.status === 5 && books.told.refunds.has(no)),
      { no },
    )
  }
  // An order that ended unpaid, or was held, keeps no bonus; until then the promise is kept.
  const rows = await q<{ order_no: string }>({
    text: `select o.order_no, o.bonus_pct, o.bonus_granted from orders o
    where o.order_type = 'item' and o.paid_cents > 0 and o.bonus_granted is distinct from o.bonus_pct
      and (coalesce(o.bonus_granted, 0) > o.bonus_pct or (o.hold_reason is null and not exists (
        select 1 from order_event e where e.order_no = o.order_no and e.to_status in (3, 6))))`,
  })
  expect('a promised bonus is given, and none that was not promised', rows.length === 0, rows.slice(0, 5))
  const early = await q({
    text: `select e.order_no, e.at, p.until from order_promise p join order_event e using (order_no)
    where e.to_status = 6 and e.cause = 'expired' and e.at < p.until + interval '1 day'`,
  })
  expect('an order with a voucher does not run out before its day', early.length === 0, early.slice(0, 5))
  const twice = await q({
    text: `select server_id, role_id, cp_goods_id from orders
    where order_type = 'item' and bonus_granted > 0 group by 1, 2, 3 having count(*) > 1`,
  })
  expect('a bonus is given once for a character, an item and an epoch', twice.length === 0, twice.slice(0, 5))
  const [foreign] = await q<{ n: number }>({
    text: `select count(*) as n from orders o left join game_role r on r.server_id = o.server_id
      and r.role_id = o.role_id
    where o.role_id <> '' and r.account_id is distinct from o.account_id and o.uid not like 'gone-%'`,
  })
  expect("an order belongs to its owner's character", foreign?.n === 0, foreign)
  return { checks: checks.size, violations: [...failures].map(([name, rows]) => ({ name, rows })) }
}

type Expect = (name: string, holds: boolean | null | undefined, row: unknown) => void

type CaptureRow = {
  channel_code: string
  txn: string
  order_no: string
  amount_cents: number
  currency: string
  booked: boolean | null
}

async function checkGateways(
  q: Query,
  books: readonly HeldEvent[],
  orders: ReadonlyMap<string, OrderRow>,
  expect: Expect,
): Promise<void> {
  const captures = new Map(
    (
      await q<CaptureRow>({
        text: `select channel_code, txn, order_no, amount_cents, currency, booked from capture
          where channel_code <> 'hcpoint'`,
      })
    ).map((row) => [`${row.channel_code} ${row.txn}`, row]),
  )
  const refunds = new Map(
    (
      await q<{ channel_code: string; refund_txn: string; amount_cents: number; txn: string }>({
        text: `select channel_code, refund_txn, amount_cents, txn from gateway_refund r
      where not exists (select 1 from refund_failure f where f.channel_code = r.channel_code
      and f.refund_txn = r.refund_txn)`,
      })
    ).map((row) => [`${row.channel_code} ${row.refund_txn}`, row]),
  )
  const booked = new Map(
    (
      await q<{ channel: string; sum: number }>({
        text: `select split_part(j.source_id, ':', 1) || ' ' || e.unit as channel, sum(e.amount)::bigint as sum
          from ledger_entry e join ledger_journal j using (journal_id) join ledger_account l using (ledger_account_id)
          -- A correction by two people is in our books alone.
         where l.name = 'gateway' and j.reason <> 'correction' group by 1`,
      })
    ).map((row) => [row.channel, row.sum]),
  )
  const elsewhere = new Map(
    (
      await q<{ channel_code: string; txn: string; cents: number }>({
        text: `select channel_code, txn, sum(amount_cents)::bigint as cents from refund_settlement
          where how = 'elsewhere' group by 1, 2`,
      })
    ).map((row) => [`${row.channel_code} ${row.txn}`, row.cents]),
  )
  const twice = new Set(
    (
      await q<{ order_no: string }>({ text: `select order_no from reconcile_finding where kind = 'paid_back_twice'` })
    ).map((row) => row.order_no),
  )
  const net = new Map<string, number>()
  const captureKeys = new Set<string>()
  const refundKeys = new Set<string>()
  for (const payment of books) {
    const { channel } = payment
    const order = orders.get(payment.order)
    expect("the gateway's payment is an order of its channel", order?.channel_code === channel, payment)
    // Every gateway of the simulator has cards, so no page is ever asked for plainly.
    if (order?.method && (channel === 'stripe' || channel === 'adyen'))
      expect(
        "the gateway's page has the method that the order froze, and its country",
        payment.method !== undefined && (channel !== 'adyen' || payment.country === readMethod(order.method)?.country),
        { payment, order },
      )
    for (const capture of payment.captures) {
      captureKeys.add(`${channel} ${capture.txn}`)
      const returned = payment.refunds.filter((refund) => refund.txn === capture.txn)
      const back = returned.reduce((sum, item) => sum + item.amount_cents, 0)
      const disputed = returned
        .filter((item) => item.refund_txn.startsWith('dispute:'))
        .reduce((sum, item) => sum + item.amount_cents, 0)
      const captureRow = captures.get(`${channel} ${capture.txn}`)
      const unit = `${channel} ${capture.currency}`
      if (captureRow?.booked) net.set(unit, (net.get(unit) ?? 0) + capture.amount_cents - back)
      expect(
        'money in the currency of its order is booked',
        capture.currency !== payment.currency || captureRow?.booked,
        {
          payment,
        },
      )
      // Money that a dispute took during a refund is lost in addition, and the order shows it (decision 355).
      const overtaken = disputed > 0 && order?.hold_reason === 'refund_exceeds_payment'
      expect('no capture is given back more than once', back - (overtaken ? disputed : 0) <= capture.amount_cents, {
        payment,
      })
      const word = elsewhere.get(`${channel} ${capture.txn}`) ?? 0
      expect(
        'money that was given back elsewhere and by the gateway too is a finding',
        word === 0 || back + word <= capture.amount_cents || twice.has(payment.order),
        { payment, word },
      )
      expect(
        'every capture of the gateway is known',
        captureRow?.order_no === payment.order &&
          captureRow.amount_cents === capture.amount_cents &&
          captureRow.currency === capture.currency,
        { channel, capture, ours: captureRow, order },
      )
    }
    for (const refund of payment.refunds) {
      refundKeys.add(`${channel} ${refund.refund_txn}`)
      const row = refunds.get(`${channel} ${refund.refund_txn}`)
      expect(
        'every refund of the gateway is known',
        row?.amount_cents === refund.amount_cents && row.txn === refund.txn,
        { channel, refund, ours: row, order },
      )
    }
    const right = payment.captures.some(
      (capture) => capture.amount_cents === payment.amount && capture.currency === payment.currency,
    )
    const paid = [2, 4, 5].includes(order?.status ?? 0)
    expect('whoever paid the price has a paid order, but for who is gone', !right || paid || order?.gone === true, {
      payment,
      order,
    })
    expect('no money, no goods', right || ![2, 4, 5].includes(order?.status ?? 0), { payment, order })
    expect('money is taken once for what its payer agreed to', !payment.unagreed, { payment, order })
    expect('an order runs out only after its gateway was told', order?.status !== 6 || !payment.open, {
      payment,
      order,
    })
  }
  const invented = [
    ...[...captures.keys()].filter((key) => !captureKeys.has(key)),
    ...[...refunds.keys()].filter((key) => !refundKeys.has(key)),
  ]
  expect('we know no money that the gateway does not', invented.length === 0, invented)
  for (const channel of new Set([...net.keys(), ...booked.keys()])) {
    expect(
      "the ledger's gateway account is the gateways' books, each by itself",
      (booked.get(channel) ?? 0) === (net.get(channel) ?? 0),
      { channel, booked: booked.get(channel), net: net.get(channel) },
    )
  }
}

function checkGame(
  game: GameWorld,
  orders: ReadonlyMap<string, GrantedOrder>,
  deliveries: ReadonlyMap<string, DeliveryRow>,
  expect: Expect,
): void {
  const granted = new Map<string, number>()
  for (const grant of game.grants.values()) {
    granted.set(grant.order, (granted.get(grant.order) ?? 0) + 1)
    const order = orders.get(grant.order)
    const row = deliveries.get(grant.deliveryId)
    expect(
      'the game granted what was ordered, to the right character',
      order?.server_id === grant.server &&
        order.role_id === grant.role &&
        order.cp_goods_id === grant.goods &&
        order.bonus_granted === grant.bonus,
      { grant, order },
    )
    expect(
      'what the game granted we know as confirmed or to be recalled',
      row?.state === 'recall' || (row?.state === 'confirmed' && row.proof === grant.grantId),
      { grant, row, order },
    )
  }
  for (const grant of game.grants.values()) {
    const order = orders.get(grant.order)
    expect(
      'what was granted of an order that was given back is taken back, or the game said no',
      order?.status !== 5 || game.takenBack.has(grant.deliveryId) || game.kept.has(grant.deliveryId),
      { grant, order },
    )
  }
  for (const [no, times] of granted) expect('the game granted an order once', times === 1, { no, times })
  for (const row of deliveries.values()) {
    const grant = game.grants.get(row.outbox_id)
    expect("a confirmed delivery is in the game's books", row.state !== 'confirmed' || grant?.grantId === row.proof, {
      row,
      grant,
    })
    expect('a refused delivery was refused', row.state !== 'refused' || game.refused.has(row.outbox_id), { row })
  }
}
