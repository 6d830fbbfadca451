import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdyenConfig, adyenChannel } from './adyen/adyen.ts'
import { BadSignature, type Channel, type Payment, plainText, Refused, RefundUnderWay } from './channel.ts'
import { NoAnswer, retryAfterMs } from './http.ts'
import { paypalChannel } from './paypal/paypal.ts'
import { stripeChannel } from './stripe/stripe.ts'
import { FakeAdyen } from './testing/fake-adyen.ts'
import type { FakeGateway } from './testing/fake-gateway.ts'
import { FakePaypal } from './testing/fake-paypal.ts'
import { FakeStripe } from './testing/fake-stripe.ts'

const stripe = new FakeStripe()
const paypal = new FakePaypal()
const adyen = new FakeAdyen()
let channels: Record<string, Channel>
let adyenConfig: AdyenConfig

beforeAll(async () => {
  for (const fake of [stripe, paypal, adyen]) await fake.start()
  const shared = { live: false, timeoutMs: 1000 }
  const {
    PAYPAL_CLIENT_ID: clientId = '',
    PAYPAL_CLIENT_SECRET: clientSecret = '',
    PAYPAL_WEBHOOK_ID: webhookId = '',
  } = paypal.env()
  adyenConfig = {
    ...shared,
    apiKey: adyen.key,
    merchantAccount: adyen.account,
    hmacKeys: [adyen.hmacKey],
    basicAuth: { user: 'adyen', password: adyen.password },
    apiUrl: adyen.url,
  }
  channels = {
    stripe: stripeChannel(
      { ...shared, secretKey: stripe.key, webhookSecrets: [stripe.webhookSecret], apiUrl: stripe.url },
      Date.now,
    ),
    paypal: paypalChannel({ ...shared, clientId, clientSecret, webhookId, apiUrl: paypal.url }, Date.now),
    adyen: adyenChannel(adyenConfig, Date.now),
  }
})
afterAll(() => {
  for (const fake of [stripe, paypal, adyen]) fake.stop()
})

let count = 0
async function started(
  fake: FakeGateway,
  more: Partial<Payment> = {},
): Promise<{ channel: Channel; payment: Payment }> {
  const channel = channels[fake.code] as Channel
  const payment: Payment = {
    orderNo: `01ARZ3NDEKTSV4RRFFQ69G${String(++count).padStart(4, '0')}`,
    amountCents: 499,
    currency: 'USD',
    title: 'gem_300',
    returnUrl: 'https://shop.example/main',
    webhookUrl: 'https://shop.example/hook',
    expiresAtMs: Date.now() + 35 * 60_000,
    ref: null,
    ...more,
  }
  const { ref } = await channel.create(payment)
  return { channel, payment: { ...payment, ref } }
}
const refund = (payment: Payment, txn: string, amountCents: number, key: string): Parameters<Channel['refund']>[0] => ({
  orderNo: payment.orderNo,
  ref: payment.ref,
  txn,
  amountCents,
  currency: 'USD',
  key,
})

describe.each([
  ['stripe', stripe],
  ['paypal', paypal],
  ['adyen', adyen],
] as const)('a refund through %s', (_name, fake) => {
  it('that exceeds the captured money is refused for good; any other error counts as no answer', async () => {
    const { channel, payment } = await started(fake)
    fake.charge(payment.orderNo)
    const txn = fake.payment(payment.orderNo).captures[0]?.txn ?? ''
    await expect(channel.refund(refund(payment, txn, 500, 'too much'))).rejects.toThrow(Refused)
    fake.refund(payment.orderNo)
    await expect(channel.refund(refund(payment, txn, 499, 'again'))).rejects.toThrow(Refused)
    await expect(channel.refund(refund(payment, 'txn_of_nobody', 499, 'nobody'))).rejects.toThrow(NoAnswer)
    for (const trouble of ['busy', 'broken_before', 'cut', 'garbage', 'hang_before'] as const) {
      fake.misbehave(trouble, /refund/)
      await expect(channel.refund(refund(payment, txn, 499, trouble))).rejects.toThrow(NoAnswer)
    }
  })

  it('asked twice with one key is one refund, with two keys two', async () => {
    const { channel, payment } = await started(fake)
    fake.charge(payment.orderNo)
    const txn = fake.payment(payment.orderNo).captures[0]?.txn ?? ''
    const ask = (key: string): Promise<unknown> =>
      channel.refund(refund(payment, txn, 100, key)).catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error
      })
    for (const key of ['one', 'one', 'two', 'one']) await ask(key)
    expect(fake.payment(payment.orderNo).refunds.map((entry) => entry.amountCents)).toEqual([100, 100])
  })
})

