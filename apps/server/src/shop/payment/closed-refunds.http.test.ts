import { userInfo } from 'node:os'
import type { News } from '@hc/channels/testing/fake-gateway'
import { describe, expect, it } from 'vitest'
import { gateways } from '@hc/test/gateways'
import { faultsIn, newsWorked } from '@hc/test/books'
import { withGateway, withPlayer, withShopAt } from '@hc/test/fixtures'
import { operator, type CommandResult } from '@hc/test/operator'
import { type Row, until } from '@hc/test/shop'

/** One that answers refunds and has books, one that tells them by webhooks alone. */
const two = gateways
  .map((traits) => [traits.fake().code, traits] as const)
  .filter(([code]) => code === 'stripe' || code === 'adyen')

describe.each(two)('a refund at %s', (code, traits) => {
  const gateway = withGateway(traits.fake)
  const shop = withShopAt(gateway, {
    OUTSIDE_TIMEOUT_MS: '1500',
    REPAIR_AFTER_SECONDS: '1',
    RETRY_BASE_MS: '100',
    RETRY_CAP_MS: '1000',
    LEASE_SECONDS: '3',
    RECONCILE_SECONDS: '3600',
  })
  const demo = withPlayer(shop)

  const firstRow = async (text: string, order: string): Promise<Row> => (await shop.rows(text, order))[0] ?? {}
  const operate = (tool: 'refund' | 'doctor' | 'reconcile', ...args: string[]): Promise<CommandResult> =>
    operator(tool, args, { DATABASE_URL: shop.databaseUrl, ...gateway.env() })
  const buy = async (goods = 'gem_300', more = {}): Promise<string> => {
    const orderNo = await demo.order(goods, code, more)
    await gateway.tell(gateway.pay(orderNo))
    await demo.reach(orderNo, 4)
    return orderNo
  }
  const balances = async (orderNo: string): Promise<number[]> =>
    await Promise.all(
      [1, 2, 3, 8].map(
        async (account) =>
          (
            await firstRow(
              `select coalesce(sum(e.amount), 0)::int as sum from ledger_entry e
                join ledger_journal j using (journal_id) where j.order_no = $1 and e.ledger_account_id = ${account}`,
              orderNo,
            )
          ).sum as number,
      ),
    )
  /** The gateway is away for longer than we ask it. */
  const park = async (orderNo: string, ask: () => Promise<unknown>): Promise<void> => {
    gateway.misbehave('broken_before', /./, 1e6)
    await ask()
    const state = (target: string): Promise<unknown> =>
      until(
        target,
        async () =>
          (await firstRow(`select state from outbox where order_no = $1 and kind = 'refund'`, orderNo)).state ===
          target,
      )
    await state('unknown')
    await shop.rows(
      `update outbox set created_at = created_at - interval '73 hours' where order_no = $1 and kind = 'refund'`,
      orderNo,
    )
    await state('parked')
    gateway.behave()
  }
  const parked = async (orderNo: string): Promise<void> =>
    await park(orderNo, () => shop.rows(`select request_refund($1, 'asked', 'test')`, orderNo))
  /** The gateway gave the money back all the same: what it has to say of that, and its number. */
  const backAfterAll = (orderNo: string, cents?: number): { news: News[]; number: string } => {
    const news = gateway.refund(orderNo, cents)
    return { news, number: gateway.payment(orderNo).refunds.at(-1)?.refundTxn ?? '' }
  }
  const finding = async (orderNo: string): Promise<Row> =>
    await firstRow(
      `select kind, txn, detail from reconcile_finding where order_no = $1 and settled_at is null`,
      orderNo,
    )

  it('that is parked is closed once by an operator who saw it at the gateway, and its late news changes nothing', async () => {
    const orderNo = await buy()
    await parked(orderNo)
    expect((await operate('refund', '--list')).text).toContain(`${orderNo} ${code} parked 4.99 USD`)
    expect((await demo.record(orderNo)).status).toBe(4)
    const { news, number } = backAfterAll(orderNo)
    const settled = ['refund', orderNo, '--settled', number, '--reason', 'seen at the desk'] as const
    const output = await operate(...settled)
    expect(output).toMatchObject({
      code: 0,
      text: expect.stringMatching(
        new RegExp(`status 5, \\$4\\.99 of \\$4\\.99[\\s\\S]*refund {5}done \\(${number}\\)`),
      ),
    })
    expect(output.text).toContain(`at the gateway: ${number}, seen at the desk (${userInfo().username})`)
    expect((await operate(...settled)).code).toBe(0)
    await gateway.tell(news)
    await newsWorked(shop)
    expect(await balances(orderNo)).toEqual([0, 0, 0, 0])
    expect(
      await shop.rows('select refund_txn, amount_cents::int as cents from gateway_refund where order_no = $1', orderNo),
    ).toEqual([{ refund_txn: number, cents: 499 }])
    expect((await firstRow('select count(*)::int as n from refund_settlement where order_no = $1', orderNo)).n).toBe(1)
    expect(
      await firstRow(
        `select from_state, to_state, detail, at is not null as dated from refund_event where order_no = $1
          and txn is not null`,
        orderNo,
      ),
    ).toEqual({
      from_state: 'parked',
      to_state: 'done',
      detail: `${userInfo().username}, ${number}: seen at the desk`,
      dated: true,
    })
    expect(await finding(orderNo)).toEqual({})
    await until(
      'the game took the item back',
      async () =>
        (await firstRow(`select state from outbox where outbox_id = 'rcl_' || $1`, orderNo)).state === 'confirmed',
    )
  })

  it.runIf(code === 'stripe')(
    'that is parked and was paid back elsewhere ends the order, keeps all books complete, and is a finding if the gateway pays it, too',
    async () => {
      const orderNo = await buy()
      await parked(orderNo)
      const elsewhere = [
        'refund',
        orderNo,
        '--elsewhere',
        'SEPA 4711',
        '--reason',
        'the account is closed',
        '--by',
        'ann',
      ] as const
      expect(await operate(...elsewhere)).toMatchObject({
        code: 0,
        text: expect.stringMatching(
          /status 5[\s\S]*refund {5}settled[\s\S]*settled {4}SEPA 4711, the account is closed \(ann\)/,
        ),
      })
      expect((await operate(...elsewhere)).code).toBe(0)
      expect((await operate('refund', orderNo, '--elsewhere', 'SEPA 4712', '--reason', 'x')).text).toContain(
        'no refund of this order is open',
      )
      expect(await balances(orderNo)).toEqual([499, 0, 0, -499])
      expect(await demo.record(orderNo)).toMatchObject({ status: 5, staff: 'none' })
      expect((await firstRow('select count(*)::int as n from refund_settlement where order_no = $1', orderNo)).n).toBe(
        1,
      )
      expect((await operate('reconcile', '--days', '2')).text).not.toContain(orderNo)
      const { news, number } = backAfterAll(orderNo)
      await gateway.tell(news)
      await until('the finding', async () => (await finding(orderNo)).kind === 'paid_back_twice')
      expect(await finding(orderNo)).toMatchObject({
        txn: number,
        detail: { amountCents: 499, currency: 'USD', elsewhere: ['SEPA 4711 the account is closed'] },
      })
      expect((await operate('doctor')).text).toMatch(
        /money that went back twice: elsewhere, and by the gateway too: 1,[\s\S]* 0 broken/,
      )
      const books = await operate('reconcile', '--days', '2')
      expect(books.text).toContain(`OPEN  ${code} paid_back_twice ${number} order ${orderNo}`)
      expect(books.code).toBe(1)
      expect((await operate('reconcile', '--settle', number, '--by', 'ann')).text).not.toContain(orderNo)
    },
  )

  it('of a part that is parked becomes a finding if it is paid back twice, without an effect on the rest of the order', async () => {
    const partParked = async (): Promise<string> => {
      const orderNo = await buy()
      await gateway.tell(gateway.refund(orderNo, 100))
      await newsWorked(shop)
      const payment = gateway.payment(orderNo)
      const [desk] = payment.refunds
      if (desk) await gateway.tell(gateway.failRefund(payment, desk))
      await newsWorked(shop)
      await park(orderNo, () => shop.rows(`select retry_refund($1, 'test')`, orderNo))
      expect((await operate('refund', orderNo, '--elsewhere', `SEPA ${orderNo}`, '--reason', 'x')).text).toContain(
        'status 4, $1.00 of $4.99',
      )
      return orderNo
    }
    const twice = await partParked()
    await gateway.tell(backAfterAll(twice, 100).news)
    await until('the finding', async () => (await finding(twice)).kind === 'paid_back_twice')
    const rest = await partParked()
    await shop.rows(`select request_refund($1, 'asked', 'test')`, rest)
    await until('the rest is asked for', () => Promise.resolve(gateway.payment(rest).refunds.length > 1))
    await gateway.tellUnsaid()
    await demo.reach(rest, 5)
    expect([await balances(rest), await finding(rest)]).toEqual([[100, 0, 0, -100], {}])
  })

  it.runIf(code === 'stripe')(
    'of a pack that is paid back elsewhere takes its points back, and a refund of surplus money leaves the order alone',
    async () => {
      const pack = await buy('coin_500', { role_id: '', server_id: '' })
      await parked(pack)
      expect((await operate('refund', pack, '--elsewhere', 'SEPA 1', '--reason', 'x')).text).toContain('status 5')
      expect(
        (
          await firstRow(
            `select count(*)::int as n from ledger_journal where order_no = $1 and reason = 'take_back'`,
            pack,
          )
        ).n,
      ).toBe(1)
      const surplus = await buy()
      await park(surplus, () => gateway.tell(gateway.charge(surplus)))
      expect((await operate('refund', surplus, '--elsewhere', 'SEPA 2', '--reason', 'paid twice')).text).toContain(
        'status 4, $0.00 of $4.99',
      )
      expect([await balances(surplus), (await demo.record(surplus)).status]).toEqual([[998, -499, 0, -499], 4])
    },
  )

  it.runIf(code === 'stripe')(
    'is closed by hand only if it is parked, refused or failed, and never with the number of another or a failed one',
    async () => {
      const orderNo = await buy()
      const close = (how: string, reference: string, ...more: string[]): Promise<CommandResult> =>
        operate('refund', orderNo, how, reference, '--reason', 'x', ...more)
      expect(await close('--settled', 're_x')).toEqual({ code: 2, text: 'no refund of this order is open\n' })
      gateway.misbehave('broken_before', /./, 1e6)
      await shop.rows(`select request_refund($1, 'asked', 'test')`, orderNo)
      expect(await close('--elsewhere', 'SEPA 3')).toEqual({ code: 2, text: 'a refund of this order is under way\n' })
      gateway.behave()
      await until('it is made', () => Promise.resolve(gateway.payment(orderNo).refunds.length > 0))
      await gateway.tellUnsaid()
      await demo.reach(orderNo, 5)
      expect((await close('--elsewhere', 'SEPA 3')).text).toContain('no refund of this order is open')
      const payment = gateway.payment(orderNo)
      const [fakeRefund] = payment.refunds
      if (fakeRefund) await gateway.tell(gateway.failRefund(payment, fakeRefund))
      await until(
        'it failed',
        async () =>
          (await firstRow('select state from refund_request where order_no = $1', orderNo)).state === 'failed',
      )
      expect((await close('--settled', fakeRefund?.refundTxn ?? '')).text).toContain(
        'the gateway reported that this refund failed',
      )
      const other = await firstRow(
        `select refund_txn from gateway_refund where order_no <> $1 and not exists (select 1 from refund_failure f
          where f.refund_txn = gateway_refund.refund_txn)`,
        orderNo,
      )
      expect((await close('--settled', other.refund_txn)).text).toContain('belongs to another refund')
      expect((await close('--settled', 're_y', '--txn', 'nobody')).text).toContain('no refund of this order is open')
      for (const args of [
        ['--settled', 're_y'],
        ['--elsewhere', ' ', '--reason', 'x'],
        ['--settled', 're_y', '--elsewhere', 'z', '--reason', 'x'],
        ['--retry', '--txn', 'z'],
      ]) {
        expect((await operate('refund', orderNo, ...args)).text).toContain('npm run hc -- refund')
      }
      expect((await close('--settled', `desk_${orderNo}`)).text).toMatch(/status 5[\s\S]*refund {5}done/)
      expect(await balances(orderNo)).toEqual([0, 0, 0, 0])
    },
  )

  it('that failed after it was done shows its player the truth: on its way until an operator has settled it', async () => {
    const orderNo = await buy()
    const view = async (): Promise<unknown[]> => {
      const { result } = await demo.call('order/check', { sdk_order_id: orderNo })
      return [result.record.status, result.record.staff, result.payment, (await demo.record(orderNo)).staff]
    }
    await shop.rows(`select request_refund($1, 'asked', 'test')`, orderNo)
    await until('it is made', () => Promise.resolve(gateway.payment(orderNo).refunds.length > 0))
    await gateway.tellUnsaid()
    await demo.reach(orderNo, 5)
    expect(await view()).toEqual([5, 'none', 'refunded', 'none'])
    const [fakeRefund] = gateway.payment(orderNo).refunds
    if (fakeRefund) await gateway.tell(gateway.failRefund(gateway.payment(orderNo), fakeRefund))
    await until(
      'it failed',
      async () => (await firstRow('select state from refund_request where order_no = $1', orderNo)).state === 'failed',
    )
    expect(await view()).toEqual([5, 'refund', 'refunding', 'refund'])
    await park(orderNo, () => shop.rows(`select retry_refund($1, 'test')`, orderNo))
    expect(await view()).toEqual([5, 'refund', 'refunding', 'refund'])
    expect((await operate('refund', orderNo, '--elsewhere', 'SEPA 5', '--reason', 'x')).code).toBe(0)
    expect(await view()).toEqual([5, 'none', 'refunded', 'none'])
  })

  it("leaves books in which every rule of the doctor's holds", async () => {
    await newsWorked(shop)
    expect(await faultsIn(shop)).toEqual([])
  })
})
