import { beforeAll, describe, expect, it } from 'vitest'
import { withPlayer, withShop } from '@hc/test/fixtures'
import { gameClient } from '@hc/test/game-client'
import { operator } from '@hc/test/operator'
import { until } from '@hc/test/shop'

const secrets = {
  CLIENT_KEY: 'hcportal-demo-01',
  SESSION_SECRET: 'demo-session-secret-0001',
  ANALYTICS_KEY: 'demo-analytics-key',
  GAME_WEBHOOK_SECRET: `whsec_${Buffer.from('demo-game-delivery-secret-000001').toString('base64')}`,
}
// The game is unreachable, so a paid order of the demo waits for its delivery.
const shop = withShop({ GAME_URL: 'http://127.0.0.1:1/deliver', RETRY_BASE_MS: '100' })
const demo = withPlayer(shop)
let order: string
beforeAll(async () => {
  order = await demo.order('gem_60')
  await shop.outcome(order, 'paid')
  await demo.reach(order, 2)
  // The game has taken over one of the demo's accounts for a real player.
  const takeover = await gameClient(shop.url).send('PUT', '/game/v1/accounts/100002', {
    account: 'real',
    password: 'Secret99',
    email: null,
    emailLogin: true,
    disabled: false,
  })
  expect(takeover.code).toBe(0)
})
const login = async (account: string, password: string): Promise<string> =>
  await shop.signIn(account, password).then(
    () => 'in',
    (error: Error) => error.message,
  )

describe('a shop that is started without the demo on a database that had it', () => {
  it("logs it once, and refuses the demo's known passwords", async () => {
    await shop.restart({ ...secrets, DEMO: '0' })
    await until('the line', () => Promise.resolve(/had the demo.*are of no use any more/.test(shop.errors())))
    for (const [account, password] of [
      ['demo', 'Demo1234'],
      ['rich', 'Rich1234'],
      ['banned', 'Banned12'],
      ['100001', 'Demo1234'],
      ['demo@example.com', 'Demo1234'],
    ] as const) {
      expect(await login(account, password)).toMatch(/GameAccountNotFound|EmailAccountNotFound/)
    }
    expect((await demo.call('user/uinfo')).msg).toBe('InvalidToken')
    expect(
      (await shop.db.query(`select revoked_at is not null as revoked from game_key where key_id = 'demo-key'`)).rows,
    ).toEqual([{ revoked: true }])
    expect((await shop.db.query(`select count(*)::int as n from redeem_campaign where ends_at > now()`)).rows).toEqual([
      { n: 0 },
    ])
    expect(
      (
        await shop.db.query(
          `select state, payload->>'uid' like 'demo-ended-%' as ended from outbox where order_no = $1`,
          [order],
        )
      ).rows,
    ).toEqual([{ state: 'parked', ended: true }])
  })

  it('keeps accounts that the game has taken over', async () => {
    expect(await login('real', 'Secret99')).toBe('in')
    await shop.db.query(`select ord, refusal from put_game($1)`, [
      JSON.stringify([
        { type: 'account', uid: '100003', account: 'rich', hash: null, emailLogin: true, disabled: false },
      ]),
    ])
    const players = async (): Promise<object[]> =>
      (await shop.db.query(`select uid, login, disabled from account where uid in ('100002', '100003') order by uid`))
        .rows
    const expectedAccounts = [
      { uid: '100002', login: 'real', disabled: false },
      { uid: '100003', login: 'rich', disabled: false },
    ]
    expect(await players()).toEqual(expectedAccounts)
    await shop.restart({ ...secrets, DEMO: '0' })
    expect(await players()).toEqual(expectedAccounts)
    const [{ account_id }] = (await shop.db.query(`select account_id from account where uid = '100003'`)).rows
    expect(
      (await shop.db.query(`select 1 from ledger_account where account_id = $1 and balance <> 0`, [account_id])).rows,
    ).toEqual([])
  })

  it('keeps its books balanced, and the demo does not come back', async () => {
    expect((await operator('doctor', [], { DATABASE_URL: shop.databaseUrl })).code).toBe(0)
    await shop.restart({ DEMO: '1' })
    expect([await login('demo', 'Demo1234'), await login('rich', 'Rich1234')]).toEqual([
      expect.stringContaining('GameAccountNotFound'),
      expect.stringContaining('InvalidPassword'),
    ])
  })
})
