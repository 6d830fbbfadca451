import type { DeskResult } from '@hc/contract/desk/calls'
import { describe, expect, it } from 'vitest'
import { inState } from '@hc/test/desk-shop'
import { openYen, soldInYen } from '@hc/test/seller'
import { until } from '@hc/test/shop'
import { withDesk, withPlayer } from '@hc/test/fixtures'

const at = withDesk({ RETRY_BASE_MS: '100', RETRY_CAP_MS: '300' })
const demo = withPlayer(at.shop)

const DAY = 86_400

const paid = async (goods = 'gem_60'): Promise<string> => {
  const order = await demo.order(goods)
  await at.shop.outcome(order, 'paid')
  return order
}
const delivered = async (): Promise<string> => {
  at.game.says = 'yes'
  const order = await paid()
  await inState(at, `dlv_${order}`, 'confirmed')
  return order
}

describe('an export of a list', () => {
  it('reads all rows of the filters in large pages by cursor, and is in the audit before the first row leaves', async () => {
    const finance = at.as('finance')
    const orders = [await delivered(), await delivered(), await delivered()]
    const lines = async (list: string) =>
      await at.rows(`select line from desk.audit where kind = 'list' and target = $1 order by seq`, list)
    const whole = await finance.call('order/list', { status: [4], size: 1000 })
    expect(whole.result.rows.map(({ order_no }) => order_no)).toEqual(
      expect.arrayContaining(orders.map((order_no) => order_no)),
    )
    expect(whole.result.next).toBeNull()
    expect((await lines('orders')).map(({ line }) => JSON.parse(String(line)) as unknown)).toMatchObject([
      { action: 'order/list', after: { filters: ['status'] } },
    ])
    const pages: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const page: DeskResult<'order/list'> = (await finance.call('order/list', { status: [4], size: 2, after })).result
      pages.push(...page.rows.map(({ order_no }) => order_no))
      after = page.next
    }
    expect(pages).toEqual(whole.result.rows.map(({ order_no }) => order_no))
    // Pages on the screen, and further pages of an export, write no lines.
    await finance.call('order/list', { status: [4], size: 1000, after: orders[2] ?? '' })
    expect(await lines('orders')).toHaveLength(1)
    await finance.call('ledger/journals', { size: 1000 })
    await finance.call('refund/list', { size: 1000 })
    expect([await lines('journals'), await lines('refunds')].map((all) => all.length)).toEqual([1, 1])
    expect((await finance.call('order/list', { size: 1001 })).msg).toBe('InvalidParams')
  })
  it('covers the whole list, also for the audit, articles, imports, campaigns and requests', async () => {
    const owner = at.as('owner')
    const all = (await owner.call('audit/list', { kind: 'staff', size: 1000 })).result.lines
    expect(all.length).toBeGreaterThan(5)
    const ownAudit = await owner.call('audit/list', { kind: 'staff', size: 3 })
    expect(ownAudit.result.lines).toEqual(all.slice(0, 3))
    expect(
      (await owner.call('audit/list', { kind: 'staff', size: 3, after: ownAudit.result.next ?? 0 })).result.lines,
    ).toEqual(all.slice(3, 6))
    await owner.call('article/list', { size: 1000, state: 'live' })
    await owner.call('import/list', { size: 1000 })
    await owner.call('campaign/list', { size: 1000 })
    await owner.call('approval/list', { which: 'past', size: 1000 })
    const lines = await at.rows(`select target, line::jsonb -> 'after' -> 'filters' as filters from desk.audit
      where kind = 'list' and target in ('audit', 'articles', 'imports', 'campaigns', 'approvals') order by seq`)
    expect(lines).toEqual([
      { target: 'audit', filters: ['kind'] },
      { target: 'articles', filters: ['state'] },
      { target: 'imports', filters: [] },
      { target: 'campaigns', filters: [] },
      { target: 'approvals', filters: ['which'] },
    ])
  })
})

