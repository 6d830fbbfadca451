import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HomeConf, SettingInit } from '@hc/contract/calls'
import { describe, expect, it } from 'vitest'
import { withShop } from '@hc/test/fixtures'
import { type Shop, until } from '@hc/test/shop'

const brand = (name: string): string => fileURLToPath(new URL(`../../../../../brands/${name}`, import.meta.url))

const first = withShop()
const second = withShop({ BRAND_DIR: brand('maplewick') })
/** A folder of a publisher who has not written about accessibility yet. */
const silent = withShop(() => {
  const dir = join(mkdtempSync(join(tmpdir(), 'hc-brand-')), 'silent')
  cpSync(brand('maplewick'), dir, { recursive: true })
  for (const locale of ['en-US', 'de-DE']) rmSync(join(dir, 'legal', locale, 'accessibility.html'))
  return { BRAND_DIR: dir }
})

const html = async (shop: Shop, path: string): Promise<string> => await (await fetch(shop.url + path)).text()
const styleOf = (page: string): string => /<link rel="stylesheet" href="([^"]+)">/.exec(page)?.[1] ?? ''

describe('a brand', () => {
  it('comes with the one style sheet of the page, under an address that changes with it, kept for ever and compressed', async () => {
    const [firstStyle, other] = [styleOf(await html(first, '/main/home')), styleOf(await html(second, '/main/home'))]
    expect(firstStyle).not.toBe(other)
    expect((await html(second, '/main/home')).match(/rel="stylesheet"/g)).toHaveLength(1)
    const answer = await fetch(second.url + other, { headers: { 'accept-encoding': 'br' } })
    expect([
      answer.headers.get('content-encoding'),
      answer.headers.get('cache-control'),
      answer.headers.get('content-type'),
    ]).toEqual(['br', 'public, max-age=31536000, immutable', 'text/css; charset=utf-8'])
    const css = await answer.text()
    expect(css.lastIndexOf('--color-night:#fff8ea')).toBeGreaterThan(css.lastIndexOf('--color-night:#0b1020'))
    expect(css).toContain('color-scheme:light')
  })

  it('sets the colour of the browser’s own bars, also before the style sheet has loaded', async () => {
    expect(await html(first, '/main/home')).toContain(
      '<meta name="theme-color" content="#0b1020"><meta name="color-scheme" content="dark">',
    )
    expect(await html(second, '/main/home')).toContain(
      '<meta name="theme-color" content="#fff8ea" media="(prefers-color-scheme: light)">' +
        '<meta name="theme-color" content="#1b1a2b" media="(prefers-color-scheme: dark)">' +
        '<meta name="color-scheme" content="light dark">',
    )
  })

  it('answers each choice of palette with its own page, also from what is kept, and ignores it with one palette', async () => {
    const ask = async (shop: Shop, cookie: string): Promise<string> =>
      await (await fetch(`${shop.url}/main/home`, { headers: { cookie, 'accept-encoding': 'br' } })).text()
    for (let n = 0; n < 4; n++) {
      const pages = [await ask(second, 'hc_theme=dark'), await ask(second, 'hc_theme=light'), await ask(second, '')]
      expect(pages.map((page) => /<html[^>]*>/.exec(page)?.[0])).toEqual([
        '<html lang="en-US" data-theme="dark">',
        '<html lang="en-US" data-theme="light">',
        '<html lang="en-US">',
      ])
      expect(pages[0]).toContain('<meta name="theme-color" content="#1b1a2b"><meta name="color-scheme" content="dark">')
    }
    expect(await ask(first, 'hc_theme=light')).toContain('<html lang="en-US">')
  })

  it('has a web manifest whose icons are there, and a touch icon', async () => {
    const page = await html(second, '/main/home')
    expect(page).toContain('<link rel="manifest" href="/site.webmanifest?lang=en-US">')
    const answer = await fetch(`${second.url}/site.webmanifest`)
    expect(answer.headers.get('content-type')).toBe('application/manifest+json')
    const { name, icons } = (await answer.json()) as { name: string; icons: { src: string; type: string }[] }
    expect(name).toBe('Maplewick Farm Shop')
    for (const { src, type } of icons) expect((await fetch(second.url + src)).headers.get('content-type')).toBe(type)
    const touch = /rel="apple-touch-icon" href="([^"]+)"/.exec(page)?.[1] ?? ''
    expect((await fetch(second.url + touch)).headers.get('content-type')).toBe('image/png')
  })

  it('names the shop in every title, in the share card and in structured data', async () => {
    const page = await html(second, '/main/event')
    expect(page).toContain('<title>News - Maplewick Shop</title>')
    expect(page).toContain('<meta property="og:site_name" content="Maplewick Shop">')
    const image = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(page)?.[1] ?? ''
    expect(image).toMatch(/^\/brand\/[0-9a-f]{10}\/art\/share\.png$/)
    expect(
      Buffer.from(await (await fetch(second.url + image)).arrayBuffer()).equals(
        readFileSync(`${brand('maplewick')}/art/share.png`),
      ),
    ).toBe(true)
    expect(await html(first, '/main/event')).toContain('<title>News - HC Portal</title>')
  })

  it("carries the hero's picture in the page", async () => {
    expect(await html(second, '/main/home')).toMatch(/<svg class="hero-art hero-art-wide"/)
  })

  it('has refunds and imprint as pages in every language, named in the footer of each page with the seller', async () => {
    for (const [path, lang, title] of [
      ['refunds', 'en-US', 'Refunds'],
      ['imprint', 'en-US', 'Imprint'],
      ['imprint', 'de-DE', 'Impressum'],
      ['refunds', 'ja-JP', '返金とキャンセル'],
      ['imprint', 'th-TH', 'ข้อมูลผู้ขาย'],
    ] as const) {
      const answer = await fetch(`${first.url}/main/${path}?lang=${lang}`)
      expect([answer.status, path]).toEqual([200, path])
      const page = await answer.text()
      expect(page).toContain(`${title}</h1>`)
      expect(page).toContain('Starfall Studio (demo), Sternwarte 1')
      expect(page).toContain('href="/main/imprint"')
    }
    expect(await html(second, '/main/refunds?lang=ko-KR')).toContain('Right of withdrawal')
  })

  it('says how accessible it is on a page of each language, linked in the footer, and a folder without it has no such page', async () => {
    for (const [shop, lang, title] of [
      [first, 'en-US', 'Accessibility'],
      [first, 'ja-JP', 'アクセシビリティ'],
      [second, 'de-DE', 'Barrierefreiheit'],
    ] as const) {
      const page = await html(shop, `/main/accessibility?lang=${lang}`)
      expect(page).toContain(`${title}</h1>`)
      expect(page).toContain('EN 301 549')
      expect(await html(shop, `/main/home?lang=${lang}`)).toContain('href="/main/accessibility"')
    }
    expect((await fetch(`${silent.url}/main/accessibility`)).status).toBe(404)
    expect(await html(silent, '/main/home')).not.toContain('/main/accessibility')
  })

  it('leaves the four pages of the footer where clients know them, and adds its own beside them', async () => {
    const { result } = (await second.call('setting/webHomeConf')) as { result: HomeConf }
    expect(Object.keys(result.footer).sort()).toEqual([
      'about',
      'accessibility',
      'agreement',
      'contact',
      'imprint',
      'privacy',
      'refunds',
    ])
    expect(result.footer.agreement).toEqual({
      title: 'User agreement',
      html: expect.stringContaining('Barley &amp; Bee Games') as string,
    })
    const init = (await second.call('setting/init')).result as SettingInit
    expect(init.brand).toMatchObject({ site: 'Maplewick Shop', seller: { name: 'Barley & Bee Games Ltd (sample)' } })
  })

  it('serves its own picture for goods without one, and no other file', async () => {
    const unknown = await fetch(`${second.url}/art/items/sword_of_nobody.svg`)
    expect([unknown.status, await unknown.text()]).toEqual([
      200,
      readFileSync(`${brand('maplewick')}/art/item.svg`, 'utf8'),
    ])
    for (const path of [
      '/art/brand.json',
      '/art/../brand.json',
      '/art/%2e%2e/brand.json',
      '/brand/x/brand.json',
      '/art/items/..%2f..%2fbrand.json',
      '/art/hero',
      '/brand/',
    ]) {
      const answer = await fetch(second.url + path)
      expect(await answer.text(), path).not.toContain('"heroNarrow"')
    }
    expect((await fetch(`${second.url}/art/nothing.svg`)).status).toBe(404)
  })

  it('names its currency in the texts that a page fetches later', async () => {
    const boot = JSON.parse(
      /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(await html(second, '/main/home'))?.[1] ?? '{}',
    ) as { catalogs: string }
    const recharge = await (await fetch(`${second.url}${boot.catalogs}/de-DE/recharge.json`)).text()
    expect(recharge).toContain('Eichel-Pakete')
    expect(recharge).not.toContain('HC-')
    for (const path of ['xx-XX/recharge.json', 'de-DE/none.json', 'de-DE/..%2fcommon.json'])
      expect((await fetch(`${second.url}${boot.catalogs}/${path}`)).status).toBe(404)
    expect(await html(first, '/main/home')).not.toContain('"catalogs"')
  })

  it('writes mail in its own name and colours', async () => {
    await second.call('user/email/code/send', { email: 'demo@example.com', type: 'reset' })
    const outbox = await until('the mail', async () => {
      const text = await html(second, '/demo/outbox.json')
      return text !== '[]' && text
    })
    expect(outbox).toContain('Maplewick Farm')
    expect(outbox).toContain('background:#2f7d32')
    expect(outbox).not.toMatch(/Starfall|\bHC\b/)
  })
})

describe('a shop whose publisher has written nothing yet', () =>
  it('shows a button with a label, no empty line above the heading, and an agreement with a text', async () => {
    await second.db.query(`delete from content_block`)
    await second.restart({
      DEMO: '0',
      ...Object.fromEntries(['SESSION_SECRET', 'ANALYTICS_KEY'].map((name) => [name, 'a-secret-of-this-test'])),
      CLIENT_KEY: '0123456789abcdef',
      GAME_WEBHOOK_SECRET: `whsec_${Buffer.from('a-secret-of-this-test-000').toString('base64')}`,
    })
    const page = await html(second, '/main/home')
    expect(page).toMatch(/data-track="home_top_up"[^>]*>(?:<span[^>]*><\/span>)?Top up now<\/a>/)
    expect(page).not.toContain('<p class="kicker"></p>')
    expect(await html(second, '/main/agreement')).toContain('You buy from Barley &amp; Bee Games')
  }))
