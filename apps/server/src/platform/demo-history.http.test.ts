import { describe, expect, it } from 'vitest'
import { faultsIn } from '@hc/test/books'
import { withDesk, withShop } from '@hc/test/fixtures'
import { operator } from '@hc/test/operator'
import { type Shop, until } from '@hc/test/shop'

const at = withDesk({ DEMO_HISTORY: '1', DEMO_MARKETS: '1' })
const { shop } = at
const without = withShop({ DEMO_MARKETS: '1' })
const PLAYERS = `uid between '300001' and '300160'`

const hasHistory = async ({ rows }: Pick<Shop, 'rows'>): Promise<void> => {
  await until(
    'the history is made',
    async () => (await rows('select from demo_history where done_at is not null')).length > 0,
  )
}
const numberOf = async (text: string, values: readonly unknown[] = []): Promise<number> => {
  const [row] = await shop.rows<{ n: number }>(text, ...values)
  return Number(row?.n)
}

describe("the demo's history", () => {
  it('is thirty days of about 650 orders by 160 players whose names are of six scripts', async () => {
    await hasHistory(shop)
    const [orders] = await shop.rows(`select count(*)::int as n, min(created_at) as first, max(created_at) as last,
        round(100.0 * count(*) filter (where paid_at is not null) / count(*))::int as paid,
        round(100.0 * count(*) filter (where status = 3) / count(*))::int as failed from orders`)
    expect(orders?.n).toBeGreaterThan(580)
    expect(orders?.n).toBeLessThan(720)
    expect(Date.now() - Number(orders?.first)).toBeLessThan(30.1 * 86_400_000)
    expect(Date.now() - Number(orders?.first)).toBeGreaterThan(29 * 86_400_000)
    expect([orders?.paid, orders?.failed]).toEqual([expect.closeTo(78, -1), expect.closeTo(8, -1)])
    const names = await shop.rows<{ name: string }>(
      `select g.name from game_role g join account a using (account_id) where a.${PLAYERS}`,
    )
    expect(names).toHaveLength(160)
    const scripts = ['Latin', 'Hiragana', 'Hangul', 'Han', 'Thai', 'Katakana']
    const scriptsOfNames = scripts.filter((script) =>
      names.some(({ name }) => new RegExp(`\\p{Script=${script}}`, 'u').test(name)),
    )
    expect(scriptsOfNames).toEqual(scripts)
    expect(await numberOf(`select count(*) as n from orders where ${PLAYERS}`)).toBe(orders?.n)
  })

  it('has refunds in whole, in part and by a request, disputes, a held payment and a refused item', async () => {
    const paid = await numberOf('select count(*) as n from orders where paid_at is not null')
    const refunded = await numberOf(`select count(distinct order_no) as n from outbox where kind = 'refund'
      and state = 'confirmed'`)
    expect((100 * refunded) / paid).toBeCloseTo(2.5, 0)
    expect(await numberOf(`select count(*) as n from refund_part where state = 'done'`)).toBeGreaterThan(1)
    expect(await numberOf(`select count(*) as n from refund_request where state = 'done'`)).toBeGreaterThan(6)
    const { approvals } = (await at.owner.call('approval/list', { which: 'past', size: 50 })).result
    const approved = approvals.filter(({ call, state }) => call === 'refund/make' && state === 'done')
    expect(approved.length).toBeGreaterThan(1)
    expect(approved[0]).toMatchObject({ asked_by_name: 'Suri Support', ended_by_name: 'Fin Finance' })
    expect(await shop.rows('select stage, count(*)::int as n from dispute group by 1 order by 1')).toEqual([
      { stage: 'lost', n: 1 },
      { stage: 'opened', n: 1 },
      { stage: 'won', n: 1 },
    ])
    expect(
      await numberOf(
        `select round(extract(epoch from due_at - now()) / 3600) as n from dispute where stage = 'opened'`,
      ),
    ).toBe(36)
    expect(await shop.rows('select hold_reason, status from orders where hold_reason is not null')).toHaveLength(1)
    expect(await shop.rows(`select detail from outbox where kind = 'deliver' and state <> 'confirmed'`)).toEqual([
      { detail: 'bag full' },
    ])
    expect(await shop.rows(`select outcome from inbox where state = 'parked'`)).toEqual([{ outcome: 'unknown_order' }])
  })

  it('shows work at the desk: two requests, a note, campaigns, a planned price, a draft, alerts', async () => {
    const { rows: campaigns } = (await at.owner.call('campaign/list', {})).result
    const codes = campaigns.find(({ id }) => id === 'comet-drop')
    expect(codes).toMatchObject({ state: 'running', used: 36, total: 150 })
    expect(await numberOf('select count(*) as n from rebate_grant where taken_back_at is null')).toBeGreaterThan(0)
    const open = (await at.as('finance').call('approval/list', { which: 'to_decide', size: 50 })).result.approvals
    expect(open.map(({ call }) => call).sort()).toEqual(['product/price', 'refund/make'])
    const [dispute] = await shop.rows<{ order_no: string }>(`select order_no from dispute where stage = 'opened'`)
    const notes = await at.as('finance').call('remark/list', { kind: 'order', target: String(dispute?.order_no) })
    expect(notes.result).toMatchObject([{ by: 'Suri Support', for_role: 'finance' }])
    const { items } = (await at.owner.call('book/prices', { book_id: 'euro' })).result
    const [planned] = items.flatMap(({ prices }) => prices.filter(({ state }) => state === 'planned'))
    expect(planned).toMatchObject({ amount_minor: 1699, by: 'Cam Campaign' })
    const starts = new Date(1000 * (planned?.starts_at ?? 0))
    const berlin = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', weekday: 'short', hour: '2-digit' })
    expect(berlin.format(starts)).toBe('Fri, 10')
    const { rows: articles } = (await at.owner.call('article/list', { state: 'changed' })).result
    expect(articles).toHaveLength(1)
    const alerts = await shop.rows(`select rule_key, closed_at is null as open from desk.alert where rule_key
      in ('channel_low', 'delivery_slow', 'dispute_due') order by 1`)
    expect(alerts).toEqual([
      { rule_key: 'channel_low', open: false },
      { rule_key: 'delivery_slow', open: false },
      { rule_key: 'dispute_due', open: true },
    ])
  })

  it('is counted day by day, so that reports and the books of days show it', async () => {
    const [days] =
      await shop.rows(`select count(*)::int as days, sum(f.orders)::int as orders, min(f.visits)::int as least
      from desk.funnel_day f`)
    expect(days).toMatchObject({ orders: await numberOf('select count(*) as n from orders') })
    expect(days?.days).toBeGreaterThan(29)
    expect(days?.least).toBeGreaterThan(0)
    expect(
      await numberOf(`select sum(n) as n from desk.report_day where report = 'channels' and measure = 'paid'`),
    ).toBe(await numberOf('select count(*) as n from orders where paid_cents > 0'))
    const refunds = `select coalesce(sum(n), 0) as n from desk.report_day where report = 'refunds' and measure = $1`
    expect(await numberOf(refunds, ['refunded'])).toBe(
      await numberOf('select count(*) as n from orders where refunded_cents > 0 and refunded_cents = paid_cents'),
    )
    expect(await numberOf(refunds, ['disputed'])).toBe(3)
    expect(await numberOf('select sum(created) as n from desk.channel_hour')).toBe(days?.orders)
    expect(
      await numberOf(`select sum(gross_cents) as n from desk.totals_between(current_date - 40, current_date)`),
    ).toBe(await numberOf(`select sum(paid_cents) as n from orders where paid_at is not null`))
  })

  it('keeps every rule of the doctor, balances, and agrees with the books of the gateway and the game', async () => {
    expect(await faultsIn(shop, true)).toEqual([])
    const env = { DATABASE_URL: shop.databaseUrl, SANDBOX_URL: `${shop.url}/sandbox` }
    expect((await operator('doctor', [], env)).code).toBe(0)
    const reconciled = await operator('reconcile', ['--days', '31'], env)
    expect(reconciled.text).toMatch(/0 applied, 0 differ/)
    expect(reconciled.code).toBe(0)
    expect(
      await shop.rows(`select b.outbox_id from outbox b full join demo_game.granted g on g.delivery_id = b.outbox_id
        where (b.kind = 'deliver' or b.kind is null) and (b.state = 'confirmed' or b.state is null)
          and b.proof is distinct from g.grant_id`),
    ).toEqual([])
    expect(
      await shop.rows(`select b.order_no from outbox b
          left join demo_game.granted g on g.delivery_id = 'dlv_' || b.order_no
        where b.kind = 'recall' and (b.state <> 'confirmed' or g.taken_back is not true)`),
    ).toEqual([])
    // Nothing waits for a worker, and the gateway is not asked about what ended long ago.
    expect(await shop.rows(`select from outbox where state in ('pending', 'unknown')`)).toEqual([])
    expect(await shop.rows('select from orders where next_check_at <= now()')).toEqual([])
  })

  it("names its people in the audit, and is no hand's change", async () => {
    const lines = await at.audited('refund/make')
    expect(lines.every(({ actor }) => actor.startsWith('staff:'))).toBe(true)
    const changed = await shop.rows(`select actor, action from desk.audit where kind in ('order', 'outbox', 'inbox')
      and actor like 'sql:%'`)
    expect(changed).toEqual([])
  })

  it('lets none of its players sign in, and writes no letter', async () => {
    for (const login of ['demo-300001', '300001', 'demo-300160'])
      for (const password of ['', 'Demo1234', 'demo-300001'])
        expect((await shop.login(login, password)).code).not.toBe(0)
    expect(
      await shop.rows(`select from account where ${PLAYERS} and (password_hash is not null or email is not null
        or phone is not null or email_login)`),
    ).toEqual([])
    expect(
      await shop.rows(`select from session s join account a using (account_id) where a.${PLAYERS}
        and s.revoked_at is null`),
    ).toEqual([])
    expect(await shop.rows('select from external_identity')).toEqual([])
    expect(await shop.rows('select from order_letter union all select from message')).toEqual([])
    expect(await shop.letters()).toEqual([])
  })
})

