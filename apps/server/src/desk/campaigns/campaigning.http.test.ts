import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskBody } from '@hc/contract/desk/calls'
import { runChore } from '@hc/test/run-chore'
import type { DeskClient } from '@hc/test/desk'
import { type Player, until } from '@hc/test/shop'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk({ RETRY_BASE_MS: '100' })

let campaigner: DeskClient
let demo: Player
let uid: string
const REASON = 'a test of the rule'
const astra = { server_id: 's1', role_id: 'r1001' }
const texts = { 'en-US': { name: 'Autumn gift' } }
const local = (days: number) => ({
  local: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19),
  zone: 'UTC',
})
const redeemDraft = (more: object = {}): DeskBody<'campaign/edit'>['draft'] => ({
  kind: 'redeem',
  texts,
  starts: local(-1),
  ends: local(9),
  items: [],
  basic_points: 0,
  present_points: 100,
  per_role: 1,
  per_account: null,
  total: null,
  ...more,
})
const rebateDraft = (more: object = {}): DeskBody<'campaign/edit'>['draft'] => ({
  kind: 'rebate',
  texts,
  starts: local(-1),
  ends: local(29),
  counts: ['item'],
  tiers: [
    { threshold_cents: 1000, rate_pct: 10, gift_goods_id: null, gift_quantity: 1 },
    { threshold_cents: 2500, rate_pct: 4, gift_goods_id: 'gem_60', gift_quantity: 2 },
    { threshold_cents: 6000, rate_pct: 0, gift_goods_id: 'gem_300', gift_quantity: 1 },
  ],
  ...more,
})
async function buy(goods: string, role = astra): Promise<string> {
  const order = await demo.buy(goods, role)
  return order
}
const rows = async (text: string, values: unknown[] = []) => (await at.shop.db.query(text, values)).rows
/** A draft with so many codes for one use each. */
async function gift(id: string, more: object = {}, count = 3): Promise<number> {
  const draft = await campaigner.call('campaign/edit', { kind: 'redeem', id, version: 0, draft: redeemDraft(more) })
  expect(draft.msg).toBe('success')
  expect((await campaigner.call('code/make', { id, count, uses: 1 })).result).toEqual({ made: count })
  return draft.result.version
}
const start = async (kind: 'redeem' | 'rebate', id: string, version: number, by = campaigner) =>
  by.call('campaign/start', { kind, id, version, reason: REASON })
const codeOf = async (id: string): Promise<string> =>
  String((await rows('select code from redeem_code where campaign_id = $1 and used = 0 limit 1', [id]))[0]?.code)

beforeAll(async () => {
  campaigner = at.as('campaign')
  demo = await at.shop.signIn('demo', 'Demo1234')
  uid = String((await rows(`select uid from account where login = 'demo'`))[0]?.uid)
  await at.shop.db.query('delete from rebate_tier')
  await at.shop.db.query('delete from rebate_campaign')
})

describe('a report of campaigns and codes', () =>
  it('names each campaign beside its numbers', async () => {
    await gift('named')
    await rows(`insert into desk.report_day (report, day, part, reason, measure, n) values
      ('codes', current_date, 'named', '', 'uses', 1), ('campaigns', current_date, 'redeem:named', '', 'grants', 1),
      ('campaigns', current_date, 'rebate:gone', '', 'grants', 1)`)
    const today = new Date().toISOString().slice(0, 10)
    const owner = at.as('owner')
    const names = async (kind: 'codes' | 'campaigns', by: 'campaign' | 'day') =>
      (await owner.call('report/counts', { kind, from: today, to: today, by })).result.names
    expect(await names('codes', 'campaign')).toEqual({ named: 'Autumn gift' })
    expect(await names('campaigns', 'campaign')).toEqual({ 'redeem:named': 'Autumn gift' })
    expect(await names('codes', 'day')).toEqual({})
  }))

