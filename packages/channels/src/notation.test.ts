import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adyenChannel } from './adyen/adyen.ts'
import { type Channel, type GatewayEvent, type Payment, RefundUnderWay } from './channel.ts'
import { paypalChannel } from './paypal/paypal.ts'
import { sandboxChannel } from './sandbox/sandbox.ts'
import { stripeChannel } from './stripe/stripe.ts'
import { FakeAdyen } from './testing/fake-adyen.ts'
import type { News } from './testing/fake-gateway.ts'
import { FakePaypal } from './testing/fake-paypal.ts'
import { FakeSandbox } from './testing/fake-sandbox.ts'
import { FakeStripe } from './testing/fake-stripe.ts'

const fakes = { stripe: new FakeStripe(), paypal: new FakePaypal(), adyen: new FakeAdyen(), sandbox: new FakeSandbox() }
type Code = keyof typeof fakes
let channels: Record<Code, Channel>

beforeAll(async () => {
  const { stripe, paypal, adyen, sandbox } = fakes
  for (const fake of Object.values(fakes)) await fake.start()
  const shared = { live: false, timeoutMs: 1000 }
  const { PAYPAL_CLIENT_ID: clientId = '', PAYPAL_CLIENT_SECRET: clientSecret = '' } = paypal.env()
  const { PAYPAL_WEBHOOK_ID: webhookId = '' } = paypal.env()
  channels = {
    stripe: stripeChannel(
      { ...shared, secretKey: stripe.key, webhookSecrets: [stripe.webhookSecret], apiUrl: stripe.url },
      Date.now,
    ),
    paypal: paypalChannel({ ...shared, clientId, clientSecret, webhookId, apiUrl: paypal.url }, Date.now),
    adyen: adyenChannel(
      {
        ...shared,
        apiKey: adyen.key,
        merchantAccount: adyen.account,
        hmacKeys: [adyen.hmacKey],
        basicAuth: { user: 'adyen', password: adyen.password },
        apiUrl: adyen.url,
      },
      Date.now,
    ),
    sandbox: sandboxChannel({
      url: sandbox.url,
      pageOrigin: sandbox.url,
      apiKey: sandbox.key,
      webhookSecrets: [sandbox.webhookSecret],
      timeoutMs: 1000,
    }),
  }
})
afterAll(() => {
  for (const fake of Object.values(fakes)) fake.stop()
})

/** The amount in our minor units, and the amount that the payer must read. */
const amounts = [
  ['USD', 499, 4.99],
  ['JPY', 160, 160],
  ['ISK', 700, 700],
  ['TWD', 15_000, 150],
  ['HUF', 199_000, 1990],
  ['KWD', 1500, 1.5],
  ['IDR', 1_500_000, 15_000],
  ['CLP', 4500, 4500],
  ['UGX', 18_000, 18_000],
  ['MGA', 500_000, 5000],
] as const

let count = 0
const paymentOf = (currency: string, amountCents: number): Payment => ({
  orderNo: `01ARZ3NDEKTSV4RRFFQ69N${String(++count).padStart(4, '0')}`,
  amountCents,
  currency,
  title: 'gem_300',
  returnUrl: 'https://shop.example/main',
  webhookUrl: 'https://shop.example/hook',
  expiresAtMs: Date.now() + 35 * 60_000,
  ref: null,
})

describe.each(Object.keys(fakes) as Code[])('an amount at %s', (code) => {
  const eventsOf = async (news: readonly News[], kind: GatewayEvent['kind']): Promise<object[]> => {
    const events: GatewayEvent[] = []
    for (const message of news) {
      const { body, headers } = fakes[code].pack(message, {})
      events.push(...(await channels[code].readWebhook(Buffer.from(body), headers, Date.now())))
    }
    return events.filter((event) => event.kind === kind).map(({ amountCents, currency }) => ({ amountCents, currency }))
  }

  it.each(amounts)(
    'of %s is requested, reported and refunded in exact amounts',
    async (currency, amountCents, amountShown) => {
      const [fake, channel] = [fakes[code], channels[code]]
      const payment = paymentOf(currency, amountCents)
      if (channel.currencies && !channel.currencies.has(currency)) {
        await expect(channel.create(payment)).rejects.toThrow()
        return
      }
      const { ref } = await channel.create(payment)
      const paid = { ...payment, ref }
      expect(Number(fake.asks(payment.orderNo))).toBe(amountShown)
      const whole = { amountCents, currency }

      const news = fake.pay(payment.orderNo)
      const { captures } = await channel.fetchStatus(paid)
      if (code !== 'adyen') expect(captures).toMatchObject([whole])
      const paidEvents = await eventsOf([...news, ...fake.unsaid.splice(0)], 'paid')
      expect(paidEvents.length).toBeGreaterThan(0)
      for (const event of paidEvents) expect(event).toEqual(whole)

      const txn = fake.payment(payment.orderNo).captures[0]?.txn ?? ''
      const back = { orderNo: payment.orderNo, ref, txn, ...whole, key: `back ${payment.orderNo}` }
      // Adyen reports only by webhook that a refund is done.
      await channel.refund(back).catch((error: unknown) => {
        if (code !== 'adyen' || !(error instanceof RefundUnderWay)) throw error
      })
      expect(fake.leftOf(fake.payment(payment.orderNo), txn)).toBe(0)
      const { refunds } = await channel.fetchStatus(paid)
      if (code !== 'adyen') expect(refunds).toMatchObject([{ amountCents }])
      const refundEvents = await eventsOf(fake.unsaid.splice(0), 'refunded')
      for (const event of refundEvents) expect(event).toEqual(whole)
      expect(refundEvents.length + refunds.length).toBeGreaterThan(0)
    },
  )
})
