import { calls } from '@hc/contract/calls'
import { gameCalls } from '@hc/contract/game/game'
import { closedToVisitors, gameCallsForVisitors } from '@hc/contract/public-demo'
import { keysOf } from '@hc/domain/record'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { withShop } from '@hc/test/fixtures'
import { gameClient } from '@hc/test/game-client'
import { type Letter, type Player, playerOf, until } from '@hc/test/shop'

const shop = withShop({ PUBLIC_DEMO: '1', RATE_LIMIT_PER_MINUTE: '100000', DEMO_MARKETS: '1' })

type Visit = { player: Player; uid: string; cookie: string; role: string }

/** One press on the button, and the sign-in that the page behind it makes. */
async function visit(redirect = '', cookie = ''): Promise<{ answer: Response; query: URLSearchParams }> {
  const answer = await fetch(`${shop.url}/demo/visitor`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie ? { cookie } : {}) },
    body: new URLSearchParams({ redirect }).toString(),
  })
  return { answer, query: new URL(answer.headers.get('location') ?? '', shop.url).searchParams }
}
async function newVisitor(): Promise<Visit> {
  const { answer, query } = await visit()
  const signIn = await shop.call('user/tmpWebTokenLogin', { token: query.get('hctoken') })
  const player = playerOf(shop, signIn.result.token)
  const servers = (await player.call('user/webRole')).result
  const role = servers.find(({ server_id }) => server_id === 's1')?.roles[0]?.role_id ?? ''
  return { player, uid: signIn.result.uid, role, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}
const lettersOf = async (cookie: string): Promise<Letter[]> =>
  (await (await fetch(`${shop.url}/demo/outbox.json`, { headers: { cookie } })).json()) as Letter[]

describe('the public demo', () => {
  it('gives each visitor a player of their own with characters and points, and a second press the same one', async () => {
    const [ada, bob] = [await newVisitor(), await newVisitor()]
    expect(ada.uid).not.toBe(bob.uid)
    expect(await ada.player.balance()).toEqual({ basicNum: 1000, presentNum: 200, debtNum: 0 })
    const servers = (await ada.player.call('user/webRole')).result
    expect(servers.filter(({ roles }) => roles.length > 0).map(({ server_id }) => server_id)).toEqual(['s1', 's2'])
    const again = await visit('/main/recharge?tab=packs', ada.cookie)
    expect(again.answer.status).toBe(303)
    expect(Object.fromEntries(again.query)).toMatchObject({ uid: ada.uid, redirect: '/main/recharge?tab=packs' })
    expect((await visit('https://elsewhere.example/', ada.cookie)).query.get('redirect')).toBe('/main/recharge')
    const forged = await visit('', ada.cookie.replace(ada.uid, bob.uid))
    expect([ada.uid, bob.uid]).not.toContain(forged.query.get('uid'))
  })
  it('lets a visitor buy, and shows the letters of the visitor’s own player alone', async () => {
    const [ada, bob] = [await newVisitor(), await newVisitor()]
    const order = await ada.player.buy('gem_60', { role_id: ada.role })
    const [letter] = await until('a letter is there', async () => {
      const letters = await lettersOf(ada.cookie)
      return letters.length > 0 && letters
    })
    expect(letter?.target).toBe(`visitor-${ada.uid.slice(-8)}@visitor.example`)
    expect(letter?.text).toContain(order)
    expect(await lettersOf(bob.cookie)).toEqual([])
    expect(await lettersOf('')).toEqual([])
    expect(await (await fetch(`${shop.url}/demo/outbox`)).text()).not.toContain(order)
    expect(await (await fetch(`${shop.url}/demo/outbox`, { headers: { cookie: ada.cookie } })).text()).toContain(order)
  })
  it('keeps the accounts of the contract, and ends none of them', async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    expect((await demo.call('user/data/delete', { account: 'demo' })).msg).toBe('InYourOwnShop')
    expect((await shop.signIn('demo', 'Demo1234')).token).not.toBe('')
  })
  it('has no new players for an address that had twenty in an hour', async () => {
    const address = { 'x-forwarded-for': '192.0.2.7' }
    const other = await shop.beside({ TRUST_PROXY: '1' })
    const press = async (): Promise<Response> =>
      await fetch(`${other.url}/demo/visitor`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...address },
        body: '',
      })
    try {
      const statuses: number[] = []
      for (let n = 0; n < 21; n++) statuses.push((await press()).status)
      expect(statuses).toEqual([...Array<number>(20).fill(303), 429])
    } finally {
      await other.stop()
    }
  })
  it('is in no search engine: header, page, and robots.txt', async () => {
    for (const path of ['/main/home', '/main/home', '/api/setting/time', '/healthz', '/demo/outbox', '/robots.txt'])
      expect((await fetch(shop.url + path)).headers.get('x-robots-tag'), path).toBe('noindex, nofollow')
    expect(await (await fetch(`${shop.url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n')
    expect(await (await fetch(`${shop.url}/main/home`)).text()).toContain(
      '<meta name="robots" content="noindex,nofollow">',
    )
  })
  it('has the limits of a real shop, and warns of secrets that everybody knows', () => {
    expect(shop.errors()).toContain('strangers know these secrets of the public demo')
    expect(shop.errors()).toContain('SESSION_SECRET')
  })
})

/** A word that nobody else writes. */
const MARK = 'zqvisitorzq'
const isFreeText = (field: { type?: string; enum?: unknown; const?: unknown; pattern?: string; anyOf?: unknown[] }) =>
  field.enum === undefined &&
  field.const === undefined &&
  field.pattern === undefined &&
  (field.type === 'string' || (field.type === undefined && field.anyOf !== undefined))
type Fields = { properties?: Record<string, Parameters<typeof isFreeText>[0]> }
const fieldsOf = (body: z.ZodType): string[] =>
  Object.entries((z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Fields).properties ?? {})
    .filter(([, field]) => isFreeText(field))
    .map(([name]) => name)

/** No page shows these: whom a code is for, and whose bag the demo's game takes for full. */
const UNREAD = ['public.verification_code', 'demo_game.full_bag']

/** Every table with a word in a row that somebody could read. */
async function rowsWith(word: string): Promise<string[]> {
  const tables = await shop.rows<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const places: string[] = []
  for (const { name } of tables) {
    const rows = await shop.rows(`select 1 from ${name} t where t::text ilike $1 limit 1`, `%${word}%`)
    if (rows.length > 0 && !UNREAD.includes(name)) places.push(name)
  }
  return places
}

describe('words of a visitor', () => {
  it('are in no row, whichever field of a player’s call they come in', async () => {
    const { player, uid, role } = await newVisitor()
    const order = await player.order('gem_60', 'sandbox', { role_id: role })
    const fitting = { role_id: role, server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'sandbox', uid, userId: uid }
    const more = { sdk_order_id: order, paymentId: order, paymentIds: [order], code: 'WELCOME2026', text: 'text' }
    const all: Record<string, unknown> = { ...fitting, ...more, email: 'a@visitor.example', name: 'N', type: 'login' }
    const headers = { 'user-agent': MARK, 'accept-language': MARK, 'x-request-id': MARK, version: MARK }
    let asks = 0
    for (const name of keysOf(calls)) {
      const { body, method } = calls[name]
      const fields = Object.keys(
        (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Fields).properties ?? {},
      )
      const base = Object.fromEntries(fields.flatMap((key) => (key in all ? [[key, all[key]]] : [])))
      if (method === 'GET') continue
      for (const field of ['', ...fieldsOf(body)]) {
        const value = field === 'email' || field === 'contact' ? `${MARK}@visitor.example` : MARK
        const answer = await player.call(name, field === '' ? base : { ...base, [field]: value }, headers)
        if (closedToVisitors.has(name)) expect([name, answer.status, answer.msg]).toEqual([name, 403, 'InYourOwnShop'])
        asks++
      }
      // Signing out ends the session that the other calls need.
      if (name === 'user/logout') player.token = (await newVisitor()).player.token
    }
    expect(asks).toBeGreaterThan(60)
    expect(await rowsWith(MARK)).toEqual([])
  })
  it('are in no row of the game’s data: its published key names nobody and nothing', async () => {
    const game = gameClient(shop.url)
    const { uid, role, player } = await newVisitor()
    const order = await player.buy('gem_60', { role_id: role })
    const bodies: Record<string, unknown> = {
      putAccount: { account: MARK, emailLogin: true, disabled: false },
      putServer: { name: MARK, status: 0 },
      putRole: { uid, name: MARK, level: 1 },
      bulk: { operations: [{ type: 'server', server_id: 's1', name: MARK, status: 0 }] },
      webToken: {},
      ack: { refused: MARK },
    }
    for (const name of keysOf(gameCalls)) {
      const { method, path } = gameCalls[name]
      if (name === 'verifyTicket') continue
      const filled = path
        .replace('{uid}', uid)
        .replace('{server_id}', 's1')
        .replace('{role_id}', role)
        .replace('{sdk_order_id}', order)
        .replace('{delivery_id}', `dlv_${order}`)
      const answer = await game.send(method as string, filled as string, bodies[name])
      expect([name, answer.msg]).toEqual([name, gameCallsForVisitors.has(name) ? 'success' : 'InYourOwnShop'])
    }
    expect(await rowsWith(MARK)).toEqual([])
  })
  it('are in no row of other parties and of counts', async () => {
    const { player, role } = await newVisitor()
    const order = await player.order('gem_60', 'sandbox', { role_id: role })
    const post = async (path: string, body: object): Promise<number> =>
      (
        await fetch(shop.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': MARK },
          body: JSON.stringify(body),
        })
      ).status
    const answers = [
      await post(`/sandbox/v1/payments/${order}/outcome`, { outcome: MARK }),
      await post(`/sandbox/v1/payments/${order}/outcome`, { outcome: 'paid', payer_country: MARK }),
      await post(`/sandbox/v1/payments/${order}/dispute`, { reason: MARK, days: 3 }),
      await post('/sandbox/v1/payments', { merchant_order: MARK, title: MARK }),
      await post('/demo/game/full-bag', { sdk_order_id: MARK }),
      await post('/demo/game/deliver', { delivery_id: MARK }),
      await post('/demo/visitor', { redirect: MARK }),
      await post('/api/pay/sandbox/webhook', { text: MARK }),
      await post('/log/events', [{ event: `web_payment_${MARK}`, ts: Date.now(), props: { text: MARK } }]),
    ]
    expect(answers.filter((status) => status >= 500)).toEqual([])
    await fetch(`${shop.url}/demo/helpdesk?ticket=${MARK}&order=${MARK}`)
    expect(await rowsWith(MARK)).toEqual([])
  })
})
