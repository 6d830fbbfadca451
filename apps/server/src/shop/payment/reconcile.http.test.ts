import { describe, expect, it } from 'vitest'
import { operator, type CommandResult } from '@hc/test/operator'
import { withPlayer, withShop } from '@hc/test/fixtures'
import { until } from '@hc/test/shop'

// Nobody asks about single orders here: what is found is found in the gateway's books.
const shop = withShop({ REPAIR_AFTER_SECONDS: '3600', RECONCILE_SECONDS: '1' })
const demo = withPlayer(shop)

const reconcile = (...args: string[]): Promise<CommandResult> =>
  operator('reconcile', args, { DATABASE_URL: shop.databaseUrl, SANDBOX_URL: `${shop.url}/sandbox` })

describe("the gateway's own books", () => {
  it('are read continuously: a payment whose webhook never came is delivered', async () => {
    const order = await demo.order('gem_60')
    await shop.outcome(order, 'paid_no_webhook')
    await demo.reach(order, 4, 10_000)
    expect((await shop.db.query('select source from capture where order_no = $1', [order])).rows).toEqual([
      { source: 'repair' },
    ])
  })

  it('agree with ours in full where nothing is wrong', async () => {
    const order = await demo.order('gem_300')
    await shop.outcome(order, 'paid')
    await demo.reach(order, 4, 10_000)
    await shop.outcome(order, 'refunded')
    await demo.reach(order, 5, 10_000)
    const output = await reconcile('--days', '2')
    expect(output.text).toMatch(/sandbox: 3 lines read, 0 applied, 0 differ/)
    expect(output).toMatchObject({ code: 0, text: expect.stringContaining('nothing is open') })
  })

  it('are compared with ours: unknown money, missing money and other amounts stay listed until an operator settles them', async () => {
    const order = await demo.order('gem_60')
    await shop.outcome(order, 'paid')
    await demo.reach(order, 4, 10_000)
    await shop.db.query(
      `insert into sandbox.payment (merchant_order, id, amount_cents, currency, title, return_url, webhook_url,
        expires_at) values ('FOREIGN', 'pay_x', 500, 'USD', '', '', '', now())`,
    )
    await shop.db.query(
      `insert into sandbox.capture (txn, merchant_order, amount_cents, currency)
        values ('txn_foreign', 'FOREIGN', 500, 'USD')`,
    )
    await shop.db.query(
      `insert into capture (channel_code, txn, order_no, amount_cents, currency, outcome, source, at)
        values ('sandbox', 'txn_only_here', 'NOBODY', 7, 'USD', 'surplus', 'test', now() - interval '1 hour')`,
    )
    await shop.db.query(`update sandbox.capture set amount_cents = amount_cents + 1 where merchant_order = $1`, [order])
    const output = await reconcile('--days', '2')
    expect(output.code).toBe(1)
    for (const line of ['missing_here txn_foreign', 'missing_there txn_only_here', 'amount_differs'])
      expect(output.text).toContain(line)
    await shop.db.query(`update sandbox.capture set amount_cents = amount_cents - 1 where merchant_order = $1`, [order])
    const again = await reconcile('--days', '2')
    expect(again.text).not.toContain('amount_differs')
    const mistyped = await reconcile('--settle', 'txn_foregin', '--by', 'ann')
    expect(mistyped).toEqual({ code: 2, text: 'no open difference has the number txn_foregin\n' })
    await shop.db.query(`insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at)
      select 'adyen', kind, txn, order_no, detail, found_at from reconcile_finding where txn = 'txn_foreign'`)
    const twice = await reconcile('--settle', 'txn_foreign', '--by', 'ann')
    expect(twice).toMatchObject({ code: 2, text: expect.stringContaining('--channel adyen or --channel sandbox') })
    await reconcile('--settle', 'txn_foreign', '--channel', 'adyen', '--by', 'ann')
    expect((await reconcile('--settle', 'txn_only_here', '--by', 'ann')).text).toContain('OPEN  sandbox')
    expect((await reconcile('--settle', 'txn_foreign', '--by', 'ann')).text).toContain('nothing is open')
  })

  it('are compared in full every night by one process', async () => {
    await shop.db.query(`update chore set due_at = now() where name = 'compare_books'`)
    await until('it is in the log', () =>
      Promise.resolve(/our books and a gateway's (agree|differ)/.test(shop.errors())),
    )
  })

  it('that cannot be read are reported as unread, and nothing is lost', async () => {
    const output = await operator('reconcile', [], {
      DATABASE_URL: shop.databaseUrl,
      SANDBOX_URL: 'http://127.0.0.1:1',
      OUTSIDE_TIMEOUT_MS: '300',
    })
    expect(output.code).toBe(1)
    expect(output.text).toContain('not read to the end')
  })
})
