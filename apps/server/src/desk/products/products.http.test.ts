import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskBody } from '@hc/contract/desk/calls'
import type { DeskProduct } from '@hc/contract/desk/products'
import type { DeskClient } from '@hc/test/desk'
import { type Player, until } from '@hc/test/shop'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk()

let owner: DeskClient
const REASON = 'a test of the rule'

const product = async (id: string): Promise<DeskProduct> => (await owner.call('product/read', { id })).result.product
let shopper: Player
const offerOf = async (id: string) => {
  const { result } = await shopper.call('order/webProduct', { role_id: 'r1003', server_id: 's1' })
  return result.find((item) => item.cp_goods_id === id)
}
/** Plans a price that two people agree on; gives the last plan. */
async function price(body: DeskBody<'product/price'>) {
  expect(await at.agreed(await owner.call('product/price', body))).toBe('done')
  return (await owner.call('product/read', { id: body.id })).result.plans.at(-1)
}
const local = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

beforeAll(async () => {
  owner = at.owner
  shopper = await at.shop.signIn('rich', 'Rich1234')
})

describe('a saved product', () => {
  it('is on sale at once, and its version and one audit line name the editor', async () => {
    const before = await product('gem_60')
    const saved = await owner.call('product/text', {
      id: 'gem_60',
      version: before.version,
      texts: { ...before.texts, 'en-US': { name: '60 Crystals', desc: '' } },
      icon: before.icon,
      reason: 'the name was wrong',
    })
    expect(saved).toMatchObject({ code: 0, result: { version: before.version + 1, plan: null } })
    await until('the shop says so', async () => (await offerOf('gem_60'))?.name === '60 Crystals')
    const { result } = await owner.call('revision/list', { kind: 'product', target: 'gem_60' })
    expect(result.versions.map(({ version, by, reason }) => [version, by, reason])).toEqual([
      [2, 'owner', 'the name was wrong'],
      [1, 'sql:postgres', ''],
    ])
    const lines = (await owner.call('audit/list', { kind: 'product', target: 'gem_60', action: 'product/text' })).result
    expect(lines.lines).toHaveLength(1)
    expect(JSON.parse(lines.lines[0]?.line ?? '')).toMatchObject({
      reason: 'the name was wrong',
      after: { version: 2 },
    })
  })
  it('rejects a save from an older version, and the answer says who saved what and when', async () => {
    const { version, texts, icon } = await product('gem_300')
    const ownEdit = { id: 'gem_300', version, icon, texts: { ...texts, 'en-US': { name: 'First', desc: '' } } }
    const [first, second] = await Promise.all([
      owner.call('product/text', ownEdit),
      at.as('content').call('product/text', {
        ...ownEdit,
        texts: { ...texts, 'en-US': { name: 'Second', desc: '' } },
      }),
    ])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    const [loser, winner] = first.status === 409 ? [first, 'content'] : [second, 'owner']
    expect(loser.msg).toBe('VersionConflict')
    expect(loser.data).toMatchObject({ by: winner, version: version + 1, theirs: { price_cents: 499 } })
    expect(loser.data?.at).toBeGreaterThan(Date.now() / 1000 - 600)
  })
  it('that is changed by hand in SQL gets a new version, a revision and an audit line, too', async () => {
    const { version } = await product('gem_980')
    await at.shop.db.query(`update product set sort = sort where cp_goods_id = 'gem_980'`)
    expect((await product('gem_980')).version).toBe(version)
    await at.shop.db.query(`update product set sort = 77 where cp_goods_id = 'gem_980'`)
    expect(await product('gem_980')).toMatchObject({ version: version + 1, sort: 77 })
    const { result } = await owner.call('audit/list', { kind: 'product', target: 'gem_980' })
    expect(result.lines[0]?.actor).toBe('sql:postgres')
  })
  it('gets a new version when an older one is restored', async () => {
    const now = await product('gem_60')
    const { result } = await owner.call('revision/read', { kind: 'product', target: 'gem_60', version: 1 })
    const { texts, icon } = result.body as Pick<DeskProduct, 'texts' | 'icon'>
    const back = await owner.call('product/text', { id: 'gem_60', version: now.version, texts, icon })
    expect(back.result.version).toBe(now.version + 1)
    expect((await product('gem_60')).texts['en-US']?.name).toBe(texts['en-US']?.name)
  })
  it('starts off sale, and no other product can take its number', async () => {
    const newProduct = {
      id: 'gem_new',
      kind: 'item' as const,
      price_cents: 250,
      bonus_pct: 0,
      quantity: 120,
      icon: '/art/items/gem_60.svg',
      tag: '',
      sort: 3,
      texts: { 'en-US': { name: '120 Gems', desc: '' } },
    }
    // Its first price is a price: a second person agrees on it.
    const answer = await owner.call('product/create', { ...newProduct, bonus_pct: 1000 })
    expect([answer.status, answer.msg]).toEqual([202, 'NeedsApproval'])
    await owner.call('approval/withdraw', { approval_no: Number(answer.data?.approval) })
    expect(await at.agreed(await owner.call('product/create', newProduct))).toBe('done')
    expect((await owner.call('product/create', newProduct)).msg).toBe('ProductTaken')
    expect(await offerOf('gem_new')).toBeUndefined()
    const { version, tag, sort, featured } = await product('gem_new')
    await owner.call('product/sell', { id: 'gem_new', version, tag, sort, featured, active: true })
    await until('it is sold', async () => (await offerOf('gem_new'))?.price === 2.5)
  })
  it('shows its revenue of the last 30 days, each currency by itself, to those with the right alone', async () => {
    const day = (days: number, cents: number) =>
      at.shop.db.query(
        `insert into desk.day_total (day, channel_code, cp_goods_id, orders, gross_cents, refunded_cents)
          values ((now() at time zone 'UTC')::date - $1::int, 'sandbox', 'gem_60', 2, $2, 10)`,
        [days, cents],
      )
    await day(0, 198)
    await day(29, 198)
    await day(30, 99_999)
    await at.shop.db.query(`insert into desk.currency_day (day, unit, channel_code, cp_goods_id, orders, gross_minor)
      values ((now() at time zone 'UTC')::date, 'JPY', 'sandbox', 'gem_60', 1, 150)`)
    const yen = { currency: 'JPY', gross_minor: 150, refunded_minor: 0 }
    const sales = { orders: 5, gross_cents: 396, refunded_cents: 20, points: 0, others: [yen] }
    expect((await owner.call('product/read', { id: 'gem_60' })).result.sales).toEqual(sales)
    const listed = (await owner.call('product/list', {})).result
    expect(listed.find(({ id }) => id === 'gem_60')?.sales).toEqual(sales)
    expect(listed.find(({ id }) => id === 'gem_300')?.sales).toMatchObject({ orders: 0, others: [] })
    const support = at.as('support')
    const rows = (await support.call('product/list', {})).result
    expect(rows.every((entry) => entry.sales === null)).toBe(true)
    // How often it was sold is no amount: everybody reads it, day by day.
    const { sold = [] } = rows.find(({ id }) => id === 'gem_60') ?? {}
    expect([sold.length, sold.reduce((sum, n) => sum + n, 0)]).toEqual([30, 5])
    await at.shop.db.query('delete from desk.day_total')
    await at.shop.db.query('delete from desk.currency_day')
  })
  it('obeys the constraints of its table: a violated one is named, and nothing changes', async () => {
    const before = await product('pass_month')
    await at.shop.db.query(`alter table product add constraint no_blue check (tag <> 'blue')`)
    const { id, version, active, sort, featured } = before
    const answer = await owner.call('product/sell', { id, version, active, sort, featured, tag: 'blue' })
    expect([answer.status, answer.msg, answer.data?.rule]).toEqual([422, 'EditRefused', 'no_blue'])
    expect(await product('pass_month')).toEqual(before)
  })
  it('shows an open request until it is decided', async () => {
    const { version } = await product('coin_5000')
    const requests = async () => (await owner.call('product/read', { id: 'coin_5000' })).result.requests
    const answer = await owner.call('product/price', { id: 'coin_5000', version, price_cents: 4900, reason: REASON })
    expect(await requests()).toMatchObject([{ approval_no: answer.data?.approval, call: 'product/price' }])
    expect(await at.agreed(answer)).toBe('done')
    expect(await requests()).toEqual([])
  })
  it('gets the price that two people agreed on; a request from before another change of the price is stale', async () => {
    const { version, tag, sort, featured } = await product('coin_1000')
    const answer = await owner.call('product/price', { id: 'coin_1000', version, price_cents: 900, reason: REASON })
    expect(answer).toMatchObject({ status: 202, msg: 'NeedsApproval' })
    expect((await product('coin_1000')).price_cents).toBe(1000)
    await owner.call('product/sell', { id: 'coin_1000', version, tag: 'new', sort, featured, active: true })
    expect(tag).toBe('')
    expect(await at.agreed(answer)).toBe('stale')
    expect((await product('coin_1000')).price_cents).toBe(1000)
    await price({ id: 'coin_1000', version: version + 1, price_cents: 950 })
    expect((await product('coin_1000')).price_cents).toBe(950)
  })
})