describe.each([
  ['stripe', stripe],
  ['paypal', paypal],
  ['adyen', adyen],
] as const)('%s', (_name, fake) => {
  const isWaiting = (error: unknown): boolean => error instanceof NoAnswer && error.retryAfterMs === 1000
  it('is not asked again before the Retry-After of its 429', async () => {
    const { channel, payment } = await started(fake)
    fake.misbehave('busy', /^(?!.*token)/)
    await expect(channel.fetchStatus(payment)).rejects.toSatisfy(isWaiting)
  })

  it("gets the item's name as one line within its length limit", async () => {
    const title = `  300\u0000 Star\r\n\u202EGems ${'\u{1F48E}'.repeat(400)}`
    const { payment } = await started(fake, { title })
    const { body } = fake.calls.findLast((call) => call.method === 'POST' && call.body.includes(payment.orderNo)) ?? {
      body: '',
    }
    const bodySent =
      fake === stripe
        ? (new URLSearchParams(body).get('line_items[0][price_data][product_data][name]') ?? '')
        : (/"description":"([^"]+)"/.exec(body)?.[1] ?? '')
    expect(bodySent).toMatch(/^300 Star Gems \u{1F48E}+$/u)
    expect(bodySent.length).toBeLessThanOrEqual(fake === paypal ? 127 : fake === adyen ? 280 : 250)
    expect(bodySent.length).toBeGreaterThan(120)
  })
})

describe('Stripe', () =>
  it.each([
    ['USD', 49, 50],
    ['JPY', 49, 50],
    ['HUF', 17_400, 17_500],
    ['KWD', 1525, 1520],
  ])('accepts no %s %i, and says so before the call', async (currency, wrong, right) => {
    const takes = (amount: number): boolean =>
      amount >= (channels.stripe?.minimum?.(currency) ?? 0) && amount % (channels.stripe?.step?.(currency) ?? 1) === 0
    expect([takes(wrong), takes(right)]).toEqual([false, true])
    await expect(started(stripe, { currency, amountCents: wrong })).rejects.toThrow()
    await started(stripe, { currency, amountCents: right })
  }))

