import { FakeAdyen } from '@hc/channels/testing/fake-adyen'
import type { FakeGateway, FakePayment, News } from '@hc/channels/testing/fake-gateway'
import { FakePaypal } from '@hc/channels/testing/fake-paypal'
import { FakeSandbox } from '@hc/channels/testing/fake-sandbox'
import { FakeStripe } from '@hc/channels/testing/fake-stripe'
import { EPOCH_MS } from './database.ts'
import type { Rng } from './rng.ts'
import type { HttpAnswer, HttpAsk } from './scheduler.ts'
import type { HeldEvent } from './world-checks.ts'

export const codes = ['sandbox', 'stripe', 'paypal', 'adyen'] as const
export type Code = (typeof codes)[number]
/**
 * News that a gateway has for the shop; sending it, and how well, is the world's business. `sure`: the gateway goes on
 * telling it until it was taken, and nothing else tells it.
 */
export type Hook = {
  code: Code
  news: News
  kind: 'approved' | 'promised' | 'paid' | 'ended' | 'refunded' | 'undone' | 'dispute'
  txn: string
  sure: boolean
}
export type At = { code: Code; fake: FakeGateway; payment: FakePayment }
export type Gateways = ReturnType<typeof createGateways>

/**
 * The gateways' fakes in virtual time, each with books of its own and numbers of its own, which are those of the others
 * too. They are as lax as a gateway may be, and forget nothing but what they are made to forget.
 */
