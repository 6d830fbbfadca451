import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { DisputeStage } from '../channel.ts'
import { type Notation, formatUnits } from './notation.ts'

/**
 * The ways in which a gateway can misbehave at a call: no answer before or after it acted, an answer that is cut off or
 * not JSON, 429, 500 before or after it acted, and an error that repeats all that we sent.
 */
export type Trouble =
  | 'hang_before'
  | 'hang_after'
  | 'cut'
  | 'garbage'
  | 'busy'
  | 'broken_before'
  | 'broken_after'
  | 'echo'
export type Call = { method: string; path: string; query: URLSearchParams; headers: IncomingHttpHeaders; body: string }
/** `kept`: a refusal of an executed call, so that its key always gets this answer. */
export type Reply = { status: number; body: unknown; kept?: true; headers?: Record<string, string> }

export type FakeCapture = {
  txn: string
  amountCents: number
  currency: string
  at: number
  /** Set if the gateway tells it. */
  payerCountry?: string
}
export type FakeRefund = {
  refundTxn: string
  txn: string
  amountCents: number
  currency: string
  key: string
  state: 'done' | 'pending' | 'failed'
  at: number
}
export type FakePayment = {
  id: string
  orderNo: string
  amountCents: number
  currency: string
  returnUrl: string
  expiresAtMs: number
  /** `strange`: a status that no documentation names. */
  state: 'open' | 'approved' | 'promised' | 'paid' | 'failed' | 'cancelled' | 'strange'
  captures: FakeCapture[]
  refunds: FakeRefund[]
  /** The money that disputes took for good. */
  lost?: { txn: string; amountCents: number }[]
  /** The gateway's word of the only method that the page offers, and the country that the merchant named. */
  method?: string
  country?: string
}
/** A webhook before it is signed. */
export type News = Record<string, unknown>
export type Sending = { forged?: boolean; ageSeconds?: number }
export type Charge = { amountCents?: number; currency?: string }
/** The gateway's address, and the sources of its clock and its numbers: a reproducible run brings its own. */
export type Surroundings = { url?: string; now?: () => number; salt?: () => string }

/**
 * A payment gateway over HTTP, built from a provider's public description: the shop's calls on one side, the actions of
 * payers, banks and the provider's staff on the other. Each action returns the webhooks that it causes; `tell` sends
 * them, as often and in the order wanted.
 */
export abstract class FakeGateway {
  abstract readonly code: string
  /** The provider's decimals of a currency. Amounts in this class are in its units. */
  protected abstract readonly notation: Notation
  url: string
  /** As lax as a gateway may be: it refunds again under a new key, so that the books show if a shop invents keys. */
  lax = false
  /** The first state of a refund that the merchant requests. */
  refundsBegin: () => FakeRefund['state'] = () => 'done'
  /** A call is executed at once, but its answer leaves only when this promise ends. */
  answersAfter: (call: Call) => Promise<void> | undefined = () => undefined
  /** The country of the next payers' cards and wallets; '' if it is not told. */
  payerCountry = ''
  /** The address to which webhooks are sent. */
  webhookUrl = ''
  /** Whether webhooks say that they are about real money. */
  live = false
  readonly payments = new Map<string, FakePayment>()
  readonly calls: Call[] = []
  /** Webhooks that the merchant's own calls caused and that are yet to be sent. */
  readonly unsaid: News[] = []
  readonly #troubles: { kind: Trouble; path: RegExp; times: number }[] = []
  readonly #answers = new Map<string, { body: string; reply: Reply }>()
  readonly #counts = new Map<string, number>()
  readonly now: () => number
  readonly #salt: () => string
  #server: Server | undefined

  constructor({ url = '', now = Date.now, salt = () => Math.random().toString(36).slice(2, 10) }: Surroundings = {}) {
    this.url = url
    this.now = now
    this.#salt = salt
  }

  /** The shop's settings for this gateway. */
  abstract env(): Record<string, string>
  /** Values that must never leave the shop's memory. */
  abstract secrets(): string[]
  protected abstract answer(call: Call): Reply
  abstract pack(news: News, sending: Sending): { body: string; headers: Record<string, string> }
  protected abstract paidNews(payment: FakePayment, capture: FakeCapture): News[]
  protected abstract failedNews(payment: FakePayment): News[]
  protected promisedNews(_payment: FakePayment): News[] {
    return []
  }
  protected abstract endedNews(payment: FakePayment): News[]
  protected abstract refundedNews(payment: FakePayment, refund: FakeRefund): News[]
  protected abstract refundFailedNews(payment: FakePayment, refund: FakeRefund): News[]
  protected abstract disputeNews(payment: FakePayment, capture: FakeCapture, stage: DisputeStage): News[]
  /** A webhook of a kind that no documentation names, about this payment. */
  abstract strangeNews(orderNo: string): News[]

