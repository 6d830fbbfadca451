import { describe, expect, it } from 'vitest'
import { until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const ORIGIN = 'https://shop.example'
const shop = withShop({ DEMO_MARKETS: '1', COUNTRY_HEADER: 'x-country', PUBLIC_URL: ORIGIN })

const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  await fetch(shop.url + path, { headers: { 'accept-language': 'en-US', ...headers } })
const html = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await (await get(path, headers)).text()).replaceAll('\u00a0', ' ')
const from = (country: string): Record<string, string> => ({ 'x-country': country })
const about = (page: string): Record<string, unknown>[] =>
  [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    (match) => JSON.parse(match[1] ?? '') as Record<string, unknown>,
  )

describe('the shop window', () => {
  it('shows goods and prices in the HTML to visitors without a session', async () => {
    const page = await html('/main/shop')
    for (const text of ['300 Star Gems', '$4.99', 'or 499 HC Points', '1st Top-up', '500 HC Points'])
      expect(page.split('id="boot"')[0]).toContain(text)
    expect(page).not.toContain('noindex')
    expect(page).toContain(`<link rel="canonical" href="${ORIGIN}/main/shop">`)
  })
  it('has the prices and the tax of the country that the connection is in', async () => {
    const page = await html('/main/shop', from('JP'))
    expect(page).toContain('¥800')
    expect(page).toContain('incl. 10% tax')
    expect(page).not.toContain('$4.99')
    expect(await html('/main/shop?demo_country=DE', from('JP'))).toContain('€')
    // The next country's page has no price of the one before.
    expect(await html('/main/shop', from('BR'))).toContain('$4.99')
  })
  it('has the same prices as the home page, which shows each country its own', async () => {
    const home = await get('/main/home', from('JP'))
    expect(home.headers.get('cache-control')).toBe('private, no-cache')
    const page = (await home.text()).split('id="boot"')[0]
    expect(page).toContain('¥800')
    expect(page).not.toContain('$4.99')
    expect(await html('/main/home?demo_country=DE')).toContain('€5.99')
    for (const country of ['BR', 'BR', 'US']) {
      const base = await get('/main/home', from(country))
      expect(base.headers.get('cache-control')).toBe('no-cache')
      expect(await base.text()).toContain('$4.99')
    }
    expect(await html('/main/home', from('JP'))).toContain('¥800')
    const answer = await shop.call('setting/webHomeConf', {}, from('JP'))
    expect(answer.result.goods.find((product) => product.cp_goods_id === 'gem_300')?.offer).toMatchObject({
      currency: 'JPY',
      amount_minor: 800,
    })
    const { result } = await shop.call('setting/webHomeConf', {}, from('BR'))
    expect(result.goods.every((product) => !('offer' in product))).toBe(true)
  })
  it('is cached by the browser alone, never by a proxy, and is not sent twice', async () => {
    const first = await get('/main/shop', from('JP'))
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const etag = first.headers.get('etag') ?? ''
    expect((await get('/main/shop', { ...from('JP'), 'if-none-match': etag })).status).toBe(304)
    expect((await get('/main/shop', { ...from('KR'), 'if-none-match': etag })).status).toBe(200)
  })
  it('shows a new price at once, and leaves out goods that a country does not sell', async () => {
    expect(await html('/main/shop/gem_60', from('KR'))).toContain('₩')
    await shop.db.query(`select save_price('korea', 'gem_60', 1900, 1, null, null, 'sql:test')`)
    await until('the new price', async () => (await html('/main/shop/gem_60', from('KR'))).includes('₩1,900'))
    await shop.db.query(`insert into price_book (book_id, currency, tax) values ('small', 'EUR', 'none')`)
    await shop.db.query(`select save_price('small', 'gem_60', 99, 1, null, null, 'sql:test')`)
    await shop.db.query(`select save_book_countries('small', '{AT}')`)
    await until('the small book', async () => (await get('/main/shop/gem_300', from('AT'))).status === 404)
    expect((await get('/main/shop/gem_60', from('AT'))).status).toBe(200)
    const { result } = await shop.call('shop/catalog', {}, from('AT'))
    expect([result.items.map((item) => item.cp_goods_id), result.packs]).toEqual([['gem_60'], []])
  })
  it('has a page for each item, with structured data', async () => {
    const page = await html('/main/shop/gem_300', from('JP'))
    expect(page).toContain('<title>300 Star Gems - HC Portal</title>')
    expect(about(page)).toMatchObject([
      {
        '@type': 'Product',
        name: '300 Star Gems',
        offers: { '@type': 'Offer', price: '800', priceCurrency: 'JPY', url: `${ORIGIN}/main/shop/gem_300` },
      },
    ])
    const missing = await get('/main/shop/nothing')
    expect([missing.status, (await missing.text()).includes('noindex')]).toEqual([404, true])
  })
  it('has its own site map in every language, which robots.txt names', async () => {
    expect(await (await get('/robots.txt')).text()).toContain(`\nSitemap: ${ORIGIN}/sitemap-shop.xml\n`)
    const map = await (await get('/sitemap-shop.xml')).text()
    for (const path of ['/main/shop', '/main/shop/gem_300', '/main/shop/coin_500'])
      expect(map).toContain(`<loc>${ORIGIN}${path}?lang=ja-JP</loc>`)
  })
})

describe('shop/catalog', () =>
  it('gives market, items and packs with their offers without a session', async () => {
    const { result } = await shop.call('shop/catalog', {}, from('JP'))
    expect(result.market).toMatchObject({ country: 'JP', currency: 'JPY', rate_ppm: 100_000, local: true })
    expect(result.items.find((item) => item.cp_goods_id === 'gem_300')).toMatchObject({
      price: 4.99,
      bonus: 100,
      offer: { currency: 'JPY', amount_minor: 800, tax_included: true },
    })
    expect(result.packs.every((pack) => pack.offer?.currency === 'JPY')).toBe(true)
  }))
