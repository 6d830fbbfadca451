import type { LookupFunction } from 'node:net'
import type { z } from 'zod'

const MAX_ANSWER_BYTES = 256 * 1024

/** An outside call without a usable answer: the other party may or may not have acted. */
export class NoAnswer extends Error {
  /** HTTP status, or 0 if no answer came. */
  readonly status: number
  /** The milliseconds that the other party asks us to wait before the next try, or 0. */
  readonly retryAfterMs: number
  constructor(message: string, status = 0, retryAfterMs = 0) {
    super(message)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** The other party answered with something that is no JSON. */
export class UnreadableAnswer extends NoAnswer {}

export type Call = {
  method: 'GET' | 'POST' | 'PATCH'
  url: string
  headers?: Record<string, string>
  body?: string
  timeoutMs: number
  maxBytes?: number
  /** Resolves the host's address for this connection, instead of the system's resolver. */
  lookup?: LookupFunction
}
/**
 * Some servers put a byte order mark before their JSON, which a reader may ignore (RFC 8259, 8.1): this one drops it.
 */
export const utf8 = new TextDecoder()

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/**
 * Connections are reused between calls. A redirect is an answer like any other and is never followed. The client is
 * loaded at the first call: many processes never make one (decision 251).
 */
async function openAgent(lookup: LookupFunction | undefined) {
  const { Agent } = await import('undici')
  const connect = { timeout: 5_000, ...(lookup && { lookup }) }
  return new Agent({ connections: 32, keepAliveTimeout: 20_000, connect })
}
const opened = new Map<LookupFunction | undefined, ReturnType<typeof openAgent>>()
function agentOf(lookup: LookupFunction | undefined): ReturnType<typeof openAgent> {
  const agent = opened.get(lookup) ?? openAgent(lookup)
  opened.set(lookup, agent)
  return agent
}

// Decision 101.
const RETRY_AFTER_MAX_MS = 3_600_000

/**
 * The header in ms, given as seconds or as a date (RFC 9110, 10.2.3); at most an hour, for no party may stop us for
 * longer. 0 if it is missing or invalid.
 */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number {
  if (typeof header !== 'string') return 0
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return ms > 0 ? Math.min(ms, RETRY_AFTER_MAX_MS) : 0
}

/**
 * One call to another party, limited in time (from the start of the call to the last byte of the answer) and in size.
 * Decision 245. @throws NoAnswer
 */
export async function boundedCall(call: Call): Promise<Answer> {
  const agent = await agentOf(call.lookup)
  return await new Promise((resolve, fail) => {
    const url = URL.parse(call.url)
    if (!url) {
      fail(new NoAnswer('Invalid URL'))
      return
    }
    const maxBytes = call.maxBytes ?? MAX_ANSWER_BYTES
    const parts: Buffer[] = []
    let status = 0
    let headers: Answer['headers'] = {}
    let bytes = 0
    let stop: ((reason: Error) => void) | undefined
    let late: Error | undefined
    const timer = setTimeout(() => end(new Error('The operation was aborted due to timeout')), call.timeoutMs)
    // A pending call does not keep the process alive.
    timer.unref()
    /** Only the first end counts; if it comes before the end of the answer, the connection is closed. */
    function end(error?: Error): void {
      clearTimeout(timer)
      if (error) {
        late ??= error
        stop?.(error)
      }
      const wait = status === 429 || status === 503 ? retryAfterMs(headers['retry-after'], Date.now()) : 0
      if (wait > 0) {
        fail(new NoAnswer(`HTTP ${status}, to be asked again in ${Math.ceil(wait / 1000)} s`, status, wait))
      } else if (error) fail(new NoAnswer(error.message, status))
      else resolve({ status, headers, text: utf8.decode(Buffer.concat(parts)) })
    }
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: call.method,
          headers: call.headers ?? {},
          body: call.body ?? null,
        },
        {
          onRequestStart(controller) {
            stop = (reason) => controller.abort(reason)
            if (late) controller.abort(late)
          },
          onResponseStart(_controller, code, responseHeaders) {
            if (code < 200) return
            status = code
            headers = responseHeaders
          },
          onResponseData(_controller, chunk) {
            bytes += chunk.length
            if (bytes > maxBytes) end(new Error('answer too large'))
            else parts.push(chunk)
          },
          onResponseEnd() {
            end()
          },
          onResponseError(_controller, error) {
            end(error)
          },
        },
      )
    } catch (cause) {
      end(cause instanceof Error ? cause : new Error('no answer'))
    }
  })
}

/** One JSON call to another party. @throws NoAnswer */
export async function jsonCall(call: Call): Promise<{ status: number; json: unknown }> {
  const { status, text } = await boundedCall({
    ...call,
    headers: { 'content-type': 'application/json', ...call.headers },
  })
  try {
    const json: unknown = JSON.parse(text)
    return { status, json }
  } catch {
    throw new UnreadableAnswer('answer is not JSON', status)
  }
}

/** Validates an answer. One in an unexpected form counts as no answer. @throws NoAnswer */
export function readAnswer<T>(form: z.ZodType<T>, json: unknown, who: string): T {
  const it = form.safeParse(json)
  if (!it.success) throw new NoAnswer(`${who} answered in an unexpected form`, 200)
  return it.data
}