describe('a redeem campaign', () => {
  it('is hidden from players as a draft, and gives its items once it is started', async () => {
    const version = await gift('autumn')
    const code = await codeOf('autumn')
    expect((await demo.call('code/redeem', { code, ...astra })).msg).toBe('RedeemCodeNotFound')
    expect((await start('redeem', 'autumn', version)).result.version).toBe(version + 1)
    expect((await demo.call('code/redeem', { code, ...astra })).code).toBe(0)
    const { result } = await campaigner.call('campaign/read', { kind: 'redeem', id: 'autumn' })
    expect(result).toMatchObject({
      state: 'running',
      given: { grants: 1, points: 100, value_cents: 100 },
      codes: { made: 3, used: 1, left: 2, to_export: 3 },
    })
    const list = (await campaigner.call('campaign/list', { kind: 'redeem', state: 'running' })).result.rows
    expect(list.find(({ id }) => id === 'autumn')).toMatchObject({ name: 'Autumn gift', total: null })
  })
  it('becomes a request with its forecast when it exceeds the limit of the person who starts it', async () => {
    const version = await gift('dear', { present_points: 100_000 }, 2)
    const answer = await start('redeem', 'dear', version)
    expect(answer).toMatchObject({ status: 202, msg: 'NeedsApproval' })
    const [request] = await rows('select amount::int, forecast from desk.approval where approval_no = $1', [
      answer.data?.approval,
    ])
    expect(request).toMatchObject({ amount: 200_000, forecast: { after: { forecast_high_cents: 200_000 } } })
    const requests = async () => (await campaigner.call('campaign/requests', { kind: 'redeem', id: 'dear' })).result
    expect(await requests()).toMatchObject([{ approval_no: answer.data?.approval, call: 'campaign/start' }])
    expect(await at.agreed(answer)).toBe('done')
    expect((await campaigner.call('campaign/read', { kind: 'redeem', id: 'dear' })).result.state).toBe('running')
    expect(await requests()).toEqual([])
  })
  it('without a bound needs a second person: a code without a limit of uses, or tiers that nobody reached yet', async () => {
    const edit = await campaigner.call('campaign/edit', {
      kind: 'redeem',
      id: 'open',
      version: 0,
      draft: redeemDraft(),
    })
    expect((await campaigner.call('code/make', { id: 'open', count: 1, uses: null })).msg).toBe('success')
    const tiers = Array.from({ length: 20 }, (_, n) => ({
      threshold_cents: 250_000 + n,
      rate_pct: 100,
      gift_goods_id: 'gem_6480',
      gift_quantity: 1_000,
    }))
    const draft = rebateDraft({ tiers })
    const two = await campaigner.call('campaign/edit', { kind: 'rebate', id: 'tall', version: 0, draft })
    for (const [kind, id, version] of [
      ['redeem', 'open', edit.result.version],
      ['rebate', 'tall', two.result.version],
    ] as const) {
      const answer = await start(kind, id, version)
      expect([id, answer.status, answer.msg]).toEqual([id, 202, 'NeedsApproval'])
      await campaigner.call('approval/withdraw', { approval_no: Number(answer.data?.approval) })
    }
  })
  it('asks once, however the forecast moves meanwhile: a purchase makes no request stale', async () => {
    const version = await gift('moves', { present_points: 100_000 }, 2)
    const answer = await start('redeem', 'moves', version)
    await rows(`update redeem_code set used = 1 where code = $1`, [await codeOf('moves')])
    expect(await at.agreed(answer)).toBe('done')
  })
  it('accepts no further codes and no other gifts while it runs, if only the number of its codes limits it', async () => {
    const more = await campaigner.call('code/make', { id: 'autumn', count: 1, uses: 1 })
    expect([more.msg, more.data?.why]).toEqual(['CampaignRefused', 'unbounded'])
    const { version } = (await campaigner.call('campaign/read', { kind: 'redeem', id: 'autumn' })).result
    const edit = { kind: 'redeem' as const, id: 'autumn', version }
    const whole = await campaigner.call('campaign/edit', { ...edit, draft: redeemDraft({ present_points: 999 }) })
    expect([whole.msg, whole.data?.why]).toEqual(['CampaignRefused', 'runs'])
  })
  it('needs a second person to change its texts or its end while it runs, and keeps its start', async () => {
    const read = (await campaigner.call('campaign/read', { kind: 'redeem', id: 'autumn' })).result
    const local = (seconds: number) => ({ local: new Date(seconds * 1000).toISOString().slice(0, 19), zone: 'UTC' })
    const words = { 'en-US': { name: 'Harvest gift' } }
    const body = {
      kind: 'redeem' as const,
      id: 'autumn',
      version: read.version,
      texts: words,
      starts: local(read.starts_at),
      ends: local((read.ends_at ?? 0) + 86_400),
      reason: REASON,
    }
    const change = await at.owner.call('campaign/change', { ...body, starts: local(read.starts_at + 60) })
    expect([change.msg, change.data?.why]).toEqual(['CampaignRefused', 'begun'])
    const forecast = () => rows(`select high_cents::int from desk.campaign_forecast where campaign_id = 'autumn'`)
    const agreedTo = await forecast()
    expect(await at.agreed(await at.owner.call('campaign/change', body), false)).toBe('refused')
    // The alerts go on to compare with what was agreed to, not with what was refused.
    expect(await forecast()).toEqual(agreedTo)
    const answer = await at.owner.call('campaign/change', body)
    expect(answer.status).toBe(202)
    expect((await campaigner.call('campaign/read', { kind: 'redeem', id: 'autumn' })).result).toEqual(read)
    expect(await at.agreed(answer)).toBe('done')
    // One of three codes has been used since it began.
    expect([agreedTo, await forecast()]).toEqual([[{ high_cents: 300 }], [{ high_cents: 200 }]])
    expect((await campaigner.call('campaign/read', { kind: 'redeem', id: 'autumn' })).result).toMatchObject({
      version: read.version + 1,
      forecast_cents: 200,
      name: 'Harvest gift',
      starts_at: read.starts_at,
      ends_at: (read.ends_at ?? 0) + 86_400,
    })
    expect((await at.owner.call('campaign/change', body)).msg).toBe('VersionConflict')
  })
  it('is refused if one of its items has no price', async () => {
    const draft = redeemDraft({ items: [{ cp_goods_id: 'no_such_thing', quantity: 1 }] })
    const answer = await campaigner.call('campaign/edit', { kind: 'redeem', id: 'odd', version: 0, draft })
    expect([answer.msg, answer.data?.why]).toEqual(['CampaignRefused', 'unpriced'])
  })
  it('puts each code into one file alone, also when two people export at the same moment', async () => {
    await gift('many', {}, 500)
    const files = await Promise.all([1, 2].map(() => campaigner.call('code/export', { id: 'many' })))
    expect(files.map(({ result }) => result.codes.length).sort((a, b) => a - b)).toEqual([0, 500])
    expect((await campaigner.call('code/export', { id: 'many' })).result.codes).toEqual([])
    const [audit] = await rows(`select count(*)::int as n from desk.audit where line::text like '%' || $1 || '%'`, [
      files.flatMap(({ result }) => result.codes)[0],
    ])
    expect(audit?.n).toBe(0)
  })
})