export function createGateways(rng: Rng, clockMs: () => number) {
  const now = (): number => EPOCH_MS + clockMs()
  const of = (code: Code): { url: string; now: () => number; salt: () => string } => ({
    url: `http://${code}.test`,
    now,
    salt: () => '',
  })
  const fakes = {
    sandbox: new FakeSandbox(of('sandbox')),
    stripe: new FakeStripe(of('stripe')),
    paypal: new FakePaypal(of('paypal')),
    adyen: new FakeAdyen(of('adyen')),
  }
  const hooks: Hook[] = []
  /** News for the quiet phase. */
  const late: Hook[] = []
  /** Payments of the sandbox for which the shop asked to take no more money: the others end by themselves. */
  const stopAsked = new Set<string>()
  const captureMarks = new Set<string>()
  /** The number of approvals by PayPal's payer, less the shop's captures. */
  const agreed = new Map<string, number>()
  const agree = (order: string, by: number): void => {
    agreed.set(order, (agreed.get(order) ?? 0) + by)
  }
  const disputed = new Set<string>()
  const disputes: ((isWon: boolean) => void)[] = []
  for (const fake of Object.values(fakes)) fake.lax = true
  for (const code of ['stripe', 'paypal'] as const)
    fakes[code].refundsBegin = () => (rng.chance(0.25) ? 'pending' : 'done')

  function tell(code: Code, kind: Hook['kind'], news: readonly News[], txn = '', into = hooks): void {
    // Adyen can be asked for nothing that it took, and nobody for disputes and vouchers, or for long enough about
    // refunds that were done.
    const sure = code === 'adyen' || kind === 'dispute' || kind === 'undone' || kind === 'promised'
    into.push(...news.map((event) => ({ code, news: event, kind, txn, sure })))
  }
  const payments = (): At[] =>
    codes.flatMap((code) => [...fakes[code].payments.values()].map((payment) => ({ code, fake: fakes[code], payment })))

  return {
    fakes,
    hooks,
    late,
    disputes,
    payments,
    tell,
    find: (order: string): At | undefined => payments().find(({ payment }) => payment.orderNo === order),
    answer({ method, url, headers, body }: HttpAsk): HttpAnswer {
      const { hostname, pathname, searchParams } = new URL(url)
      const code = codes.find((candidate) => `${candidate}.test` === hostname)
      if (!code) throw new Error(`nobody is at ${hostname}`)
      const fake = fakes[code]
      const stops = /^\/v1\/payments\/([^/]+)\/cancel$/.exec(pathname)?.[1]
      if (stops) stopAsked.add(stops)
      const { status, body: answer } = fake.handle({ method, path: pathname, query: searchParams, headers, body })
      const news = fake.unsaid.splice(0)
      if (news.length > 0) {
        const took = /\/checkout\/orders\/([^/]+)\/capture$/.exec(pathname)?.[1]
        const of = payments().find(({ payment }) => payment.id === took)?.payment
        const txn = of?.captures.at(-1)?.txn
        if (of) agree(of.orderNo, -1)
        tell(code, txn ? 'paid' : /refund/.test(pathname) ? 'refunded' : 'ended', news, txn)
      }
      return { status, text: JSON.stringify(answer), headers: { 'content-type': 'application/json' } }
    },
    /** The payer pays, or money moves without the page. */
    charge({ code, fake, payment }: At, charge: { amountCents?: number; currency?: string } = {}, into = hooks): void {
      const news = fake.charge(payment.orderNo, charge)
      tell(code, 'paid', news, payment.captures.at(-1)?.txn, into)
    },
    /** PayPal's payer agrees; the money moves when the shop takes it. */
    approve({ code, fake, payment }: At, into = hooks): void {
      agree(payment.orderNo, 1)
      tell(code, 'approved', fake.pay(payment.orderNo), '', into)
    },
    /** The merchant took the news. */
    heard({ code, txn }: Hook): void {
      if (txn) captureMarks.add(`${code} ${txn}`)
    },
    /** Stripe's and Adyen's pages close by themselves. */
    lapse(): void {
      for (const { code, fake, payment } of payments()) {
        if ((code === 'stripe' || code === 'adyen') && payment.state === 'open' && payment.expiresAtMs <= now())
          tell(code, 'ended', fake.expire(payment.orderNo))
      }
    },
    /**
     * The provider's staff, or the payer's bank, give money back; the merchant is not asked. False where nothing is
     * left.
     */
    chargeBack({ code, fake, payment }: At, txn: string, share: number): boolean {
      const remaining = fake.leftOf(payment, txn)
      const amount = share >= 1 ? remaining : Math.floor(remaining * share)
      if (amount <= 0) return false
      tell(code, 'refunded', fake.refund(payment.orderNo, amount, txn))
      return true
    },
    /**
     * The payer's bank asks for the money; at times the news names the capture alone. False where it cannot, or where
     * the merchant could not know of what money.
     */
    dispute({ code, fake, payment }: At, txn: string): boolean {
      const mark = `${code} ${txn}`
      const remaining = fake.leftOf(payment, txn)
      if (remaining <= 0 || disputed.has(mark) || ((code === 'stripe' || code === 'paypal') && !captureMarks.has(mark)))
        return false
      disputed.add(mark)
      const nameless = code === 'sandbox' && rng.chance(0.4)
      const say = (stage: 'opened' | 'won' | 'lost', amount: number): void =>
        tell(
          code,
          'dispute',
          fake
            .dispute(payment.orderNo, stage, amount, txn)
            .map((news) => (nameless ? { ...news, merchant_order: '' } : news)),
        )
      // Sometimes over a part.
      const amount = rng.chance(0.4) ? Math.max(1, Math.floor(remaining * rng.pick([0.3, 0.5, 0.99]))) : remaining
      say('opened', amount)
      disputes.push((isWon) => {
        const rest = Math.min(amount, fake.leftOf(payment, txn))
        say(isWon || rest <= 0 ? 'won' : 'lost', rest)
      })
      return true
    },
    /** Refunds that may still fail; not money that a dispute took. */
    done: () =>
      payments().flatMap((at) =>
        at.payment.refunds
          .filter((refund) => refund.state === 'done' && (at.code !== 'paypal' || refund.key !== ''))
          .map((refund) => ({ ...at, refund })),
      ),
    /** Payments whose payers have a voucher. */
    promised: () => payments().filter(({ payment }) => payment.state === 'promised'),
    failed: () => payments().filter(({ payment }) => payment.refunds.some((refund) => refund.state === 'failed')),
    pending: () =>
      payments().flatMap((at) =>
        at.payment.refunds.filter((refund) => refund.state === 'pending').map((refund) => ({ ...at, refund })),
      ),
    disputedOf: (code: Code): number => [...disputed].filter((name) => name.startsWith(`${code} `)).length,
    books: (): HeldEvent[] =>
      payments().map(({ code, payment }) => ({
        channel: code,
        order: payment.orderNo,
        amount: payment.amountCents,
        currency: payment.currency,
        open: code === 'sandbox' && payment.state === 'open' && !stopAsked.has(payment.orderNo),
        unagreed: (agreed.get(payment.orderNo) ?? 0) < 0,
        ...(payment.method !== undefined && { method: payment.method }),
        ...(payment.country !== undefined && { country: payment.country }),
        captures: payment.captures.map((capture) => ({
          txn: capture.txn,
          amount_cents: capture.amountCents,
          currency: capture.currency,
        })),
        refunds: [
          ...payment.refunds
            .filter((refund) => refund.state === 'done')
            .map((refund) => ({ refund_txn: refund.refundTxn, txn: refund.txn, amount_cents: refund.amountCents })),
          ...(payment.lost ?? []).map((item) => ({
            refund_txn: `dispute:${disputeNumber(code, item.txn)}`,
            txn: item.txn,
            amount_cents: item.amountCents,
          })),
        ],
      })),
  }
}

/** Numbers in the form of the fakes. */
const disputeNumber = (code: Code, txn: string): string =>
  ({ sandbox: `dsp_${txn}`, stripe: `dp_${txn}`, paypal: `PP-D-${txn}`, adyen: `dsp_${txn}` })[code]
