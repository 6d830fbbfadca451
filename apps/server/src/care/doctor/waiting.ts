/**
 * Everything that waits in the shop: one list, which the doctor prints, the metrics count and the watch calls somebody
 * for. Decision 256.
 */
export type WaitingKind = {
  key: string
  /** The subject in the doctor's words. Entries with the same words are one line of the doctor's. */
  what: string
  /**
   * `work`: it moves on by itself and is only counted. `desk`: an operator decides, so the doctor lists it. `call`: a
   * player lacks money, so the watch says it each minute, too.
   */
  severity: 'work' | 'desk' | 'call'
  /** The right to read such a row at the desk: that of the data in it. */
  right: string
  /** The document that says what to do. */
  runbook: string
  /** Its heading or step for this: `test/checks/documents.test.ts` holds that it is there. */
  step?: string
  /** The queues of `hc_backlog` that it is counted in. */
  queues: readonly string[]
  from: string
  where: string
  /** The column that names a row to an operator. */
  example: string
  /** The column that says since when it has been waiting. */
  since: string
  /** The column for a queue's age, if it is another one. */
  begun?: string
  /** Rows with the same example count once. */
  once?: true
  /** No index finds it: the desk shows what the doctor found at night. */
  nightly?: true
}

/**
 * An order `o` whose hold a person ends. A payment of another amount keeps its order's hold for ever, so that one is
 * over when no refund of the order waits for a person any more.
 */
export const isHeld = (o: string): string => `${o}.hold_reason is not null and ${o}.hold_note is null
  and (${o}.hold_reason <> 'amount_mismatch' or exists (select 1 from outbox h where h.order_no = ${o}.order_no
    and h.kind = 'refund' and h.state in ('held', 'refused', 'failed', 'parked')))`

const deliveries = {
  from: 'outbox',
  example: 'order_no',
  begun: 'created_at',
  runbook: 'docs/runbooks/stuck-order.md',
  right: 'order.read',
} as const
const refunds = { ...deliveries, runbook: 'docs/runbooks/failed-refund.md' } as const
const findings = {
  right: 'refund.read',
  from: 'reconcile_finding',
  since: 'found_at',
  queues: ['books_differ'],
} as const
const failedRefund = {
  what: 'refunds that failed at the gateway: the player has not been paid',
  severity: 'call',
  right: 'order.read',
  runbook: 'docs/runbooks/failed-refund.md',
  once: true,
} as const

