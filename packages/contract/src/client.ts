import type { BodyOf, CallName, ResultOf } from './calls.ts'
import type { Envelope } from './envelope.ts'

/** The rejection of a call that did not succeed (product specification, section 8). */
export class CallError extends Error {
  /** HTTP status; 500 if the network failed. */
  readonly status: number
  /** The envelope's code; -1 if there was no envelope. */
  readonly code: number
  /** The error key, or `request error`. */
  readonly msg: string
  readonly data: Record<string, unknown> | null

  constructor(status: number, code: number, msg: string, data: Record<string, unknown> | null = null) {
    super(msg)
    this.status = status
    this.code = code
    this.msg = msg
    this.data = data
  }
}

export type ClientOptions = {
  /** Prefix of every path, '' for the same site. */
  baseUrl: string
  fetch: typeof fetch
  /** The call's own time-out in ms (specification: 60,000). */
  timeoutMs: number
  /** Read at each call: token, gameid, version and the like. */
  headers: () => Record<string, string>
  /** HTTP 203: the session is over or was taken over on another device. */
  onTokenExpired: () => void
  /** Code 20002: the token was never valid, or the account is disabled. */
  onInvalidToken: () => void
}

export type CallExtras = { idempotencyKey?: string; signal?: AbortSignal }
export type Answer<N extends CallName> = { result: ResultOf<N>; total: number }

export type Client = {
  /** Returns only the result. @throws CallError */
  call<N extends CallName>(name: N, body: BodyOf<N>, extras?: CallExtras): Promise<ResultOf<N>>
  /** Returns the result and the number of rows of all pages. @throws CallError */
  list<N extends CallName>(name: N, body: BodyOf<N>, extras?: CallExtras): Promise<Answer<N>>
}

const TOKEN_EXPIRED = 203
const INVALID_TOKEN = 20002
const GET_CALLS: ReadonlySet<CallName> = new Set<CallName>(['bulletin/top'])

/** The only reader of the envelope. It handles 203 and 20002 in one place, so that no page has to. */
export function createClient(options: ClientOptions): Client {
  async function send<N extends CallName>(name: N, body: BodyOf<N>, extras: CallExtras = {}): Promise<Answer<N>> {
    const isGet = GET_CALLS.has(name)
    const signals = [AbortSignal.timeout(options.timeoutMs), ...(extras.signal ? [extras.signal] : [])]
    const headers: Record<string, string> = { ...options.headers() }
    if (!isGet) headers['content-type'] = 'application/json'
    if (extras.idempotencyKey) headers['idempotency-key'] = extras.idempotencyKey
    let response: Response
    let envelope: Envelope<ResultOf<N>> | null
    try {
      response = await options.fetch(`${options.baseUrl}/api/${name}`, {
        method: isGet ? 'GET' : 'POST',
        headers,
        signal: AbortSignal.any(signals),
        ...(isGet ? {} : { body: JSON.stringify(body) }),
      })
      envelope = (await response.json().catch(() => null)) as Envelope<ResultOf<N>> | null
    } catch (cause) {
      if (extras.signal?.aborted) throw cause
      throw new CallError(500, -1, 'request error')
    }
    if (response.status === TOKEN_EXPIRED) {
      options.onTokenExpired()
      throw new CallError(TOKEN_EXPIRED, envelope?.code ?? -1, 'tokenFail')
    }
    if (envelope?.code === INVALID_TOKEN) options.onInvalidToken()
    if (response.status !== 200 || !envelope || envelope.code !== 0 || !('result' in envelope)) {
      const failure = envelope && 'data' in envelope ? envelope : null
      throw new CallError(
        response.status,
        envelope?.code ?? -1,
        envelope?.msg || 'request error',
        failure?.data ?? null,
      )
    }
    return { result: envelope.result, total: envelope.total ?? 0 }
  }
  return {
    call: async (name, body, extras) => (await send(name, body, extras)).result,
    list: send,
  }
}
