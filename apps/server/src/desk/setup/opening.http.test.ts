import { runChore } from '@hc/test/run-chore'
import { describe, expect, it, vi } from 'vitest'
import { withDesk, withPlayer } from '@hc/test/fixtures'
import { type CommandResult, operator } from '@hc/test/operator'
import { until } from '@hc/test/shop'

// Each command is a separate process.
vi.setConfig({ testTimeout: 120_000 })

const at = withDesk({ OPENING: 'closed' })
const { shop } = at
const demo = withPlayer(shop)
const rich = withPlayer(shop, 'rich')

const asAnn = ['--by', 'ann', '--why', 'the launch']
const type = (tool: 'open' | 'close', ...args: string[]): Promise<CommandResult> =>
  operator(tool, args, { DATABASE_URL: shop.databaseUrl })
const wish = { role_id: 'r1001', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'sandbox' }
const page = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(shop.url + path, { headers, redirect: 'manual' })
  return { answer, html: await answer.text() }
}
const awaitPage = (what: string, path: string, words: string): Promise<unknown> =>
  until(what, async () => (await page(path)).html.includes(words))
/** Opens as the command does once its list is green. */
const open = (): Promise<unknown> => at.rows(`select * from open_shop('shop', 'ann', 'the list is green')`)

describe('a shop that was never open', () => {
  it('refuses every order by a code that clients know, also many at once, and every code', async () => {
    const answers = await Promise.all(
      [demo, rich, demo, rich].map((player) =>
        player.call('order/webCreate', { ...wish, ...(player === rich ? { role_id: 'r2001' } : {}) }),
      ),
    )
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([30005]))
    const redeemed = await demo.call('code/redeem', { code: 'WELCOME2026', role_id: 'r1001', server_id: 's1' })
    expect(redeemed.msg).toBe('serverMaintenance')
    expect(await at.rows('select from orders union all select from redemption')).toEqual([])
    const { result } = await demo.call('order/explain', { cp_goods_id: 'gem_60', role_id: 'r1001', server_id: 's1' })
    expect(result).toMatchObject({ can: false, reasons: [{ key: 'paused' }] })
  })
  it('writes no order and no redemption, whatever writes it', async () => {
    await expect(
      at.rows(`insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, channel_code,
          server_id, role_id, created_at, expires_at)
        select 'by hand', account_id, uid, 'item', 'gem_60', 99, 'sandbox', 's1', 'r1001', now(), now()
          from account where login = 'demo'`),
    ).rejects.toThrow('the shop is closed')
    await expect(
      at.rows(`insert into redemption (number, campaign_id, code, account_id, server_id, role_id, items, basic_points,
          present_points, created_at)
        select 'by hand', k.campaign_id, k.code, a.account_id, 's1', 'r1001', '[]', 0, 1, now()
          from account a, redeem_code k where a.login = 'demo' limit 1`),
    ).rejects.toThrow('the shop is closed')
  })
  it('knows every function that delivers or gives points, and what it follows from', async () => {
    // What stands here follows from an order, from a code, or from an act of the staff. A new way to begin something
    // belongs behind may_begin, and its table behind refuse_while_closed.
    const follows = [
      'apply_plain', // an order
      'deliver_gift', // an order's rebate
      'grant_points', // the staff
      'mark_paid', // an order
      'move_rebate', // an order's rebate
      'redeem_code', // guarded
      'take_back', // an order
    ]
    const rows = await at.rows<{ name: string }>(`select distinct proname as name from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'desk')
       and (prosrc ~ '''deliver''' and prosrc ~ 'insert into outbox' or prosrc ~ 'perform credit_entries') order by 1`)
    expect(rows.map(({ name }) => name)).toEqual(follows)
    const guarded = await at.rows<{ name: string }>(`select distinct proname as name from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'desk')
       and prosrc ~ 'insert into (orders|redemption)\\M' order by 1`)
    for (const { name } of guarded)
      expect([name, (await at.rows('select prosrc from pg_proc where proname = $1', name))[0]?.prosrc]).toEqual([
        name,
        expect.stringMatching(/may_begin|shop_closed/),
      ])
  })
  it('shows players that it opens soon, in their language and without a script, and the pages of the law', async () => {
    for (const path of ['/main/home', '/main/shop', '/main/recharge', '/login', '/']) {
      const { answer, html } = await page(path, { 'accept-language': 'de' })
      expect([path, answer.status, answer.headers.get('x-robots-tag')]).toEqual([path, 200, 'noindex'])
      expect(html).toContain('<h1 class="heading-1 text-fade">Wir öffnen bald</h1>')
      expect(html).not.toContain('<script')
    }
    const imprint = await page('/main/imprint')
    expect(imprint.html).not.toContain('We open soon')
    expect(imprint.html).not.toContain('<script')
  })
  it('lets the holder of a preview’s link look around for as long as the link lives', async () => {
    const { url } = (
      await at.owner.call('preview/make', {
        drafts: [],
        moment: null,
        locale: 'en-US',
        path: '/main/home',
      })
    ).result
    const { pathname, search } = new URL(url)
    const { answer, html } = await page(pathname + search)
    expect(html).toContain('Nothing can be bought here')
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    expect(cookie).toMatch(/^hc_look=/)
    const inside = await page('/main/shop', { cookie })
    expect(inside.html).toContain('<script')
    expect(inside.html).not.toContain('We open soon')
    await at.rows('update desk.preview set expires_at = now()')
    expect((await page('/main/shop', { cookie })).html).toContain('We open soon')
  })
  it('opens by the command alone, which names each step that is missing', async () => {
    expect((await type('open')).text).toContain('the shop was never open')
    const { code, text } = await type('open', ...asAnn)
    expect(code).toBe(2)
    expect(text).toContain('the shop stays closed until these steps are done')
    expect(text).toContain('Legal pages')
    expect(text).not.toContain('First real order')
    expect(await at.rows('select state, by from opening')).toEqual([{ state: 'closed', by: 'setting' }])
  })
  it('lets one player try it before, whose order is paid and delivered', async () => {
    const [{ uid } = { uid: '' }] = await at.rows<{ uid: string }>(`select uid from account where login = 'demo'`)
    expect((await type('open', '--for', 'nobody', ...asAnn)).text).toBe('there is no such player\n')
    expect((await type('open', '--for', uid, ...asAnn)).code).toBe(0)
    await demo.buy('gem_60')
    expect((await rich.call('order/webCreate', { ...wish, role_id: 'r2001' })).msg).toBe('serverMaintenance')
    expect(await at.audited('cli.let_buy')).toMatchObject([{ actor: 'cli:ann', target: uid }])
  })
})