  async start(): Promise<this> {
    const server = createServer((request, response) => void this.#serve(request, response))
    this.#server = server
    await new Promise<void>((ready) => {
      server.listen(0, '127.0.0.1', ready)
    })
    const address = server.address()
    this.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    return this
  }
  stop(): void {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }

  /** The next `times` calls whose path matches fail in that way. */
  misbehave(kind: Trouble, path = /./, times = 1): void {
    this.#troubles.push({ kind, path, times })
  }
  behave(): void {
    this.#troubles.length = 0
  }

  payment(orderNo: string): FakePayment {
    const payment = this.payments.get(orderNo)
    if (!payment) throw new Error(`${this.code} knows no payment ${orderNo}`)
    return payment
  }
  /** The amount that the payer is asked for, as a decimal text. */
  asks(orderNo: string): string {
    const { amountCents, currency } = this.payment(orderNo)
    return formatUnits(amountCents, currency, this.notation)
  }
  /** The payer pays on the page. */
  pay(orderNo: string, charge: Charge = {}): News[] {
    return this.charge(orderNo, charge)
  }
  /** Takes money, even if the payment was cancelled or paid before. */
  charge(orderNo: string, { amountCents, currency }: Charge = {}): News[] {
    const payment = this.payment(orderNo)
    const capture = {
      txn: this.id('txn'),
      amountCents: amountCents ?? payment.amountCents,
      currency: currency ?? payment.currency,
      at: this.now(),
      ...(this.payerCountry ? { payerCountry: this.payerCountry } : {}),
    }
    payment.captures.push(capture)
    payment.state = 'paid'
    return this.paidNews(payment, capture)
  }
  /** The payer takes a voucher: the money comes later, or never. */
  promise(orderNo: string): News[] {
    this.payment(orderNo).state = 'promised'
    return this.promisedNews(this.payment(orderNo))
  }
  fail(orderNo: string): News[] {
    this.payment(orderNo).state = 'failed'
    return this.failedNews(this.payment(orderNo))
  }
  expire(orderNo: string): News[] {
    this.payment(orderNo).state = 'cancelled'
    return this.endedNews(this.payment(orderNo))
  }
  /** The provider's staff refund money. */
  refund(orderNo: string, amountCents?: number, txn?: string): News[] {
    const payment = this.payment(orderNo)
    return this.refundedNews(
      payment,
      this.giveBack(payment, txn ?? payment.captures[0]?.txn ?? '', amountCents, '', 'done'),
    )
  }
  /** Completes a pending refund. */
  finish(payment: FakePayment, refund: FakeRefund): News[] {
    refund.state = 'done'
    return this.refundedNews(payment, refund)
  }
  /** Fails a refund, whether it was completed or not. */
  failRefund(payment: FakePayment, refund: FakeRefund): News[] {
    refund.state = 'failed'
    return this.refundFailedNews(payment, refund)
  }
  /** The payer's bank claims the money, or the rest of it. */
  dispute(orderNo: string, stage: DisputeStage, amountCents?: number, txn?: string): News[] {
    const payment = this.payment(orderNo)
    const capture = payment.captures.find((candidate) => txn === undefined || candidate.txn === txn)
    if (!capture) throw new Error(`${this.code} took no money of ${orderNo}`)
    const cents = amountCents ?? capture.amountCents
    if (stage === 'lost') (payment.lost ??= []).push({ txn: capture.txn, amountCents: cents })
    return this.disputeNews(payment, { ...capture, amountCents: cents }, stage)
  }
  /** Reports an event that is not or no longer true: money that nobody took, or a failure after which money came. */
  rumour(orderNo: string, what: 'paid' | 'failed'): News[] {
    const payment = this.payment(orderNo)
    const capture = {
      txn: this.id('txn'),
      amountCents: payment.amountCents,
      currency: payment.currency,
      at: this.now(),
    }
    return what === 'paid'
      ? this.paidNews({ ...payment, state: 'paid', captures: [capture] }, capture)
      : this.failedNews({ ...payment, state: 'failed', captures: [] })
  }
  /** Reports the same capture once more, as another event. */
  tellAgain(orderNo: string): News[] {
    const payment = this.payment(orderNo)
    return payment.captures.slice(-1).flatMap((capture) => this.paidNews(payment, capture))
  }

  /** Sends webhooks one after the other and returns the merchant's answers. */
  async tell(news: readonly News[], sending: Sending = {}): Promise<{ status: number; text: string }[]> {
    const answers = []
    for (const event of news) {
      const { body, headers } = this.pack(event, sending)
      const response = await fetch(this.webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
      answers.push({ status: response.status, text: await response.text() })
    }
    return answers
  }
  async tellUnsaid(): Promise<void> {
    await this.tell(this.unsaid.splice(0))
  }

  id(prefix: string): string {
    const nth = (this.#counts.get(prefix) ?? 0) + 1
    this.#counts.set(prefix, nth)
    return `${prefix}_${nth.toString(36).padStart(6, '0')}${this.#salt()}`
  }
  protected find(id: string): FakePayment | undefined {
    return [...this.payments.values()].find((payment) => payment.id === id)
  }
  protected byTxn(txn: string): FakePayment | undefined {
    return [...this.payments.values()].find((payment) => payment.captures.some((capture) => capture.txn === txn))
  }
  leftOf(
    payment: FakePayment,
    txn: string,
    counts = (refund: FakeRefund): boolean => refund.state !== 'failed',
  ): number {
    const captured = payment.captures.find((capture) => capture.txn === txn)?.amountCents ?? 0
    return (
      captured -
      [...payment.refunds.filter(counts), ...(payment.lost ?? [])]
        .filter((refund) => refund.txn === txn)
        .reduce((sum, item) => sum + item.amountCents, 0)
    )
  }
  /** The amount that the merchant may still refund. */
  protected mayGive(payment: FakePayment, txn: string): number {
    return this.leftOf(payment, txn, (refund) => refund.state !== 'failed' && !(this.lax && refund.key !== ''))
  }
  protected giveBack(
    payment: FakePayment,
    txn: string,
    amountCents: number | undefined,
    key: string,
    state = this.refundsBegin(),
  ): FakeRefund {
    const refund = {
      refundTxn: this.id('re'),
      txn,
      amountCents: amountCents ?? this.leftOf(payment, txn),
      key,
      state,
      at: this.now(),
      currency: payment.captures.find((capture) => capture.txn === txn)?.currency ?? payment.currency,
    }
    payment.refunds.push(refund)
    return refund
  }

  /**
   * A call with the key of an earlier one gets the same answer; with another body it gets `other`, if the provider
   * checks that.
   */
  protected once(key: string | string[] | undefined, call: Call, make: () => Reply, other?: Reply): Reply {
    if (typeof key !== 'string' || key === '')
      return { status: 400, body: { error: { type: 'fake_error', code: 'no_key' } } }
    const name = `${call.path} ${key}`
    const earlier = this.#answers.get(name)
    if (earlier)
      return other && earlier.body !== call.body
        ? other
        : { ...earlier.reply, headers: { 'idempotent-replayed': 'true' } }
    const reply = make()
    // A rejected request is not kept: nothing was executed.
    if (reply.status < 400 || reply.kept) this.#answers.set(name, { body: call.body, reply: structuredClone(reply) })
    return reply
  }

  /** Forgets the keys of calls to this path, as if the provider's retention time were over. */
  forgetKeys(path: RegExp): void {
    for (const name of this.#answers.keys()) if (path.test(name)) this.#answers.delete(name)
  }

  /** Makes a call without a network. */
  handle(call: Call): Reply {
    this.calls.push(call)
    return this.answer(call)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const call: Call = {
      method: request.method ?? 'GET',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: Buffer.concat(parts).toString('utf8'),
    }
    this.calls.push(call)
    const trouble = this.#troubles.find((item) => item.times > 0 && item.path.test(`${call.method} ${call.path}`))
    if (trouble) trouble.times--
    const send = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(body === undefined ? '' : JSON.stringify(body))
    }
    const kind = trouble?.kind
    const errorBody = { error: { type: 'api_error' }, name: 'INTERNAL_SERVER_ERROR' }
    if (kind === 'hang_before') return
    if (kind === 'busy') {
      send(
        429,
        { error: { type: 'rate_limit_error', message: 'slow down' }, name: 'RATE_LIMIT_REACHED' },
        { 'retry-after': '1' },
      )
      return
    }
    if (kind === 'broken_before') {
      send(500, errorBody)
      return
    }
    if (kind === 'echo') {
      send(400, {
        error: { type: 'echo', message: JSON.stringify([call.headers, call.body]) },
        name: JSON.stringify(call.headers),
        message: call.body,
      })
      return
    }
    const { status, body, headers } = this.answer(call)
    await this.answersAfter(call)
    if (kind === 'hang_after') return
    if (kind === 'broken_after') {
      send(500, errorBody)
      return
    }
    if (kind === 'garbage') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Service Unavailable</html>')
      return
    }
    if (kind !== 'cut') {
      send(status, body, headers)
      return
    }
    const text = JSON.stringify(body)
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': String(text.length) })
      .write(text.slice(0, text.length / 2))
    setTimeout(() => {
      response.destroy()
    }, 20)
  }
}
