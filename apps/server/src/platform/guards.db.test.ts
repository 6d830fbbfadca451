import { beforeAll, describe, expect, it } from 'vitest'
import { ownDatabase } from '@hc/test/own-database'

const db = ownDatabase(
  'g',
  `insert into account (uid, login) values ('u1', 'u1');
    insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, channel_code, created_at,
      expires_at) values ('o1', 1, 'u1', 'item', 'g', 100, 'stripe', now(), now());
    insert into inbox (channel_code, event_id, kind, order_no, raw) values ('stripe', 'e1', 'paid', 'o1', '');
    insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
    values ('dlv_o1', 'deliver', 'o1', '{}', now(), now())`,
)

/** The check constraint that a statement violates; undefined if none. */
async function broken(statement: string): Promise<string | undefined> {
  await db.query('begin')
  try {
    await db.query(statement)
    return undefined
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    return code === '23514' ? constraint : String(error)
  } finally {
    await db.query('rollback')
  }
}
const order = (columns: string, values: string): string =>
  `insert into orders (order_no, account_id, uid, cp_goods_id, channel_code, created_at, expires_at, ${columns})
   values ('o2', 1, 'u1', 'g', 'stripe', now(), now(), ${values})`
const wallet = (kind: string, id: string, account: string, balance: string, unit = 'USD'): string =>
  `insert into ledger_account (ledger_account_id, kind, name, unit, account_id, balance) overriding system value
   values (${id}, '${kind}', 'n', '${unit}', ${account}, ${balance})`
const player = `where account_id = 1 and unit = 'HCB'`

describe('an index without the common rows', () => {
  beforeAll(async () => {
    // Enough rows for the planner to choose the right index.
    await db.query(`insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
      select 'r' || i, 'refund', 'z' || i, jsonb_build_object('channel_code', 'stripe', 'txn', i), now(), now()
        from generate_series(1, 3000) i; analyze outbox`)
  })
  it.each([
    ['ledger_entry_player', `select from ledger_entry where ledger_account_id = 3`],
    ['ledger_entry_player', `select from ledger_entry where ledger_account_id = $1 and ledger_account_id >= 1000`],
    ['outbox_no_delivery', `select from outbox where order_no = $1 and kind = 'refund'`],
    ['outbox_pkey', `select from outbox where outbox_id = 'dlv_' || $1`],
  ])('%s serves: %s', async (index, statement) => {
    await db.query('begin; set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan')
    const args = statement.includes('$1') ? ' (7)' : ''
    await db.query(`prepare looked as ${statement}`)
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain execute looked${args}`)
    await db.query('rollback; deallocate looked')
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index)
  })
})

describe('the database refuses', () => {
  it.each([
    ['orders_status_check', order('order_type, amount_cents, status', `'item', 1, 7`)],
    ['orders_order_type_check', order('order_type, amount_cents', `'gift', 1`)],
    ['orders_amount_cents_check', order('order_type, amount_cents', `'item', 0`)],
    ['orders_currency_check', order('order_type, amount_cents, currency', `'item', 1, 'eur'`)],
    ['paid_status_has_money', order('order_type, amount_cents, status', `'item', 1, 2`)],
    ['paid_is_all_or_nothing', order('order_type, amount_cents, status, paid_cents', `'item', 2, 2, 1`)],
    ['refund_within_paid', order('order_type, amount_cents, refunded_cents', `'item', 2, 1`)],
    ['paid_status_has_money', `update orders set paid_cents = 100`],
    ['paid_status_has_money', `update orders set status = 2`],
    ['paid_is_all_or_nothing', `update orders set status = 2, paid_cents = 99`],
    ['refund_within_paid', `update orders set refunded_cents = -1`],
    ['refund_within_paid', `update orders set refunded_cents = 1`],
    ['orders_currency_check', `update orders set currency = 'EURO'`],
    ['orders_points_check', order('order_type, amount_cents, points', `'item', 1, -1`)],
    ['orders_base_cents_check', order('order_type, amount_cents, base_cents', `'item', 1, 0`)],
    ['ledger_account_kind_check', wallet('other', '2000', '1', '0')],
    ['ledger_account_unit_check', wallet('wallet', '2000', '1', '0', 'EUR')],
    ['balance_where_it_belongs', wallet('wallet', '2000', '1', 'null')],
    ['balance_where_it_belongs', wallet('system', '20', 'null', '0')],
    ['no_negative_wallet', wallet('wallet', '2000', '1', '-1')],
    ['debt_is_never_a_credit', wallet('debt', '2000', '1', '1')],
    ['system_ids_are_below_1000', wallet('wallet', '20', '1', '0')],
    ['system_ids_are_below_1000', wallet('system', '2000', 'null', 'null')],
    ['owner_where_it_belongs', wallet('wallet', '2000', 'null', '0')],
    ['owner_where_it_belongs', wallet('system', '20', '1', 'null')],
    ['no_negative_wallet', `update ledger_account set balance = -1 ${player} and kind = 'wallet'`],
    ['debt_is_never_a_credit', `update ledger_account set balance = 1 ${player} and kind = 'debt'`],
    ['balance_where_it_belongs', `update ledger_account set balance = null ${player}`],
    ['balance_where_it_belongs', `update ledger_account set balance = 0 where ledger_account_id = 1`],
    ['ledger_account_unit_check', `update ledger_account set unit = 'EUR' ${player}`],
    ['owner_where_it_belongs', `update ledger_account set account_id = null ${player}`],
    ['inbox_kind_check', `update inbox set kind = 'other'`],
    ['inbox_state_check', `update inbox set state = 'other'`],
    [
      'inbox_kind_check',
      `insert into inbox (channel_code, event_id, kind, order_no, raw) values ('s', 'e', 'x', '', '')`,
    ],
    ['outbox_kind_check', `update outbox set kind = 'other' where outbox_id = 'dlv_o1'`],
    ['outbox_state_check', `update outbox set state = 'other'`],
    ['confirmed_has_proof', `update outbox set state = 'confirmed'`],
    [
      'confirmed_has_proof',
      `insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at, state)
      values ('x2', 'refund', 'o1', '{}', now(), now(), 'confirmed')`,
    ],
    [
      'one_delivery_an_order',
      `insert into outbox (outbox_id, kind, order_no, payload, run_at, created_at)
      values ('dlv_second', 'deliver', 'o1', '{}', now(), now())`,
    ],
    ['one_delivery_an_order', `update outbox set order_no = 'o2' where outbox_id = 'dlv_o1'`],
    ['one_delivery_an_order', `update outbox set kind = 'refund' where outbox_id = 'dlv_o1'`],
  ])('what breaks %s: %s', async (rule, statement) => {
    expect(await broken(statement)).toBe(rule)
  })

  it('columns without a value, as the tables say', async () => {
    expect(await broken('update orders set refunded_cents = null')).toContain('violates not-null')
    expect(await broken('update orders set status = null')).toContain('violates not-null')
    expect(await broken('update outbox set state = null')).toContain('violates not-null')
    expect(await broken('update ledger_account set kind = null')).toContain('violates not-null')
  })

  it('a pack that is credited without a capture', async () => {
    await db.query('begin')
    await db.query(order('order_type, amount_cents', `'coin', 100`))
    await expect(db.query(`update orders set status = 4, paid_cents = 100 where order_no = 'o2'`)).rejects.toThrow(
      'order o2 may not move from 1 to 4',
    )
    await db.query('rollback')
  })

  it('an item that is delivered before it is paid', async () =>
    await expect(db.query('update orders set status = 4, paid_cents = 100')).rejects.toThrow(
      'may not move from 1 to 4',
    ))
})
