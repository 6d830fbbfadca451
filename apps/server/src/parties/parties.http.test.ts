import { describe, expect, it } from 'vitest'
import { until } from '@hc/test/shop'
import { withPlayer, withShop } from '@hc/test/fixtures'

const shop = withShop({ ORDER_EXPIRE_SECONDS: '4', REPAIR_AFTER_SECONDS: '0.5', RETRY_BASE_MS: '100' })
const demo = withPlayer(shop)

const trail = async (order: string): Promise<string> =>
  (
    await shop.db.query<{ trail: string }>(
      `select string_agg(to_status::text, '>' order by event_id) as trail from order_event where order_no = $1`,
      [order],
    )
  ).rows[0]?.trail ?? ''
const captures = async (order: string): Promise<string[]> =>
  (
    await shop.db.query<{ outcome: string }>('select outcome from capture where order_no = $1 order by outcome', [
      order,
    ])
  ).rows.map((row) => row.outcome)
const webhooks = async (order: string): Promise<number> =>
  (await shop.db.query<{ n: number }>('select count(*)::int as n from inbox where order_no = $1', [order])).rows[0]
    ?.n ?? 0

describe('the sandbox', () => {
  it.each([
    ['paid', '1>2>4', ['applied']],
    ['failed', '1>3', []],
    ['cancelled', '1>3', []],
    ['paid_twice', '1>2>4', ['applied']],
    ['paid_no_webhook', '1>2>4', ['applied']],
    ['paid_wrong_amount', '1', ['mismatch']],
    ['paid_late', '1>6>2>4', ['applied']],
  ])('every outcome of the sandbox does what it says: %s', async (outcome, expectedStatus, money) => {
    const order = await demo.order('gem_60')
    expect((await shop.outcome(order, outcome)).code).toBe(0)
    await until(
      `${outcome} to end`,
      async () => (await trail(order)) === expectedStatus && (await captures(order)).join() === money.join(),
      30_000,
    )
    if (outcome === 'paid_no_webhook') expect(await webhooks(order)).toBe(0)
    if (outcome === 'paid_wrong_amount')
      expect((await demo.call('order/check', { sdk_order_id: order })).result.payment).toBe('held')
  })

  it('reports the chosen country of the card in its webhook, its status and on its page', async () => {
    const payer = async (order: string): Promise<(string | null)[]> =>
      (
        await shop.db.query<{ payer_country: string | null }>('select payer_country from inbox where order_no = $1', [
          order,
        ])
      ).rows.map((row) => row.payer_country)
    const [toldOrder, untold, wrong] = [
      await demo.order('gem_60'),
      await demo.order('gem_60'),
      await demo.order('gem_60'),
    ]
    await shop.outcome(toldOrder, 'paid', 'KR')
    await shop.outcome(untold, 'paid')
    expect((await shop.outcome(wrong, 'paid', 'Korea')).msg).toBe('InvalidParams')
    for (const order of [toldOrder, untold])
      await until('it is settled', async () => (await captures(order)).length === 1)
    expect([await payer(toldOrder), await payer(untold)]).toEqual([['KR'], [null]])
    const unheard = await demo.order('gem_60')
    await shop.outcome(unheard, 'paid_no_webhook', 'JP')
    await until('it is asked about', async () => {
      const { rows } = await shop.db.query(`select 1 from account_signal where signal = 'payer' and country = 'JP'`)
      return rows.length === 1
    })
    const page = await (await fetch(`${shop.url}/sandbox/pay/${toldOrder}`)).text()
    expect(page).toContain('<option value="KR" selected>South Korea</option>')
  })

  it('refunds a captured payment: refunded', async () => {
    const order = await demo.order('gem_300')
    await shop.outcome(order, 'paid')
    await until('it is delivered', async () => (await trail(order)) === '1>2>4')
    await shop.outcome(order, 'refunded')
    await until('it is refunded', async () => (await trail(order)) === '1>2>4>5')
  })

  it('refuses an unknown outcome and an unknown order by name', async () => {
    const order = await demo.order('gem_60')
    expect((await shop.outcome(order, 'stolen')).status).toBe(400)
    expect((await shop.outcome('NOBODYSORDER', 'paid')).code).not.toBe(0)
  })
})