describe('a refund that failed', () => {
  it.each([
    ['stripe', stripe],
    ['paypal', paypal],
  ] as const)(
    'at %s is a refusal with its number, is never resent under its key, and is reported by the status',
    async (_name, fake) => {
      const { channel, payment } = await started(fake)
      fake.charge(payment.orderNo)
      const txn = fake.payment(payment.orderNo).captures[0]?.txn ?? ''
      fake.refundsBegin = () => 'pending'
      const number = await channel
        .refund(refund(payment, txn, 499, 'late'))
        .catch((error: unknown) => (error instanceof RefundUnderWay ? error.refundTxn : ''))
      fake.refundsBegin = () => 'done'
      const [fakeRefund] = fake.payment(payment.orderNo).refunds
      expect(number).toBe(fakeRefund?.refundTxn)
      if (fakeRefund) fake.failRefund(fake.payment(payment.orderNo), fakeRefund)
      for (let n = 0; n < 2; n++)
        await expect(channel.refund(refund(payment, txn, 499, 'late'))).rejects.toSatisfy(
          (error: unknown) => error instanceof Refused && error.refundTxn === number,
        )
      expect(fake.payment(payment.orderNo).refunds).toHaveLength(1)
      expect(await channel.fetchStatus(payment)).toMatchObject({
        state: 'paid',
        refunds: [],
        failedRefunds: [{ refundTxn: number, txn, amountCents: 499 }],
      })
      expect((await channel.refund(refund(payment, txn, 499, 'late:2'))).refundTxn).not.toBe(number)
    },
  )

  it('is reported by Adyen in three ways', async () => {
    const { channel, payment } = await started(adyen)
    adyen.charge(payment.orderNo)
    adyen.refund(payment.orderNo)
    const [fakeRefund] = adyen.payment(payment.orderNo).refunds
    for (const how of ['REFUND', 'REFUND_FAILED', 'REFUNDED_REVERSED'] as const) {
      adyen.failsBy = how
      const { body, headers } = adyen.packAll(
        fakeRefund ? adyen.failRefund(adyen.payment(payment.orderNo), fakeRefund) : [],
      )
      expect(await channel.readWebhook(Buffer.from(body), headers, Date.now())).toMatchObject([
        {
          kind: 'refund_failed',
          txn: fakeRefund?.txn,
          refundTxn: fakeRefund?.refundTxn,
          amountCents: 499,
          reason: 'Refund failed: closed account',
        },
      ])
    }
  })
})

it('Retry-After is seconds or a date, at most an hour; a text is one line of whole characters', () => {
  const now = Date.parse('2026-03-01T00:00:00Z')
  expect(
    [
      '7',
      'Sun, 01 Mar 2026 00:00:09 GMT',
      '99999',
      'Sun, 01 Mar 2026 09:00:00 GMT',
      '-1',
      'soon',
      '',
      undefined,
      ['7'],
    ].map((value) => retryAfterMs(value, now)),
  ).toEqual([7000, 9000, 3_600_000, 3_600_000, 0, 0, 0, 0, 0])
  expect([plainText('a\u0000\n\tb ', 9), plainText('ab\u{1F48E}', 3), plainText('ab c', 3)]).toEqual([
    'a b',
    'ab',
    'ab',
  ])
})

