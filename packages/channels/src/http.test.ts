import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundedCall, NoAnswer } from './http.ts'

let server: Server
let url = ''
/** The number of connections whose answer continues until the caller leaves. */
let dripping = 0
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/whole': (_request, response) => response.writeHead(201, { 'x-said': 'yes' }).end('{"ok":true}'),
  '/large': (_request, response) => response.end('x'.repeat(2_000)),
  '/silent': () => undefined,
  '/drip': (_request, response) => {
    dripping++
    const timer = setInterval(() => response.write('x'), 5)
    response.on('close', () => {
      clearInterval(timer)
      dripping--
    })
  },
  '/busy': (_request, response) => response.writeHead(503, { 'retry-after': '7' }).end('x'.repeat(2_000)),
}

beforeAll(async () => {
  server = createServer((request, response) => answers[request.url ?? '']?.(request, response))
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const failed = (path: string, timeoutMs: number, maxBytes?: number): Promise<unknown> =>
  boundedCall({ method: 'GET', url: path, timeoutMs, ...(maxBytes === undefined ? {} : { maxBytes }) }).catch(
    (error: unknown) => error,
  )

describe('a call to another party', () => {
  it('gives status, headers and text', async () => {
    const { status, headers, text } = await boundedCall({ method: 'POST', url: `${url}/whole`, timeoutMs: 5_000 })
    expect([status, headers['x-said'], text]).toEqual([201, 'yes', '{"ok":true}'])
  })

  it('times out, whether nothing comes or the answer drips', async () => {
    for (const path of ['/silent', '/drip']) expect(await failed(url + path, 60)).toBeInstanceOf(NoAnswer)
    await expect.poll(() => dripping).toBe(0)
  })

  it('ends when the answer is larger than allowed', async () => {
    expect(await failed(`${url}/large`, 5_000, 1_000)).toMatchObject({ message: 'answer too large', status: 200 })
    expect(await failed(`${url}/drip`, 5_000, 3)).toMatchObject({ message: 'answer too large' })
    await expect.poll(() => dripping).toBe(0)
  })

  it('reports the Retry-After of a busy party', async () => {
    expect(await failed(`${url}/busy`, 5_000)).toMatchObject({ status: 503, retryAfterMs: 7_000 })
    expect(await failed(`${url}/busy`, 5_000, 1_000)).toMatchObject({ status: 503, retryAfterMs: 7_000 })
  })

  it("is 'no answer' when nobody listens or the address is invalid", async () => {
    for (const where of ['http://127.0.0.1:1/', 'no address'])
      expect(await failed(where, 5_000)).toBeInstanceOf(NoAnswer)
  })
})
