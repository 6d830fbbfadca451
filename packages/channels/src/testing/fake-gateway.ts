import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { DisputeStage } from '../channel.ts'

/**
 * How a gateway can misbehave at a call: no answer before or after it acted, an answer cut off or that is no JSON, 429, 500 before or after
 * it acted, and an error that repeats all that we sent.
 */
export type Trouble = 'hang_before' | 'hang_after' | 'cut' | 'garbage' | 'busy' | 'broken_before' | 'broken_after' | 'echo'
export type Call = { method: string; path: string; query: URLSearchParams; headers: IncomingHttpHeaders; body: string }
export type Reply = { status: number; body: unknown }

export type FakeCapture = { txn: string; amountCents: number; currency: string; at: number }
export type FakeRefund = { refundTxn: string; txn: string; amountCents: number; currency: string; key: string; state: 'done' | 'pending' | 'failed'; at: number }
export type FakePayment = {
  id: string; orderNo: string; amountCents: number; currency: string; returnUrl: string; expiresAtMs: number
  /** `strange`: a status that no documentation names. */
  state: 'open' | 'approved' | 'paid' | 'failed' | 'cancelled' | 'strange'
  captures: FakeCapture[]; refunds: FakeRefund[]
}
/** A webhook before it is signed. */
export type News = Record<string, unknown>
export type Sending = { forged?: boolean; ageSeconds?: number }
export type Charge = { amountCents?: number; currency?: string }

/**
 * A payment gateway over HTTP, written from a provider's public description: the shop's calls on one side, on the other what
 * payers, banks and the provider's staff do. Each control answers with the webhooks that it causes; `tell` sends them, as often and in the order wanted.
 */
export abstract class FakeGateway {
  abstract readonly code: string
  url = ''
  /** Where the merchant hears webhooks. */
  webhookUrl = ''
  /** Whether webhooks say that they are about real money. */
  live = false
  readonly payments = new Map<string, FakePayment>()
  readonly calls: Call[] = []
  /** Webhooks that the merchant's own calls caused, to be told. */
  readonly unsaid: News[] = []
  readonly #troubles: { kind: Trouble; path: RegExp; times: number }[] = []
  readonly #answers = new Map<string, { body: string; reply: Reply }>()
  #server: Server | undefined
  #count = 0

  /** The shop's settings for this gateway. */
  abstract env(): Record<string, string>
  /** What must never leave the shop's memory. */
  abstract secrets(): string[]
  protected abstract answer(call: Call): Reply
  protected abstract pack(news: News, sending: Sending): { body: string; headers: Record<string, string> }
  protected abstract paidNews(payment: FakePayment, capture: FakeCapture): News[]
  protected abstract failedNews(payment: FakePayment): News[]
  protected abstract endedNews(payment: FakePayment): News[]
  protected abstract refundedNews(payment: FakePayment, refund: FakeRefund): News[]
  protected abstract disputeNews(payment: FakePayment, txn: string, stage: DisputeStage): News[]
  /** News of a kind that no documentation names, about this payment. */
  abstract strangeNews(orderNo: string): News[]