describe('an export of the rows of one record', () =>
  it('covers all orders, points, deliveries and codes of a player, all pictures, and all rows of a file', async () => {
    const owner = at.as('owner')
    const [account] = await at.rows(`select uid from account where login = 'demo'`)
    const uid = String(account?.uid)
    for (let n = 0; n < 3; n++) await delivered()
    for (const name of ['player/orders', 'player/deliveries', 'player/points', 'player/redeemed'] as const) {
      const whole = (await owner.call(name, { uid, size: 1000 })).result
      const pages: unknown[] = []
      for (let after: string | null = ''; after !== null;) {
        const page: { rows: readonly unknown[]; next: string | null } = (
          await owner.call(name, { uid, size: 2, after })
        ).result
        pages.push(...page.rows)
        after = page.next
      }
      expect(pages, name).toEqual(whole.rows)
      if (name === 'player/orders' || name === 'player/deliveries') expect(pages.length).toBeGreaterThan(2)
      expect((await owner.call(name, { uid, size: 1001 })).msg).toBe('InvalidParams')
    }
    await owner.call('media/list', { size: 1000 })
    const csv = 'id,tag\ngem_60,a\ngem_300,b\ngem_980,c\nnowhere,d\nnor_here,e\n'
    const data = Buffer.from(csv).toString('base64')
    const { import_id } = (await owner.call('import/check', { name: 'tags.csv', data })).result
    const whole = (await owner.call('import/read', { import_id, size: 1000 })).result
    const first = (await owner.call('import/read', { import_id, size: 2 })).result
    const second = (await owner.call('import/read', { import_id, size: 2, after: first.next ?? 0 })).result
    expect([...first.changes, ...second.changes]).toEqual(whole.changes)
    expect(whole.changes).toHaveLength(3)
    const wrong = (await owner.call('import/lines', { import_id, size: 1 })).result
    const more = (await owner.call('import/lines', { import_id, size: 1, after: wrong.next ?? 0 })).result
    expect([...wrong.lines, ...more.lines].map(({ target }) => target)).toEqual(['nowhere', 'nor_here'])
    await owner.call('import/lines', { import_id, size: 1000 })
    const lines = await at.rows(`select target, line::jsonb -> 'after' -> 'filters' as filters from desk.audit
      where kind = 'list' and (target like 'player %' or target like 'import %' or target = 'media') order by seq`)
    expect(lines).toEqual([
      { target: 'player orders', filters: ['uid'] },
      { target: 'player deliveries', filters: ['uid'] },
      { target: 'player points', filters: ['uid'] },
      { target: 'player redeemed', filters: ['uid'] },
      { target: 'media', filters: [] },
      { target: `import ${import_id}`, filters: [] },
      { target: `import ${import_id} errors`, filters: [] },
    ])
  }))

