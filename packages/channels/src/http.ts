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

/** One JSON call to another party: bounded in time and size, no redirect followed. @throws NoAnswer */
export async function jsonCall(call: JsonCall): Promise<{ status: number; json: unknown }> {
  let text: string
  let status: number
  try {
    const response = await fetch(call.url, {
      method: call.method, redirect: 'error', signal: AbortSignal.timeout(call.timeoutMs),
      headers: { 'content-type': 'application/json', ...call.headers }, ...(call.body === undefined ? {} : { body: call.body }),
    })
    status = response.status
    if (Number(response.headers.get('content-length') ?? 0) > MAX_ANSWER_BYTES) throw new NoAnswer('answer too large', status)
    text = await response.text()
  } catch (cause) {
    if (cause instanceof NoAnswer) throw cause
    throw new NoAnswer(cause instanceof Error ? `${cause.message} ${cause.cause instanceof Error ? cause.cause.message : ''}`.trim() : 'no answer')
  }
  if (text.length > MAX_ANSWER_BYTES) throw new NoAnswer('answer too large', status)
  try { return { status, json: JSON.parse(text) as unknown } } catch { throw new NoAnswer('answer is not JSON', status) }
}