describe('Stripe', () => {
  it('sells as the publisher at exactly our price, though the account would sell through Stripe by itself', async () => {
    for (const managed of ['without preset', 'with preset', 'no'] as const) {
      stripe.managed = managed
      const { payment } = await started(stripe)
      expect([managed, stripe.payment(payment.orderNo).amountCents]).toEqual([managed, payment.amountCents])
    }
    stripe.managed = 'with preset'
  })

  it('does not list a refund that is pending among its books as one that is done', async () => {
    const { channel, payment } = await started(stripe)
    stripe.charge(payment.orderNo)
    const txn = stripe.payment(payment.orderNo).captures[0]?.txn ?? ''
    stripe.refundsBegin = () => 'pending'
    await channel.refund(refund(payment, txn, 499, 'pending')).catch(() => undefined)
    stripe.refundsBegin = () => 'done'
    const listed = async (): Promise<string[]> =>
      ((await channel.books?.({ cursor: null, sinceMs: Date.now() - 60_000 }, 100))?.lines ?? [])
        .filter((line) => line.orderNo === payment.orderNo)
        .map((line) => line.kind)
    expect(await listed()).toEqual(['capture'])
    const [fakeRefund] = stripe.payment(payment.orderNo).refunds
    if (fakeRefund) stripe.finish(stripe.payment(payment.orderNo), fakeRefund)
    expect((await listed()).toSorted()).toEqual(['capture', 'refund'])
  })

  it('does not treat a repeated temporary refusal as a current answer', async () => {
    const { channel, payment } = await started(stripe)
    stripe.charge(payment.orderNo)
    const txn = stripe.payment(payment.orderNo).captures[0]?.txn ?? ''
    stripe.poor = 1
    for (let n = 0; n < 2; n++)
      await channel
        .refund(refund(payment, txn, 499, 'poor'))
        .catch((error: unknown) => expect(error).toBeInstanceOf(NoAnswer))
    await channel.refund(refund(payment, txn, 499, 'poor'))
    expect(stripe.payment(payment.orderNo).refunds).toHaveLength(1)
  })

  it('looks for its refund before it asks for one: Stripe forgets keys after a day', async () => {
    const { channel, payment } = await started(stripe)
    stripe.charge(payment.orderNo)
    const txn = stripe.payment(payment.orderNo).captures[0]?.txn ?? ''
    const { refundTxn } = await channel.refund(refund(payment, txn, 100, 'kept'))
    const before = stripe.calls.filter((call) => call.method === 'POST' && call.path === '/v1/refunds').length
    expect(await channel.refund(refund(payment, txn, 100, 'kept'))).toEqual({ refundTxn })
    expect(stripe.calls.filter((call) => call.method === 'POST' && call.path === '/v1/refunds')).toHaveLength(before)
  })

  it('does not take a refund under way for one that is done', async () => {
    const { channel, payment } = await started(stripe)
    stripe.charge(payment.orderNo)
    const txn = stripe.payment(payment.orderNo).captures[0]?.txn ?? ''
    await channel.refund(refund(payment, txn, 100, 'slow'))
    const fakeRefund = stripe.payment(payment.orderNo).refunds[0]
    if (fakeRefund) fakeRefund.state = 'pending'
    await expect(channel.refund(refund(payment, txn, 100, 'slow'))).rejects.toThrow(NoAnswer)
    expect((await channel.fetchStatus(payment)).refunds).toEqual([])
  })

  it('ignores a session that names another order', async () => {
    const { payment } = await started(stripe)
    const { channel, payment: other } = await started(stripe)
    await expect(channel.fetchStatus({ ...other, ref: payment.ref })).rejects.toThrow(NoAnswer)
  })

  it('reports no payment if the payment never reached it and its time is over', async () => {
    const { channel, payment } = await started(stripe)
    const never = { ...payment, orderNo: '01ARZ3NDEKTSV4RRFFQ69GNEVE', ref: null, expiresAtMs: Date.now() - 1000 }
    expect((await channel.cancel(never)).state).toBe('unknown_payment')
    expect((await channel.fetchStatus({ ...payment, ref: 'cs_gone' })).state).toBe('unknown_payment')
  })
})

