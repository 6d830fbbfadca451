import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify as isSigned,
} from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GameApi } from './types.ts'

/**
 * The game's side of HC Portal in one file: `connect` calls the shop, `handler` answers the shop's pushes, `verify`
 * only checks a push. Node 22.18 or later runs it unchanged; it needs no package. README.md tells how to use it.
 */

// ed25519 keys in the form of Standard Webhooks: `whsk_` for a private key, `whpk_` for a public one, then Base64.

/** The prefix of a key's bytes in DER (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

function privateKeyOf(text: string): KeyObject {
  const bytes = Buffer.from(text.slice('whsk_'.length), 'base64')
  if (!text.startsWith('whsk_') || (bytes.length !== 32 && bytes.length !== 64))
    throw new Error('a private key must be whsk_ and the Base64 of 32 or 64 bytes')
  return createPrivateKey({ key: Buffer.concat([PKCS8, bytes.subarray(0, 32)]), format: 'der', type: 'pkcs8' })
}

function publicKeyOf(text: string): KeyObject {
  const bytes = Buffer.from(text.slice('whpk_'.length), 'base64')
  if (bytes.length !== 32) throw new Error('a public key must be whpk_ and the Base64 of 32 bytes')
  return createPublicKey({ key: Buffer.concat([SPKI, bytes]), format: 'der', type: 'spki' })
}

// Calls of the shop

/** Either the secret of a key (`hcg_…`), or a private key (`whsk_…`) whose public half the shop has. */
export type Credentials = { key: string } & ({ secret: string } | { privateKey: string })
export type Request = { method: string; path: string; timestamp: string; body: string | Uint8Array }

/** The value of `x-hc-signature`; `path` includes the query, as on the request line. */
export function signatureOf(credentials: Credentials, { method, path, timestamp, body }: Request): string {
  const head = `${method}\n${path}\n${timestamp}\n`
  if ('secret' in credentials) return createHmac('sha256', credentials.secret).update(head).update(body).digest('hex')
  const bytes = Buffer.concat([Buffer.from(head), Buffer.from(body)])
  return `ed25519=${sign(null, bytes, privateKeyOf(credentials.privateKey)).toString('hex')}`
}

let last = 0
/**
 * The current time, but never the same twice: two identical requests in one millisecond would have the same signature.
 */
const stamp = (): string => String((last = Math.max(Date.now(), last + 1)))

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** A refusal by the shop: `msg` is a stable key, `data` the details. `docs/errors.md` of the shop lists all keys. */
export class ShopError extends Error {
  readonly code: number
  readonly msg: string
  readonly status: number
  readonly data: unknown
  constructor(status: number, answer: { code: number; msg: string; data?: unknown }) {
    super(`the shop answers ${answer.msg} (${answer.code})`)
    this.name = 'ShopError'
    this.code = answer.code
    this.msg = answer.msg
    this.status = status
    this.data = answer.data ?? null
  }
}

export type Options = Credentials & {
  /** The shop's address, without a path. */
  url: string
  /** The time-out of one answer in ms. */
  timeoutMs?: number
  /** The number of tries if the shop is busy or does not answer; each try is signed anew. */
  tries?: number
}
type Filled<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type Name = keyof GameApi
/** `params`, `query` and `body` of a call, each if the call has them. */
export type Input<N extends Name> = Filled<Omit<GameApi[N], 'result'>>
export type Result<N extends Name> = GameApi[N]['result']
type CallInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** The request line of a call: its method and its path with query. */
function lineOf(name: string, { params = {}, query = {} }: CallInput): { method: string; path: string } {
  const [method = '', template = ''] = name.split(' ')
  const path = template.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(params[field] ?? ''))
  const search = new URLSearchParams()
  for (const [field, value] of Object.entries(query))
    if (value !== undefined) search.set(field, `${value as string | number | boolean}`)
  return { method, path: search.size > 0 ? `${path}?${search}` : path }
}

