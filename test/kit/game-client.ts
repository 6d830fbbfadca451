import type { KeyObject } from 'node:crypto'
import { ed25519Sign } from '@hc/channels/ed25519'
import type { GameCallName, GameCalls, GameResult } from '@hc/contract/game/game'
import { requestBytes, type Signable, signRequest } from '../../apps/server/src/shop/game/signature.ts'
import { read, type Reply } from './shop.ts'

/** A path of the contract with any text in place of its parameters. */
type Filled<P extends string> = P extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : P
type Fits<N extends GameCallName, M, P> = M extends GameCalls[N]['method']
  ? P extends Filled<GameCalls[N]['path']> | `${Filled<GameCalls[N]['path']>}?${string}`
    ? N
    : never
  : never
/** The call of a request line; `never` if the contract has none. */
type CallOf<M, P> = { [N in GameCallName]: Fits<N, M, P> }[GameCallName]
type Answer<M, P> = [CallOf<M, P>] extends [never] ? unknown : GameResult<CallOf<M, P>>

export type GameClient = {
  /** Signs and sends a request. `path` includes the query, as on the request line. */
  send<const M extends string, const P extends string>(method: M, path: P, body?: unknown): Promise<Reply<Answer<M, P>>>
  /** Sends the given text and headers, signed or not. */
  raw<Result = unknown>(
    method: string,
    path: string,
    text: string,
    headers: Record<string, string>,
  ): Promise<Reply<Result>>
  headers(method: string, path: string, text: string, timestamp?: number): Record<string, string>
}

let last = 0
/** The time in ms, never the same twice: the same request in the same millisecond would have the same signature. */
const stamp = (): number => {
  last = Math.max(Date.now(), last + 1)
  return last
}

const signature = (key: string | KeyObject, request: Signable): string =>
  typeof key === 'string'
    ? signRequest(key, request).toString('hex')
    : `ed25519=${ed25519Sign(key, requestBytes(request)).toString('hex')}`

/** A publisher's server as a client of the shop's game API. Its key is a secret or an ed25519 key. */
export function gameClient(url: string, keyId = 'demo-key', key: string | KeyObject = 'demo-game-secret'): GameClient {
  const client: GameClient = {
    headers: (method, path, text, timestamp = stamp()) => ({
      'x-hc-key': keyId,
      'x-hc-timestamp': String(timestamp),
      'x-hc-signature': signature(key, { method, url: path, timestamp: String(timestamp), body: text }),
      ...(text ? { 'content-type': 'application/json' } : {}),
    }),
    raw: async (method, path, text, headers) =>
      await read(await fetch(url + path, { method, headers, ...(text ? { body: text } : {}) })),
    async send(method, path, body) {
      const text = body === undefined ? '' : JSON.stringify(body)
      return await client.raw(method, path, text, client.headers(method, path, text))
    },
  }
  return client
}
