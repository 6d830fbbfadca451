import { Agent, request } from 'node:http'

export type Ask = { method: string; path: string; headers: Record<string, string>; body: Buffer | null }
export type Answer = { status: number; headers: Record<string, string>; text: string }

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

function once(base: string, ask: Ask): Promise<Answer> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, fail) => {
    // Node's own client: the path goes out as it is, and GET may have a body.
    const out = request(
      {
        agent,
        hostname,
        port,
        path: ask.path,
        method: ask.method,
        timeout: 20_000,
        headers: {
          ...ask.headers,
          ...(ask.body ? { 'content-length': String(ask.body.length) } : {}),
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => {
          parts.push(part)
        })
        response.on('error', fail)
        response.on('end', () => {
          const headers: Record<string, string> = {}
          for (const [name, value] of Object.entries(response.headers)) headers[name] = String(value)
          resolve({ status: response.statusCode ?? 0, headers, text: Buffer.concat(parts).toString('utf8') })
        })
      },
    )
    out.on('timeout', () => {
      out.destroy(new Error('no answer in 20 s'))
    })
    out.on('error', fail)
    out.end(ask.body ?? undefined)
  })
}

/** Sends a request; a connection that the server closed while idle is tried again once. Status 0: no answer at all. */
export async function send(base: string, ask: Ask): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(base, ask)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (attempt >= 2 || !/ECONNRESET|EPIPE|socket hang up/.test(message))
        return { status: 0, headers: {}, text: message }
    }
  }
}

export const hangUp = (): void => agent.destroy()

/** Runs `work` over all inputs, `width` at a time. */
export async function inFlight<T>(
  inputs: readonly T[],
  width: number,
  work: (input: T) => Promise<void>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < inputs.length) await work(inputs[next++] as T)
    }),
  )
}