describe('the search', () => {
  it('finds an order by its number, its payment and its delivery, and leads to its page', async () => {
    const order = await delivered()
    const [capture] = await at.rows('select txn from capture where order_no = $1', order)
    const support = at.as('support')
    for (const text of [order, order.toLowerCase(), String(capture?.txn), `dlv_${order}`])
      expect((await support.call('search/find', { text })).result, text).toMatchObject([
        { kind: 'order', id: order, path: `/orders/${order}` },
      ])
    await openYen(at.shop)
    const yen = await soldInYen(at.shop, demo, 1_500)
    expect((await support.call('search/find', { text: yen })).result[0]?.figures).toEqual({
      cents: 1500,
      currency: 'JPY',
    })
  })
  it('finds a player by exact uid, account name, address or character, without showing the address', async () => {
    const [account] = await at.rows(`select account_id, uid from account where login = 'demo'`)
    await at.rows(
      `update account set email = 'player@mail.example', phone = '+4915112345678' where uid = $1`,
      account?.uid,
    )
    const [role] = await at.rows(
      'select role_id, name from game_role where account_id = $1 limit 1',
      account?.account_id,
    )
    for (const text of [account?.uid, 'demo', 'Player@mail.example', '+4915112345678', role?.role_id, role?.name]) {
      const { result } = await at.as('support').call('search/find', { text: String(text) })
      expect(
        result.filter((hit) => hit.kind === 'player' && hit.id === account?.uid),
        String(text),
      ).toHaveLength(1)
      expect(JSON.stringify(result)).not.toContain('mail.example')
    }
    expect((await at.as('support').call('search/find', { text: 'player@mail' })).result).toEqual([])
  })
  it('finds a webhook by its event, and a redeem code in any spelling', async () => {
    const order = await paid()
    const event = await until(
      'the webhook is stored',
      async () => (await at.rows('select event_id from inbox where order_no = $1', order))[0],
    )
    const search = await at.as('support').call('search/find', { text: String(event.event_id) })
    expect(search.result).toMatchObject([{ kind: 'webhook', path: `/orders/${order}` }])
    const [code] = await at.rows('select code from redeem_code order by code limit 1')
    const typed = String(code?.code).toLowerCase().replace(/^(..)/, '$1-')
    const [campaign] = await at.rows('select campaign_id as id from redeem_code where code = $1', code?.code)
    expect((await at.as('support').call('search/find', { text: typed })).result).toMatchObject([
      {
        kind: 'code',
        path: `/campaigns/redeem/${String(campaign?.id)}`,
        figures: { used: expect.any(Number) as number },
      },
    ])
  })
  it('filters orders by dollar amounts, which no order in another currency matches', async () => {
    const dollars = await delivered()
    const yen = await soldInYen(at.shop, demo, 150)
    const { result } = await at.as('support').call('order/list', { min_cents: 50, max_cents: 200 })
    const orderNumbers = result.rows.map(({ order_no }) => order_no)
    expect([orderNumbers.includes(dollars), orderNumbers.includes(yen)]).toEqual([true, false])
  })
  it('finds a journal by its number only with the right to the books', async () => {
    const order = await delivered()
    const [journal] = await at.rows('select journal_id from ledger_journal where order_no = $1 limit 1', order)
    const text = String(journal?.journal_id)
    expect((await at.as('finance').call('search/find', { text })).result).toContainEqual(
      expect.objectContaining({ kind: 'journal', id: text, path: `/finance/journals/${text}` }),
    )
    const { result } = await at.as('support').call('search/find', { text })
    expect(result.filter(({ kind }) => kind === 'journal')).toEqual([])
  })
  it('finds products, campaigns and articles by number and by words of their name', async () => {
    const [product] = await at.rows(
      `select cp_goods_id as id, texts -> 'en-US' ->> 'name' as name from product where cp_goods_id = 'gem_300'`,
    )
    const [campaign] = await at.rows(
      `select campaign_id as id, texts -> 'en-US' ->> 'name' as name from redeem_campaign limit 1`,
    )
    const [rebate] = await at.rows(`select campaign_id as id from rebate_campaign limit 1`)
    const { result: articles } = await at.as('content').call('article/list', {})
    const [article] = articles.rows
    const find = async (text: unknown) =>
      (await at.as('content').call('search/find', { text: String(text) })).result.map(({ kind, path }) => [kind, path])
    expect(await find('GEM_300')).toContainEqual(['product', '/products/gem_300'])
    expect(await find(product?.name)).toContainEqual(['product', '/products/gem_300'])
    expect(await find(campaign?.id)).toContainEqual(['campaign', `/campaigns/redeem/${String(campaign?.id)}`])
    expect(await find(String(campaign?.name).slice(1).toLowerCase())).toContainEqual([
      'campaign',
      `/campaigns/redeem/${String(campaign?.id)}`,
    ])
    expect(await find(rebate?.id)).toContainEqual(['campaign', `/campaigns/rebate/${String(rebate?.id)}`])
    expect(await find(article?.title)).toContainEqual(['article', `/articles/${String(article?.id)}`])
  })
  it('finds no orders, payments, webhooks or players without the right to read them', async () => {
    const order = await paid()
    const [capture] = await at.rows('select txn from capture where order_no = $1', order)
    for (const text of [order, String(capture?.txn), 'demo'])
      expect((await at.as('content').call('search/find', { text })).result, text).toEqual([])
  })
})