  async start(): Promise<this> {
    const server = createServer((request, response) => { void this.#serve(request, response) })
    this.#server = server
    await new Promise<void>((ready) => { server.listen(0, '127.0.0.1', ready) })
    const address = server.address()
    this.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    return this
  }
  stop(): void {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }

  /** The next `times` calls whose path matches go wrong. */
  misbehave(kind: Trouble, path = /./, times = 1): void { this.#troubles.push({ kind, path, times }) }
  behave(): void { this.#troubles.length = 0 }

  payment(orderNo: string): FakePayment {
    const found = this.payments.get(orderNo)
    if (!found) throw new Error(`${this.code} knows no payment ${orderNo}`)
    return found
  }
  /** The payer pays on the page. */
  pay(orderNo: string, charge: Charge = {}): News[] { return this.charge(orderNo, charge) }
  /** Money is taken, whatever was cancelled or paid before. */
  charge(orderNo: string, { amountCents, currency }: Charge = {}): News[] {
    const payment = this.payment(orderNo)
    const capture = { txn: this.id('txn'), amountCents: amountCents ?? payment.amountCents, currency: currency ?? payment.currency, at: Date.now() }
    payment.captures.push(capture)
    payment.state = 'paid'
    return this.paidNews(payment, capture)
  }
  fail(orderNo: string): News[] { this.payment(orderNo).state = 'failed'; return this.failedNews(this.payment(orderNo)) }
  expire(orderNo: string): News[] { this.payment(orderNo).state = 'cancelled'; return this.endedNews(this.payment(orderNo)) }
  /** The provider's staff give money back. */
  refund(orderNo: string, amountCents?: number): News[] {
    const payment = this.payment(orderNo)
    return this.refundedNews(payment, this.giveBack(payment, payment.captures[0]?.txn ?? '', amountCents, ''))
  }
  dispute(orderNo: string, stage: DisputeStage): News[] { return this.disputeNews(this.payment(orderNo), this.payment(orderNo).captures[0]?.txn ?? '', stage) }

  /** Sends webhooks one after the other; gives the merchant's answers. */
  async tell(news: readonly News[], sending: Sending = {}): Promise<{ status: number; text: string }[]> {
    const answers = []
    for (const one of news) {
      const { body, headers } = this.pack(one, sending)
      const response = await fetch(this.webhookUrl, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
      answers.push({ status: response.status, text: await response.text() })
    }
    return answers
  }
  async tellUnsaid(): Promise<void> { await this.tell(this.unsaid.splice(0)) }

  id(prefix: string): string { return `${prefix}_${(++this.#count).toString(36).padStart(6, '0')}${Math.random().toString(36).slice(2, 10)}` }
  protected find(id: string): FakePayment | undefined { return [...this.payments.values()].find((one) => one.id === id) }
  protected byTxn(txn: string): FakePayment | undefined { return [...this.payments.values()].find((one) => one.captures.some((capture) => capture.txn === txn)) }
  protected leftOf(payment: FakePayment, txn: string): number {
    const taken = payment.captures.find((one) => one.txn === txn)?.amountCents ?? 0
    return taken - payment.refunds.filter((one) => one.txn === txn && one.state !== 'failed').reduce((sum, one) => sum + one.amountCents, 0)
  }
  protected giveBack(payment: FakePayment, txn: string, amountCents: number | undefined, key: string, state: FakeRefund['state'] = 'done'): FakeRefund {
    const refund = {
      refundTxn: this.id('re'), txn, amountCents: amountCents ?? this.leftOf(payment, txn), key, state, at: Date.now(),
      currency: payment.captures.find((one) => one.txn === txn)?.currency ?? payment.currency,
    }
    payment.refunds.push(refund)
    return refund
  }

  /** A call with the key of an earlier one is answered like that one; with another body by `other`, where the provider looks. */
  protected once(key: string | string[] | undefined, call: Call, make: () => Reply, other?: Reply): Reply {
    if (typeof key !== 'string' || key === '') return { status: 400, body: { error: { type: 'fake_error', code: 'no_key' } } }
    const name = `${call.path} ${key}`
    const earlier = this.#answers.get(name)
    if (earlier) return other && earlier.body !== call.body ? other : earlier.reply
    const reply = make()
    // A refused form is not kept: nothing was executed.
    if (reply.status < 400) this.#answers.set(name, { body: call.body, reply: structuredClone(reply) })
    return reply
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const call: Call = { method: request.method ?? 'GET', path: pathname, query: searchParams, headers: request.headers, body: Buffer.concat(parts).toString('utf8') }
    this.calls.push(call)
    const trouble = this.#troubles.find((one) => one.times > 0 && one.path.test(`${call.method} ${call.path}`))
    if (trouble) trouble.times--
    const send = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body === undefined ? '' : JSON.stringify(body))
    }
    const kind = trouble?.kind
    const broken = { error: { type: 'api_error' }, name: 'INTERNAL_SERVER_ERROR' }
    if (kind === 'hang_before') return
    if (kind === 'busy') { send(429, { error: { type: 'rate_limit_error', message: 'slow down' }, name: 'RATE_LIMIT_REACHED' }, { 'retry-after': '1' }); return }
    if (kind === 'broken_before') { send(500, broken); return }
    if (kind === 'echo') { send(400, { error: { type: 'echo', message: JSON.stringify([call.headers, call.body]) }, name: JSON.stringify(call.headers), message: call.body }); return }
    const { status, body } = this.answer(call)
    if (kind === 'hang_after') return
    if (kind === 'broken_after') { send(500, broken); return }
    if (kind === 'garbage') { response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Service Unavailable</html>'); return }
    if (kind !== 'cut') { send(status, body); return }
    const text = JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': String(text.length) }).write(text.slice(0, text.length / 2))
    setTimeout(() => { response.destroy() }, 20)
  }
}