export const waitingKinds: readonly WaitingKind[] = [
  {
    ...deliveries,
    key: 'deliveries',
    what: 'deliveries that the game has not answered',
    severity: 'work',
    queues: ['deliveries', 'undelivered'],
    where: `kind = 'deliver' and state in ('pending', 'unknown')`,
    since: 'created_at',
  },
  {
    ...refunds,
    key: 'refunds',
    what: 'refunds that the gateway has not answered',
    severity: 'work',
    queues: ['refunds'],
    where: `kind = 'refund' and state in ('pending', 'unknown')`,
    since: 'created_at',
  },
  {
    key: 'webhooks',
    what: 'webhooks that are not processed',
    severity: 'work',
    right: 'inbox.read',
    runbook: 'docs/runbooks/parked-webhook.md',
    queues: ['inbox'],
    from: 'inbox',
    where: `state = 'new'`,
    example: 'inbox_id',
    since: 'received_at',
  },
  {
    key: 'paid_not_delivered',
    step: 'step-1',
    what: 'paid, not delivered for more than an hour',
    severity: 'desk',
    right: 'order.read',
    runbook: 'docs/runbooks/stuck-order.md',
    queues: [],
    from: 'orders',
    where: `order_no in (select undelivered_orders()) and status = 2 and paid_at < app_now() - interval '1 hour'`,
    example: 'order_no',
    since: 'paid_at',
  },
  {
    key: 'held_orders',
    step: 'step-3',
    what: 'orders that are held',
    severity: 'desk',
    right: 'order.read',
    runbook: 'docs/runbooks/late-payment.md',
    queues: [],
    from: 'orders',
    where: isHeld('orders'),
    example: 'order_no',
    since: 'created_at',
  },
  {
    key: 'endless_orders',
    what: 'orders that cannot end: unpaid for more than a day past their time',
    severity: 'desk',
    right: 'order.read',
    runbook: 'docs/runbooks/late-payment.md',
    queues: [],
    from: 'orders',
    where: `status = 1 and expires_at < app_now() - interval '1 day'`,
    example: 'order_no',
    since: 'expires_at',
    nightly: true,
  },
  {
    ...deliveries,
    key: 'refused_deliveries',
    step: 'step-3',
    what: 'deliveries that the game refused',
    severity: 'desk',
    queues: ['operator', 'undelivered'],
    where: `kind = 'deliver' and state = 'refused'`,
    since: 'ended_at',
  },
  {
    ...deliveries,
    key: 'parked_deliveries',
    step: 'step-3',
    what: 'deliveries that were given up',
    severity: 'desk',
    queues: ['operator', 'undelivered'],
    where: `kind = 'deliver' and state = 'parked'`,
    since: 'ended_at',
  },
  {
    ...deliveries,
    key: 'recalled_deliveries',
    what: 'deliveries that a refund stopped on their way',
    severity: 'work',
    queues: ['operator'],
    where: `kind = 'deliver' and state = 'recall'`,
    since: 'ended_at',
  },
  {
    ...refunds,
    key: 'stopped_refunds',
    step: 'step-1',
    what: 'refunds that are refused, given up or held',
    severity: 'desk',
    queues: ['operator'],
    where: `kind = 'refund' and state in ('refused', 'parked', 'held')`,
    since: 'created_at',
  },
  {
    ...failedRefund,
    key: 'refunds_booked_back',
    step: 'step-2',
    queues: [],
    from: 'refund_failure f join capture c using (channel_code, txn)',
    where: 'f.reversed and money_owed(c) > 0',
    example: 'f.order_no',
    since: 'f.at',
  },
  {
    ...refunds,
    ...failedRefund,
    key: 'failed_refunds',
    step: 'step-2',
    queues: ['operator'],
    where: `kind = 'refund' and state = 'failed'`,
    since: 'ended_at',
  },
  {
    key: 'refunds_in_another_currency',
    step: 'the-refund-has-another-currency',
    what: 'refunds and disputes in another currency than their payment',
    severity: 'desk',
    right: 'order.read',
    runbook: 'docs/runbooks/failed-refund.md',
    queues: [],
    from: 'gateway_refund r join capture c using (channel_code, txn) join orders o on o.order_no = c.order_no',
    where: `not r.applied and r.currency <> c.currency and o.hold_reason is not null
      and o.hold_note is null`,
    example: 'c.order_no',
    since: 'r.at',
  },
  {
    key: 'money_of_deleted_players',
    step: 'step-2',
    what: 'money that came for a player whose data was deleted, and is not back yet',
    severity: 'desk',
    right: 'order.read',
    runbook: 'docs/runbooks/deleted-player.md',
    queues: [],
    from: 'outbox',
    where: `kind = 'refund' and payload->>'reason' = 'account_deleted' and state not in ('confirmed', 'cancelled')`,
    example: 'order_no',
    since: 'created_at',
  },
  {
    key: 'kept_points',
    step: 'packs-that-were-partly-refunded-before-their-points-followed',
    what: 'packs that were given back in part before their points were',
    severity: 'desk',
    right: 'order.read',
    runbook: 'docs/runbooks/failed-refund.md',
    queues: [],
    from: 'pack_part_kept k join orders o using (order_no)',
    where: `k.settled_at is null and o.refunded_cents < o.paid_cents and not exists (select 1 from ledger_journal j
      where j.order_no = k.order_no and j.reason = 'take_back')`,
    example: 'k.order_no',
    since: 'o.paid_at',
  },
  {
    ...deliveries,
    key: 'stopped_recalls',
    step: 'step-4',
    what: 'items that the game did not take back',
    severity: 'desk',
    queues: ['operator'],
    where: `kind = 'recall' and state in ('refused', 'parked')`,
    since: 'created_at',
  },
  {
    key: 'parked_webhooks',
    step: 'step-1',
    what: 'webhooks that found no order',
    severity: 'desk',
    right: 'inbox.read',
    runbook: 'docs/runbooks/parked-webhook.md',
    queues: ['inbox_parked'],
    from: 'inbox',
    where: `state = 'parked'`,
    example: 'inbox_id',
    since: 'received_at',
  },
  {
    key: 'open_disputes',
    what: 'disputes awaiting a response',
    severity: 'desk',
    right: 'dispute.read',
    runbook: 'docs/payments.md',
    queues: ['disputes'],
    from: 'dispute',
    where: `stage = 'opened'`,
    example: 'dispute_id',
    since: 'opened_at',
  },
  {
    key: 'lost_disputes',
    what: 'disputes that were lost with no record of the money',
    severity: 'desk',
    right: 'dispute.read',
    runbook: 'docs/payments.md',
    queues: [],
    from: 'dispute d',
    where: `stage = 'lost' and also_money and closed_at < app_now() - interval '1 day'
      and not exists (select 1 from gateway_refund r
        where r.channel_code = d.channel_code and r.txn = d.txn and r.at > d.opened_at - interval '1 day')`,
    example: 'dispute_id',
    since: 'closed_at',
  },
  {
    key: 'withdrawals',
    what: 'withdrawals that a person compares with their order',
    severity: 'desk',
    right: 'refund.read',
    runbook: 'docs/runbooks/withdrawal.md',
    queues: [],
    from: 'withdrawal',
    where: `closed_at is null and outcome = 'person'`,
    example: 'order_no',
    since: 'stated_at',
  },
  {
    key: 'late_withdrawals',
    what: 'withdrawals still open after ten days',
    severity: 'call',
    right: 'refund.read',
    runbook: 'docs/runbooks/withdrawal.md',
    queues: [],
    from: 'withdrawal',
    where: `closed_at is null and outcome in ('refund', 'person')
      and stated_at < app_now() - interval '10 days'`,
    example: 'order_no',
    since: 'stated_at',
  },
  {
    key: 'late_documents',
    what: 'receipts and credit notes that are not written after an hour',
    severity: 'desk',
    right: 'refund.read',
    runbook: 'docs/runbooks/documents.md',
    queues: [],
    from: 'document_due',
    where: `done_at is null and at < app_now() - interval '1 hour'`,
    example: 'order_no',
    since: 'at',
  },
  {
    key: 'appeals',
    what: 'players who ask for the prices of their country',
    severity: 'desk',
    right: 'player.read',
    runbook: 'docs/runbooks/market-appeal.md',
    queues: [],
    from: 'account_market',
    where: `appeal = 'asked'`,
    example: '(select a.uid from account a where a.account_id = account_market.account_id)',
    since: 'coalesce(appealed_at, since)',
  },
  {
    key: 'untaxed_countries',
    step: 'tax',
    what: 'countries whose prices include a tax that has no rate',
    severity: 'desk',
    right: 'product.read',
    runbook: 'docs/pricing-and-tax.md',
    queues: [],
    from: 'price_book b join book_country c using (book_id)',
    where: `b.tax = 'inclusive' and tax_rate_on(c.country, app_now()) is null`,
    example: `b.book_id || ' ' || c.country`,
    since: `coalesce((select max(r.valid_to)::timestamptz from tax_rate r where r.country = c.country
      and r.valid_to <= app_now()), app_now())`,
  },
  {
    ...findings,
    key: 'money_back_twice',
    step: 'the-money-went-back-twice',
    what: 'money that went back twice: elsewhere, and by the gateway too',
    severity: 'desk',
    runbook: 'docs/runbooks/failed-refund.md',
    where: `settled_at is null and kind = 'paid_back_twice'`,
    example: 'order_no',
  },
  {
    ...findings,
    key: 'book_differences',
    step: 'step-2',
    what: "differences from a gateway's report",
    severity: 'desk',
    runbook: 'docs/runbooks/late-payment.md',
    where: `settled_at is null and kind <> 'paid_back_twice'`,
    example: 'txn',
  },
]

