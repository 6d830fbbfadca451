import { signRequest } from '../modules/game/signature.ts'
import { read, type Reply } from './shop.ts'

export type GameClient = {
  /** Signs and sends; the path with its query, as on the request line. */
  send(method: string, path: string, body?: unknown): Promise<Reply>
  /** Sends what it is told to, signed or not. */
  raw(method: string, path: string, text: string, headers: Record<string, string>): Promise<Reply>
  headers(method: string, path: string, text: string, timestamp?: number): Record<string, string>
}

let last = 0
/** The time in ms, never the same twice: the same request in the same millisecond would have the same signature. */
const stamp = (): number => { last = Math.max(Date.now(), last + 1); return last }

/** A publisher's server, as the shop's game API sees it. */
export function gameClient(url: string, keyId = 'demo-key', secret = 'demo-game-secret'): GameClient {
  const client: GameClient = {
    headers: (method, path, text, timestamp = stamp()) => ({
      'x-hc-key': keyId, 'x-hc-timestamp': String(timestamp),
      'x-hc-signature': signRequest(secret, { method, url: path, timestamp: String(timestamp), body: text }).toString('hex'),
      ...(text ? { 'content-type': 'application/json' } : {}),
    }),
    raw: async (method, path, text, headers) => await read(await fetch(url + path, { method, headers, ...(text ? { body: text } : {}) })),
    async send(method, path, body) {
      const text = body === undefined ? '' : JSON.stringify(body)
      return await client.raw(method, path, text, client.headers(method, path, text))
    },
  }
  return client
}
