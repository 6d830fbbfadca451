import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operator, type CommandResult } from '@hc/test/operator'
import { type Player, type Shop, startShop, until } from '@hc/test/shop'

let shop: Shop
let demo: Player
let game: Server
let url = ''
/** The game's grants: delivery id → grant id. */
const grants = new Map<string, string>()
let granted = 0

beforeAll(async () => {
  game = createServer((request, response) => {
    let text = ''
    request
      .on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      .on('end', () => {
        const { delivery_id: id } = JSON.parse(text) as { delivery_id: string }
        if (!grants.has(id)) grants.set(id, `G-${++granted}`)
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ delivery_id: id, grant_id: grants.get(id) }))
      })
  })
  await new Promise<void>((ready) => {
    game.listen(0, '127.0.0.1', ready)
  })
  url = `http://127.0.0.1:${(game.address() as AddressInfo).port}/`
  shop = await startShop({ GAME_URL: url })
  demo = await shop.signIn('demo', 'Demo1234')
})
afterAll(async () => {
  await shop.stop()
  game.closeAllConnections()
  game.close()
})

const redeliver = (...args: string[]): Promise<CommandResult> =>
  operator('redeliver', args, { DATABASE_URL: shop.databaseUrl, GAME_URL: url })
const bought = async (role: string): Promise<string> => {
  const order = await demo.order('gem_60', 'sandbox', { role_id: role })
  await shop.outcome(order, 'paid')
  await until('it is delivered', async () => (await demo.record(order)).status === 4)
  return order
}

describe('a game that lost data', () => {
  it('is sent again every delivery that it confirmed since that time, under the old ids; the books do not change', async () => {
    const before = await bought('r1001')
    const since = new Date().toISOString()
    const [kept, lost, other, back] = [
      await bought('r1001'),
      await bought('r1001'),
      await bought('r1002'),
      await bought('r1001'),
    ]
    await shop.outcome(back, 'refunded')
    await until('the refund', async () => (await demo.record(back)).status === 5)
    const books = async (): Promise<unknown> =>
      (
        await shop.db.query(
          `select outbox_id, state, proof, attempts, ended_at from outbox where kind = 'deliver' order by 1`,
        )
      ).rows
    const was = await books()
    for (const order of [before, lost, other, back]) grants.delete(`dlv_${order}`)

    const listed = await redeliver('--since', since)
    expect(listed.text).toContain('3 deliveries; --go tells the game again')
    expect(grants.size).toBe(1)
    expect((await redeliver('--since', since, '--role', 'r1002', '--go')).text).toContain('1 of 1 are with the game')
    expect([...grants.keys()].sort()).toEqual([`dlv_${kept}`, `dlv_${other}`].sort())
    const told = await redeliver('--since', since, '--go')
    expect(told.code).toBe(0)
    expect(told.text).toContain(`dlv_${kept}  still there`)
    expect(told.text).toMatch(new RegExp(`dlv_${lost} {2}another grant, G-\\d+; the books have G-\\d+`))
    expect([...grants.keys()].sort()).toEqual([kept, lost, other].map((order) => `dlv_${order}`).sort())
    expect(await books()).toEqual(was)
  })
  it('gets nothing without a time, and the operator asks again a game that does not answer', async () => {
    expect(await redeliver()).toMatchObject({ code: 2 })
    expect(await redeliver('--since', 'yesterday')).toMatchObject({ code: 2 })
    const silent = await operator('redeliver', ['--since', '2020-01-01', '--go'], {
      DATABASE_URL: shop.databaseUrl,
      GAME_URL: 'http://127.0.0.1:9/',
      OUTSIDE_TIMEOUT_MS: '500',
    })
    expect(silent).toMatchObject({ code: 1 })
    expect(silent.text).toContain('no answer')
  })
})
