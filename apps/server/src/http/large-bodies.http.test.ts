import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { withShop } from '@hc/test/fixtures'
import { freePort } from '@hc/test/shop'

const KB = 1024
const PIECE = Buffer.alloc(16 * KB, 'a')
const [port, hurriedPort] = [await freePort(), await freePort()]
// Half of a request's time is for the rest of a refused body: a machine under load needs a part of it.
const shop = withShop({ CONSOLE_PORT: String(port), REQUEST_TIMEOUT_MS: '30000', RATE_LIMIT_PER_MINUTE: '60000' })
const hurried = withShop({ CONSOLE_PORT: String(hurriedPort), REQUEST_TIMEOUT_MS: '4000' })

type Sending = { port: number; path: string; pieces: number; pauseMs: number; chunked: boolean }

/**
 * Sends a body as a browser does: it reads the answer only once the last byte has left. @returns the status; '' if the
 * connection broke first
 */
async function statusAfterAll({ port: to, path, pieces, pauseMs, chunked }: Sending): Promise<string> {
  const socket = connect(to, '127.0.0.1')
  const broken = new Promise<string>((resolve) => {
    socket.once('error', (error) => resolve(error.message))
  })
  await once(socket, 'connect')
  socket.pause()
  const size = chunked ? 'transfer-encoding: chunked' : `content-length: ${PIECE.length * pieces}`
  const begin = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${size}\r\n\r\n`
  const send = async (part: Buffer | string): Promise<void> =>
    await new Promise<void>((resolve, fail) => {
      socket.write(part, (error) => {
        if (error) fail(error)
        else resolve()
      })
    })
  const sendAll = async (): Promise<string> => {
    await send(begin)
    for (let n = 0; n < pieces; n++) {
      if (chunked) await send(`${PIECE.length.toString(16)}\r\n`)
      await send(PIECE)
      if (chunked) await send('\r\n')
      if (pauseMs > 0) await sleep(pauseMs)
    }
    if (chunked) await send('0\r\n\r\n')
    // The bytes arrive before the browser looks at its own side.
    await sleep(5)
    let output = ''
    for await (const part of socket) {
      output += String(part)
      if (output.includes('PayloadTooLarge')) break
    }
    return `${output.split(' ')[1] ?? ''} ${/PayloadTooLarge/.exec(output)?.[0] ?? ''}`
  }
  const status = await Promise.race([sendAll().catch((error: unknown) => String(error)), broken])
  socket.destroy()
  return status
}

describe('a body beyond its bound is answered so that its sender reads why:', () => {
  it.each([
    ['a call of the desk', 'desk', '/console/api/alert/list', 64],
    ['a file of the desk', 'desk', '/console/api/import/check', 900],
    ['a picture of the desk', 'desk', '/console/api/media/upload', 900],
    ['a call of the shop', 'shop', '/api/user/login', 64],
    ['a call of the game', 'shop', '/game/v1/accounts/bulk', 64],
    ['a webhook', 'shop', '/webhooks/sandbox', 64],
    ['events of a visit', 'shop', '/log/event', 64],
  ] as const)('%s, sent fast, slowly, and with no length, twenty times', async (_what, listener, path, pieces) => {
    const to = listener === 'desk' ? port : Number(new URL(shop.url).port)
    const answers: string[] = []
    const pauseMs = pieces > 100 ? 1 : 5
    for (let n = 0; n < 5; n++)
      answers.push(
        ...(await Promise.all([
          statusAfterAll({ port: to, path, pieces, pauseMs: 0, chunked: false }),
          statusAfterAll({ port: to, path, pieces, pauseMs: 0, chunked: true }),
          statusAfterAll({ port: to, path, pieces, pauseMs, chunked: false }),
          statusAfterAll({ port: to, path, pieces, pauseMs, chunked: true }),
        ])),
      )
    expect(answers).toHaveLength(20)
    expect(answers).toEqual(answers.map(() => '413 PayloadTooLarge'))
  })
  it('a sender of endless bytes hears it, too, and holds its connection for a bounded time', async () => {
    for (const to of [hurriedPort, Number(new URL(hurried.url).port)]) {
      const start = performance.now()
      const socket = connect(to, '127.0.0.1').on('error', () => undefined)
      await once(socket, 'connect')
      let output = ''
      socket.on('data', (part) => {
        output += String(part)
      })
      const path = to === hurriedPort ? '/console/api/alert/list' : '/api/user/login'
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000000000\r\n\r\n`,
      )
      while (!socket.destroyed && performance.now() - start < 20_000) {
        socket.write(PIECE)
        await sleep(2)
      }
      expect(output).toContain('PayloadTooLarge')
      expect(output).toMatch(/^HTTP\/1\.1 413/)
      expect(performance.now() - start).toBeLessThan(8_000)
    }
  })
})
