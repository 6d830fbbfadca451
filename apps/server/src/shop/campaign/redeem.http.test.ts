import type { Redemption } from '@hc/contract/calls'
import { expect, it } from 'vitest'
import { faultsIn } from '@hc/test/books'
import { type Player, type Reply, until } from '@hc/test/shop'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ RETRY_BASE_MS: '100' })
const demo = withPlayer(shop)
const rich = withPlayer(shop, 'rich')

const astra = { role_id: 'r1001', server_id: 's1' }
const redeem = (player: Player, code: string, target: object = astra): Promise<Reply<Redemption>> =>
  player.call('code/redeem', { code, ...target })
const forget = (): Promise<unknown> => shop.db.query('delete from redeem_failure')

/** Makes a campaign that grants points, and its code. */
async function campaign(id: string, fields: Record<string, unknown> = {}, uses: number | null = null): Promise<void> {
  const row: Record<string, unknown> = {
    campaign_id: id,
    texts: { 'en-US': { name: id } },
    present_points: 10,
    starts_at: '2020-01-01',
    ends_at: '2100-01-01',
    ...fields,
  }
  const names = Object.keys(row)
  await shop.db.query(
    `insert into redeem_campaign (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    names.map((name) => (name === 'texts' || name === 'items' ? JSON.stringify(row[name]) : row[name])),
  )
  await shop.db.query('insert into redeem_code (code, campaign_id, uses) values ($1, $2, $3)', [id, id, uses])
}

it('a code is redeemed in any letter case, width and spacing, and its item is delivered like a bought one', async () => {
  const answer = await redeem(demo, ' welcome-２０２６ ')
  expect(answer).toMatchObject({
    code: 0,
    result: {
      name: 'Welcome gift',
      items: [{ cp_goods_id: 'gem_300', name: '300 Star Gems', quantity: 1 }],
      basicNum: 0,
      presentNum: 0,
      server_name: 'Aurora',
      role_name: 'Astra',
    },
  })
  expect(answer.result.sdk_order_id).toMatch(/^RDM[0-9A-Z]{26}$/)
  const number = answer.result.sdk_order_id
  const grant = await until('the grant', async () =>
    (await shop.inventory('r1001')).grants.find((delivery) => delivery.sdk_order_id === number),
  )
  expect(grant).toMatchObject({
    delivery_id: `dlv_${number}`,
    server_id: 's1',
    role_id: 'r1001',
    items: [{ cp_goods_id: 'gem_300', quantity: 1, bonus: 0 }],
  })
  await until('delivered', async () => (await demo.call('code/record')).result[0]?.state === 'delivered')
})

it('a used code answers the same character with the first redemption, even in maintenance: a lost answer loses nothing', async () => {
  const again = await redeem(demo, 'WELCOME2026')
  expect(again).toMatchObject({
    status: 200,
    code: 30011,
    msg: 'RedeemCodeUsed',
    data: { reason: 'role', state: 'delivered', role_id: 'r1001', items: [{ cp_goods_id: 'gem_300' }] },
  })
  const [first] = (await demo.call('code/record')).result
  expect(again.data?.sdk_order_id).toBe(first?.sdk_order_id)
  await shop.db.query(`update game_server set status = 1 where server_id = 's1'`)
  expect((await redeem(demo, 'WELCOME2026')).data?.sdk_order_id).toBe(first?.sdk_order_id)
  expect((await redeem(demo, 'WELCOME2026', { role_id: 'r1002', server_id: 's1' })).msg).toBe('serverMaintenance')
  await shop.db.query(`update game_server set status = 0 where server_id = 's1'`)
})

it('each own character may use a code once, and none may while its server is in maintenance', async () => {
  expect((await redeem(demo, 'WELCOME2026', { role_id: 'r1002', server_id: 's1' })).code).toBe(0)
  expect((await redeem(demo, 'WELCOME2026', { role_id: 'r1003', server_id: 's1' })).msg).toBe('RoleNotFound')
  expect((await redeem(demo, 'WELCOME2026', { role_id: 'r3001', server_id: 's3' })).msg).toBe('serverMaintenance')
  expect((await shop.call('code/redeem', { code: 'WELCOME2026', ...astra })).status).toBe(203)
  expect((await redeem(demo, '')).code).toBe(10001)
})

it('an ended, future or exhausted code says which it is, with the date', async () => {
  await campaign('OVER', { ends_at: '2024-02-03T00:00:00Z' })
  await campaign('EARLY', { starts_at: '2099-01-01T00:00:00Z' })
  await campaign('SCARCE', { total: 1, exhausted_at: null })
  expect(await redeem(demo, 'OVER')).toMatchObject({
    code: 30012,
    msg: 'RedeemCodeEnded',
    data: { reason: 'over', date: Date.UTC(2024, 1, 3) / 1000 },
  })
  expect(await redeem(demo, 'EARLY')).toMatchObject({
    msg: 'RedeemCodeEnded',
    data: { reason: 'not_begun', date: Date.UTC(2099, 0, 1) / 1000 },
  })
  expect((await redeem(rich, 'SCARCE', { role_id: 'r1003', server_id: 's1' })).code).toBe(0)
  const refusal = await redeem(demo, 'SCARCE')
  expect(refusal).toMatchObject({ msg: 'RedeemCodeEnded', data: { reason: 'exhausted' } })
  expect(Math.abs((refusal.data?.date ?? 0) - Date.now() / 1000)).toBeLessThan(60)
})

it('points are credited through the ledger, at once and with their reason', async () => {
  await campaign('POINTS', { basic_points: 120, present_points: 30 })
  const before = (await demo.balance()) as { basicNum: number; presentNum: number }
  expect((await redeem(demo, 'points')).result).toMatchObject({
    items: [],
    basicNum: 120,
    presentNum: 30,
    state: 'delivered',
  })
  expect(await demo.balance()).toMatchObject({ basicNum: before.basicNum + 120, presentNum: before.presentNum + 30 })
  expect((await demo.call('epoint/record', { type: 'income' })).result[0]).toMatchObject({
    reason: 'redeem',
    basicNum: 120,
    presentNum: 30,
    paymentId: '',
  })
})

it('of fifty parallel tries for one character one counts, and the others answer with its redemption', async () => {
  await campaign('ONCE', { present_points: 7 })
  const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(demo, 'ONCE')))
  const [winner] = answers.filter((answer) => answer.code === 0)
  const others = answers.filter((answer) => answer.code !== 0)
  expect(others).toHaveLength(49)
  expect(new Set(others.map((answer) => `${answer.msg} ${answer.data?.reason} ${answer.data?.sdk_order_id}`))).toEqual(
    new Set([`RedeemCodeUsed role ${winner?.result.sdk_order_id}`]),
  )
})

it('of fifty characters at once exactly ten get a code that is limited to ten, and a player no more than theirs', async () => {
  await shop.db.query(
    `insert into account (uid, login, password_hash) select 'c' || i, 'crowd' || i, (select password_hash from account
      where login = 'demo') from generate_series(1, 4) i`,
  )
  await shop.db.query(
    `insert into game_role select 's1', 'rc' || i, account_id, 'Crowd', 1 from generate_series(1, 50) i
      join account on login = 'crowd' || (i % 4 + 1)`,
  )
  const crowd: Player[] = []
  for (let i = 1; i <= 4; i++) crowd.push(await shop.signIn(`crowd${i}`, 'Demo1234'))
  const all = (code: string): Promise<Reply[]> =>
    Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        redeem(crowd[(i + 1) % 4] as Player, code, { server_id: 's1', role_id: `rc${i + 1}` }),
      ),
    )
  await campaign('TENONLY', { total: 10 })
  const ten = await all('TENONLY')
  expect(ten.filter((answer) => answer.code === 0)).toHaveLength(10)
  expect(ten.filter((answer) => answer.data?.reason === 'exhausted')).toHaveLength(40)
  await campaign('TWOEACH', { per_account: 2 })
  const two = await all('TWOEACH')
  expect(two.filter((answer) => answer.code === 0)).toHaveLength(8)
  expect(two.filter((answer) => answer.msg === 'RedeemCodeUsed' && answer.data?.reason === 'account')).toHaveLength(42)
})

it('single codes are random and valid once, and a used one says only that it is used', async () => {
  await campaign('SINGLE', { per_role: null, total: 5 })
  const { rows } = await shop.db.query<{ code: string }>(`select add_redeem_codes('SINGLE', 100) as code`)
  expect(new Set(rows.map(({ code }) => code)).size).toBe(100)
  expect(rows.every(({ code }) => /^[0-9A-F]{16}$/.test(code))).toBe(true)
  const code = rows[0]?.code.replace(/(.{4})(?=.)/g, '$1-').toLowerCase() ?? ''
  expect((await redeem(demo, code)).code).toBe(0)
  expect(await redeem(rich, code, { role_id: 'r1003', server_id: 's1' })).toMatchObject({
    msg: 'RedeemCodeUsed',
    data: { reason: 'code' },
  })
  expect((await shop.db.query(`select used from redeem_campaign where campaign_id = 'SINGLE'`)).rows[0].used).toBe(1)
})

it('after ten wrong codes in an hour every code is refused, a right one too', async () => {
  await forget()
  const wrong = await Promise.all(
    Array.from({ length: 30 }, (_, i) => redeem(rich, `GUESS${i}`, { role_id: 'r1003', server_id: 's1' })),
  )
  expect(wrong.filter((answer) => answer.msg === 'RedeemCodeNotFound')).toHaveLength(10)
  expect(wrong.filter((answer) => answer.msg === 'SystemBusy')).toHaveLength(20)
  const busy = await redeem(rich, 'WELCOME2026', { role_id: 'r1003', server_id: 's1' })
  expect(busy).toMatchObject({ status: 429, code: 10002, msg: 'SystemBusy', data: { reason: 'too_many_codes' } })
  expect(busy.headers.get('retry-after')).toBe('3600')
  await shop.db.query(`update redeem_failure set failed_at = failed_at - interval '61 minutes'`)
  expect((await redeem(rich, 'WELCOME2026', { role_id: 'r1003', server_id: 's1' })).code).toBe(0)
})

it("the list shows a player's own redemptions, newest first", async () => {
  const list = await demo.call('code/record', { page: 1, size: 2 })
  expect(list.total).toBe(5)
  expect(await demo.call('code/record', { page: 9, size: 2 })).toMatchObject({ result: [], total: 5 })
  expect(list.result.map((record) => record.name)).toEqual(['SINGLE', 'ONCE'])
  expect((await rich.call('code/record')).result.map((record) => record.role_id)).toEqual(['r1003', 'r1003'])
  await expect(shop.db.query(`update redemption set code = 'x'`)).rejects.toThrow(/append-only/)
})

it('the books agree: each redemption has its delivery and its journal, and no limit was passed', async () => {
  await until(
    'all delivered',
    async () => (await shop.db.query(`select 1 from outbox where state in ('pending', 'unknown')`)).rowCount === 0,
  )
  expect(await faultsIn(shop, true)).toEqual([])
})