describe('the list of orders', () => {
  it('shows the newest first, page by page, each order once', async () => {
    await at.rows(
      `insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, channel_code, created_at,
          expires_at)
        select rpad(left(o.order_no, 10) || lpad(n::text, 4, '0'), 26, 'Z'), o.account_id, o.uid, 'item', 'gem_60', 99,
          'sandbox', o.created_at, now() + interval '1 day' from generate_series(1, 60) n
          cross join (select * from orders limit 1) o`,
    )
    const numbersSeen: string[] = []
    for (let after = ''; ;) {
      const { result } = await at.as('support').call('order/list', { after })
      numbersSeen.push(...result.rows.map((row) => row.order_no))
      if (result.next === null) {
        expect(result.total).toEqual({ n: numbersSeen.length, exact: true })
        break
      }
      after = result.next
    }
    expect(new Set(numbersSeen).size).toBe(numbersSeen.length)
    expect(numbersSeen).toEqual([...numbersSeen].toSorted().toReversed())
    expect(numbersSeen.length).toBeGreaterThan(60)
  })
  it('is narrowed by status, kind, amount, server, delivery and state of the refund', async () => {
    const order = await delivered()
    const list = async (body: object): Promise<string[]> =>
      (await at.as('support').call('order/list', body)).result.rows.map((row) => row.order_no)
    for (const body of [
      { status: [4] },
      { type: 'item', min_cents: 99, max_cents: 99, server: 's1', goods: 'gem_60', channel: 'sandbox' },
      { delivery: 'confirmed' },
    ])
      expect(await list(body), JSON.stringify(body)).toContain(order)
    for (const body of [{ status: [2, 5] }, { type: 'coin' }, { held: true }, { refund: 'stopped' }, { dispute: true }])
      expect(await list(body), JSON.stringify(body)).not.toContain(order)
  })
  it('offers the shop’s servers and campaigns by name', async () => {
    const { result } = await at.as('support').call('order/choices', {})
    expect(result.servers.map(({ id }) => id)).toEqual(
      (await at.rows('select server_id from game_server order by sort, server_id')).map((row) => row.server_id),
    )
    expect(result.campaigns.map(({ id }) => id).toSorted()).toEqual(
      (await at.rows('select campaign_id from rebate_campaign')).map((row) => row.campaign_id).toSorted(),
    )
    expect([...result.servers, ...result.campaigns].filter(({ name }) => name === '')).toEqual([])
  })
  it('spans 366 days at most', async () => {
    const now = Math.floor(Date.now() / 1000)
    const answer = await at.as('support').call('order/list', { from: now - 500 * DAY, to: now })
    expect([answer.status, answer.msg, answer.data]).toEqual([422, 'TooWide', { narrow: 'from' }])
  })
})

describe('a list that takes more than two seconds', () =>
  it('ends with the advice to narrow the span', async () => {
    const client = await at.shop.db.connect()
    await client.query('begin')
    await client.query('lock table orders in access exclusive mode')
    const answer = await at.as('support').call('order/list', {})
    await client.query('rollback')
    client.release()
    expect([answer.status, answer.msg, answer.data]).toEqual([422, 'TooWide', { narrow: 'from' }])
  }))