describe('a shop that was opened', () => {
  it('sells, and each opening and closing is a row and a line of the audit', async () => {
    await open()
    await awaitPage('the shop is open', '/main/home', '<script')
    await rich.order('coin_500', 'sandbox', { role_id: '', server_id: '' })
    expect((await type('close', ...asAnn)).text).toBe('the shop is closed\n')
    expect((await type('close', ...asAnn)).text).toBe('the shop was closed before\n')
    expect(await at.rows('select state, by, why from opening order by opening_id offset 1')).toEqual([
      { state: 'open', by: 'ann', why: 'the list is green' },
      { state: 'closed', by: 'ann', why: 'the launch' },
    ])
    expect(await at.audited('cli.close_shop')).toMatchObject([
      { actor: 'cli:ann', kind: 'operator_action', target: 'shop', line: { reason: 'the launch' } },
    ])
    await expect(at.rows(`update opening set by = 'bob'`)).rejects.toThrow()
  })
  it('finishes what was ordered before it closed, and says so on its pages', async () => {
    await open()
    const key = { 'idempotency-key': 'before-the-close' }
    const firstAnswer = await demo.call('order/webCreate', wish, key)
    const order = firstAnswer.result.sdk_order_id
    await type('close', ...asAnn)
    await awaitPage('it says so', '/main/home', 'The shop is closed at the moment.')
    expect((await demo.call('order/webCreate', wish)).msg).toBe('serverMaintenance')
    expect((await demo.call('order/webCreate', wish, key)).result.sdk_order_id).toBe(order)
    await shop.outcome(order, 'paid')
    await demo.reach(order, 4)
    await operator('refund', [order, '--reason', 'a test', '--by', 'ann'], { DATABASE_URL: shop.databaseUrl })
    await demo.reach(order, 5)
  })
  it('stays as it is over a restart with the same setting', async () => {
    await open()
    await shop.restart()
    expect((await demo.call('order/webCreate', { ...wish, cp_goods_id: 'gem_300' })).msg).toBe('success')
  })
})

