import { randomUUID } from 'node:crypto'
import type { Channel } from '@hc/channels/channel'
import { createChannels } from '@hc/channels/registry'
import type { Trouble } from '@hc/channels/testing/fake-gateway'
import type { ResultOf } from '@hc/contract/calls'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { gateways } from '@hc/test/gateways'
import { faultsIn } from '@hc/test/books'
import { withGateway, withPlayer, withShopAt } from '@hc/test/fixtures'
import { type Reply, type Row, sleep, until } from '@hc/test/shop'

describe.each(gateways.map((traits) => [traits.fake().code, traits] as const))('the channel %s', (code, traits) => {
  const gateway = withGateway(traits.fake)
  const shop = withShopAt(gateway, {
    // The gateway's silence, which a test waits for. On a busy machine an answer may take longer, so whoever needs
    // one asks again, as players do.
    OUTSIDE_TIMEOUT_MS: '1500',
    REPAIR_AFTER_SECONDS: '1',
    RETRY_BASE_MS: '100',
    RETRY_CAP_MS: '1000',
    LEASE_SECONDS: '3',
    LOG_LEVEL: 'debug',
  })
  const demo = withPlayer(shop)
  let channel: Channel
  const answers: string[] = []

  beforeAll(async () => {
    const config = readConfig(gateway.env())
    const ownChannel = createChannels({ sandbox: config.sandbox, ...config.gateways }).get(code)
    if (!ownChannel) throw new Error(`${code} is not configured`)
    channel = ownChannel
  })

  const firstRow = async (text: string, order: string): Promise<Row> => (await shop.rows(text, order))[0] ?? {}
  const create = async (key?: string): Promise<Reply<ResultOf<'order/webCreate'>>> => {
    const answer = await demo.call(
      'order/webCreate',
      { role_id: 'r1001', server_id: 's1', cp_goods_id: 'gem_300', channel_code: code },
      key ? { 'idempotency-key': key } : {},
    )
    answers.push(JSON.stringify(answer))
    return answer
  }
  const order = async (): Promise<string> => {
    const key = randomUUID()
    const creation = await until('the gateway’s answer to a creation', async () => {
      const answer = await create(key)
      return answer.code === 0 && answer
    })
    return creation.result.sdk_order_id
  }
  /** Asks until the gateway has answered in time: only then the shop knows the payment. */
  const checked = (orderNo: string, payment: string): Promise<unknown> =>
    until(`a check of ${orderNo} to say ${payment}`, async () => {
      const { result } = await demo.call('order/check', { sdk_order_id: orderNo })
      return result.payment === payment
    })
  const worked = (orderNo: string): Promise<unknown> =>
    until(
      'the news is worked',
      async () => (await shop.rows(`select 1 from inbox where order_no = $1 and state = 'new'`, orderNo)).length === 0,
    )
  const trail = async (orderNo: string): Promise<string> =>
    (
      await firstRow(
        `select string_agg(to_status::text, '>' order by event_id) as trail from order_event where order_no = $1`,
        orderNo,
      )
    ).trail
  const captures = (orderNo: string): Promise<{ outcome: string; amount_cents: number; currency: string }[]> =>
    shop.rows('select outcome, amount_cents::int, currency from capture where order_no = $1 order by outcome', orderNo)
  const runOut = (orderNo: string): Promise<unknown> =>
    shop.rows(
      `update orders set expires_at = now() - interval '1 second', next_check_at = now() where order_no = $1`,
      orderNo,
    )
  const buy = async (): Promise<string> => {
    const orderNo = await order()
    await gateway.tell(gateway.pay(orderNo))
    await demo.reach(orderNo, 4)
    return orderNo
  }
  const settled = async (orderNo: string): Promise<void> => {
    await demo.reach(orderNo, 4)
    expect(await captures(orderNo)).toEqual([{ outcome: 'applied', amount_cents: 499, currency: 'USD' }])
  }

  it('creates one payment with the exact amount, our number and the way back, and leads to its page alone', async () => {
    const { result } = await create()
    expect(gateway.payment(result.sdk_order_id)).toMatchObject({
      orderNo: result.sdk_order_id,
      amountCents: 499,
      currency: 'USD',
      returnUrl: expect.stringContaining(`/main/recharge/detail/${result.sdk_order_id}`),
    })
    const page = await fetch(result.pay_url.replace(/^http:\/\/localhost:\d+/, shop.url), { redirect: 'manual' })
    expect(page.headers.get('location')).toMatch(new RegExp(`^${gateway.url}/`))
    expect(channel.ownsPage(new URL('https://evil.example/pay'))).toBe(false)
    const record = await demo.record(result.sdk_order_id)
    expect(record.pay_expire_ts - record.create_ts).toBe(Math.max(300, channel.windowSeconds ?? 0))
  })

  it("tells the gateway the item's name in the player's language, and keeps none of the payer's data", async () => {
    const { result } = await demo.call(
      'order/webCreate',
      { role_id: 'r1001', server_id: 's1', cp_goods_id: 'gem_300', channel_code: code },
      { 'accept-language': 'ja-JP' },
    )
    const { name } = await firstRow(
      `select texts->'ja-JP'->>'name' as name from product where cp_goods_id = $1`,
      'gem_300',
    )
    const orderNo = result.sdk_order_id
    const { body } = gateway.calls.findLast((call) => call.method === 'POST' && call.body.includes(orderNo)) ?? {
      body: '',
    }
    expect(
      code === 'stripe' ? new URLSearchParams(body).get('line_items[0][price_data][product_data][name]') : body,
    ).toContain(name)
    const about = {
      payer: { name: { given_name: 'Canary' }, email_address: 'canary@example.com' },
      customer_details: { email: 'canary@example.com' },
      additionalData: { shopperEmail: 'canary@example.com' },
    }
    const paidNews = gateway.pay(orderNo).map((news) => ({
      ...news,
      ...about,
      ...(typeof news.resource === 'object' ? { resource: { ...news.resource, ...about } } : {}),
    }))
    for (const { status } of await gateway.tell(paidNews)) expect(status).toBe(200)
    await settled(orderNo)
    expect((await shop.rows(`select 1 from inbox where raw like '%' || $1 || '%'`, orderNo)).length).toBeGreaterThan(0)
    expect(await shop.rows(`select raw from inbox where raw ilike '%canary%' or raw like '%1111:03/2030%'`)).toEqual([])
  })

  it('makes one payment of parallel tries, and charges and delivers once', async () => {
    const [
      {
        result: { sdk_order_id: orderNo },
      },
    ] = await Promise.all([create('same'), create('same'), create('same'), create('same'), create('same')])
    await Promise.all(Array.from({ length: 3 }, () => fetch(`${shop.url}/pay/${orderNo}`, { redirect: 'manual' })))
    expect([...gateway.payments.values()].filter((payment) => payment.orderNo === orderNo)).toHaveLength(1)
    await gateway.tell(gateway.pay(orderNo))
    await settled(orderNo)
    await gateway.tellUnsaid()
    expect(await trail(orderNo)).toBe('1>2>4')
  })

  it.each<Trouble>(['hang_before', 'hang_after', 'cut', 'garbage', 'busy', 'broken_before', 'broken_after'])(
    'loses nothing and pays nothing twice when the answer to its creation goes wrong: %s',
    async (trouble) => {
      gateway.misbehave(trouble, traits.create)
      const key = `lost-${trouble}`
      const first = await create(key)
      expect(first).toMatchObject({ status: 200, msg: 'PaymentInitFailed' })
      const again = await create(key)
      expect(again).toMatchObject({ code: 0, result: { sdk_order_id: first.data?.sdk_order_id } })
      expect(
        [...gateway.payments.values()].filter((payment) => payment.orderNo === again.result.sdk_order_id),
      ).toHaveLength(1)
      await gateway.tell(gateway.pay(again.result.sdk_order_id))
      await settled(again.result.sdk_order_id)
    },
  )

  it('finds a payment by its key after its creation got no answer, and cancels it', async () => {
    gateway.misbehave('hang_after', traits.create)
    const orderNo = (await create('never-answered')).data?.sdk_order_id ?? ''
    const {
      gateway_ref: ref,
      expires_at: expires,
      title,
    } = await firstRow('select gateway_ref, expires_at, title from orders where order_no = $1', orderNo)
    expect(ref).toBeNull()
    const payment = {
      orderNo,
      ref,
      amountCents: 499,
      currency: 'USD',
      title,
      returnUrl: gateway.payment(orderNo).returnUrl,
      webhookUrl: gateway.webhookUrl,
      expiresAtMs: expires.getTime(),
    }
    expect(await channel.fetchStatus(payment)).toEqual({ state: 'pending', captures: [], refunds: [] })
    expect(await channel.cancel(payment)).toEqual({ state: 'cancelled', captures: [], refunds: [] })
    expect([...gateway.payments.values()].filter((entry) => entry.orderNo === orderNo)).toHaveLength(1)
    await runOut(orderNo)
    await until('the end', async () => [3, 6].includes((await demo.record(orderNo)).status))
  })

  it('processes a webhook once, however often and in whatever order it arrives', async () => {
    const orderNo = await order()
    const news = gateway.charge(orderNo)
    const all = [...gateway.refund(orderNo), ...news].toReversed().flatMap((event) => [event, event])
    for (const { status, text } of await gateway.tell(all.toReversed()))
      expect([status, text]).toEqual([200, channel.webhookAnswer ?? expect.stringContaining('success')])
    await demo.reach(orderNo, 5)
    await gateway.tell(all)
    await sleep(300)
    expect(await captures(orderNo)).toHaveLength(1)
    expect(await shop.rows('select 1 from gateway_refund where order_no = $1', orderNo)).toHaveLength(1)
    expect((await trail(orderNo)).replace('>4', '')).toBe('1>2>5')
  })

  it('refuses a webhook that is forged, stale or of the other mode', async () => {
    const orderNo = await order()
    const news = gateway.charge(orderNo)
    const before = await firstRow('select count(*)::int as n from inbox where order_no = $1', orderNo)
    for (const answer of await gateway.tell(news, { forged: true })) expect(answer.status).toBe(401)
    if (traits.stamped)
      for (const answer of await gateway.tell(news, { ageSeconds: 301 })) expect(answer.status).toBe(401)
    if (code !== 'sandbox' && code !== 'paypal') {
      gateway.live = true
      for (const answer of await gateway.tell(gateway.strangeNews(orderNo))) expect(answer.status).toBe(401)
      gateway.live = false
    }
    expect(await firstRow('select count(*)::int as n from inbox where order_no = $1', orderNo)).toEqual(before)
    await gateway.tell(news)
    await settled(orderNo)
  })

  it('stores unknown kinds of webhooks and changes nothing because of them', async () => {
    const orderNo = await order()
    gateway.payment(orderNo).state = 'strange'
    for (const answer of await gateway.tell(gateway.strangeNews(orderNo))) expect(answer.status).toBe(200)
    await checked(orderNo, 'waiting')
    expect(await trail(orderNo)).toBe('1')
  })

  it('arrives though its webhook never comes', async () => {
    const orderNo = await order()
    const news = gateway.pay(orderNo)
    await checked(orderNo, traits.polls ? 'taken' : 'waiting')
    if (!traits.polls) {
      // Nothing is invented: the gateway says paid without saying what, so the order waits for the webhook, even past
      // its time.
      await runOut(orderNo)
      await sleep(3_000)
      expect(await trail(orderNo)).toBe('1')
      await gateway.tell(news)
      await settled(orderNo)
      return
    }
    await settled(orderNo)
    const silent = await order()
    gateway.pay(silent)
    await settled(silent)
  })

  it.each<[string, object]>([
    ['amount', { amountCents: 498 }],
    ['currency', { currency: 'EUR' }],
  ])('holds an order whose money has another %s', async (_what, charge) => {
    const orderNo = await order()
    await gateway.tell(gateway.charge(orderNo, charge))
    await until(
      'the hold',
      async () =>
        (await firstRow('select hold_reason from orders where order_no = $1', orderNo)).hold_reason ===
        'amount_mismatch',
    )
    expect((await captures(orderNo)).map((capture) => capture.outcome)).toEqual(['mismatch'])
    expect(await trail(orderNo)).toBe('1')
  })

  it('reports a failure, and later money revives the order', async () => {
    const orderNo = await order()
    await gateway.tell(gateway.fail(orderNo))
    if (traits.failEnds) await demo.reach(orderNo, 3)
    await gateway.tell(gateway.charge(orderNo))
    await settled(orderNo)
    expect(await trail(orderNo)).toBe(traits.failEnds ? '1>3>2>4' : '1>2>4')
  })

  it('cancels at the gateway before an order runs out, and late money still delivers', async () => {
    const orderNo = await order()
    gateway.misbehave('broken_before', traits.look)
    await runOut(orderNo)
    await demo.reach(orderNo, 6)
    if (code !== 'paypal') expect(gateway.payment(orderNo).state).toBe('cancelled')
    await gateway.tellUnsaid()
    expect(await trail(orderNo)).toBe('1>6')
    await gateway.tell(gateway.charge(orderNo))
    await settled(orderNo)
  })

  it.runIf(code === 'paypal')("charges nothing to a payer who approves after the order's end", async () => {
    const orderNo = await order()
    await runOut(orderNo)
    await demo.reach(orderNo, 6)
    await gateway.tell(gateway.pay(orderNo))
    await worked(orderNo)
    await sleep(2_500)
    await checked(orderNo, 'expired')
    expect(gateway.payment(orderNo).captures).toEqual([])
  })

  it('refunds a second payment once, even if the answer to the refund is lost', async () => {
    const orderNo = await buy()
    for (const trouble of ['busy', 'hang_after', 'broken_after'] as const) gateway.misbehave(trouble, traits.refund)
    await gateway.tell(gateway.charge(orderNo))
    await until(
      'a second try',
      async () =>
        (await firstRow(`select attempts from outbox where order_no = $1 and kind = 'refund'`, orderNo))?.attempts >= 3,
    )
    if (!traits.refundsAtOnce) await gateway.tellUnsaid()
    await until(
      'the refund',
      async () =>
        (await firstRow(`select state from outbox where order_no = $1 and kind = 'refund'`, orderNo))?.state ===
        'confirmed',
    )
    gateway.behave()
    expect(gateway.payment(orderNo).refunds).toMatchObject([
      { amountCents: 499, txn: gateway.payment(orderNo).captures[1]?.txn },
    ])
    expect(await shop.rows('select 1 from gateway_refund where order_no = $1 and applied', orderNo)).toHaveLength(1)
    expect((await demo.record(orderNo)).status).toBe(4)
  })

  it('refunds a payment at an operator’s request', async () => {
    const orderNo = await buy()
    await shop.rows(`select request_refund($1, 'asked', 'test')`, orderNo)
    await until('the call', () => Promise.resolve(gateway.payment(orderNo).refunds.length > 0))
    await gateway.tellUnsaid()
    await demo.reach(orderNo, 5)
    expect(gateway.payment(orderNo).refunds).toHaveLength(1)
  })

  it("counts partial refunds by the provider's staff", async () => {
    const orderNo = await buy()
    await gateway.tell(gateway.refund(orderNo, 100))
    await until(
      'the part',
      async () =>
        (await firstRow('select refunded_cents::int from orders where order_no = $1', orderNo)).refunded_cents === 100,
    )
    expect((await demo.record(orderNo)).status).toBe(4)
    await gateway.tell(gateway.refund(orderNo))
    await demo.reach(orderNo, 5)
    expect(
      await shop.rows('select amount_cents::int from gateway_refund where order_no = $1 order by 1', orderNo),
    ).toEqual([{ amount_cents: 100 }, { amount_cents: 399 }])
  })

  it('reports disputes and how they end', async () => {
    const [winner, loser] = [await buy(), await buy()]
    for (const orderNo of [winner, loser])
      await gateway.tell([...gateway.dispute(orderNo, 'opened'), ...gateway.dispute(orderNo, 'opened')])
    await until(
      'the disputes',
      async () =>
        (
          await shop.rows(
            `select 1 from dispute where order_no in ($1, $2) and stage = 'opened' and reason <> ''
              and due_at is not null`,
            winner,
            loser,
          )
        ).length === 2,
    )
    expect([(await demo.record(winner)).status, (await demo.record(loser)).status]).toEqual([4, 4])
    await gateway.tell([...gateway.dispute(winner, 'won'), ...gateway.dispute(loser, 'lost')])
    await demo.reach(loser, 5)
    expect((await firstRow('select stage from dispute where order_no = $1', winner)).stage).toBe('won')
    expect((await demo.record(winner)).status).toBe(4)
  })

  it.runIf(traits.polls)('settles once the gateway answers again: 429, 500, silence, half answers', async () => {
    const orderNo = await order()
    gateway.pay(orderNo)
    for (const trouble of ['busy', 'broken_before', 'hang_before', 'cut', 'garbage'] as const)
      gateway.misbehave(trouble, traits.look)
    expect((await demo.call('order/check', { sdk_order_id: orderNo })).result.payment).toBe('unknown')
    await settled(orderNo)
  })

  it('shows its books from a cursor on, oldest first and each line once, where it has such a list', async () => {
    if (!channel.books) return
    for (const payment of gateway.payments.values())
      for (const entry of [...payment.captures, ...payment.refunds]) entry.at -= traits.booksLagMs ?? 0
    const since =
      Math.min(...[...gateway.payments.values()].flatMap((payment) => payment.captures.map((capture) => capture.at))) -
      1000
    const lines: string[] = []
    let cursor: string | null = null
    let at = 0
    for (let more = true, turns = 0; more && turns < 100; turns++) {
      const page: Awaited<ReturnType<NonNullable<Channel['books']>>> = await channel.books(
        { cursor, sinceMs: since },
        7,
      )
      for (const line of page.lines.filter(({ kind }) => kind !== 'refund_failed')) {
        expect(line.at).toBeGreaterThanOrEqual(at)
        at = line.at
        lines.push(
          line.kind === 'capture'
            ? `${line.orderNo} ${line.txn} ${line.amountCents} ${line.currency}`
            : `${line.orderNo} ${line.txn} ${line.refundTxn} ${line.amountCents}`,
        )
      }
      ;({ cursor, more } = page)
    }
    const expectedLines = [...gateway.payments.values()].flatMap((payment) => [
      ...payment.captures.map(
        (capture) => `${payment.orderNo} ${capture.txn} ${capture.amountCents} ${capture.currency}`,
      ),
      ...payment.refunds
        .filter(({ state }) => state === 'done')
        .map((refund) => `${payment.orderNo} ${refund.txn} ${refund.refundTxn} ${refund.amountCents}`),
    ])
    expect(lines.toSorted()).toEqual(expectedLines.toSorted())
    expect(await channel.books({ cursor, sinceMs: since }, 7)).toMatchObject({ lines: [], more: false })
  })

  it('keeps its secrets to itself, even from a gateway that repeats what it was sent', async () => {
    gateway.misbehave('echo', /./, 4)
    await create('echo')
    const orderNo = (await create('echo-2')).data?.sdk_order_id ?? ''
    answers.push(JSON.stringify(await demo.call('order/check', { sdk_order_id: orderNo })))
    await sleep(1500)
    gateway.behave()
    const places = [
      shop.errors(),
      ...answers,
      await (await fetch(`${shop.url}/metrics`)).text(),
      JSON.stringify(await shop.rows('select * from outbox')),
      JSON.stringify(await shop.rows('select * from orders')),
    ]
    for (const secret of gateway.secrets())
      for (const place of places) expect(place.includes(secret), 'a secret has left').toBe(false)
  })

  it('leaves balanced books', async () => {
    expect(await faultsIn(shop)).toEqual([])
  })
})