describe("an order's page", () => {
  it('has one timeline, with each call to the game and each question to the gateway', async () => {
    at.game.says = 'nothing'
    const order = await paid()
    await until(
      'two tries',
      async () => (await at.rows('select 1 from outbox_try where order_no = $1', order)).length > 1,
    )
    const read = async () => (await at.as('support').call('order/read', { order_no: order })).result
    const asking = await read()
    expect([asking.sentence, asking.next]).toEqual(['not_answered', 'retell'])
    expect(asking.player).toEqual({ label: 'FullyPaid', staff: 'none', state: 's2' })
    expect(asking.timeline.filter((event) => event.kind === 'try')[0]).toMatchObject({
      what: 'unknown',
      facts: { tries: 1, said: 'HTTP 503' },
    })
    at.game.says = 'yes'
    await inState(at, `dlv_${order}`, 'confirmed')
    const atEnd = await read()
    expect([atEnd.sentence, atEnd.may]).toEqual(['delivered', ['refund']])
    expect(atEnd.money).toEqual({
      paid_cents: 99,
      back_cents: 0,
      leaving_cents: 0,
      owed_cents: 0,
      fee_cents: null,
      net_cents: 99,
    })
    expect(atEnd.refund).toEqual({ cents: 99, item: 'asked_back', points: 0, debt: 0 })
    const kinds = atEnd.timeline.map((event) => `${event.kind} ${event.what}`)
    for (const kind of ['order made', 'payment applied', 'webhook paid', 'status 4', 'delivery confirmed'])
      expect(kinds).toContain(kind)
    expect(atEnd.timeline.map((event) => event.at)).toEqual(
      atEnd.timeline.map((event) => event.at).toSorted((a, b) => a - b),
    )
  })
  it('gives the same reason for a missing bonus as the player gets', async () => {
    const [first, second] = [await delivered(), await delivered()]
    const events = async (order_no: string) =>
      (await at.as('support').call('order/read', { order_no })).result.timeline.filter(({ kind }) => kind === 'bonus')
    const reasons = async (sdk_order_id: string) =>
      (await demo.call('order/explain', { sdk_order_id })).result.reasons.filter(({ key }) => key.startsWith('bonus'))
    for (const order of [first, second])
      expect((await events(order)).map(({ what, facts }) => ({ key: what, data: facts }))).toEqual(await reasons(order))
    expect((await events(second)).map(({ what }) => what)).toEqual(['bonus_used'])
  })

  it('names the mail that its player gets for a refund, or says that there is none', async () => {
    const order = await delivered()
    const mail = async () => (await at.as('support').call('order/read', { order_no: order })).result.refund_mail
    const set = async (change: string) =>
      await at.rows(
        `update account a set ${change} from orders o where o.account_id = a.account_id and o.order_no = $1`,
        order,
      )
    await set(`email = 'somebody@players.example', receipts = true`)
    await at.rows(`update orders set locale = 'ja-JP' where order_no = $1`, order)
    expect(await mail()).toBe('ja-JP')
    const { uid } = (await at.as('support').call('order/read', { order_no: order })).result.order
    expect((await at.as('support').call('player/read', { uid })).result.locale).toBe('ja-JP')
    await set('receipts = false')
    expect(await mail()).toBeNull()
    await set(`receipts = true, email = null`)
    expect(await mail()).toBeNull()
  })

  it('keeps the newest 500 lines of its timeline, in the order in which they happened', async () => {
    const order = await delivered()
    await at.rows(
      `insert into desk.remark (kind, target, staff_id, text, at)
        select 'order', $1, (select min(staff_id) from desk.staff), 'note ' || n, now() + make_interval(secs => n)
          from generate_series(1, 600) n`,
      order,
    )
    const { timeline } = (await at.as('support').call('order/read', { order_no: order })).result
    const notes = timeline.map(({ what }) => what).filter((what) => what.startsWith('note '))
    expect([notes.length, notes[0], timeline.at(-1)?.what]).toEqual([500, 'note 101', 'note 600'])
  })
  it("names what the player chose to pay with as its brand does, and leaves words to the desk's texts", async () => {
    const brandOf = async (method: string) => {
      const order = await demo.order('gem_60', 'sandbox', { method })
      const { result } = await at.as('support').call('order/read', { order_no: order })
      await at.shop.outcome(order, 'cancelled')
      return [result.order.method?.split('/')[0], result.order.method_brand]
    }
    expect(await brandOf('sandbox')).toEqual(['sandbox', 'Sandbox Pay'])
    expect(await brandOf('sandbox_bank')).toEqual(['sandbox_bank', ''])
  })
  it('is 404 for a number that no order has', async () => {
    const answer = await at.as('support').call('order/read', { order_no: 'nothing' })
    expect([answer.status, answer.msg]).toEqual([404, 'RowNotFound'])
  })
})