/** What the contract says of the demo (section 9), as players and the tables have it. */
async function contractOf(store: Shop): Promise<unknown> {
  const facts: unknown[] = []
  for (const [account, password, roles] of [
    ['demo', 'Demo1234', ['r1001', 'r1002', 'r2001', 'r3001']],
    ['rich', 'Rich1234', ['r1003']],
  ] as const) {
    const player = await store.signIn(account, password)
    facts.push((await player.call('user/webRole')).result, await player.balance())
    for (const name of ['order/record', 'code/record', 'epoint/record'])
      facts.push(
        (await player.call(name, { page: 1, size: 50, begin: 0, end: 0, sdk_order_id: '', status: -1 })).result,
      )
    for (const role of roles) {
      const target = { role_id: role, server_id: role.startsWith('r2') ? 's2' : 's1' }
      facts.push((await player.call('order/webProduct', target)).result, (await store.inventory(role)).grants)
      facts.push((await player.call('e-recharge/rebate/info', target)).result)
    }
  }
  const tables = await store.rows(`select
    (select jsonb_agg(to_jsonb(p) order by p.cp_goods_id) from product p) as products,
    (select jsonb_agg(to_jsonb(s) order by s.server_id) from game_server s) as servers,
    (select jsonb_agg(jsonb_build_array(a.id, a.texts, a.state, a.version) order by a.id) from article a) as articles,
    (select jsonb_agg(jsonb_build_array(a.uid, a.login, a.email, a.phone, a.email_login, a.disabled) order by a.uid)
      from account a where a.uid like '10000_') as accounts,
    (select jsonb_agg(jsonb_build_array(r.role_id, r.name, r.level) order by r.role_id)
      from game_role r where r.role_id like 'r%') as roles,
    (select jsonb_agg(to_jsonb(c) order by c.campaign_id) from redeem_campaign c where c.campaign_id = 'welcome-2026')
      as campaign,
    (select jsonb_agg(to_jsonb(k)) from redeem_code k where k.code = 'WELCOME2026') as code,
    (select jsonb_agg(to_jsonb(t) order by t.threshold_cents) from rebate_tier t) as tiers,
    (select jsonb_agg(jsonb_build_array(p.book_id, p.cp_goods_id, p.amount_minor) order by p.price_id) from price p
      where p.starts_at <= now()) as prices,
    (select count(*) from bonus_hold b where b.role_id like 'r%') as bonuses`)
  return [facts, tables]
}

/** Ids and times that differ from one shop to the next. */
const plain = (facts: unknown): unknown =>
  JSON.parse(
    JSON.stringify(facts, (name, value: unknown) =>
      /^(?:id|create_ts|created_at|saved_at|at|date|updated_at|changed_at|token)$/.test(name) ? undefined : value,
    ),
  )

it("the contract's accounts, figures and test data are the same with the history and without it", async () => {
  expect(plain(await contractOf(shop))).toEqual(plain(await contractOf(without)))
})
