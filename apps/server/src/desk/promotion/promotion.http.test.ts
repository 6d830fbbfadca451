import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskClient } from '@hc/test/desk'
import { firstOwner } from '@hc/test/desk-people'
import type { DeskShop } from '@hc/test/desk-shop'
import { withDesk } from '@hc/test/fixtures'
import { until } from '@hc/test/shop'

/** The test shop, and the shop that sells. */
const tried = withDesk()
let key = ''
const seller = withDesk(async () => {
  key = (await tried.owner.call('promote/export', { kinds: ['block'] })).result.key
  return { PROMOTE_TRUSTED_KEYS: key, RATE_LIMIT_PER_MINUTE: '1000000' }
})
let owner: DeskClient
let second: DeskClient
const REASON = 'tried for a week'
const KINDS = ['product', 'channel', 'article', 'block', 'redeem', 'rebate'] as const

const file = async (kinds: readonly (typeof KINDS)[number][] = KINDS): Promise<string> =>
  (await tried.owner.call('promote/export', { kinds: [...kinds] })).result.text
const check = (text: string, by = owner) =>
  by.call('promote/check', { name: 'promotion.jsonl', data: Buffer.from(text).toString('base64') })
const read = async (id: number) => (await owner.call('import/read', { import_id: id })).result
const all = async (id: number): Promise<number[]> => (await read(id)).changes.map(({ seq }) => seq)
const take = (id: number, rows: number[], when: { local: string; zone: string } | null = null) =>
  owner.call('promote/apply', { import_id: id, rows, when, reason: REASON })
const fresh = async (shop: DeskShop): Promise<unknown> =>
  await shop.rows(`update desk.staff_session set fresh_until = now() + interval '1 hour'`)

