import { FakeAdyen } from '@hc/channels/testing/fake-adyen'
import type { FakeRefund, News } from '@hc/channels/testing/fake-gateway'
import { describe, expect, it } from 'vitest'
import { examine } from '../../care/doctor/doctor.ts'
import { gateways } from '@hc/test/gateways'
import { faultsIn, newsWorked } from '@hc/test/books'
import { withGateway, withPlayer, withShopAt } from '@hc/test/fixtures'
import { operator } from '@hc/test/operator'
import { type Row, sleep, until } from '@hc/test/shop'

describe.each(gateways.map((traits) => [traits.fake().code, traits] as const))('the channel %s', (code, traits) => {
  const gateway = withGateway(traits.fake)
  const shop = withShopAt(gateway, {
    OUTSIDE_TIMEOUT_MS: '1500',
    REPAIR_AFTER_SECONDS: '1',
    RETRY_BASE_MS: '100',
    RETRY_CAP_MS: '1000',
    LEASE_SECONDS: '3',
  })
  const demo = withPlayer(shop)

  const firstRow = async (text: string, order: string): Promise<Row> => (await shop.rows(text, order))[0] ?? {}
  const buy = async (): Promise<string> => {
    const orderNo = await demo.order('gem_300', code)
    await gateway.tell(gateway.pay(orderNo))
    await demo.reach(orderNo, 4)
    return orderNo
  }
  const untilAsked = async (orderNo: string, times = 1): Promise<void> => {
    await until(`refund call ${times}`, () => Promise.resolve(gateway.payment(orderNo).refunds.length >= times))
    // The shop has the gateway's number of it.
    await until('its number', async () => {
      const { number } = await firstRow(
        `select coalesce(payload->>'refund_txn', proof) as number from outbox where order_no = $1 and kind = 'refund'`,
        orderNo,
      )
      return code === 'sandbox' || number === gateway.payment(orderNo).refunds.at(-1)?.refundTxn
    })
  }
  const lastOf = (orderNo: string): FakeRefund => {
    const last = gateway.payment(orderNo).refunds.at(-1)
    if (!last) throw new Error('no refund')
    return last
  }
  const failed = async (orderNo: string): Promise<void> => {
    await until(
      'the failure',
      async () =>
        (await shop.rows(`select 1 from outbox where order_no = $1 and kind = 'refund' and state = 'failed'`, orderNo))
          .length === 1,
    )
  }
  const balance = async (orderNo: string, account: number): Promise<number> =>
    (
      await firstRow(
        `select coalesce(sum(e.amount), 0)::int as sum from ledger_entry e join ledger_journal j using (journal_id)
          where j.order_no = $1 and e.ledger_account_id = ${account}`,
        orderNo,
      )
    ).sum
  const standing = (orderNo: string): number[] =>
    gateway
      .payment(orderNo)
      .refunds.filter((refund) => refund.state === 'done')
      .map((refund) => refund.amountCents)

  it('books back a refund that fails after it was done, keeps it open, sends nothing by itself, and pays once when an operator asks again', async () => {
    const orderNo = await buy()
    await shop.rows(`select request_refund($1, 'asked', 'test')`, orderNo)
    await untilAsked(orderNo)
    await gateway.tellUnsaid()
    await demo.reach(orderNo, 5)
    const news = gateway.failRefund(gateway.payment(orderNo), lastOf(orderNo))
    await gateway.tell([...news, ...news])
    await failed(orderNo)
    await gateway.tell(news)
    await newsWorked(shop)
    expect(await firstRow('select state, detail from refund_request where order_no = $1', orderNo)).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(/.+/),
    })
    expect((await demo.record(orderNo)).status).toBe(5)
    expect([await balance(orderNo, 1), await balance(orderNo, 2), await balance(orderNo, 3)]).toEqual([499, 0, -499])
    await sleep(1_500)
    expect(gateway.payment(orderNo).refunds).toHaveLength(1)
    expect((await shop.rows(`select refusal from retry_refund($1, 'test')`, orderNo))[0]?.refusal).toBeNull()
    expect((await shop.rows(`select refusal from retry_refund($1, 'test')`, orderNo))[0]?.refusal).toBe('under_way')
    await untilAsked(orderNo, 2)
    await gateway.tellUnsaid()
    await until(
      'it is done',
      async () => (await firstRow('select state from refund_request where order_no = $1', orderNo)).state === 'done',
    )
    expect(standing(orderNo)).toEqual([499])
    expect([await balance(orderNo, 1), await balance(orderNo, 2), await balance(orderNo, 3)]).toEqual([0, 0, 0])
    expect((await shop.rows(`select refusal from retry_refund($1, 'test')`, orderNo))[0]?.refusal).toBe('nothing')
    const states = (
      await shop.rows(
        'select to_state from refund_event where order_no = $1 and txn is null order by refund_event_id',
        orderNo,
      )
    ).map((event) => event.to_state)
    expect(states).toEqual(['requested', 'sent', 'done', 'failed', 'requested', 'sent', 'done'])
  })

  it('ends the same when the news of a failure arrives before the news of the success', async () => {
    const orderNo = await buy()
    await shop.rows(`select request_refund($1, 'asked', 'test')`, orderNo)
    await untilAsked(orderNo)
    const completion = traits.refundsAtOnce
      ? gateway.finish(gateway.payment(orderNo), lastOf(orderNo))
      : gateway.unsaid.splice(0)
    await gateway.tell(gateway.failRefund(gateway.payment(orderNo), lastOf(orderNo)))
    await newsWorked(shop)
    await gateway.tell([...completion, ...completion])
    await newsWorked(shop)
    await failed(orderNo)
    gateway.unsaid.length = 0
    expect((await firstRow('select state from refund_request where order_no = $1', orderNo)).state).toBe('failed')
    expect((await demo.record(orderNo)).status).toBe(5)
    expect([await balance(orderNo, 1), await balance(orderNo, 2), await balance(orderNo, 3)]).toEqual([499, 0, -499])
    expect(
      (await shop.rows(`select cents::int from settle_refund($1, 'bank transfer 17', 'ann')`, orderNo))[0]?.cents,
    ).toBe(499)
    expect([await balance(orderNo, 1), await balance(orderNo, 3), await balance(orderNo, 8)]).toEqual([499, 0, -499])
    expect(await firstRow('select state, detail from refund_request where order_no = $1', orderNo)).toEqual({
      state: 'settled',
      detail: 'bank transfer 17',
    })
    expect((await shop.rows(`select refusal from retry_refund($1, 'test')`, orderNo))[0]?.refusal).toBe('nothing')
  })

  it.runIf(code !== 'sandbox')(
    'does not change an order whose refund was accepted and never done, and retries under a new key',
    async () => {
      const orderNo = await buy()
      gateway.refundsBegin = () => 'pending'
      await shop.rows(`select request_refund($1, 'asked', 'test')`, orderNo)
      await untilAsked(orderNo)
      gateway.refundsBegin = () => 'done'
      gateway.unsaid.length = 0
      if (gateway instanceof FakeAdyen) gateway.failsBy = 'REFUND'
      await gateway.tell(gateway.failRefund(gateway.payment(orderNo), lastOf(orderNo)))
      await failed(orderNo)
      expect((await firstRow('select state from refund_request where order_no = $1', orderNo)).state).toBe('failed')
      expect((await demo.record(orderNo)).status).toBe(4)
      expect([await balance(orderNo, 1), await balance(orderNo, 2)]).toEqual([499, -499])
      await shop.rows(`select retry_refund($1, 'test')`, orderNo)
      await untilAsked(orderNo, 2)
      await gateway.tellUnsaid()
      await demo.reach(orderNo, 5)
      expect(standing(orderNo)).toEqual([499])
    },
  )

  it('does the same for surplus money whose refund fails', async () => {
    const orderNo = await buy()
    await gateway.tell(gateway.charge(orderNo))
    await untilAsked(orderNo)
    await gateway.tellUnsaid()
    const surplus = (state: string): Promise<unknown> =>
      until(
        state,
        async () =>
          (await firstRow(`select state from outbox where order_no = $1 and kind = 'refund'`, orderNo)).state === state,
      )
    await surplus('confirmed')
    await gateway.tell(gateway.failRefund(gateway.payment(orderNo), lastOf(orderNo)))
    await failed(orderNo)
    expect([await balance(orderNo, 1), await balance(orderNo, 3)]).toEqual([998, -499])
    await shop.rows(`select retry_refund($1, 'test')`, orderNo)
    await untilAsked(orderNo, 2)
    await gateway.tellUnsaid()
    await surplus('confirmed')
    expect(standing(orderNo)).toEqual([499])
    expect([await balance(orderNo, 1), await balance(orderNo, 3), (await demo.record(orderNo)).status]).toEqual([
      499, 0, 4,
    ])
  })

  it('counts the money of a lost dispute once, whichever news comes first and however often', async () => {
    for (const turn of [(news: News[]) => news, (news: News[]) => news.toReversed()]) {
      const orderNo = await buy()
      await gateway.tell(gateway.dispute(orderNo, 'opened'))
      const news = turn(gateway.dispute(orderNo, 'lost'))
      await gateway.tell([...news, ...news])
      await demo.reach(orderNo, 5)
      await newsWorked(shop)
      expect([await balance(orderNo, 1), await balance(orderNo, 2)]).toEqual([0, 0])
      expect(
        await firstRow(
          `select d.stage, o.hold_reason, (select cause from order_event e where e.order_no = o.order_no
            and to_status = 5) as cause from dispute d join orders o using (order_no) where order_no = $1`,
          orderNo,
        ),
      ).toEqual({ stage: 'lost', hold_reason: null, cause: 'charged_back' })
    }
  })

  it.runIf(traits.polls && code !== 'sandbox')('learns of a failure by asking if its news never came', async () => {
    const orderNo = await buy()
    await shop.rows(`select request_refund($1, 'asked', 'test')`, orderNo)
    await untilAsked(orderNo)
    await gateway.tellUnsaid()
    await demo.reach(orderNo, 5)
    gateway.failRefund(gateway.payment(orderNo), lastOf(orderNo))
    await shop.rows(`update orders set next_check_at = now(), checks = 101 where order_no = $1`, orderNo)
    await failed(orderNo)
    expect([await balance(orderNo, 1), await balance(orderNo, 3)]).toEqual([499, -499])
  })

  it('asks for a refund again no sooner than the gateway says', async () => {
    const orderNo = await buy()
    gateway.misbehave('busy', traits.refund)
    await shop.rows(`select request_refund($1, 'asked', 'test')`, orderNo)
    const pause = await until(
      'the first try',
      async () =>
        (
          await firstRow(
            `select extract(epoch from run_at - app_now())::float8 as pause from outbox where order_no = $1
              and kind = 'refund' and state = 'unknown'`,
            orderNo,
          )
        )?.pause,
    )
    expect(pause).toBeGreaterThan(0.5)
    await untilAsked(orderNo)
    await gateway.tellUnsaid()
    await demo.reach(orderNo, 5)
  })

  it('shows an operator each open refund until it is retried or closed with a note', async () => {
    const operate = (...args: string[]): Promise<{ code: number; text: string }> =>
      operator('refund', args, { DATABASE_URL: shop.databaseUrl })
    const orderNo = await buy()
    expect((await operate(orderNo, '--reason', 'asked')).code).toBe(0)
    await untilAsked(orderNo)
    await gateway.tellUnsaid()
    await demo.reach(orderNo, 5)
    expect(await operate(orderNo, '--retry')).toEqual({ code: 2, text: 'no refund of this order is open\n' })
    await gateway.tell(gateway.failRefund(gateway.payment(orderNo), lastOf(orderNo)))
    await failed(orderNo)
    expect((await operate('--list')).text).toContain(`${orderNo} ${code} failed 4.99 USD`)
    expect((await operate(orderNo, '--status')).text).toMatch(/refund {5}failed \(.+\)\n[\s\S]*owed {7}\$4\.99/)
    const doctor = await operator('doctor', [], { DATABASE_URL: shop.databaseUrl })
    expect(doctor.text).toMatch(/refunds that failed at the gateway: the player has not been paid: \d/)
    expect(doctor.text).toContain(' 0 broken')
    expect((await operate(orderNo, '--settled-elsewhere', ' ')).code).toBe(2)
    expect((await operate(orderNo, '--settled-elsewhere', 'bank transfer 18', '--by', 'ann')).text).toMatch(
      /refund {5}settled[\s\S]*bank transfer 18 \(ann\)/,
    )
    expect((await operate('--list')).text).not.toContain(orderNo)
  })

  /** Gives back a part at the gateway's desk, which fails, and asks the gateway anew for it. */
  const partRetried = async (): Promise<string> => {
    const orderNo = await buy()
    await gateway.tell(gateway.refund(orderNo, 100))
    await newsWorked(shop)
    await gateway.tell(gateway.failRefund(gateway.payment(orderNo), lastOf(orderNo)))
    await newsWorked(shop)
    expect((await shop.rows(`select refusal, cents::int from retry_refund($1, 'test')`, orderNo))[0]).toEqual({
      refusal: null,
      cents: 100,
    })
    await untilAsked(orderNo, 2)
    return orderNo
  }

  it('gives back the whole order after a part of it was settled elsewhere', async () => {
    const orderNo = await partRetried()
    await gateway.tellUnsaid()
    await gateway.tell(gateway.failRefund(gateway.payment(orderNo), lastOf(orderNo)))
    await failed(orderNo)
    await shop.rows(`select settle_refund($1, 'bank transfer 19', 'ann')`, orderNo)
    expect(
      (await shop.rows(`select request_state, cents::int from request_refund($1, 'asked', 'test')`, orderNo))[0],
    ).toEqual({ request_state: 'requested', cents: 399 })
    await untilAsked(orderNo, 3)
    await gateway.tellUnsaid()
    await demo.reach(orderNo, 5)
    expect(standing(orderNo)).toEqual([399])
    expect([
      await balance(orderNo, 1),
      await balance(orderNo, 2),
      await balance(orderNo, 3),
      await balance(orderNo, 8),
    ]).toEqual([100, 0, 0, -100])
  })

  it.runIf(code !== 'sandbox')('refuses a refund of an order while another one is under way', async () => {
    gateway.refundsBegin = () => 'pending'
    const orderNo = await partRetried()
    gateway.refundsBegin = () => 'done'
    gateway.unsaid.length = 0
    expect(
      (await shop.rows(`select refusal, request_state from request_refund($1, 'asked', 'test')`, orderNo))[0],
    ).toEqual({
      refusal: 'under_way',
      request_state: null,
    })
    await gateway.tell(gateway.finish(gateway.payment(orderNo), lastOf(orderNo)))
    await until(
      'the part is done',
      async () =>
        (await firstRow(`select state from outbox where order_no = $1 and kind = 'refund'`, orderNo)).state ===
        'confirmed',
    )
    await shop.rows(`select request_refund($1, 'asked', 'test')`, orderNo)
    await untilAsked(orderNo, 3)
    await gateway.tellUnsaid()
    await demo.reach(orderNo, 5)
    expect(standing(orderNo)).toEqual([100, 399])
  })

  it.runIf(code !== 'sandbox')(
    'keeps a new attempt alive when the late success of the failed one is reported',
    async () => {
      const orderNo = await buy()
      gateway.refundsBegin = () => 'pending'
      await shop.rows(`select request_refund($1, 'asked', 'test')`, orderNo)
      await untilAsked(orderNo)
      const late = gateway.finish(gateway.payment(orderNo), lastOf(orderNo))
      await gateway.tell(gateway.failRefund(gateway.payment(orderNo), lastOf(orderNo)))
      await failed(orderNo)
      await shop.rows(`select retry_refund($1, 'test')`, orderNo)
      await untilAsked(orderNo, 2)
      gateway.refundsBegin = () => 'done'
      gateway.unsaid.length = 0
      await gateway.tell(late)
      await newsWorked(shop)
      expect((await shop.rows(`select refusal from retry_refund($1, 'test')`, orderNo))[0]?.refusal).toBe('under_way')
      await gateway.tell(gateway.finish(gateway.payment(orderNo), lastOf(orderNo)))
      await until(
        'it is done',
        async () => (await firstRow('select state from refund_request where order_no = $1', orderNo)).state === 'done',
      )
      expect([standing(orderNo), await balance(orderNo, 1), await balance(orderNo, 3)]).toEqual([[499], 0, 0])
    },
  )

  it.runIf(code !== 'sandbox')('leaves a new attempt alone when an answer to the failed one comes late', async () => {
    const orderNo = await buy()
    gateway.refundsBegin = () => 'pending'
    await shop.rows(`select request_refund($1, 'asked', 'test')`, orderNo)
    await untilAsked(orderNo)
    // The shop asks again how the refund stands, and the answer is under way while the refund fails.
    const [answer, question] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    gateway.answersAfter = ({ path }) => (/refund/.test(path) ? (question.resolve(), answer.promise) : undefined)
    await question.promise
    await gateway.tell(gateway.failRefund(gateway.payment(orderNo), lastOf(orderNo)))
    await failed(orderNo)
    gateway.refundsBegin = () => 'done'
    gateway.unsaid.length = 0
    expect((await shop.rows(`select refusal from retry_refund($1, 'test')`, orderNo))[0]?.refusal).toBeNull()
    answer.resolve()
    await untilAsked(orderNo, 2)
    await gateway.tellUnsaid()
    await demo.reach(orderNo, 5)
    expect([standing(orderNo), await balance(orderNo, 1), await balance(orderNo, 3)]).toEqual([[499], 0, 0])
  })

  it.runIf(code !== 'sandbox')(
    'continues its own refund, and makes no second one, when a foreign refund that had closed it fails',
    async () => {
      const orderNo = await buy()
      const staffs = gateway.refund(orderNo)
      const undone = gateway.failRefund(gateway.payment(orderNo), lastOf(orderNo))
      gateway.refundsBegin = () => 'pending'
      await shop.rows(`select request_refund($1, 'asked', 'test')`, orderNo)
      await untilAsked(orderNo, 2)
      gateway.refundsBegin = () => 'done'
      await gateway.tell(staffs)
      await demo.reach(orderNo, 5)
      await gateway.tell(undone)
      await until(
        'ours is what counts',
        async () => (await firstRow(`select state from refund_request where order_no = $1`, orderNo)).state === 'sent',
      )
      expect((await shop.rows(`select refusal from retry_refund($1, 'test')`, orderNo))[0]?.refusal).toBe('under_way')
      await gateway.tell([...gateway.finish(gateway.payment(orderNo), lastOf(orderNo)), ...gateway.unsaid.splice(0)])
      await until(
        'it is done',
        async () => (await firstRow('select state from refund_request where order_no = $1', orderNo)).state === 'done',
      )
      expect([gateway.payment(orderNo).refunds.length, standing(orderNo)]).toEqual([2, [499]])
    },
  )

  it('shows an operator a refunded order that was given back twice', async () => {
    const orderNo = await buy()
    await gateway.tell(gateway.refund(orderNo))
    await demo.reach(orderNo, 5)
    await gateway.tell(gateway.failRefund(gateway.payment(orderNo), lastOf(orderNo)))
    await newsWorked(shop)
    await shop.rows(`select settle_refund($1, 'bank transfer 20', 'ann')`, orderNo)
    await gateway.tell(gateway.refund(orderNo))
    await until(
      'it is held',
      async () =>
        (await firstRow('select hold_reason from orders where order_no = $1', orderNo)).hold_reason ===
        'refund_exceeds_payment',
    )
    const heldOrders = (await examine(async ({ text }) => (await shop.rows(text)) as never)).waiting.find(
      (waits) => waits.what === 'orders that are held',
    )
    expect(heldOrders).toMatchObject({ n: 1, example: orderNo })
    // A chargeback after a refund, and a failure of what was too much.
    const lostOrder = await buy()
    await gateway.tell(gateway.refund(lostOrder))
    await demo.reach(lostOrder, 5)
    await gateway.tell(gateway.dispute(lostOrder, 'lost'))
    await until(
      'it is held',
      async () =>
        (await firstRow('select hold_reason from orders where order_no = $1', lostOrder)).hold_reason ===
        'refund_exceeds_payment',
    )
    await shop.rows(`update orders set hold_note = 'ticket 12' where order_no = $1`, orderNo)
    expect(
      (await examine(async ({ text }) => (await shop.rows(text)) as never)).waiting.find(
        (row) => row.what === 'orders that are held',
      ),
    ).toMatchObject({ n: 1, example: lostOrder })
    await gateway.tell(gateway.failRefund(gateway.payment(orderNo), lastOf(orderNo)))
    await newsWorked(shop)
    expect([
      await balance(orderNo, 1),
      await balance(orderNo, 2),
      await balance(orderNo, 3),
      await balance(orderNo, 8),
    ]).toEqual([499, 0, 0, -499])
  })

  it.runIf(code === 'adyen')(
    'takes the news of a failure whose reason is long, cut in a character or no text',
    async () => {
      for (const reason of [`${'x'.repeat(299)}😀`, 'a\u0000b', 'a\ud800b']) {
        const orderNo = await buy()
        await gateway.tell(gateway.refund(orderNo))
        await demo.reach(orderNo, 5)
        const news = gateway
          .failRefund(gateway.payment(orderNo), lastOf(orderNo))
          .map((event) => ({ ...event, reason }))
        expect((await gateway.tell(news)).map((answer) => answer.status)).toEqual([200])
        await newsWorked(shop)
        expect(await balance(orderNo, 3)).toBe(-499)
      }
    },
  )

  it('shows an operator an order that has been unpaid for a day past its time, and a lost dispute of which no money was told', async () => {
    const orderNo = await demo.order('gem_300', code)
    await shop.rows(
      `update orders set expires_at = now() - interval '25 hours', next_check_at = null where order_no = $1`,
      orderNo,
    )
    const paid = await buy()
    await gateway.tell(gateway.refund(paid, 100))
    await newsWorked(shop)
    await shop.rows(`update gateway_refund set at = now() - interval '10 days' where order_no = $1`, paid)
    await shop.rows(
      `select apply_dispute($1, order_no, txn, 399, 'USD', '{"id":"d1","stage":"lost","reason":"","alsoMoney":true}',
        'e1') from capture where order_no = $2`,
      code,
      paid,
    )
    await shop.rows(`update dispute set closed_at = now() - interval '25 hours' where order_no = $1`, paid)
    const { waiting } = await examine(async ({ text }) => (await shop.rows(text)) as never)
    expect(waiting.find((waits) => waits.what.startsWith('orders that cannot end'))).toMatchObject({
      n: 1,
      example: orderNo,
    })
    expect(waiting.find((waits) => waits.what.startsWith('disputes that were lost'))).toMatchObject({
      n: 1,
      example: 'd1',
    })
  })

  it('leaves balanced books', async () => {
    expect(await faultsIn(shop)).toEqual([])
  })
})