describe('the explanation of a redeem campaign', () => {
  const cases: [name: string, first: string, more: object, refusal: string][] = [
    ['not-begun', 'begun', { starts: local(1) }, 'not_begun'],
    ['is-over', 'not_over', {}, 'over'],
    ['is-stopped', 'not_stopped', {}, 'over'],
    ['is-draft', 'published', {}, ''],
    ['used-up', 'total', { total: 1 }, 'exhausted'],
    ['had-it', 'per_role', {}, 'role'],
    ['for-account', 'per_account', { per_account: 1 }, 'account'],
    ['code-used', 'code_left', { per_role: null }, 'code'],
  ]
  it.each(cases)(
    'names as its first failed condition the one for which the shop refuses: %s',
    async (id, first, more, refusal) => {
      await gift(id, more)
      const code = await codeOf(id)
      const set = async (state: string) =>
        at.shop.db.query(`update redeem_campaign set state = $2 where campaign_id = $1`, [id, state])
      if (id !== 'is-draft') await set('ready')
      if (id === 'is-stopped') await set('stopped')
      if (id === 'is-over')
        await at.shop.db.query(`update redeem_campaign set ends_at = now() where campaign_id = $1`, [id])
      if (id === 'used-up') await at.shop.db.query('update redeem_campaign set used = 1 where campaign_id = $1', [id])
      if (id === 'code-used') await at.shop.db.query('update redeem_code set used = 1 where code = $1', [code])
      if (id === 'had-it') expect((await demo.call('code/redeem', { code, ...astra })).code).toBe(0)
      if (id === 'for-account')
        expect((await demo.call('code/redeem', { code, server_id: 's1', role_id: 'r1002' })).code).toBe(0)
      const typedCode = id === 'had-it' || id === 'for-account' ? await codeOf(id) : code
      const { result } = await at.owner.call('campaign/explain', { kind: 'redeem', id, uid, ...astra, code: typedCode })
      expect(result.lines.find(({ ok }) => !ok)?.key).toBe(first)
      expect(result.got).toBe(id === 'had-it')
      const refused = await demo.call('code/redeem', { code: typedCode, ...astra })
      expect(refused.code).not.toBe(0)
      expect(refused.data?.reason ?? '').toBe(refusal)
      await at.shop.db.query('delete from redeem_failure')
    },
  )
  it('fails at an unknown code or character, and refuses an unknown player or campaign', async () => {
    const explain = (more: object) =>
      at.owner.call('campaign/explain', { kind: 'redeem', id: 'autumn', uid, ...astra, ...more })
    const first = async (more: object) => (await explain(more)).result.lines.find(({ ok }) => !ok)?.key
    expect(await first({ code: 'NOSUCHCODE' })).toBe('code')
    expect(await first({ role_id: 'r9' })).toBe('character')
    expect((await explain({ uid: 'nobody' })).msg).toBe('RowNotFound')
    expect((await explain({ id: 'none' })).msg).toBe('CampaignNotFound')
  })
})