describe('PayPal', () => {
  it('captures an approved order once when it is asked, even if the answer is lost', async () => {
    const { channel, payment } = await started(paypal)
    expect((await channel.fetchStatus(payment)).state).toBe('pending')
    paypal.pay(payment.orderNo)
    paypal.misbehave('hang_after', /capture/)
    await expect(channel.fetchStatus(payment)).rejects.toThrow(NoAnswer)
    const all = await Promise.all([channel.fetchStatus(payment), channel.fetchStatus(payment)])
    expect(all.map((status) => status.captures)).toEqual(
      [paypal.payment(payment.orderNo).captures, paypal.payment(payment.orderNo).captures].map((list) =>
        list.map(({ at: _at, ...capture }) => capture),
      ),
    )
    expect(paypal.payment(payment.orderNo).captures).toHaveLength(1)
  })

  it("never captures after the order's end or during a cancellation", async () => {
    const { channel, payment } = await started(paypal)
    paypal.pay(payment.orderNo)
    expect((await channel.cancel(payment)).state).toBe('cancelled')
    expect(await channel.fetchStatus({ ...payment, expiresAtMs: Date.now() - 1 })).toEqual({
      state: 'pending',
      captures: [],
      refunds: [],
    })
    expect(paypal.payment(payment.orderNo).captures).toEqual([])
  })

  it('lets a payer whose card was declined approve again', async () => {
    const { channel, payment } = await started(paypal)
    paypal.declines = 1
    paypal.pay(payment.orderNo)
    expect((await channel.fetchStatus(payment)).state).toBe('pending')
    paypal.pay(payment.orderNo)
    expect((await channel.fetchStatus(payment)).state).toBe('paid')
  })

  it("refuses a webhook whose certificate is not PayPal's, and every webhook while it cannot verify", async () => {
    const { channel, payment } = await started(paypal)
    const { body, headers } = paypal['pack'](paypal.charge(payment.orderNo)[0] ?? {}, {}) // oxlint-disable-line typescript/dot-notation
    const callsBefore = paypal.calls.length
    for (const change of [
      { 'paypal-cert-url': 'https://api.paypal.com.evil.example/cert' },
      { 'paypal-cert-url': 'http://api.sandbox.paypal.com/cert' },
      { 'paypal-transmission-sig': '' },
      { 'paypal-transmission-id': undefined },
    ]) {
      await expect(channel.readWebhook(Buffer.from(body), { ...headers, ...change }, Date.now())).rejects.toThrow(
        BadSignature,
      )
    }
    expect(paypal.calls).toHaveLength(callsBefore)
    paypal.misbehave('broken_before', /verify/)
    await expect(channel.readWebhook(Buffer.from(body), headers, Date.now())).rejects.toThrow(NoAnswer)
    // One byte more makes another body, whatever its meaning.
    await expect(channel.readWebhook(Buffer.from(`${body} `), headers, Date.now())).rejects.toThrow(BadSignature)
    expect(await channel.readWebhook(Buffer.from(body), headers, Date.now())).toMatchObject([
      { kind: 'paid', orderNo: payment.orderNo, amountCents: 499, currency: 'USD' },
    ])
  })

  it('reports reversed money, and does not count a capture under review as money', async () => {
    const { channel, payment } = await started(paypal)
    paypal.charge(payment.orderNo)
    const [news = {}] = paypal.refund(payment.orderNo)
    const read = async (event: object): Promise<unknown> => {
      const { body, headers } = paypal['pack'](event as never, {}) // oxlint-disable-line typescript/dot-notation
      return await channel.readWebhook(Buffer.from(body), headers, Date.now())
    }
    const txn = paypal.payment(payment.orderNo).captures[0]?.txn
    expect(await read({ ...news, event_type: 'PAYMENT.CAPTURE.REVERSED' })).toMatchObject([
      {
        kind: 'refunded',
        orderNo: payment.orderNo,
        txn,
        refundTxn: (news.resource as { id: string }).id,
        amountCents: 499,
      },
    ])
    // The event carries the capture itself instead of a reversal: a person looks at it, and the reversal's own number
    // moves the money.
    expect(
      await read({
        ...news,
        event_type: 'PAYMENT.CAPTURE.REVERSED',
        resource: { ...(news.resource as object), id: txn, links: [] },
      }),
    ).toMatchObject([
      { kind: 'dispute', txn, amountCents: 499, dispute: { id: `reversal:${txn}`, stage: 'lost', alsoMoney: true } },
    ])
    expect(
      await read({
        ...news,
        event_type: 'PAYMENT.REFUND.PENDING',
        resource: { ...(news.resource as object), status: 'PENDING' },
      }),
    ).toMatchObject([{ kind: 'ignored' }])
    expect(
      await read({
        ...news,
        event_type: 'PAYMENT.REFUND.FAILED',
        resource: { ...(news.resource as object), status: 'FAILED' },
      }),
    ).toMatchObject([{ kind: 'refund_failed', txn, amountCents: 499 }])
    expect(
      await read({
        ...news,
        event_type: 'PAYMENT.CAPTURE.COMPLETED',
        resource: { ...(news.resource as object), status: 'PENDING' },
      }),
    ).toMatchObject([{ kind: 'ignored' }])
    expect(await read({ ...news, resource: { ...(news.resource as object), status: 'PENDING' } })).toMatchObject([
      { kind: 'ignored' },
    ])
  })

  it('gets a new token when the old one is rejected', async () => {
    const { channel, payment } = await started(paypal)
    paypal.endTokens()
    await expect(channel.fetchStatus(payment)).rejects.toThrow(NoAnswer)
    expect((await channel.fetchStatus(payment)).state).toBe('pending')
  })
})

