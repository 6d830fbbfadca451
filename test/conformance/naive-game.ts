import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A game as somebody writes it in an afternoon, with the faults that the conformance run must catch: it checks no
 * signature and no time, knows no delivery id, and grants any item to any role. With `careful`, it remembers ids, but
 * only after a pause.
 */
export async function naiveGame(careful = false): Promise<{ url: string; inventory: string; close(): void }> {
  const items = new Map<string, number>()
  const byName = new Map<string, string>()
  const grantOf = async (body: {
    delivery_id: string
    items: { cp_goods_id: string; quantity: number }[]
  }): Promise<string> => {
    const before = careful ? byName.get(body.delivery_id) : undefined
    if (before) return before
    // The lookup above and the note below are two steps.
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
    for (const { cp_goods_id, quantity } of body.items) items.set(cp_goods_id, (items.get(cp_goods_id) ?? 0) + quantity)
    const grant = randomBytes(6).toString('hex')
    byName.set(body.delivery_id, grant)
    return grant
  }
  const server: Server = createServer((request, response) => {
    const say = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.method === 'GET') {
      say(200, { items: [...items].map(([cp_goods_id, quantity]) => ({ cp_goods_id, quantity })) })
      return
    }
    let text = ''
    request.on('data', (part: Buffer) => {
      text += part.toString('utf8')
    })
    request.on(
      'end',
      () =>
        void (async () => {
          try {
            const body = JSON.parse(text) as Parameters<typeof grantOf>[0]
            say(200, { delivery_id: body.delivery_id, grant_id: await grantOf(body) })
          } catch {
            say(500, { error: 'oops' })
          }
        })(),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${base}/deliver`,
    inventory: `${base}/inventory`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
