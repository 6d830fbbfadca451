import { describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { until } from '../../kit/shop.ts'
import { axe, desktop, overflow, phone, shot } from '../../kit/browser/browser.ts'
import { chooseChannel, chooseItem, chooseTarget, completed, orderOf, pay, signIn } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const brands = fileURLToPath(new URL('../../../brands/', import.meta.url))

const legalPages = ['about', 'contact', 'refunds', 'imprint', 'privacy', 'agreement'] as const

/** How the default brand calls its shop, its company, its game and what it sells, in every language. */
const FIRST =
  /\bHC\b|HC(?:ポイント|-P)|Starfall|Starbearer|[Ss]ternju|Star Gem|スターフォール|スタージェム|스타폴|스타젬|星坠|星墜|星晶|สตาร์เจม|Ngọc Sao|Sternwarte/

/** Digests of the default brand's files. */
function firstFiles(): ReadonlySet<string> {
  const root = join(brands, 'starfall')
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Set(
    files.map((entry) =>
      createHash('sha256')
        .update(readFileSync(join(entry.parentPath, entry.name)))
        .digest('hex'),
    ),
  )
}

/** Traces of the default brand on a page: words in its HTML or on the screen. */
async function traces(page: Page): Promise<string[]> {
  const texts = [
    await page.content(),
    await page.title(),
    ...(await page
      .locator('[aria-label], [alt]')
      .evaluateAll((all) =>
        all.map((element) => `${element.getAttribute('aria-label')} ${element.getAttribute('alt')}`),
      )),
  ]
  return texts.flatMap((text) => {
    const match = FIRST.exec(text)
    return match ? [text.slice(Math.max(0, match.index - 60), match.index + 40)] : []
  })
}

const { shop, browser } = withPortal({ BRAND_DIR: join(brands, 'maplewick') })

/**
 * A publisher's own folder and nothing else makes the shop another one: the player's main way under a second, light
 * brand.
 */
describe('another brand', () => {
  const first = firstFiles()

  /** Axe, overflow and traces of one page as it stands. */
  const judge = async (page: Page, name: string): Promise<void> => {
    await page.waitForLoadState('networkidle')
    await shot(page, `brand-${name}`)
    expect(await axe(page), `axe on ${name}`).toEqual([])
    expect(await overflow(page), `overflow on ${name}`).toEqual([])
    expect(await traces(page), `the first brand on ${name}`).toEqual([])
  }

  const isFirst = async (address: string): Promise<boolean> => {
    const answer = await fetch(address)
    expect(answer.ok, `${address}: ${answer.status}`).toBe(true)
    return first.has(
      createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex'),
    )
  }

  /** The pictures and faces that a visit asks for; the marks of payment providers are theirs. */
  const watchFiles = (page: Page): ReadonlySet<string> => {
    const visited = new Set<string>()
    page.on('request', (request) => {
      if (
        ['image', 'font', 'manifest'].includes(request.resourceType()) &&
        /^http(?!.*\/art\/channels\/)/.test(request.url())
      )
        visited.add(request.url())
    })
    return visited
  }

  for (const [device, viewport] of [
    ['a desktop', desktop],
    ['a phone', phone],
  ] as const) {
    it(`under another brand a player buys an item on ${device} and sees nothing of the first brand`, async () => {
      const visitor = await browser.visit({ viewport })
      const { page } = visitor
      const at = (name: string): string => `${name}-${viewport.width}`
      const files = watchFiles(page)
      await page.goto('/main/home')
      expect((await page.title()).endsWith(' - Maplewick Shop'), await page.title()).toBe(true)
      expect(
        await page
          .locator('h1')
          .filter({ visible: true })
          .first()
          .evaluate((element) => getComputedStyle(element).fontFamily.split(',')[0]),
        'the face of the headings',
      ).toEqual('"Baloo 2"')
      await judge(page, at('home'))
      for (const name of legalPages) {
        await page
          .locator('footer')
          .getByRole('link', {
            name: {
              about: 'About us',
              contact: 'Contact us',
              refunds: 'Refunds',
              imprint: 'Imprint',
              privacy: 'Privacy policy',
              agreement: 'User agreement',
            }[name],
          })
          .click()
        await page.waitForURL(`**/main/${name}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await judge(page, at(name))
      }
      await page.goto('/login')
      await judge(page, at('login'))
      await signIn(page, 'demo', 'Demo1234', '/login?redirect=%2Fmain%2Frecharge')
      await chooseTarget(page)
      await chooseItem(page, 'gem_300')
      await chooseChannel(page, 'sandbox')
      await judge(page, at('recharge'))
      const opened = visitor.context.waitForEvent('page')
      await pay(page)
      const gateway = await opened
      await gateway.waitForURL(/\/sandbox\/pay\//)
      await shot(gateway, `brand-${at('sandbox')}`)
      expect(await traces(gateway), "the first brand on the gateway's page").toEqual([])
      expect(await axe(gateway), "axe on the gateway's page").toEqual([])
      await judge(page, at('dialog'))
      await gateway.locator('button[value=paid]').click()
      await gateway.getByText('Paid. You can go back to').waitFor()
      await completed(page)
      await orderOf(page)
      await until(
        'the delivered order',
        async () =>
          await page
            .getByText(/Delivered to Astra/)
            .first()
            .isVisible(),
      )
      await judge(page, at('order'))
      for (const name of ['user', 'recharge', 'epoint'] as const) {
        await page.goto(`/main/account/${name}`)
        await judge(page, at(`account-${name}`))
      }
      await page.goto('/main/event')
      await judge(page, at('event'))
      await page.goto('/nowhere')
      await judge(page, at('not-found'))
      expect(files.size > 10, `${files.size} pictures`).toBe(true)
      for (const address of files) expect(await isFirst(address), `${address} is the first brand's`).toBe(false)
      expect(visitor.complaints, 'complaints').toEqual([])
      await visitor.close()
    })
  }

  it('another brand shows no icon, no ornament, no sky and no colour of the first', async () => {
    const { page, close } = await browser.visit({ motion: true })
    await page.goto('/main/home')
    const sheet = await (
      await fetch(shop.url + ((await page.locator('link[rel=stylesheet]').getAttribute('href')) ?? ''))
    ).text()
    for (const name of ['top-up', 'currency', 'ornament']) {
      const drawing = readFileSync(join(brands, 'starfall/art/icons', `${name}.svg`), 'utf8')
      for (const [, path = ''] of drawing.matchAll(/ d="([^"]{20,})"/g))
        expect(sheet.includes(path) || sheet.includes(encodeURIComponent(path)), `${name} of the first brand`).toBe(
          false,
        )
    }
    const { colours } = JSON.parse(readFileSync(join(brands, 'starfall/brand.json'), 'utf8')) as {
      colours: Record<string, string>
    }
    const tokens = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return [...style].filter((name) => name.startsWith('--color-')).map((name) => style.getPropertyValue(name))
    })
    const plain = ['#ffffff', '#000000']
    expect(
      Object.values(colours).filter((colour) => !plain.includes(colour) && tokens.includes(colour)),
      'colours of the first brand',
    ).toEqual([])
    const sky = await page.evaluate(() =>
      ['::before', '::after'].map(
        (part) => getComputedStyle(document.querySelector('.hero-text') as Element, part).display,
      ),
    )
    expect(sky, 'stars and comet').toEqual(['none', 'none'])
    const mark = page.locator('.wordmark').first()
    expect(await mark.isVisible(), 'the lock-up').toBe(true)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await mark.isVisible(), 'the lock-up on the smallest phone').toBe(true)
    await close()
  })

  it('with two palettes the first frame is as the device or the player wants it, and both can be read', async () => {
    const { page, context, close } = await browser.visit({ viewport: phone })
    const [light, dark] = ['rgb(255, 248, 234)', 'rgb(27, 26, 43)']
    /** The page as it is before any script has run, and what the browser's own bars are told. */
    const first = async (device: 'light' | 'dark'): Promise<string[]> => {
      const bare = await browser.visit({ viewport: phone, scripts: false })
      await bare.context.addCookies(await context.cookies())
      await bare.page.emulateMedia({ colorScheme: device })
      await bare.page.goto('/main/home')
      const [ground, bar] = [
        await bare.page.locator('html').evaluate((root) => getComputedStyle(root).backgroundColor),
        await bare.page.locator('meta[name=theme-color]').evaluateAll((all) =>
          all
            .filter((meta) => matchMedia((meta as HTMLMetaElement).media || 'all').matches)
            .map((meta) => (meta as HTMLMetaElement).content)
            .join(),
        ),
      ]
      const visibilities = await bare.page
        .locator('.hero-art-narrow')
        .evaluateAll((all) => all.map((art) => getComputedStyle(art).visibility).join())
      await bare.close()
      return [ground, bar, visibilities]
    }
    const day = [light, '#fff8ea', 'visible,hidden']
    const evening = [dark, '#1b1a2b', 'hidden,visible']
    expect([await first('light'), await first('dark')], 'as the device').toEqual([day, evening])
    const choose = async (name: string): Promise<void> => {
      await page.goto('/main/home')
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('group', { name: 'Appearance' }).getByRole('radio', { name }).check()
    }
    await choose('Dark')
    expect(await page.locator('html').evaluate((root) => getComputedStyle(root).backgroundColor), 'at once').toBe(dark)
    expect(await page.locator('meta[name=theme-color]').getAttribute('content'), 'the bar').toBe(dark)
    for (const path of ['/main/home', '/main/shop', '/main/shop/gem_300', '/main/privacy', '/login']) {
      await page.goto(path)
      await judge(page, `evening${path.replaceAll('/', '-')}-390`)
    }
    expect([await first('light'), await first('dark')], 'dark').toEqual([evening, evening])
    await choose('Light')
    expect([await first('light'), await first('dark')], 'light').toEqual([day, day])
    await choose('Like my device')
    expect([await first('light'), await first('dark')], 'as the device again').toEqual([day, evening])
    await close()
  })

  it("another brand's name of the currency appears in every language, also in texts that are fetched later", async () => {
    const names = {
      'en-US': 'Acorns',
      'de-DE': 'Eicheln',
      'ja-JP': 'どんぐり',
      'th-TH': 'ลูกโอ๊ก',
      'ko-KR': '도토리',
      'vi-VN': 'Hạt Sồi',
      'zh-CN': '橡果',
      'zh-TW': '橡果',
      'zh-HK': '橡果',
    }
    const visitor = await browser.visit({})
    const { page } = visitor
    await signIn(page)
    for (const [locale, name] of Object.entries(names)) {
      await page.goto(`/main/home?lang=${locale}`)
      expect(await traces(page), `the first brand at home in ${locale}`).toEqual([])
      if (['ja-JP', 'th-TH', 'de-DE'].includes(locale)) await judge(page, `home-${locale}-1280`)
      await page.locator('a[href="/main/account/user"]:visible').first().click()
      await page.waitForURL('**/main/account/user')
      await page.locator('main').getByText(name).first().waitFor()
      expect(await traces(page), `the first brand in the account in ${locale}`).toEqual([])
    }
    await visitor.close()
  })

  it('another brand has its own icons, web manifest, share picture and mail', async () => {
    const manifest = (await (await fetch(`${shop.url}/site.webmanifest`)).json()) as {
      name: string
      theme_color: string
      icons: { src: string }[]
    }
    expect([manifest.name, manifest.theme_color], 'the manifest').toEqual(['Maplewick Farm Shop', '#fff8ea'])
    for (const path of [
      ...manifest.icons.map((icon) => icon.src),
      '/favicon.ico',
      '/apple-touch-icon.png',
      '/art/items/never-drawn.svg',
    ]) {
      expect(await isFirst(shop.url + path), `${path} is the first brand's`).toBe(false)
    }
    await fetch(`${shop.url}/api/user/email/code/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@example.com', type: 'reset' }),
    })
    const outbox = await until('the mail', async () => {
      const text = await (await fetch(`${shop.url}/demo/outbox.json`)).text()
      return text !== '[]' && text
    })
    expect(FIRST.test(outbox), 'the first brand in a mail').toBe(false)
    const visitor = await browser.visit({ viewport: phone, locale: 'de-DE' })
    await visitor.page.goto('/main/home')
    await judge(visitor.page, 'home-de-DE-390')
    await visitor.close()
  })
})