describe('a rebate', () => {
  it('grants to each character exactly what its dry run says for the same orders', async () => {
    const draft = { kind: 'rebate' as const, id: 'fall', version: 0, draft: rebateDraft() }
    const { version } = (await campaigner.call('campaign/edit', draft)).result
    const startAnswer = await at.owner.call('campaign/start', { kind: 'rebate', id: 'fall', version, reason: REASON })
    expect(startAnswer.msg).toBe('success')
    const two = { server_id: 's1', role_id: 'r1002' }
    const three = { server_id: 's2', role_id: 'r2001' }
    await Promise.all([buy('gem_980'), buy('gem_300'), buy('gem_1980', two)])
    const back = await Promise.all([buy('gem_1980'), buy('gem_1980', three), buy('gem_980', two)])
    await buy('gem_60', two)
    await at.shop.db.query(`select grant_points($1, 5000, 0, 'test')`, [uid])
    const byPoints = await demo.order('gem_1980', 'hcpoint', three)
    expect((await demo.call('payment/order/epoint/pay', { paymentId: byPoints })).code).toBe(0)
    for (const order of back.slice(0, 2)) {
      await at.shop.outcome(order, 'refunded')
      await demo.reach(order, 5)
    }
    await buy('gem_300', three)
    const real = await rows(
      `select server_id, role_id, account_id, threshold_cents as tier, threshold_cents * x.rate_pct / 100 as points
        from rebate_grant g join rebate_tier x using (campaign_id, threshold_cents)
       where campaign_id = 'fall' and taken_back_at is null order by 1, 2, 4`,
    )
    const tried = await rows(
      `select server_id, role_id, account_id, tier, points from desk.dry_run_rows('rebate', 'fall',
        now() - interval '7 days', now() + interval '1 second', '') order by 1, 2, 4`,
    )
    expect(real.length).toBeGreaterThan(2)
    expect(tried).toEqual(real)
    const { result } = await campaigner.call('campaign/dryRun', { kind: 'rebate', id: 'fall', days: 7 })
    const { given } = (await campaigner.call('campaign/read', { kind: 'rebate', id: 'fall' })).result
    expect([result.grants, result.points, result.value_cents]).toEqual([
      given?.grants,
      given?.points,
      given?.value_cents,
    ])
    expect(result.forecast?.high).toBeGreaterThanOrEqual(result.forecast?.likely ?? Infinity)
    expect(result.largest.length).toBe(result.characters)
    const explained = await at.owner.call('campaign/explain', { kind: 'rebate', id: 'fall', uid, ...three })
    const keys = explained.result.lines.map(({ key }) => key)
    expect(keys).toContain('order_refunded')
    expect(keys).toContain('order_points')
    expect(keys).toContain('order_other_character')
    expect(keys).toContain('tier_missing')
    expect(explained.result.got).toBe(false)
    const explanation = await at.owner.call('campaign/explain', { kind: 'rebate', id: 'fall', uid, ...astra })
    expect(explanation.result.got).toBe(true)
    const sum = explanation.result.lines.find(({ key }) => key === 'sum')
    const [progress] = await rows(
      `select cents::int from rebate_progress where campaign_id = 'fall' and role_id = 'r1001' and server_id = 's1'`,
    )
    expect(sum?.values.cents).toBe(progress?.cents)
  })
  it('keeps its tiers while it runs; a draft that two people change keeps the tiers of the first', async () => {
    const { version } = (await campaigner.call('campaign/read', { kind: 'rebate', id: 'fall' })).result
    const edit = { kind: 'rebate' as const, id: 'fall', version, draft: rebateDraft() }
    expect((await campaigner.call('campaign/edit', edit)).data?.why).toBe('runs')
    const edition = await campaigner.call('campaign/edit', { ...edit, id: 'next', version: 0 })
    const read = (await campaigner.call('campaign/read', { kind: 'rebate', id: 'next' })).result
    const draft = (rate: number) =>
      rebateDraft({
        starts: { local: new Date(read.starts_at * 1000).toISOString().slice(0, 19), zone: 'UTC' },
        ends: { local: new Date((read.ends_at ?? 0) * 1000).toISOString().slice(0, 19), zone: 'UTC' },
        tiers: [{ threshold_cents: 1000, rate_pct: rate, gift_goods_id: null, gift_quantity: 1 }],
      })
    const save = (rate: number) =>
      campaigner.call('campaign/edit', {
        kind: 'rebate',
        id: 'next',
        version: edition.result.version,
        draft: draft(rate),
      })
    expect((await save(20)).msg).toBe('success')
    expect((await save(30)).msg).toBe('VersionConflict')
    const after = (await campaigner.call('campaign/read', { kind: 'rebate', id: 'next' })).result
    expect(after.tiers.map(({ rate_pct }) => rate_pct)).toEqual([20])
    expect(after.version).toBe(edition.result.version + 1)
    expect((await start('rebate', 'next', edition.result.version, at.owner)).msg).toBe('VersionConflict')
    expect((await start('rebate', 'next', after.version, at.owner)).msg).toBe('EditRefused')
  })
  it('gets a new version with the new tiers when its tiers change by hand in SQL', async () => {
    const { version } = (await campaigner.call('campaign/read', { kind: 'rebate', id: 'next' })).result
    await rows(`update rebate_tier set rate_pct = 25 where campaign_id = 'next'`)
    const after = (await campaigner.call('campaign/read', { kind: 'rebate', id: 'next' })).result
    expect([after.version, after.tiers[0]?.rate_pct]).toEqual([version + 1, 25])
    const body = async (of: number) =>
      (await campaigner.call('revision/read', { kind: 'rebate', target: 'next', version: of })).result.body
    expect(await body(version)).toMatchObject({ tiers: [{ rate_pct: 20 }] })
    expect(await body(version + 1)).toMatchObject({ tiers: [{ rate_pct: 25 }] })
  })
  it('counts no more orders once it is stopped, and takes back none of its gifts', async () => {
    const { version, given } = (await campaigner.call('campaign/read', { kind: 'rebate', id: 'fall' })).result
    const body = { kind: 'rebate' as const, id: 'fall', version, reason: REASON }
    expect((await at.owner.call('campaign/stop', body)).msg).toBe('success')
    const order = await buy('gem_1980')
    const after = (await campaigner.call('campaign/read', { kind: 'rebate', id: 'fall' })).result
    expect(after).toMatchObject({ state: 'stopped', given })
    const { lines } = (await at.owner.call('campaign/explain', { kind: 'rebate', id: 'fall', uid, ...astra })).result
    expect(lines.find(({ row }) => row === order)?.key).toBe('order_not_then')
  })
})