describe('a check of an order', () =>
  it('is in the audit before it asks the gateway, settles the answer, and runs once for its key', async () => {
    const order = await demo.order('gem_60')
    at.game.says = 'yes'
    const support = at.as('support')
    const key = 'ask-both-now-1'
    const before = (await at.audited('order/ask')).length
    const first = await support.call('order/ask', { order_no: order }, { key })
    expect(first.result).toEqual({ payment: 'waiting', delivery: 'none' })
    expect((await support.call('order/ask', { order_no: order }, { key })).result).toEqual(first.result)
    const lines = (await at.audited('order/ask')).slice(before)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ kind: 'order', target: order })
    const { result } = await support.call('order/read', { order_no: order })
    expect(result.timeline.filter((event) => event.kind === 'question')).toMatchObject([
      { what: 'pending', facts: { asked_by: 'check', answered: 'yes' } },
    ])
    expect((await support.call('order/ask', { order_no: 'nothing' })).msg).toBe('RowNotFound')
  }))

describe('an order with a refund', () => {
  it('shows a partial refund under way, and that a part is refunded once the money has arrived', async () => {
    const order = await delivered()
    const sentence = async () => (await at.as('support').call('order/read', { order_no: order })).result.sentence
    expect(await sentence()).toBe('delivered')
    const desk = await at.shop.db.connect()
    try {
      await desk.query('begin')
      await desk.query(`select request_part_refund($1, 20, 'late', 'test')`, [order])
      await desk.query(`update outbox set run_at = now() + interval '1 hour' where order_no = $1 and kind = 'refund'`, [
        order,
      ])
      await desk.query('commit')
    } finally {
      desk.release()
    }
    expect(await sentence()).toBe('refund_under_way')
    await at.rows(`update outbox set run_at = now() where order_no = $1 and kind = 'refund'`, order)
    await until('the part is there', async () => (await sentence()) === 'refunded_part')
  })
  it('says who asked for which part, and why', async () => {
    const order = await delivered()
    await at.rows(`update desk.staff_session set fresh_until = now() + interval '1 hour'`)
    const body = { order_no: order, cents: 20, reason: 'ticket 12' }
    expect((await at.as('owner').call('refund/part', body)).msg).toBe('success')
    const { timeline } = (await at.as('support').call('order/read', { order_no: order })).result
    const [step] = timeline.filter(({ kind, what }) => kind === 'asked' && what === 'requested')
    expect(step?.facts).toMatchObject({ by: 'owner', part: '1', because: 'ticket 12' })
    expect(step?.facts.said).toBeUndefined()
  })
  it('has the request in its timeline, so that no person asks twice', async () => {
    const order = await demo.order('gem_6480')
    await at.shop.outcome(order, 'paid')
    await inState(at, `dlv_${order}`, 'confirmed')
    const support = at.as('support')
    await at.rows(`update desk.staff_session set fresh_until = now() + interval '1 hour'`)
    const answer = await support.call('refund/part', { order_no: order, cents: 3_000, reason: 'ticket 9' })
    expect(answer.msg).toBe('NeedsApproval')
    const { timeline } = (await support.call('order/read', { order_no: order })).result
    expect(timeline.filter(({ kind }) => kind === 'request')).toMatchObject([
      { what: 'refund/part open', facts: { by: 'support', because: 'ticket 9', number: answer.data?.approval } },
    ])
  })
})