describe('a planned price', () => {
  it('applies from its second on, and an open order keeps its price', async () => {
    const { version } = await product('gem_1980')
    const demo = await at.shop.signIn('demo', 'Demo1234')
    const order = await demo.order('gem_1980')
    const moment = Math.ceil(Date.now() / 1000) + 3
    const planned = await price({
      id: 'gem_1980',
      version,
      price_cents: 2499,
      reason: 'autumn sale',
      when: { local: local(moment * 1000), zone: 'UTC' },
    })
    expect(planned?.at).toBe(moment)
    expect((await offerOf('gem_1980'))?.price).toBe(29.99)
    await until('the new price is sold', async () => (await offerOf('gem_1980'))?.price === 24.99)
    const { rows } = await at.shop.db.query<{ late: number; state: string }>(
      `select state, extract(epoch from done_at - at)::float8 as late from desk.scheduled_change
        where target = 'gem_1980'`,
    )
    expect(rows).toEqual([{ state: 'done', late: expect.any(Number) as number }])
    expect(rows[0]?.late).toBeGreaterThanOrEqual(0)
    await at.shop.outcome(order, 'paid')
    await demo.reach(order, 4)
    expect((await demo.record(order)).amount).toBe(29.99)
    const { result } = await owner.call('audit/list', { kind: 'product', target: 'gem_1980' })
    expect(result.lines[0]).toMatchObject({ actor: 'job:schedule', action: 'schedule.apply' })
    const [latest] = (await owner.call('revision/list', { kind: 'product', target: 'gem_1980' })).result.versions
    expect(latest).toMatchObject({ version: version + 1, by: 'job:schedule' })
    expect(latest?.reason).toContain('autumn sale')
  })
  it('is not applied to another version than it was planned for, and says so', async () => {
    const { version, tag, sort, featured } = await product('gem_3280')
    const when = { local: local(Date.now() + 600_000), zone: 'UTC' }
    const plan = await price({ id: 'gem_3280', version, price_cents: 1, when })
    await owner.call('product/sell', { id: 'gem_3280', version, tag: 'new', sort, featured, active: true })
    expect(tag).toBe('')
    await at.shop.db.query(`update desk.scheduled_change set at = now() where change_id = $1`, [plan?.id])
    const conflict = await until('it is in conflict', async () => {
      const { plans } = (await owner.call('product/read', { id: 'gem_3280' })).result
      return plans.find(({ state }) => state === 'conflict')
    })
    expect(conflict).toMatchObject({ detail: 'changed', target: 'gem_3280' })
    expect((await product('gem_3280')).price_cents).toBe(4999)
  })
  it('is applied once, and so is the next planned price, however many workers run', async () => {
    const { version } = await product('gem_6480')
    const other = await at.shop.beside({ CONSOLE_PORT: '0' })
    const plan = async (cents: number, seconds: number) =>
      price({
        id: 'gem_6480',
        version,
        price_cents: cents,
        when: { local: local(Date.now() + seconds * 1000), zone: 'UTC' },
      })
    await plan(8999, 3)
    await plan(9999, 4)
    const states = await until('both are done', async () => {
      const { rows } = await at.shop.db.query<{ state: string }>(
        `select state from desk.scheduled_change where target = 'gem_6480' and state <> 'waiting'`,
      )
      return rows.length === 2 ? rows : undefined
    })
    expect(states.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(await product('gem_6480')).toMatchObject({ price_cents: 9999, version: version + 2 })
    await other.stop()
  })
  it('can be moved and withdrawn until it is applied', async () => {
    const { version } = await product('coin_500')
    const when = (hours: number) => ({ local: local(Date.now() + hours * 3_600_000), zone: 'UTC' })
    const plan = await price({ id: 'coin_500', version, price_cents: 400, when: when(2) })
    const id = plan?.id ?? 0
    const moved = await owner.call('product/replan', { id, when: when(3) })
    expect(moved.result.at).toBeGreaterThan(plan?.at ?? 0)
    expect((await owner.call('article/replan', { id, when: null })).msg).toBe('PlanOver')
    expect((await owner.call('product/replan', { id, when: null })).result).toEqual({ at: null })
    expect((await owner.call('product/replan', { id, when: when(4) })).msg).toBe('PlanOver')
  })
  it('takes a local time of a zone: a skipped time is refused, and an ambiguous time needs a choice', async () => {
    const { version } = await product('coin_500')
    const plan = async (time: string, zone = 'Europe/Berlin', which: '' | 'first' | 'second' = '') =>
      owner.call('product/price', { id: 'coin_500', version, price_cents: 400, when: { local: time, zone, which } })
    expect((await plan('2027-03-28T02:30')).msg).toBe('TimeSkipped')
    expect((await plan('2027-10-31T02:30')).msg).toBe('TimeTwice')
    expect(await plan('2020-01-01T10:00')).toMatchObject({ msg: 'TimePassed', data: { local: '2020-01-01T10:00' } })
    expect((await plan('2027-01-01T10:00', 'Europe/Atlantis')).msg).toBe('InvalidParams')
    for (const which of ['first', 'second'] as const)
      expect(await at.agreed(await plan('2027-10-31T02:30', 'Europe/Berlin', which))).toBe('done')
    const waiting = (await owner.call('product/read', { id: 'coin_500' })).result.plans
    const [first = 0, second = 0] = waiting.map((entry) => entry.at)
    expect([new Date(first * 1000).toISOString(), second - first]).toEqual(['2027-10-31T00:30:00.000Z', 3600])
    const { plans, names } = (await owner.call('calendar/list', { from: first - 60, to: second + 60 })).result
    expect(names).toEqual([{ kind: 'product', target: 'coin_500', name: expect.stringMatching(/500/) as string }])
    expect(plans.map(({ local: time, zone, at: moment }) => [time, zone, moment])).toEqual([
      ['2027-10-31T02:30:00', 'Europe/Berlin', first],
      ['2027-10-31T02:30:00', 'Europe/Berlin', second],
    ])
  })
})

describe('all products of a kind', () => {
  const listed = async () => (await owner.call('product/list', {})).result.filter(({ kind }) => kind === 'item')
  const names = (all: readonly { id: string; version: number }[]) => all.map(({ id, version }) => ({ id, version }))
  it('are sorted in one save: each moved product gets a new version, and players see the new order', async () => {
    const before = await listed()
    const turned = before.toReversed()
    const arrangement = await owner.call('product/arrange', { kind: 'item', products: names(turned) })
    expect(arrangement.result.moved).toBeGreaterThan(1)
    const now = await listed()
    expect(now.map(({ id }) => id)).toEqual(turned.map(({ id }) => id))
    const again = await owner.call('product/arrange', { kind: 'item', products: names(now) })
    expect(again.result.moved).toBe(0)
    expect(names(await listed())).toEqual(names(now))
    const { result } = await shopper.call('order/webProduct', { role_id: 'r1003', server_id: 's1' })
    const sellable = new Set(result.map((entry) => entry.cp_goods_id))
    await until('players see it', async () => {
      const window = (await shopper.call('order/webProduct', { role_id: 'r1003', server_id: 's1' })).result
      const expectedIds = now.map(({ id }) => id).filter((id) => sellable.has(id))
      return (
        JSON.stringify(window.map((entry) => entry.cp_goods_id).filter((id) => expectedIds.includes(id))) ===
        JSON.stringify(expectedIds)
      )
    })
    const { lines } = (await owner.call('audit/list', { action: 'product/arrange' })).result
    expect(lines.length).toBe(arrangement.result.moved + 1)
  })
  it('keep their order if one has another version, is new or is missing, or if the person lacks the right', async () => {
    const before = await listed()
    const [first, ...rest] = names(before)
    if (!first) throw new Error('no product')
    const late = [...rest, { ...first, version: first.version + 1 }]
    const answer = await owner.call('product/arrange', { kind: 'item', products: late })
    expect([answer.status, answer.msg, answer.data?.version]).toEqual([409, 'VersionConflict', first.version])
    expect((await owner.call('product/arrange', { kind: 'item', products: rest })).msg).toBe('VersionConflict')
    expect((await owner.call('product/arrange', { kind: 'coin', products: names(before) })).msg).toBe('VersionConflict')
    const twice = await owner.call('product/arrange', { kind: 'item', products: [first, first] })
    expect(twice.msg).toBe('InvalidParams')
    const support = at.as('support')
    expect((await support.call('product/arrange', { kind: 'item', products: rest })).msg).toBe('NotAllowed')
    expect(await listed()).toEqual(before)
  })
  it('keep their plans, unless a plan itself sets another place', async () => {
    const [first, second, ...rest] = await listed()
    if (!first || !second) throw new Error('no product')
    const plan = async ({ id, version, tag, sort, featured }: DeskProduct, place: number) => {
      const when = { local: '2031-03-01T10:00', zone: 'UTC', which: '' as const }
      const body = { id, version, tag, featured, active: false, when }
      const { result } = await owner.call('product/sell', { ...body, sort: sort + place })
      return result.plan?.id
    }
    const [keeps, moves] = [await plan(first, 0), await plan(second, 5)]
    await owner.call('product/arrange', { kind: 'item', products: names([...rest, second, first]) })
    const { rows } = await at.shop.db.query<{ id: number; fits: boolean }>(
      `select s.change_id::int as id, s.based_on = p.version and (s.patch ->> 'sort')::int = p.sort as fits
        from desk.scheduled_change s join product p on p.cp_goods_id = s.target
        where s.change_id = any($1) order by s.change_id`,
      [[keeps, moves]],
    )
    expect(rows).toEqual([
      { id: keeps, fits: true },
      { id: moves, fits: false },
    ])
  })
})

describe('a form of the desk', () => {
  const writing = async (who: DeskClient, target: string, writes: boolean): Promise<string[]> =>
    (await who.call('pulse/read', { form: { kind: 'product', target, writes } })).result.writing
  it('names its other editors until 20 seconds after their last sign of life, and leaves no audit line', async () => {
    const content = at.as('content')
    const seq = (await owner.call('audit/list', {})).result.lines[0]?.seq
    expect(await writing(content, 'gem_60', false)).toEqual([])
    expect(await writing(owner, 'gem_60', true)).toEqual([])
    expect(await writing(content, 'gem_60', true)).toEqual(['owner'])
    expect(await writing(owner, 'gem_60', true)).toEqual(['content'])
    expect(await writing(content, 'gem_300', true)).toEqual([])
    await at.shop.db.query(`update desk.presence set at = at - interval '21 seconds'`)
    expect(await writing(content, 'gem_60', false)).toEqual([])
    await at.shop.db.query(`update desk.presence set at = at - interval '1 minute'`)
    await writing(content, 'gem_60', true)
    const { rows } = await at.shop.db.query('select count(*)::int as n from desk.presence')
    expect(rows).toEqual([{ n: 1 }])
    expect((await owner.call('audit/list', {})).result.lines[0]?.seq).toBe(seq)
    expect((await owner.call('pulse/read', {})).result.writing).toEqual([])
  })
  it('names no editor who could not save it', async () => {
    for (const role of ['auditor', 'support'] as const)
      expect(await writing(at.as(role), 'gem_60', true)).toEqual(['content'])
    expect(await writing(owner, 'gem_60', false)).toEqual(['content'])
  })
})

describe('a payment channel', () => {
  const channel = async (code: string) => {
    const channelRow = (await owner.call('channel/list', {})).result.find((entry) => entry.code === code)
    if (!channelRow) throw new Error(code)
    return channelRow
  }
  it('shows its health and which secrets are set, never a value', async () => {
    await at.shop.restart({
      STRIPE_SECRET_KEY: 'sk_test_canary4711canary4711',
      STRIPE_WEBHOOK_SECRETS: 'whsec_canary4711',
    })
    const answer = await owner.call('channel/list', {})
    const stripe = answer.result.find(({ code }) => code === 'stripe')
    expect(stripe?.configured).toBe(true)
    expect(stripe?.secrets.length).toBeGreaterThan(0)
    expect(stripe?.secrets.every(({ fingerprint }) => /^[0-9a-f]{8}$/.test(fingerprint))).toBe(true)
    expect(JSON.stringify(answer)).not.toContain('canary4711')
  })
  it('disappears from the offer when it is switched off, until a person with the right switches it on', async () => {
    const { version } = await channel('sandbox')
    const off = await at.as('ops').call('channel/off', { code: 'sandbox', version, reason: REASON })
    expect(off.result.version).toBe(version + 1)
    const demo = await at.shop.signIn('demo', 'Demo1234')
    const buy = async () =>
      (
        await demo.call('order/webCreate', {
          role_id: 'r1001',
          server_id: 's1',
          cp_goods_id: 'gem_60',
          channel_code: 'sandbox',
        })
      ).msg
    await until('it is refused', async () => (await buy()) === 'ChannelUnavailable')
    expect((await at.as('support').call('channel/on', { code: 'sandbox', version, reason: REASON })).status).toBe(403)
    await at.agreed(await owner.call('channel/on', { code: 'sandbox', version: version + 1, reason: REASON }))
    await until('it is taken', async () => (await buy()) === 'success')
  })
  it('rests with all others during a pause of sales, and the shop says that it is closed', async () => {
    const { version } = (await owner.call('sales/state', {})).result
    const pressed = await owner.call('sales/pause', { paused: true, version, reason: REASON })
    expect(pressed.msg).toBe('success')
    const demo = await at.shop.signIn('demo', 'Demo1234')
    const buy = async () =>
      (
        await demo.call('order/webCreate', {
          role_id: 'r1001',
          server_id: 's1',
          cp_goods_id: 'gem_60',
          channel_code: 'sandbox',
        })
      ).msg
    await until('sales pause', async () => (await buy()) === 'serverMaintenance')
    expect((await owner.call('sales/state', {})).result).toMatchObject({ paused: true, by: 'owner' })
    await owner.call('sales/pause', { paused: false, version: pressed.result.version, reason: REASON })
    await until('sales go on', async () => (await buy()) === 'success')
  })
})

describe('a call of the desk', () =>
  it('refuses an invalid time, page cursor or version, and accepts times after 2038', async () => {
    const outcomeOf = async (answer: Promise<{ status: number; msg: string }>): Promise<string> => {
      const { status, msg } = await answer
      return `${status} ${msg}`
    }
    const far = Number.MAX_SAFE_INTEGER
    expect(await outcomeOf(owner.call('audit/list', { from: far }))).toBe('400 InvalidParams')
    expect(await outcomeOf(owner.call('audit/list', { from: 4_000_000_000, after: far }))).toBe('200 success')
    expect(await outcomeOf(owner.call('approval/list', { which: 'past', after: far }))).toBe('200 success')
    expect(await outcomeOf(owner.call('report/channels', { from: far, to: 2 }))).toBe('400 InvalidParams')
    for (const after of ['{{7*7}}', '2026-02-30_10:00:00+00 x'])
      expect(await outcomeOf(owner.call('media/list', { after })), after).toBe('400 InvalidParams')
    const reason = REASON
    expect(await outcomeOf(owner.call('channel/off', { code: 'sandbox', version: 0, reason }))).toBe(
      '400 InvalidParams',
    )
    expect(await outcomeOf(owner.call('sales/pause', { paused: true, version: 0, reason }))).toBe('400 InvalidParams')
  }))