beforeAll(async () => {
  owner = seller.owner
  // Two owners: one asks, the other one decides.
  second = (await firstOwner(seller.shop.databaseUrl, seller.desk, 'o2@shop.example')).client
  await fresh(seller)
})
const agreed = async ({ status, data }: { status: number; data: Record<string, unknown> | null }): Promise<string> => {
  if (status !== 202) throw new Error(`no request was made: ${status}`)
  return (await second.call('approval/decide', { approval_no: Number(data?.approval), yes: true })).result.state
}
describe('a promotion', () => {
  it('is signed, has products and texts, and has no secret, player, order or code', async () => {
    await tried.rows(`update payment_channel set enabled = true`)
    await tried.rows(
      `insert into redeem_code (code, campaign_id) select 'NEVERINAFILE', campaign_id from redeem_campaign limit 1`,
    )
    const text = await file()
    const [first = '', ...rest] = text.trimEnd().split('\n')
    expect(JSON.parse(first)).toMatchObject({ promotion: 1, key, rows: rest.length - 1 })
    expect(JSON.parse(rest.at(-1) ?? '')).toEqual({ signature: expect.stringMatching(/^[\w-]{86}$/) })
    const kinds = new Set(rest.slice(0, -1).map((line) => (JSON.parse(line) as { kind: string }).kind))
    expect([...kinds].sort()).toEqual([...KINDS].sort())
    expect(text).not.toMatch(/"enabled"|"used"|"uid"|"code"|"state":"ready"|sandbox_|password_hash/)
    expect(text).not.toContain('NEVERINAFILE')
    const [storedKey] = await tried.rows<{ sealed: Buffer }>('select sealed from desk.promotion_key')
    expect(storedKey?.sealed.toString('latin1')).not.toContain('PRIVATE')
    expect((await owner.call('promote/state', {})).result).toMatchObject({ trusted: [key] })
  })
  it('changes nothing between two equal shops', async () => {
    const id = (await check(await file(['product', 'channel', 'block']))).result.import_id
    const { job, changes } = await read(id)
    expect([job.same, job.fresh, job.changed, job.refused]).toEqual([job.lines, 0, 0, 0])
    expect(changes).toEqual([])
  })
  it('shows the difference row by row, and two people apply the chosen rows once', async () => {
    await tried.rows(`update product set price_cents = 149, active = true where cp_goods_id = 'gem_60'`)
    await tried.rows(`update product set tag = 'new' where cp_goods_id = 'gem_300'`)
    await tried.rows(`insert into product (cp_goods_id, kind, price_cents, icon, texts, active)
        values ('gem_tried', 'item', 500, '/art/items/gem_60.svg', '{"en-US":{"name":"Tried","desc":""}}', true)`)
    const text = await file(['product'])
    const id = (await check(text)).result.import_id
    const { changes } = await read(id)
    expect(changes.map(({ target, before, after }) => [target, before, Object.keys(after).length])).toEqual([
      ['gem_300', { tag: '' }, 1],
      ['gem_60', { price_cents: 99 }, 1],
      ['gem_tried', null, 10],
    ])
    const seqs = changes.filter(({ target }) => target !== 'gem_300').map(({ seq }) => seq)
    expect(await agreed(await take(id, seqs))).toBe('done')
    expect(
      await seller.rows(`select cp_goods_id as id, price_cents::int as price, tag from product
          where cp_goods_id in ('gem_60', 'gem_300', 'gem_tried') order by 1`),
    ).toEqual([
      { id: 'gem_300', price: 499, tag: '' },
      { id: 'gem_60', price: 149, tag: '' },
      { id: 'gem_tried', price: 500, tag: '' },
    ])
    expect((await read(id)).changes.map(({ state }) => state)).toEqual(['left', 'applied', 'applied'])
    const again = await check(text)
    expect([again.status, again.msg, again.data?.why]).toEqual([422, 'PromotionRefused', 'used'])
    const { lines } = (await owner.call('audit/list', { kind: 'product', target: 'gem_60' })).result
    expect(JSON.parse(lines[0]?.line ?? '')).toMatchObject({ action: 'promote/apply', reason: REASON })
  })
  it('is applied once even if it was read twice', async () => {
    await tried.rows(`update product set tag = 'hot' where cp_goods_id = 'gem_980'`)
    const text = await file(['product'])
    const [firstImport, two] = [(await check(text)).result.import_id, (await check(text)).result.import_id]
    const answers = [await take(firstImport, await all(firstImport)), await take(two, await all(two))] as const
    expect(await agreed(answers[0])).toBe('done')
    expect(await agreed(answers[1])).toBe('stale')
  })
  it('brings no home page that nobody could have saved here', async () => {
    const value = `jsonb_set(value, '{downloads,0,url}', $1)`
    const [{ url } = { url: '' }] = await tried.rows<{ url: string }>(
      `select value #>> '{downloads,0,url}' as url from content_block where locale = 'en-US' and value ? 'downloads'`,
    )
    await tried.shop.db.query(`update content_block set value = ${value} where locale = 'en-US'`, [
      JSON.stringify('javascript:alert(1)'),
    ])
    const id = (await check(await file(['block']))).result.import_id
    const { lines } = (await seller.owner.call('import/lines', { import_id: id })).result
    expect(lines.filter(({ target }) => target.endsWith('/en-US')).flatMap(({ errors }) => errors)).toMatchObject([
      { column: 'downloads.0.url' },
    ])
    await tried.shop.db.query(`update content_block set value = ${value} where locale = 'en-US'`, [JSON.stringify(url)])
  })
  it('never switches a payment channel on, deletes nothing, and brings campaigns as drafts', async () => {
    await seller.rows(`update payment_channel set enabled = false where channel_code = 'paypal'`)
    await tried.rows(`update payment_channel set enabled = true, sort = 91 where channel_code = 'paypal'`)
    await seller.rows(`insert into product (cp_goods_id, kind, price_cents, icon, texts)
      values ('gem_only', 'item', 500, '/art/items/gem_60.svg', '{"en-US":{"name":"Only here","desc":""}}')`)
    await tried.rows(`insert into redeem_campaign (campaign_id, texts, items, starts_at, ends_at, state)
        values ('tried', '{"en-US":{"name":"Tried"}}', '[{"cp_goods_id":"gem_60","quantity":1}]', now(),
          now() + interval '30 days', 'ready')`)
    await tried.rows(`insert into redeem_code (code, campaign_id, uses) values ('TRIEDSECRET1', 'tried', 1)`)
    const id = (await check(await file(['product', 'channel', 'redeem']))).result.import_id
    expect(await agreed(await take(id, await all(id)))).toBe('done')
    expect(await seller.rows(`select enabled, sort from payment_channel where channel_code = 'paypal'`)).toEqual([
      { enabled: false, sort: 91 },
    ])
    expect(await seller.rows(`select 1 as n from product where cp_goods_id = 'gem_only'`)).toEqual([{ n: 1 }])
    expect(await seller.rows(`select state from redeem_campaign where campaign_id = 'tried'`)).toEqual([
      { state: 'draft' },
    ])
    expect(await seller.rows(`select 1 from redeem_code where campaign_id = 'tried'`)).toEqual([])
  })
  it('marks a row that also changed in this shop, and becomes stale if a row changes after it was read', async () => {
    await tried.rows(`update product set sort = 33 where cp_goods_id = 'gem_1980'`)
    await seller.rows(`update product set tag = 'ours' where cp_goods_id = 'gem_1980'`)
    const id = (await check(await file(['product']))).result.import_id
    const { changes } = await read(id)
    expect(changes.find(({ target }) => target === 'gem_1980')).toMatchObject({
      why: 'both',
      before: { sort: expect.any(Number), tag: 'ours' },
      after: { sort: 33, tag: '' },
    })
    const seq = changes.filter(({ target }) => target === 'gem_1980').map((change) => change.seq)
    await seller.rows(`update product set tag = 'ours again' where cp_goods_id = 'gem_1980'`)
    expect((await take(id, seq)).msg).toBe('ImportStale')
  })
  it('is applied at a planned time by the worker', async () => {
    await tried.rows(`update product set sort = 44 where cp_goods_id = 'pass_month'`)
    const id = (await check(await file(['product']))).result.import_id
    const { changes } = await read(id)
    const seq = changes.filter(({ target }) => target === 'pass_month').map((change) => change.seq)
    const local = new Date(Date.now() + 4_000).toISOString().slice(0, 19)
    expect(await agreed(await take(id, seq, { local, zone: 'UTC' }))).toBe('done')
    const sort = async () =>
      (await seller.rows<{ sort: number }>(`select sort from product where cp_goods_id = 'pass_month'`))[0]?.sort
    expect(await sort()).not.toBe(44)
    await until('its moment has come', async () => (await sort()) === 44)
    const [row] = await seller.rows<{ author: string }>(
      `select author from desk.revision where kind = 'product' and target = 'pass_month' order by version desc limit 1`,
    )
    expect(row?.author).toBe('job:schedule')
  })
  it('is refused with its own reason if it was altered, has an untrusted key, or is no promotion', async () => {
    const text = await file(['product'])
    const why = async (of: string): Promise<unknown> => (await check(of)).data?.why
    expect(await why(text.replace('"price_cents":149', '"price_cents":148'))).toBe('changed')
    const lines = text.trimEnd().split('\n')
    expect(await why([...lines.slice(0, 2), ...lines.slice(3)].join('\n'))).toBe('changed')
    expect(await why(lines.slice(0, -1).join('\n'))).toBe('changed')
    const other = await file(['product'])
    const swapped = [...lines.slice(0, -1), other.trimEnd().split('\n').at(-1)].join('\n')
    expect(await why(swapped)).toBe('changed')
    expect(await why('{"id":"gem_60"}\n')).toBe('form')
    const ownText = (await owner.call('promote/export', { kinds: ['product'] })).result.text
    expect(await why(ownText)).toBe('untrusted')
    expect((await check(text, seller.as('content'))).msg).toBe('NotAllowed')
  })
  it('names the rows without their picture in this shop, and the rows that would change a running campaign', async () => {
    const hash = 'a'.repeat(64)
    await tried.rows(`update product set icon = '/media/${hash}-320.webp' where cp_goods_id = 'gem_6480'`)
    const [started] = await seller.rows<{ id: string }>(
      `select campaign_id as id from redeem_campaign where state = 'ready' and ends_at > now() limit 1`,
    )
    await tried.rows(`update redeem_campaign set basic_points = basic_points + 1 where campaign_id = $1`, started?.id)
    const id = (await check(await file(['product', 'redeem']))).result.import_id
    const { lines } = (await owner.call('import/lines', { import_id: id })).result
    expect(lines.map(({ target, errors }) => [target, errors[0]?.why])).toEqual([
      ['product gem_6480', 'picture'],
      [`redeem ${started?.id}`, 'runs'],
    ])
  })
})