/** Returns the result, or the ms to wait before the next try; throws a final refusal. */
async function readAnswer(response: Response): Promise<{ result: unknown } | { busyMs: number; error: Error }> {
  const answer = (await response.json()) as { code: number; msg: string; data?: unknown; result?: unknown }
  if (answer.code === 0) return { result: answer.result }
  const error = new ShopError(response.status, answer)
  if (response.status !== 429 && response.status !== 503) throw error
  return { busyMs: Number(response.headers.get('retry-after') ?? 1) * 1000, error }
}

/** The shop's API for games. Every call may be repeated: a retry does not undo or repeat an effect. */
export function connect(options: Options) {
  const { url, timeoutMs = 10_000, tries = 4 } = options
  const base = url.replace(/\/+$/, '')
  return {
    /** `await shop.call('PUT /game/v1/servers/{server_id}', { params: { server_id: 's1' }, body: { … } })` */
    async call<const N extends Name>(name: N, input: Input<N>): Promise<Result<N>> {
      const callInput = input as CallInput
      const { method, path } = lineOf(name, callInput)
      const body = callInput.body === undefined ? '' : JSON.stringify(callInput.body)
      for (let attempt = 1; ; attempt++) {
        const timestamp = stamp()
        let waitMs = 2 ** attempt * 250
        try {
          const result = await readAnswer(
            await fetch(base + path, {
              method,
              ...(body ? { body } : {}),
              signal: AbortSignal.timeout(timeoutMs),
              headers: {
                'x-hc-key': options.key,
                'x-hc-timestamp': timestamp,
                'x-hc-signature': signatureOf(options, { method, path, timestamp, body }),
                ...(body ? { 'content-type': 'application/json' } : {}),
              },
            }),
          )
          if ('result' in result) return result.result as Result<N>
          if (attempt >= tries) throw result.error
          waitMs = result.busyMs
        } catch (error) {
          // Without an answer the call may have taken effect; a retry is safe.
          if (error instanceof ShopError || attempt >= tries) throw error
        }
        await sleep(waitMs)
      }
    },
  }
}

// The shop's pushes

export type Headers = Record<string, string | string[] | undefined>
/** The largest difference between the time of a push and ours. */
const TOLERANCE_SECONDS = 300

/**
 * True if one of the signatures is right for one of the keys (`whsec_…` and `whpk_…`, several during a rotation), and
 * the time is near ours. `body` must be the unchanged bytes.
 */
export function isGenuine(
  keys: readonly string[],
  headers: Headers,
  body: string | Uint8Array,
  nowMs: number = Date.now(),
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatureText } = headers
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signatureText !== 'string') return false
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs / 1000 - Number(time)) > TOLERANCE_SECONDS) return false
  const message = Buffer.concat([Buffer.from(`${id}.${time}.`), Buffer.from(body)])
  const signatures = signatureText.split(' ')
  return keys.some((key) => {
    if (key.startsWith('whpk_')) {
      const publicKey = publicKeyOf(key)
      return signatures.some((signature) => {
        const base64 = /^v1a,([A-Za-z0-9+/]{86}==)$/.exec(signature)?.[1]
        return base64 !== undefined && isSigned(null, message, publicKey, Buffer.from(base64, 'base64'))
      })
    }
    if (!key.startsWith('whsec_')) throw new Error('a key must be whsec_… or whpk_…')
    const secret = Buffer.from(key.slice('whsec_'.length), 'base64')
    const bytes = Buffer.from(`v1,${createHmac('sha256', secret).update(message).digest('base64')}`)
    return signatures.some((signature) => {
      const actual = Buffer.from(signature)
      return actual.length === bytes.length && timingSafeEqual(actual, bytes)
    })
  })
}

/** The current keys; `anew` is true if a push matched none of the keys returned before. */
export type Keys = readonly string[] | ((anew: boolean) => readonly string[] | Promise<readonly string[]>)
const FETCH_AT_MOST_EVERY_MS = 10_000
const KEPT_MS = 300_000

