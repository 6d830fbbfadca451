import { Agent, request } from 'undici'

const MAX_ANSWER_BYTES = 256 * 1024

/** An outside call without a usable answer: the other side may or may not have acted. */
export class NoAnswer extends Error {
  /** HTTP status, or 0 where nothing came. */
  readonly status: number
  constructor(message: string, status = 0) {
    super(message)
    this.status = status
  }
}

export type JsonCall = { method: 'GET' | 'POST'; url: string; headers?: Record<string, string>; body?: string; timeoutMs: number }

/** Connections are kept between calls; a redirect is an answer like any other and is never followed. */
const agent = new Agent({ connections: 32, keepAliveTimeout: 20_000, connectTimeout: 5_000 })

async function read(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > MAX_ANSWER_BYTES) throw new NoAnswer('answer too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** One JSON call to another party: bounded in time and size. @throws NoAnswer */
export async function jsonCall(call: JsonCall): Promise<{ status: number; json: unknown }> {
  let text: string
  let status = 0
  try {
    const response = await request(call.url, {
      method: call.method, dispatcher: agent, signal: AbortSignal.timeout(call.timeoutMs),
      headers: { 'content-type': 'application/json', ...call.headers }, ...(call.body === undefined ? {} : { body: call.body }),
    })
    status = response.statusCode
    text = await read(response.body)
  } catch (cause) {
    if (cause instanceof NoAnswer) throw cause
    throw new NoAnswer(cause instanceof Error ? cause.message : 'no answer', status)
  }
  try { return { status, json: JSON.parse(text) as unknown } } catch { throw new NoAnswer('answer is not JSON', status) }
}
