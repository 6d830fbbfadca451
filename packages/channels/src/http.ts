import type { z } from 'zod'

const MAX_ANSWER_BYTES = 256 * 1024

/** An outside call without a usable answer: the other side may or may not have acted. */
export class NoAnswer extends Error {
  /** HTTP status, or 0 where nothing came. */
  readonly status: number
  /** How long the other side asks us to wait before the next try, or 0. */
  readonly retryAfterMs: number
  constructor(message: string, status = 0, retryAfterMs = 0) {
    super(message)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

export type Call = {
  method: 'GET' | 'POST' | 'PATCH'
  url: string
  headers?: Record<string, string>
  body?: string
  timeoutMs: number
  maxBytes?: number
}
export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/**
 * Connections are kept between calls; a redirect is an answer like any other and is never followed. The client is loaded
 * at the first call: many processes never make one (decision 251).
 */
async function openClient() {
  const { Agent, request } = await import('undici')
  return { request, agent: new Agent({ connections: 32, keepAliveTimeout: 20_000, connectTimeout: 5_000 }) }
}
let client: ReturnType<typeof openClient> | undefined

async function read(body: AsyncIterable<Buffer>, maxBytes = MAX_ANSWER_BYTES): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > maxBytes) throw new NoAnswer('answer too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

// Decision 101.
const RETRY_AFTER_MAX_MS = 3_600_000

/**
 * The header in ms, as seconds or as a date (RFC 9110, 10.2.3); at most an hour, for nobody stops us for longer. 0
 * where it is missing or senseless.
 */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number {
  if (typeof header !== 'string') return 0
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return ms > 0 ? Math.min(ms, RETRY_AFTER_MAX_MS) : 0
}

/** One call to another party: bounded in time and size. @throws NoAnswer */
export async function boundedCall(call: Call): Promise<Answer> {
  let status = 0
  try {
    const { request, agent } = await (client ??= openClient())
    const response = await request(call.url, {
      method: call.method,
      dispatcher: agent,
      signal: AbortSignal.timeout(call.timeoutMs),
      headers: call.headers ?? {},
      ...(call.body === undefined ? {} : { body: call.body }),
    })
    status = response.statusCode
    const wait = status === 429 || status === 503 ? retryAfterMs(response.headers['retry-after'], Date.now()) : 0
    if (wait > 0) {
      await response.body.dump()
      throw new NoAnswer(`HTTP ${status}, to be asked again in ${Math.ceil(wait / 1000)} s`, status, wait)
    }
    return { status, headers: response.headers, text: await read(response.body, call.maxBytes) }
  } catch (cause) {
    if (cause instanceof NoAnswer) throw cause
    throw new NoAnswer(cause instanceof Error ? cause.message : 'no answer', status)
  }
}

/** One JSON call to another party. @throws NoAnswer */
export async function jsonCall(call: Call): Promise<{ status: number; json: unknown }> {
  const { status, text } = await boundedCall({
    ...call,
    headers: { 'content-type': 'application/json', ...call.headers },
  })
  try {
    return { status, json: JSON.parse(text) as unknown }
  } catch {
    throw new NoAnswer('answer is not JSON', status)
  }
}

/** An answer of another form says nothing: like none at all. @throws NoAnswer */
export function readAnswer<T>(form: z.ZodType<T>, json: unknown, who: string): T {
  const it = form.safeParse(json)
  if (!it.success) throw new NoAnswer(`${who} answered in another form`, 200)
  return it.data
}
