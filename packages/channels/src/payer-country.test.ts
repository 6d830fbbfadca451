import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adyenChannel } from './adyen/adyen.ts'
import type { Channel, Payment } from './channel.ts'
import { paypalChannel } from './paypal/paypal.ts'
import { sandboxChannel } from './sandbox/sandbox.ts'
import { stripeChannel } from './stripe/stripe.ts'
import { FakeAdyen } from './testing/fake-adyen.ts'
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
  const env = paypal.env()
  channels = {
    stripe: stripeChannel(
      { ...shared, secretKey: stripe.key, webhookSecrets: [stripe.webhookSecret], apiUrl: stripe.url },
      Date.now,
    ),
    paypal: paypalChannel(
      {
        ...shared,
        clientId: env.PAYPAL_CLIENT_ID ?? '',
        clientSecret: env.PAYPAL_CLIENT_SECRET ?? '',
        webhookId: env.PAYPAL_WEBHOOK_ID ?? '',
        apiUrl: paypal.url,
      },
      Date.now,
    ),
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

let count = 0
/** The payer's country in the webhooks and in the status of one payment from `country`. */
async function countriesIn(code: Code, country: string): Promise<(string | undefined)[]> {
  const [fake, channel] = [fakes[code], channels[code]]
  const payment: Payment = {
    orderNo: `01ARZ3NDEKTSV4RRFFQ69C${String(++count).padStart(4, '0')}`,
    amountCents: 499,
    currency: 'USD',
    title: 'gem_300',
    returnUrl: 'https://shop.example/main',
    webhookUrl: 'https://shop.example/hook',
    expiresAtMs: Date.now() + 35 * 60_000,
    ref: null,
  }
  const { ref } = await channel.create(payment)
  fake.payerCountry = country
  const news = fake.pay(payment.orderNo)
  const { captures } = await channel.fetchStatus({ ...payment, ref })
  fake.payerCountry = ''
  const countries = captures.map((capture) => capture.payerCountry)
  for (const message of news) {
    const { body, headers } = fake.pack(message, {})
    const events = await channel.readWebhook(Buffer.from(body), headers, Date.now())
    countries.push(...events.filter((event) => event.kind === 'paid').map((event) => event.payerCountry))
  }
  return countries
}

describe.each(['stripe', 'paypal', 'adyen', 'sandbox'] as const)("the payer's country at %s", (code) =>
  it('comes with the payment if the provider reports it, and is null otherwise', async () => {
    expect(await countriesIn(code, 'JP')).toContain('JP')
    expect((await countriesIn(code, '')).filter(Boolean)).toEqual([])
    expect((await countriesIn(code, 'Japan')).filter(Boolean)).toEqual([])
  }),
)
