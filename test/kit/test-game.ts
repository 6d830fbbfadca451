import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A game whose answer a test chooses. */
export type TestGame = {
  url: string
  /** Its answer: a grant, a refusal with this reason, or a 503. */
  says: 'yes' | 'nothing' | { refused: string }
  /** After how many seconds a 503 wants to be asked again. */
  retryAfter?: number
  /** The delivery and recall ids of the requests to it. */
  asked: string[]
  /** The settings of a shop that delivers to it. */
  env(): Record<string, string>
  stop(): void
}

/** `grantOf`: the grant id of a delivery. */
export async function startTestGame(
  grantOf: (delivery: string) => string | Promise<string> = (delivery) => `G-${delivery}`,
): Promise<TestGame> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as { delivery_id: string; recall_id?: string }
    game.asked.push(body.recall_id ?? body.delivery_id)
    if (game.retryAfter !== undefined) response.setHeader('retry-after', game.retryAfter)
    response.setHeader('content-type', 'application/json')
    if (game.says === 'nothing') {
      response.writeHead(503).end(JSON.stringify(body))
      return
    }
    const yes = body.recall_id ? { taken_back: true } : { grant_id: await grantOf(body.delivery_id) }
    response.end(JSON.stringify({ ...body, ...(game.says === 'yes' ? yes : game.says) }))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  const game: TestGame = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    says: 'yes',
    asked: [],
    env: () => ({ GAME_URL: game.url, GAME_RECALL_URL: game.url }),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return game
}