describe('Adyen', () => {
  it('reports every item of a webhook, and none if a single item is unsigned', async () => {
    const { channel, payment } = await started(adyen)
    const news = [...adyen.charge(payment.orderNo), ...adyen.refund(payment.orderNo, 100)]
    const { body, headers } = adyen.packAll(news)
    const read = (text: string, more = {}): Promise<unknown> =>
      channel.readWebhook(Buffer.from(text), { ...headers, ...more }, Date.now())
    expect(await read(body)).toMatchObject([
      { kind: 'paid', orderNo: payment.orderNo, amountCents: 499 },
      { kind: 'ignored' },
      { kind: 'refunded', orderNo: payment.orderNo, amountCents: 100 },
    ])
    for (const wrong of [
      body.replace('"value":100', '"value":499'),
      body.replace('"success":"true"', '"success":"false"'),
      body.replace(`"merchantReference":"${payment.orderNo}"`, '"merchantReference":"01ARZ3NDEKTSV4RRFFQ69GZZZZ"'),
      body.replace('hmacSignature', 'signature'),
      '{}',
      'x',
    ]) {
      await expect(read(wrong)).rejects.toThrow(BadSignature)
    }
    for (const authorization of [undefined, 'Basic YWR5ZW46d3Jvbmc='])
      await expect(read(body, { authorization })).rejects.toThrow(BadSignature)
  })

  it('answers a signed report, whose name stands where a number does, and takes the payment beside it', async () => {
    const { channel, payment } = await started(adyen)
    const [paid = {}] = adyen.charge(payment.orderNo)
    const report = {
      ...paid,
      eventCode: 'REPORT_AVAILABLE',
      pspReference: `settlement_detail_report_batch_${'1'.repeat(80)}.csv`,
      amount: { value: 0, currency: '' },
    }
    for (const news of [[report], [report, paid]]) {
      const { body, headers } = adyen.packAll(news as (typeof paid)[])
      const events = await channel.readWebhook(Buffer.from(body), headers, Date.now())
      expect(events.map(({ kind }) => kind)).toEqual(['ignored', 'paid'].slice(0, news.length))
      expect(events.every(({ eventId }) => eventId.length <= 150)).toBe(true)
    }
  })

  it('ignores webhooks of another merchant account and money of unknown orders', async () => {
    const { payment } = await started(adyen)
    const { body, headers } = adyen.packAll(adyen.charge(payment.orderNo))
    const other = adyenChannel({ ...adyenConfig, merchantAccount: 'AnotherECOM' }, Date.now)
    expect(await other.readWebhook(Buffer.from(body), headers, Date.now())).toMatchObject([
      { kind: 'ignored', orderNo: '' },
      { kind: 'ignored' },
    ])
  })

  it('neither invents a capture from a paid link nor cancels one', async () => {
    const { channel, payment } = await started(adyen)
    adyen.pay(payment.orderNo)
    for (const status of [await channel.fetchStatus(payment), await channel.cancel(payment)])
      expect(status).toEqual({ state: 'paid', captures: [], refunds: [] })
  })

  it('counts money that was authorised and then not captured as refunded', async () => {
    const { channel, payment } = await started(adyen)
    const [paid] = adyen.charge(payment.orderNo)
    const { body, headers } = adyen.packAll([
      { ...paid, eventCode: 'CAPTURE_FAILED', originalReference: paid?.pspReference, pspReference: 'CAP1' },
    ])
    expect(await channel.readWebhook(Buffer.from(body), headers, Date.now())).toMatchObject([
      { kind: 'refunded', txn: paid?.pspReference, refundTxn: 'CAP1', amountCents: 499 },
    ])
  })
})
