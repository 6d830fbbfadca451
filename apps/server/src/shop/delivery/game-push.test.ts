import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gamePush } from './game-push.ts'

let server: Server
let says = ''
let url = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(says))
  })
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => {
  server.close()
})

const deliver = async (answer: object, before = '') => {
  says = before + JSON.stringify({ delivery_id: 'dlv_1', ...answer })
  const game = gamePush(
    { url, recallUrl: null, secrets: ['whsec_MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAw'], timeoutMs: 1000 },
    Date.now,
  )
  return await game.deliver({ id: 'dlv_1', payload: {}, attempt: 1 })
}

it('an answer of the game with a byte order mark before its JSON is read like one without', async () => {
  expect(await deliver({ grant_id: 'G-1' }, '\u{FEFF}')).toEqual({ state: 'confirmed', grantId: 'G-1' })
})

it('a refusal stays one, with a reason that the database holds, whatever signs and length the game gives it', async () => {
  for (const [reasonText, reason] of [
    ['bag\u0000full', 'bag full'],
    ['\u0000', 'refused'],
    ['half \uD83D', 'half \uFFFD'],
    ['x'.repeat(2_000), 'x'.repeat(500)],
  ] as const)
    expect(await deliver({ refused: reasonText })).toEqual({ state: 'refused', reason })
  expect(await deliver({ grant_id: 'G\u0000-2' })).toEqual({ state: 'confirmed', grantId: 'G -2' })
  expect(await deliver({ grant_id: '' })).toMatchObject({ state: 'unknown' })
})