describe('the demo', () =>
  it("the demo's data is what the contract says", async () => {
    const init = (await shop.call('setting/init')).result
    expect(init.gameInfo).toMatchObject({ gameId: 'hc1', name: 'Starfall Chronicles' })
    const roles = (await demo.call('user/webRole')).result
    expect(
      roles.map(
        (role) =>
          `${role.server_id} ${role.server_name} ${role.status}: ${role.roles.map((role) => `${role.role_id} ${role.role_name}`).join(', ')}`,
      ),
    ).toEqual(['s1 Aurora 0: r1001 Astra, r1002 Bront', 's2 Borealis 0: r2001 Celes', 's3 Cinder 1: r3001 Dune'])
    const items = (await demo.call('order/webProduct', { server_id: 's2', role_id: 'r2001' })).result
    expect(items.map((item) => [item.cp_goods_id, item.price, item.bonus])).toEqual([
      ['gem_60', 0.99, 100],
      ['gem_300', 4.99, 100],
      ['gem_980', 14.99, 100],
      ['gem_1980', 29.99, 100],
      ['gem_3280', 49.99, 100],
      ['gem_6480', 99.99, 100],
      ['pass_month', 9.99, 0],
    ])
    const packs = (await demo.call('order/webCoinProduct')).result
    expect(packs.map((pack) => [pack.cp_goods_id, pack.price, pack.bonus])).toEqual([
      ['coin_500', 5, 0],
      ['coin_1000', 10, 5],
      ['coin_5000', 50, 10],
      ['coin_10000', 100, 15],
    ])
    for (const [account, password, uid, count] of [
      ['rich', 'Rich1234', '100003', 1],
      ['empty', 'Empty123', '100002', 0],
    ] as const) {
      const player = await shop.signIn(account, password)
      expect((await player.call('user/uinfo')).result.uid).toBe(uid)
      expect((await player.call('user/webRole')).result.flatMap((server) => server.roles)).toHaveLength(count)
    }
  }))

describe('the demo game', () => {
  type Page = { items: object[]; grants: { delivery_id: string }[]; total: number; page: number; size: number }
  const inventory = async (query: string): Promise<Page> =>
    (await (await fetch(`${shop.url}/demo/game/inventory.json?${query}`)).json()) as Page
  it('sums all that a character was given, and lists it page by page', async () => {
    await shop.db.query(
      `
      insert into demo_game.granted (delivery_id, grant_id, sdk_order_id, uid, server_id, role_id, items)
      select 'many' || n, 'many' || n, 'many' || n, '100001', 's3', 'r3001', $1 from generate_series(1, 1203) n`,
      [JSON.stringify([{ cp_goods_id: 'gem_60', quantity: 2, bonus: 0 }])],
    )
    const sums = [{ cp_goods_id: 'gem_60', quantity: 2406, bonus: 0 }]
    const pages = await Promise.all([1, 2, 3, 4].map((page) => inventory(`role_id=r3001&page=${page}`)))
    for (const [i, page] of pages.entries())
      expect([page.items, page.total, page.page, page.size]).toEqual([sums, 1203, i + 1, 500])
    expect(pages.map((page) => page.grants.length)).toEqual([500, 500, 203, 0])
    expect(new Set(pages.flatMap((page) => page.grants.map((grant) => grant.delivery_id))).size).toBe(1203)
    expect(await (await fetch(`${shop.url}/demo/game?role_id=r3001`)).text()).toContain('<td>2406</td>')
  })
  it('counts items by bonus and does not add percentages', async () => {
    await shop.db.query(
      `
      insert into demo_game.granted (delivery_id, grant_id, sdk_order_id, uid, server_id, role_id, items)
      select 'boost' || n, 'boost' || n, 'boost' || n, '100001', 's2', 'r2001', $1 from generate_series(1, 2) n`,
      [JSON.stringify([{ cp_goods_id: 'coin_pack', quantity: 1, bonus: 100 }])],
    )
    const page = await (await fetch(`${shop.url}/demo/game?role_id=r2001`)).text()
    expect(page).toContain('+100% × 2')
    expect(page).not.toContain('+200%')
  })
  it('says which characters are on a page', async () => {
    await shop.db.query(`insert into game_role (server_id, role_id, account_id, name, level)
      select 's3', 'z' || n, account_id, 'Many', 1 from account, generate_series(1, 120) n where uid = '100002'`)
    const page = async (n: number): Promise<string> => await (await fetch(`${shop.url}/demo/game?page=${n}`)).text()
    expect(await page(1)).toMatch(/Characters 1 to 50 of 125\.[^]*page=2/)
    expect(await page(3)).toMatch(/Characters 101 to 125 of 125\.[^]*page=2/)
    await shop.db.query(`delete from game_role where name = 'Many'`)
  })
})
