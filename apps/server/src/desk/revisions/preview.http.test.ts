import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskClient } from '@hc/test/desk'
import { until } from '@hc/test/shop'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk()

let editor: DeskClient
const DAY = 86_400
const text = { title: 'Nobody knows this yet', summary: 'Soon', html: '<p>A secret text</p>' }

beforeAll(async () => {
  editor = at.as('content')
})
const make = async (body: {
  drafts?: { kind: 'article'; target: string; version: number }[]
  moment?: number
  product?: string
  zone?: string
  locale?: 'de-DE'
  path: string
}) => (await editor.call('preview/make', { drafts: [], moment: null, locale: 'en-US', ...body })).result.url
const page = async (url: string) => {
  // The link has the configured address, but the shop listens elsewhere here.
  const { pathname, search } = new URL(url)
  const answer = await fetch(at.shop.url + pathname + search)
  return { answer, html: await answer.text() }
}

describe('a preview', () => {
  it('is the real page with a draft in it, without a script, and is neither cached nor indexed', async () => {
    const article = { type: 1, img: '/art/news.svg', pinned: false, hot: true, starts_at: null, ends_at: null }
    const body = { ...article, unpublish_at: null, texts: { 'en-US': text } }
    const { id, version } = (await editor.call('article/save', { id: null, version: 0, body })).result
    const path = `/main/event/detail/${id}`
    const { answer, html } = await page(await make({ drafts: [{ kind: 'article', target: id, version }], path }))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'none'")
    expect(html).toContain('Nobody knows this yet')
    expect(html).toContain('Nothing can be bought here')
    expect(html).not.toContain('<script')
    expect((await page(`http://x${path}`)).html).not.toContain('Nobody knows this yet')
    expect((await at.shop.call('setting/webArticleDetail', { id })).msg).toBe('ArticleNotFound')
  })
  it('names its moment in the zone of whoever made the link', async () => {
    const moment = Date.UTC(2027, 0, 15, 20, 30) / 1000
    const noteOf = async (zone?: string): Promise<string> =>
      /<p role="note">([^<]*)/.exec(
        (await page(await make({ path: '/main/home', moment, ...(zone === undefined ? {} : { zone }) }))).html,
      )?.[1] ?? ''
    expect(await noteOf('Asia/Tokyo')).toContain('as of 2027-01-16 05:30 Asia/Tokyo.')
    expect(await noteOf()).toContain('as of 2027-01-15 20:30 UTC.')
    expect(await noteOf('No/Where')).toContain('as of 2027-01-15 20:30 UTC.')
  })
  it('shows the prices that are planned until its moment', async () => {
    const { product } = (await at.owner.call('product/read', { id: 'gem_60' })).result
    const when = { local: new Date(Date.now() + DAY * 1000).toISOString().slice(0, 19), zone: 'UTC' }
    const change = { id: 'gem_60', version: product.version, price_cents: 7777, when }
    expect(await at.agreed(await at.owner.call('product/price', change))).toBe('done')
    const now = Math.floor(Date.now() / 1000)
    expect((await page(await make({ path: '/main/home', moment: now + 2 * DAY }))).html).toContain('77.77')
    expect((await page(await make({ path: '/main/home', moment: now + 60 }))).html).not.toContain('77.77')
  })
  it('shows its product even if the home page has no place for it, and says so', async () => {
    const { rows } = await at.shop.db.query<{ id: string }>(
      `select cp_goods_id as id from product where kind = 'item' and featured is null order by sort desc limit 1`,
    )
    const id = rows[0]?.id ?? ''
    const { product } = (await at.owner.call('product/read', { id })).result
    const when = { local: new Date(Date.now() + DAY * 1000).toISOString().slice(0, 19), zone: 'UTC' }
    const change = { id, version: product.version, price_cents: 123_45, when }
    expect(await at.agreed(await at.owner.call('product/price', change))).toBe('done')
    await at.shop.db.query(
      `update product set texts = jsonb_set(texts, '{en-US,name}', '"A <b>late</b> gem"') where cp_goods_id = $1`,
      [id],
    )
    const moment = Math.floor(Date.now() / 1000) + 2 * DAY
    await until('the name is known', async () =>
      (await page(await make({ path: '/main/home', moment, product: id }))).html.includes('&#62;late&#60;'),
    )
    const { html } = await page(await make({ path: '/main/home', moment, product: id }))
    expect(html).toContain('123.45')
    expect(html).toContain('A &#60;b&#62;late&#60;/b&#62; gem is on the home page for this preview alone.')
    expect((await page(await make({ path: '/main/home', moment }))).html).not.toContain('123.45')
    const placed = (await page(await make({ path: '/main/home', moment, product: 'gem_60' }))).html
    expect(placed).not.toContain('for this preview alone')
    const german = await page(await make({ path: '/main/home', moment, product: id, locale: 'de-DE' }))
    expect(german.html).toContain('steht nur für diese Vorschau auf der Startseite.')
    expect((await page(`${at.shop.url}/main/home?product=${id}`)).html).not.toContain('123.45')
  })
  it('ends with its time and with its person’s session, and a changed link is refused', async () => {
    const url = await make({ path: '/main/home' })
    expect((await page(url)).answer.status).toBe(200)
    expect((await page(url.replace(/preview=./, 'preview='))).answer.status).toBe(404)
    await at.shop.db.query(`update desk.staff set suspended_at = now() where email = 'content@shop.example'`)
    expect((await page(url)).answer.status).toBe(404)
    await at.shop.db.query('update desk.staff set suspended_at = null')
    await at.shop.db.query('update desk.preview set expires_at = now()')
    await until('it is over', async () => (await page(url)).answer.status === 404)
  })
})