describe('a reset of the first-top-up bonus', () =>
  it('gives the bonus again from its moment on, and can be withdrawn before then', async () => {
    const [item] = await rows(`select cp_goods_id as id from product where bonus_pct > 0 and kind = 'item' limit 1`)
    const id = String(item?.id)
    await buy(id)
    const had = await at.owner.call('bonus/reset', { id, when: null, reason: REASON })
    expect(had.msg).toBe('success')
    const order = await buy(id)
    expect(
      (await rows('select bonus_granted as pct from orders where order_no = $1', [order]))[0]?.pct,
    ).toBeGreaterThan(0)
    const now = `${id}@${had.result.at}`
    const why = (await at.owner.call('campaign/explain', { kind: 'reset', id: now, uid, ...astra })).result
    expect([why.got, why.lines.find(({ key }) => key === 'bonus_free')?.row]).toEqual([true, order])
    expect((await campaigner.call('campaign/read', { kind: 'reset', id: now })).result).toMatchObject({
      state: 'running',
      given: { grants: 1 },
    })
    const later = await at.owner.call('bonus/reset', { id, when: local(3), reason: REASON })
    const next = `${id}@${later.result.at}`
    expect((await campaigner.call('campaign/read', { kind: 'reset', id: next })).result.state).toBe('ready')
    expect((await at.owner.call('bonus/withdraw', { id: next, reason: REASON })).result).toEqual({ withdrawn: true })
    expect((await campaigner.call('campaign/read', { kind: 'reset', id: next })).msg).toBe('CampaignNotFound')
    expect((await at.owner.call('bonus/withdraw', { id: now, reason: REASON })).msg).toBe('CampaignNotFound')
  }))