/** The queues of `hc_backlog`. Those that wait for an operator have no age. */
const queues = [
  { name: 'deliveries', aged: true },
  { name: 'refunds', aged: true },
  { name: 'inbox', aged: true },
  { name: 'operator', aged: false },
  { name: 'inbox_parked', aged: false },
  { name: 'disputes', aged: true },
  { name: 'books_differ', aged: true },
  { name: 'undelivered', aged: true },
] as const

const rowsOf = (entries: readonly WaitingKind[]): string =>
  entries
    .map(
      ({ example, since, begun, from, where }) =>
        `select ${example} as example, ${since} as since, ${begun ?? since} as begun from ${from} where ${where}`,
    )
    .join(' union all ')

/** Counts what waits for an operator: one row for each line of the doctor's, in the order of the list. */
const countWaiting = (all: readonly WaitingKind[]): string =>
  [...new Set(all.filter((entry) => entry.severity !== 'work').map((entry) => entry.what))]
    .map((what, at) => {
      const entries = all.filter((entry) => entry.what === what)
      const count = entries.some((entry) => entry.once) ? 'count(distinct example)' : 'count(*)'
      const quoted = what.replaceAll("'", "''")
      return `select ${at} as line, '${quoted}' as what, ${count}::int as n, min(since) as oldest,
      min(example)::text as example from (${rowsOf(entries)}) w`
    })
    .join(' union all ')
export const waitingForOperators = countWaiting(waitingKinds)
/** The same without what no index finds: cheap enough for every minute. */
export const waitingByIndex = countWaiting(waitingKinds.filter((entry) => !entry.nightly))

/** Counts each queue of `hc_backlog`, with the age of its oldest row in seconds. */
export const backlog = queues
  .map(({ name, aged }) => {
    const age = aged ? 'coalesce(extract(epoch from now() - min(begun)), 0)::int' : '0'
    const entries = waitingKinds.filter((entry) => entry.queues.includes(name))
    return `select '${name}' as name, count(*)::int as n, ${age} as age from (${rowsOf(entries)}) w`
  })
  .join(' union all ')

/** The rows that raise an alarm. */
export const calling = `select example as order_no, since as at from (${rowsOf(
  waitingKinds.filter((entry) => entry.severity === 'call'),
)}) w`