describe('the list of a box', () => {
  const read = async () => (await at.owner.call('setup/read', {})).result
  const stateOf = async (name: string) => {
    const row = (await read()).steps.find(({ step }) => step === name)
    return [row?.state, row?.key, row?.must]
  }
  const hc = (tool: 'check' | 'test', ...args: string[]): Promise<CommandResult> =>
    operator(tool, args, { DATABASE_URL: shop.databaseUrl, OPENING: 'closed', PUBLIC_URL: 'http://127.0.0.1:9' })

  it('has the machine’s own steps, and says of what nobody looked at that it is unknown', async () => {
    expect((await read()).steps.map(({ step }) => step).join(' ')).toBe(
      'address tls clock gateway game mail products countries legal team alerts heartbeat backup updates order',
    )
    expect((await read()).opening).toMatchObject({ state: 'open', by: 'ann' })
    expect(await stateOf('tls')).toEqual(['todo', 'plain', true])
    expect(await stateOf('clock')).toEqual(['unknown', 'unseen', true])
    expect(await stateOf('updates')).toEqual(['unknown', 'unseen', true])
    expect(await stateOf('heartbeat')).toEqual(['attention', 'none', false])
  })
  it('believes a look of the machine for five minutes', async () => {
    const look = (facts: object) => at.rows('select desk.note_look($1)', JSON.stringify(facts))
    await look({ clock_off_s: -0.004, updates: 'on', restart_needed: false })
    expect([await stateOf('clock'), await stateOf('updates')]).toEqual([
      ['done', 'well', true],
      ['done', 'on', true],
    ])
    await look({ clock_off_s: 2.5, updates: 'on', restart_needed: true })
    expect([await stateOf('clock'), await stateOf('updates')]).toEqual([
      ['broken', 'off', true],
      ['attention', 'restart', false],
    ])
    await look({ clock_off_s: null, updates: 'off' })
    expect([await stateOf('clock'), await stateOf('updates')]).toEqual([
      ['unknown', 'unheard', true],
      ['todo', 'off', true],
    ])
    await at.rows(`update desk.machine_look set at = now() - interval '6 minutes'`)
    expect(await stateOf('clock')).toEqual(['unknown', 'stale', true])
  })
  it('tells its people that the disk of the machine fills', async () => {
    const low = async (free: number | null) => {
      await at.rows(`select desk.note_look('{"disk_free":${free}}')`)
      await runChore(shop.db, 'alerts')
      return (await at.owner.call('alert/list', {})).result.alerts.filter(({ rule }) => rule === 'disk_low')
    }
    expect(await low(4 * 1024 ** 3)).toMatchObject([{ value: 4 }])
    expect(await low(6 * 1024 ** 3)).toEqual([])
    expect(await low(null)).toEqual([])
  })
  it('calls somebody outside each minute, and knows when nobody answers', async () => {
    await shop.restart({ HEARTBEAT_URL: `${shop.url}/healthz` })
    await until('it was called', async () => (await stateOf('heartbeat'))[1] === 'answered', 90_000)
    await at.rows(`update desk.outside_heartbeat set answered_at = now() - interval '6 minutes', detail = 'HTTP 500'`)
    expect(await stateOf('heartbeat')).toEqual(['broken', 'silent', false])
    const { house } = (await at.owner.call('health/read', {})).result
    expect(house.find(({ key }) => key === 'heartbeat.silent')).toMatchObject({ light: 'red', card: 'processes' })
    await at.rows(`update desk.setup_test set at = at - interval '11 seconds'`)
    expect((await at.owner.call('setup/test', { step: 'heartbeat' })).result).toMatchObject({ ok: true })
    expect((await stateOf('heartbeat'))[1]).toBe('answered')
  })
  it('answers on the command line a step at a time, and tests one as the desk does', async () => {
    expect(await hc('check', 'products')).toMatchObject({ code: 0 })
    expect(await hc('check', 'clock')).toMatchObject({ code: 1 })
    expect((await hc('check', 'everything')).text).toContain('The steps: address, tls, clock')
    const { code, text } = await hc('test', 'tls')
    expect([code, text]).toEqual([1, 'http://127.0.0.1:9 doesn’t use HTTPS.\n'])
    expect((await at.audited('setup/test')).at(-1)).toMatchObject({ actor: 'cli:operator', target: 'tls' })
    expect((await hc('test', 'tls')).text).toContain('this was tested a moment ago')
    expect((await hc('test', 'mail', '--as', 'nobody@example.com')).code).toBe(2)
  })
})