describe('the agreed cost of a campaign', () => {
  it('raises an alert at 80 and at 100 percent while the campaign runs', async () => {
    const version = await gift('watched', { present_points: 10, per_role: null }, 5)
    expect((await start('redeem', 'watched', version, at.owner)).code).toBe(0)
    const alerts = async (): Promise<unknown[]> => {
      await runChore(at.shop.db, 'alerts')
      return (
        await rows(
          `select rule_key, value::int from desk.alert where subject = 'watched' and closed_at is null order by 1`,
        )
      ).map(({ rule_key, value }) => [rule_key, value])
    }
    const redeem = async (): Promise<void> => {
      expect((await demo.call('code/redeem', { code: await codeOf('watched'), ...astra })).code).toBe(0)
    }
    for (let n = 0; n < 3; n++) await redeem()
    expect(await alerts()).toEqual([])
    await redeem()
    await until('80 percent is told', async () => (await alerts()).length === 1)
    expect(await alerts()).toEqual([['campaign_cost', 80]])
    await redeem()
    await until('100 percent is told', async () => (await alerts()).length === 2)
    expect(await alerts()).toEqual([
      ['campaign_cost', 100],
      ['campaign_over', 100],
    ])
  })
  it('appears in a dry run beside the share of orders whose characters would get something', async () => {
    const { result } = await campaigner.call('campaign/dryRun', { kind: 'rebate', id: 'fall', days: 30 })
    expect(result.orders).toBeGreaterThan(0)
    expect(result.orders_with).toBeGreaterThan(0)
    expect(result.orders_with).toBeLessThanOrEqual(result.orders)
  })
})
