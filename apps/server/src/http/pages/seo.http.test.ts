import { describe, expect, it } from 'vitest'
import { withShop } from '@hc/test/fixtures'

const ORIGIN = 'https://shop.example'
const shop = withShop({ PUBLIC_URL: ORIGIN })
const LOCALES = ['en-US', 'zh-CN', 'zh-HK', 'zh-TW', 'th-TH', 'ko-KR', 'ja-JP', 'vi-VN', 'de-DE']

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(shop.url + path, { headers, redirect: 'manual' })
const html = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  await (await get(path, headers)).text()
const unescape = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => unescape(match[1] ?? ''))
const onlyOne = (text: string, pattern: RegExp): string => {
  const matches = all(text, pattern)
  expect(matches, String(pattern)).toHaveLength(1)
  return matches[0] ?? ''
}
const canonical = (text: string): string => onlyOne(text, /<link rel="canonical" href="([^"]+)"/g)
const meta = (text: string, name: string): string =>
  onlyOne(text, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))
const data = (text: string): Record<string, unknown>[] =>
  all(text, /<script type="application\/ld\+json">(.*?)<\/script>/g).map(
    (json) => JSON.parse(json) as Record<string, unknown>,
  )

describe('robots.txt', () =>
  it("keeps the API, the player's own pages and the payment out, and names the sitemap", async () => {
    const answer = await get('/robots.txt')
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    for (const path of ['/api', '/main/account', '/main/recharge', '/login', '/pay', '/sandbox', '/demo'])
      expect(text).toContain(`\nDisallow: ${path}\n`)
    expect(text).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`)
  }))

describe('sitemap.xml', () => {
  it('names every public page and article in nine languages, each with all the others and x-default', async () => {
    const answer = await get('/sitemap.xml')
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toMatch(/^application\/xml/)
    const articles = await shop.call('setting/webArticle', { type: 0, page: 1, size: 50 })
    const entries = text.split('<url>').slice(1)
    expect(entries).toHaveLength((9 + articles.total) * LOCALES.length)
    for (const entry of entries) expect(all(entry, /hreflang="([^"]+)"/g)).toEqual([...LOCALES, 'x-default'])
    const addresses = all(text, /<loc>([^<]+)<\/loc>/g)
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const { id } of articles.result) expect(addresses).toContain(`${ORIGIN}/main/event/detail/${id}`)
  })
  it('lists no missing, hidden or redirected address', async () => {
    const addresses = all(await (await get('/sitemap.xml')).text(), /<loc>([^<]+)<\/loc>/g)
    for (const address of addresses.filter((_, index) => index % 7 === 0)) {
      const answer = await get(address.slice(ORIGIN.length))
      const page = await answer.text()
      expect([address, answer.status, canonical(page), page.includes('noindex')]).toEqual([
        address,
        200,
        address,
        false,
      ])
    }
  })
  it('is sent compressed, and answers 304 to a client that has it', async () => {
    const answer = await get('/sitemap.xml', { 'accept-encoding': 'gzip' })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    await answer.arrayBuffer()
    expect(
      (await get('/sitemap.xml', { 'accept-encoding': 'gzip', 'if-none-match': answer.headers.get('etag') ?? '' }))
        .status,
    ).toBe(304)
  })
})

describe('a public page', () => {
  it.each(['/main/home', '/main/event', '/main/event/detail/a06', '/main/privacy'])(
    '%s has a title and a description of its own, a canonical address and a picture to share',
    async (path) => {
      const page = await html(path)
      const title = onlyOne(page, /<title>([^<]*)<\/title>/g)
      expect(title).toMatch(/.+ - HC Portal$/)
      expect(meta(page, 'description').length).toBeGreaterThan(20)
      expect([canonical(page), meta(page, 'og:url')]).toEqual([ORIGIN + path, ORIGIN + path])
      expect([meta(page, 'og:title'), meta(page, 'twitter:card')]).toEqual([title, 'summary_large_image'])
      const picture = await get(meta(page, 'og:image').slice(ORIGIN.length))
      const bytes = Buffer.from(await picture.arrayBuffer())
      expect([
        picture.status,
        picture.headers.get('content-type'),
        bytes.readUInt32BE(16),
        bytes.readUInt32BE(20),
      ]).toEqual([200, 'image/png', 1200, 630])
      expect(bytes.length).toBeLessThan(150_000)
    },
  )
  it('has a title and a description of its own', async () => {
    const pages = await Promise.all(
      [
        '/main/home',
        '/main/event',
        '/main/event/detail/a06',
        '/main/event/detail/a07',
        '/main/about',
        '/main/contact',
        '/main/privacy',
        '/main/agreement',
      ].map((path) => html(path)),
    )
    expect(new Set(pages.map((page) => onlyOne(page, /<title>([^<]*)<\/title>/g))).size).toBe(pages.length)
    expect(new Set(pages.map((page) => meta(page, 'description'))).size).toBe(pages.length)
  })
  it('chosen with ?lang= comes in that language under an address of its own, whatever the browser and an earlier choice want', async () => {
    for (const locale of LOCALES) {
      const answer = await get(`/main/event?lang=${locale}`, { 'accept-language': 'ja-JP', cookie: 'hc_lang=ko-KR' })
      const page = await answer.text()
      const ownAddress = locale === 'en-US' ? `${ORIGIN}/main/event` : `${ORIGIN}/main/event?lang=${locale}`
      expect([answer.headers.get('content-language'), onlyOne(page, /<html lang="([^"]+)"/g), canonical(page)]).toEqual(
        [locale, locale, ownAddress],
      )
      expect(all(page, /hreflang="([^"]+)"/g)).toEqual([...LOCALES, 'x-default'])
    }
    // The same page without `lang`, after all of these were cached: each language has its own cache entry.
    expect(onlyOne(await html('/main/event', { 'accept-language': 'de' }), /<html lang="([^"]+)"/g)).toBe('de-DE')
  })
  it('keeps only those query parameters in its canonical address that choose its content', async () => {
    expect(canonical(await html('/main/event?type=2&lang=de-DE&utm_source=x'))).toBe(
      `${ORIGIN}/main/event?type=2&lang=de-DE`,
    )
    expect(canonical(await html('/main/home?channel=ads'))).toBe(`${ORIGIN}/main/home`)
  })
})

describe('data for machines', () => {
  it('describes an article as structured data', async () => {
    const [article] = data(await html('/main/event/detail/a06?lang=th-TH'))
    const { result } = await shop.call('setting/webArticleDetail', { id: 'a06' }, { 'accept-language': 'th-TH' })
    expect(article).toMatchObject({
      '@context': 'https://schema.org',
      headline: result.title,
      inLanguage: 'th-TH',
      datePublished: new Date(result.create_ts * 1000).toISOString(),
      mainEntityOfPage: `${ORIGIN}/main/event/detail/a06?lang=th-TH`,
      publisher: { '@type': 'Organization', name: 'HC Portal' },
    })
    expect(article?.['@type']).toBe(result.type === 1 ? 'NewsArticle' : 'Article')
    expect(article?.image).toContainEqual(expect.stringMatching(/\/brand\/[0-9a-f]{10}\/art\/og\.png$/))
  })
  it('names the publisher on the home page as structured data', async () => {
    expect(data(await html('/main/home')).map((item) => item['@type'])).toEqual(['Organization', 'WebSite'])
  })
  it('cannot be closed by the text of an article', async () => {
    await shop.db.query(
      `update article set texts = jsonb_set(texts, '{en-US,title}', '"</script><img src=x> & \\"quoted\\""')
        where id = 'a14'`,
    )
    await shop.db.query(`select pg_notify('hc_bus', 'content')`)
    await expect.poll(async () => await html('/main/event/detail/a14')).toContain('&#34;quoted&#34;')
    const page = await html('/main/event/detail/a14')
    expect(data(page)[0]?.headline).toBe('</script><img src=x> & "quoted"')
    expect(page).not.toContain('<img src=x>')
  })
})

describe('a page that search engines should not list', () =>
  it.each([
    '/login',
    '/login?redirect=%2Fmain%2Frecharge',
    '/main/logout',
    '/403',
    '/nowhere',
    '/main/event/detail/nope',
    '/main/recharge',
    '/main/account/user',
    '/main/account/recharge',
    '/main/account/epoint',
    '/main/recharge/detail/X',
  ])('%s is kept out of search engines', async (path) => {
    const page = await html(path)
    expect(meta(page, 'robots')).toBe('noindex')
    expect(page).not.toMatch(/rel="canonical"|og:url|ld\+json/)
  }))
