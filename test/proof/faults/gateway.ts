import type { Rng } from '../sim/rng.ts'
import type { HeldEvent } from '../sim/world-checks.ts'
import type { Answer } from '../sim/world-game.ts'

export type Capture = { txn: string; amount_cents: number; currency: string; at: number }
export type Refund = { refund_txn: string; txn: string; amount_cents: number; key: string | null }
export type Payment = {
  order: string
  id: string
  amount: number
  currency: string
  status: 'open' | 'paid' | 'failed' | 'cancelled'
  expiresAt: number
  captures: Capture[]
  refunds: Refund[]
}
/** News that the gateway has for the shop; sending it, and how well, is the world's business. */
export type Hook = { id: string; body: string; kind: string; order: string }

const cents = (list: readonly { amount_cents: number }[]): number =>
  list.reduce((sum, item) => sum + item.amount_cents, 0)

export type GatewayWorld = ReturnType<typeof createGateway>

/**
 * A payment gateway with its own books and the sandbox channel's API. It is as lax as a gateway may be:
 * it refunds again under a new key, so that its books expose a shop that invents keys.
 */
export function createGateway(rng: Rng, now: () => number) {
  const payments = new Map<string, Payment>()
  const hooks: Hook[] = []
  /** Orders for which the shop asked to take no more money. */
  const cancelAsked = new Set<string>()
  const id = (prefix: string): string => `${prefix}_${rng.hex(8)}`

  function tell(payment: Payment, kind: string, fields: object = {}): void {
    const event = id('evt')
    hooks.push({
      id: event,
      kind,
      order: payment.order,
      body: JSON.stringify({ id: event, type: `payment.${kind}`, merchant_order: payment.order, ...fields }),
    })
  }
  const view = (p: Payment): Answer => ({
    status: 200,
    json: {
      id: p.id,
      status: p.status,
      page_url: `http://gateway.test/pay/${p.order}`,
      captures: p.captures.map(({ txn, amount_cents, currency }) => ({ txn, amount_cents, currency })),
      refunds: p.refunds.map(({ refund_txn, txn, amount_cents }) => ({ refund_txn, txn, amount_cents })),
    },
  })

  function create(body: Record<string, unknown>): Answer {
    const order = String(body.merchant_order)
    const payment = payments.get(order)
    if (payment) return view(payment)
    const entry: Payment = {
      order,
      id: id('pay'),
      amount: Number(body.amount_cents),
      currency: String(body.currency),
      status: 'open',
      expiresAt: Number(body.expires_at_ms),
      captures: [],
      refunds: [],
    }
    payments.set(order, entry)
    return view(entry)
  }

  function giveBack(payment: Payment, txn: string, amount: number, key: string | null): Refund {
    const refund = { refund_txn: id('ref'), txn, amount_cents: amount, key }
    payment.refunds.push(refund)
    const currency = payment.captures.find((capture) => capture.txn === txn)?.currency ?? 'USD'
    tell(payment, 'refunded', { refund_txn: refund.refund_txn, txn, amount_cents: amount, currency })
    return refund
  }

  function refund(payment: Payment, body: Record<string, unknown>): Answer {
    const key = String(body.key)
    const again = payment.refunds.find((candidate) => candidate.key === key)
    if (again) return { status: 200, json: again }
    const capture = payment.captures.find((candidate) => candidate.txn === body.txn)
    if (!capture) return { status: 404, json: {} }
    // The bank has returned it on the player's demand: nothing is left for the merchant's refund.
    if (payment.refunds.some((candidate) => candidate.txn === capture.txn && candidate.key === null))
      return { status: 409, json: { error: 'refunded already' } }
    return { status: 200, json: giveBack(payment, capture.txn, Number(body.amount_cents), key) }
  }

  return {
    payments,
    hooks,
    books: (): HeldEvent[] =>
      [...payments.values()].map((payment) => ({
        ...payment,
        channel: 'sandbox',
        open: payment.status === 'open' && !cancelAsked.has(payment.order),
      })),
    /** The API that the sandbox channel calls, below `/v1/payments`. */
    handle(method: string, path: string, body: Record<string, unknown>): Answer {
      if (method === 'POST' && path === '') return create(body)
      const [, order = '', action = ''] = path.split('/')
      if (action === 'cancel') cancelAsked.add(order)
      const payment = payments.get(order)
      if (!payment) return { status: 404, json: {} }
      if (method === 'GET') return view(payment)
      if (action === 'cancel') {
        if (payment.status === 'open') payment.status = 'cancelled'
        return view(payment)
      }
      return action === 'refunds' ? refund(payment, body) : { status: 404, json: {} }
    },
    /** Takes money. A bank may move after a cancel; a page may not. */
    charge(payment: Payment, amount = payment.amount, currency = payment.currency): Capture {
      const capture = { txn: id('txn'), amount_cents: amount, currency, at: now() }
      payment.captures.push(capture)
      payment.status = 'paid'
      return capture
    },
    tellPaid(payment: Payment, { txn, amount_cents, currency }: Capture): void {
      tell(payment, 'paid', { txn, amount_cents, currency })
    },
    end(payment: Payment, how: 'failed' | 'cancelled'): void {
      if (payment.status === 'paid') return
      payment.status = how
      tell(payment, how)
    },
    /** Reports the same end again, whatever happened since. */
    tellEnd: (payment: Payment, how: 'failed' | 'cancelled'): void => tell(payment, how),
    /** The player's bank asks for the money; at times the news names the capture alone. */
    dispute(payment: Payment, capture: Capture): { close: (isWon: boolean) => void } {
      const dispute = id('dp')
      const order = rng.chance(0.4) ? '' : payment.order
      const remainder = (): number =>
        capture.amount_cents - cents(payment.refunds.filter((candidate) => candidate.txn === capture.txn))
      const say = (stage: string, amount: number): void =>
        tell(payment, `dispute_${stage}`, {
          merchant_order: order,
          dispute_id: dispute,
          txn: capture.txn,
          amount_cents: amount,
          currency: capture.currency,
          reason: 'fraudulent',
        })
      say('opened', remainder())
      return {
        close(isWon) {
          const amount = remainder()
          if (isWon || amount <= 0) {
            say('won', amount)
            return
          }
          payment.refunds.push({ refund_txn: `dispute:${dispute}`, txn: capture.txn, amount_cents: amount, key: null })
          say('lost', amount)
        },
      }
    },
    /** The player's bank takes money back; the merchant is not asked. Undefined where nothing is left. */
    chargeBack(payment: Payment, capture: Capture, share: number): Refund | undefined {
      const remaining =
        capture.amount_cents - cents(payment.refunds.filter((candidate) => candidate.txn === capture.txn))
      const amount = share >= 1 ? remaining : Math.floor(remaining * share)
      return amount > 0 ? giveBack(payment, capture.txn, amount, null) : undefined
    },
  }
}