/** The shop's public keys, from its own address. They are fetched if they are old or do not match. */
export function publicKeys(url: string): (anew: boolean) => Promise<readonly string[]> {
  let knownValues: readonly string[] = []
  let askedAt = -Infinity
  return async (anew) => {
    if (Date.now() - askedAt > (anew ? FETCH_AT_MOST_EVERY_MS : KEPT_MS)) {
      askedAt = Date.now()
      const address = `${url.replace(/\/+$/, '')}/.well-known/hc-webhook-keys.json`
      // Without an answer the earlier keys remain valid.
      const response = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
      if (response?.ok)
        knownValues = ((await response.json()) as { keys: { key: string }[] }).keys.map(({ key }) => key)
    }
    return knownValues
  }
}

/** True if the shop sent this push: `isGenuine` with keys that may be fetched. */
export async function verify(keys: Keys, headers: Headers, body: string | Uint8Array): Promise<boolean> {
  if (typeof keys !== 'function') return isGenuine(keys, headers, body)
  return isGenuine(await keys(false), headers, body) || isGenuine(await keys(true), headers, body)
}

export type Item = { cp_goods_id: string; quantity: number; bonus: number }
export type Delivery = {
  /** Never changes: a delivery that was granted under this id is not granted again. */
  delivery_id: string
  sdk_order_id: string
  uid: string
  server_id: string
  role_id: string
  items: Item[]
}
/** The fields of the delivery to take back; `grant_id` is null if the game never confirmed it. */
export type Recall = Delivery & { recall_id: string; grant_id: string | null; reason: string; refund_of: string }

type Refused = { refused: string }
type HandlerAnswer<T> = T | Refused | Promise<T | Refused>
export type Handlers = {
  /** `whsec_…`, `whpk_…`, or `publicKeys(url)`. */
  keys: Keys
  /** Grants the whole delivery and returns the grant id; or refuses it for good, with a reason. */
  deliver: (delivery: Delivery) => HandlerAnswer<{ grant_id: string }>
  /** Takes the granted items back; or refuses, and an operator asks. */
  recall?: (recall: Recall) => HandlerAnswer<{ taken_back: true }>
}
export type Answer = { status: number; body: Record<string, unknown> }

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 128
const isItem = (value: unknown): value is Item => {
  const item = value as Partial<Item> | null
  return isText(item?.cp_goods_id) && Number.isSafeInteger(item.quantity) && Number(item.quantity) > 0
}

/** The delivery or recall in a body; undefined if it is neither. */
function read(body: string | Uint8Array): (Delivery & Partial<Recall>) | undefined {
  let it: Partial<Recall> | null
  try {
    it = JSON.parse(Buffer.from(body).toString('utf8')) as Partial<Recall> | null
  } catch {
    return undefined
  }
  const hasNames = isText(it?.delivery_id) && typeof it.server_id === 'string' && typeof it.role_id === 'string'
  if (!hasNames || !Array.isArray(it?.items) || it.items.length === 0 || !it.items.every(isItem)) return undefined
  return it.recall_id === undefined || isText(it.recall_id) ? (it as Delivery & Partial<Recall>) : undefined
}

/**
 * Answers a push. If `deliver` or `recall` throws, the answer is HTTP 500: the shop asks again under the same id. A
 * grant that was written before is then found, and one that was not is made.
 */
export function handler({ keys, deliver, recall }: Handlers) {
  return async (headers: Headers, body: string | Uint8Array): Promise<Answer> => {
    if (!(await verify(keys, headers, body))) return { status: 401, body: { error: 'signature' } }
    const it = read(body)
    if (!it) return { status: 400, body: { error: 'neither a delivery nor a recall' } }
    try {
      if (it.recall_id === undefined)
        return { status: 200, body: { delivery_id: it.delivery_id, ...(await deliver(it)) } }
      if (!recall) return { status: 501, body: { error: 'this game takes nothing back' } }
      return { status: 200, body: { recall_id: it.recall_id, ...(await recall(it as Recall)) } }
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
      return { status: 500, body: { error: 'try again' } }
    }
  }
}

const BODY_MAX = 1024 * 1024

/** The handler in the form for `node:http`: `createServer(listener(handler({ … })))`. */
export function listener(answer: ReturnType<typeof handler>) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = []
    let size = 0
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length
      if (size <= BODY_MAX) parts.push(part)
    }
    const { status, body } =
      size > BODY_MAX ? { status: 413, body: {} } : await answer(request.headers, Buffer.concat(parts))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}
