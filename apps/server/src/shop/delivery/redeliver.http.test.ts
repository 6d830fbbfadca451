import { describe, expect, it } from 'vitest'
import { withGame, withPlayer, withShop } from '@hc/test/fixtures'
import { operator, type CommandResult } from '@hc/test/operator'

/** The game's grants: delivery id → grant id. */
const grants = new Map<string, string>()
let granted = 0
const game = withGame((id) => {
  if (!grants.has(id)) grants.set(id, `G-${++granted}`)
  return grants.get(id) ?? ''
})
const shop = withShop(() => ({ GAME_URL: game.url }))
const demo = withPlayer(shop)

const redeliver = (...args: string[]): Promise<CommandResult> =>
  operator('redeliver', args, { DATABASE_URL: shop.databaseUrl, GAME_URL: game.url })
const buyFor = (role: string): Promise<string> => demo.buy('gem_60', { role_id: role })

describe('a game that lost data', () => {
  it('is sent again every delivery that it confirmed since that time, under the old ids; the books do not change', async () => {
    const before = await buyFor('r1001')
    const since = new Date().toISOString()
    const [keptOrder, lostOrder, other, back] = [
      await buyFor('r1001'),
      await buyFor('r1001'),
      await buyFor('r1002'),
      await buyFor('r1001'),
    ]
    await shop.outcome(back, 'refunded')
    await demo.reach(back, 5)
    const books = async (): Promise<unknown> =>
      await shop.rows(
        `select outbox_id, state, proof, attempts, ended_at from outbox where kind = 'deliver' order by 1`,
      )
    const was = await books()
    for (const order of [before, lostOrder, other, back]) grants.delete(`dlv_${order}`)

    const listed = await redeliver('--since', since)
    expect(listed.text).toContain('3 deliveries; --go tells the game again')
    expect(grants.size).toBe(1)
    expect((await redeliver('--since', since, '--role', 'r1002', '--go')).text).toContain('1 of 1 are with the game')
    expect([...grants.keys()].sort()).toEqual([`dlv_${keptOrder}`, `dlv_${other}`].sort())
    const output = await redeliver('--since', since, '--go')
    expect(output.code).toBe(0)
    expect(output.text).toContain(`dlv_${keptOrder}  still there`)
    expect(output.text).toMatch(new RegExp(`dlv_${lostOrder} {2}another grant, G-\\d+; the books have G-\\d+`))
    expect([...grants.keys()].sort()).toEqual([keptOrder, lostOrder, other].map((order) => `dlv_${order}`).sort())
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
