import type { DeskClient } from '../../kit/desk.ts'
import { openYen, soldInYen } from '../../kit/seller.ts'
import { type Player, type Shop, until } from '../../kit/shop.ts'

/** Orders that the fuzzed bodies do not contain: only calls with known bodies act on them. */
export type Scene = {
  bought: string
  disputed: string
  refused: string
  recalled: string
  withdrawn: readonly string[]
}

const state = async (shop: Shop, id: string): Promise<string> =>
  (await shop.db.query<{ state: string }>('select state from outbox where outbox_id = $1', [id])).rows[0]?.state ?? ''
const inState = async (shop: Shop, id: string, expected: string): Promise<unknown> =>
  await until(`${id} is ${expected}`, async () => (await state(shop, id)) === expected)

async function delivered(shop: Shop, player: Player, goods: string): Promise<string> {
  const order = await player.order(goods)
  await shop.outcome(order, 'paid')
  await inState(shop, `dlv_${order}`, 'confirmed')
  return order
}

/** A paid order that the game refused, in one transaction, so that no worker comes between. */
async function refusedOrder(shop: Shop, player: Player): Promise<string> {
  const order = await player.order('gem_60')
  await shop.db.query(`do $$ begin
    perform apply_capture('sandbox', '${order}', 'fuzz-${order}', 99, 'USD', 'poll', null);
    update outbox set state = 'refused', detail = 'bag full', ended_at = now() where outbox_id = 'dlv_${order}';
  end $$`)
  return order
}

/** A refunded order whose item the game kept. */
async function recalledOrder(shop: Shop, player: Player, finance: DeskClient): Promise<string> {
  const order = await delivered(shop, player, 'gem_60')
  const answer = await finance.call('refund/make', { order_no: order, reason: 'Ticket 4711' })
  if (answer.code !== 0) throw new Error(`refund/make: ${answer.msg}`)
  await inState(shop, `rcl_${order}`, 'confirmed')
  await shop.db.query(
    `update outbox set state = 'refused', proof = null, detail = 'the item was used'
    where outbox_id = $1`,
    [`rcl_${order}`],
  )
  return order
}

/** A statement of withdrawal from an unknown address, which waits for a person. */
async function stated(shop: Shop, order: string, contact: string): Promise<string> {
  const first = await shop.call('withdraw/state', { name: 'Mum Muster', sdk_order_id: order, contact })
  const answer = await shop.call('withdraw/confirm', { statement: first.result.statement })
  if (answer.code !== 0) throw new Error(`withdraw/confirm: ${answer.msg}`)
  return answer.result.number
}

/** Orders in the states that the desk works on, a receipt in yen, and an appeal. */
export async function deskScene(shop: Shop, player: Player, people: ReadonlyMap<string, DeskClient>): Promise<Scene> {
  const finance = people.get('finance')
  if (!finance) throw new Error('the fuzzer needs finance')
  // The game's own calls may have closed it.
  await shop.db.query(`update game_server set status = 0 where server_id = 's1'`)
  const order = await delivered(shop, player, 'gem_60')
  const disputed = await delivered(shop, player, 'gem_300')
  await shop.db.query(
    `select apply_dispute('sandbox', c.order_no, c.txn, c.amount_cents, c.currency, jsonb_build_object('id', 'dp_fuzz',
        'stage', 'opened', 'reason', 'fraudulent', 'dueMs', 1900000000000), 'fuzz-dispute')
      from capture c where c.order_no = $1`,
    [disputed],
  )
  const refused = await refusedOrder(shop, player)
  const recalled = await recalledOrder(shop, player, finance)
  const withdrawn = [await stated(shop, refused, 'mum@work.example'), await stated(shop, refused, 'dad@work.example')]
  await openYen(shop)
  const yen = await soldInYen(shop, player, 1_500)
  await until(
    'the receipt is written',
    async () => (await shop.db.query('select 1 from document where order_no = $1', [yen])).rowCount === 1,
  )
  await shop.db.query(`insert into account_market (account_id, country, source, since, change_from, appeal, note,
      appealed_at)
    select account_id, 'JP', 'declared', now(), now(), 'asked', 'I moved', now() from account where uid = '100003'`)
  return { bought: order, disputed, refused, recalled, withdrawn }
}

/** Rows that no desk call makes: a lost webhook, a difference, alerts, a list of prices, a plan, a passkey. */
export async function deskTrouble(shop: Shop, spare: string): Promise<void> {
  await shop.db
    .query(`insert into inbox (channel_code, event_id, kind, order_no, txn, amount_cents, currency, raw, state,
      outcome, run_at)
    select 'sandbox', 'fuzz-' || n, 'paid', 'no-such-order', 'T-' || n, 99, 'USD', '{"a":1}', 'parked',
        'unknown_order', now()
      from generate_series(1, 1) n`)
  await shop.db.query(`insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at)
    values ('sandbox', 'missing_here', 'T-77', '', '{"cents":499}', now())`)
  await shop.db.query(`insert into desk.alert (rule_key, subject, value, opened_at)
    values ('channel_low', 'sandbox', 41, now()), ('dispute_due', 'dp_1', 36, now())`)
  await shop.db.query(`insert into price_book (book_id, currency, tax) values ('fuzz', 'USD', 'none')`)
  await shop.db
    .query(`insert into desk.scheduled_change (kind, target, patch, based_on, local_time, zone, at, planned_by)
    select 'channel', channel_code, '{"sort": 7}', version, '2031-05-01 10:00', 'UTC', '2031-05-01 10:00+00', 'sql:fuzz'
      from payment_channel where channel_code = 'sandbox'`)
  await shop.db.query(
    `insert into desk.staff_passkey (credential_id, staff_id, public_key, counter, name)
      select 'fuzz-passkey', staff_id, '\\x00', 0, 'Key' from desk.staff where email = $1`,
    [spare],
  )
  // The walk's failed sign-ins count against every caller from this address.
  await shop.db.query('delete from desk.staff_failure')
}
