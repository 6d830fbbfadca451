import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import type { Player } from '../../kit/shop.ts'
import type { Locale } from '@hc/contract/locales'
import { flatten, namespaces, readTexts } from '@hc/i18n/texts'
import { axe, desktop, overflow, phone, shot, smallPhone, type Visitor } from '../../kit/browser/browser.ts'
import { languagesOfRun } from '../../kit/browser/known-content.ts'
import { guarded, open } from '../../kit/browser/paths.ts'
import { chooseChannel, chooseItem } from '../../kit/browser/steps.ts'
import { taxedOrder } from '../../kit/browser/taxed-order.ts'
import { rulesAtOnce, withPortal } from '../../kit/browser/stage.ts'

/**
 * Both windows for four languages of different length and script, the smallest phone for German with its long words;
 * the phone's narrow window for the others.
 */
const thorough: readonly Locale[] = ['en-US', 'ja-JP', 'th-TH', 'de-DE']

/** axe looks at both windows in English, and at one of them where texts are longer or of another script. */
const byAxe = new Set(['en-US 1280', 'en-US 390', 'ja-JP 1280', 'th-TH 390', 'de-DE 320'])

const others: readonly Locale[] = ['zh-CN', 'zh-HK', 'zh-TW', 'ko-KR', 'vi-VN']

const nameOf = (path: string): string => path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')

/** Waits until nothing is loading any more, and the letters are there. */
async function settled(page: Page): Promise<void> {
  await page
    .waitForFunction(() => !document.querySelector('[aria-busy=true], .skeleton, .spinner'), undefined, {
      timeout: 10_000,
    })
    .catch(() => undefined)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(250)
}

/** What axe and the layout say of what is shown. */
async function faultsOf(page: Page, locale: string, width: number): Promise<string[]> {
  const findings = byAxe.has(`${locale} ${width}`) ? await axe(page, locale !== 'en-US') : []
  return [...findings.map((finding) => `${finding.id} ${finding.nodes.join(' | ')}`), ...(await overflow(page))]
}

const catalog = (locale: Locale): Map<string, string> => new Map(flatten(readTexts(locale, 'shop')))

/** English texts that this language has its own words for: seen on a page, one of them has fallen back. */
function englishOf(locale: Locale): string[] {
  const [english, ownTexts] = [catalog('en-US'), catalog(locale)]
  const same = new Set(ownTexts.values())
  return [...english]
    .filter(
      ([key, text]) =>
        text.length > 5 && /[a-z]/.test(text) && !/[{<]/.test(text) && ownTexts.get(key) !== text && !same.has(text),
    )
    .map(([, text]) => text)
}

const laneCount = 3

const raw = new RegExp(`\\b(?:${namespaces().join('|')})\\.[a-z][\\w.]+`, 'i')

const { shop, browser } = withPortal()

/** Every page, as it is served and as it looks. */
describe('every page', () => {
  let player: Player
  let order: string
  let taxed: string
  beforeAll(async () => {
    player = await shop.signIn('rich', 'Rich1234')
    order = await player.order('gem_60', 'sandbox', { role_id: 'r1003' })
    taxed = await taxedOrder(shop, player)
  })

  // One session for all: an account has but one.
  const visit = (locale: string, viewport: typeof desktop): Promise<Visitor> =>
    browser.visit({ locale, viewport, token: player.token })

  const names = languagesOfRun()

  const looks = [
    ...thorough.flatMap((locale) => [
      { locale, viewport: desktop },
      { locale, viewport: locale === 'de-DE' ? smallPhone : phone },
    ]),
    ...others.map((locale) => ({ locale, viewport: phone })),
  ].filter(({ locale }) => names.includes(locale))

  rulesAtOnce(
    laneCount,
    looks
      .filter(({ locale }) => thorough.includes(locale))
      .map(({ locale, viewport }) => ({
        name: `${locale} at ${viewport.width} px: no dialog of the frame has a finding of axe or cut text`,
        check: () => dialogs(visit, locale, viewport),
      })),
  )

  // A page is loaded once for both windows.
  const windows = [
    ...thorough.map((locale) => ({
      locale,
      viewports: looks.filter((look) => look.locale === locale).map(({ viewport }) => viewport),
    })),
    ...others.map((locale) => ({ locale, viewports: [phone] })),
  ].filter(({ locale }) => names.includes(locale))

  rulesAtOnce(
    laneCount,
    windows.map(({ locale, viewports }) => ({
      name: `${locale} at ${viewports.map(({ width }) => width).join(' and ')} px: no page has a finding of axe, cut text, a raw key, a violation or a foreign request`,
      async check() {
        const [first = desktop, ...narrower] = viewports
        const visitor = await visit(locale, first)
        const { page } = visitor
        const english = locale === 'en-US' ? [] : englishOf(locale)
        const findings: string[] = []
        // Last the pages of who is signed out.
        for (const path of [
          ...open,
          ...guarded,
          `/main/recharge/detail/${order}`,
          `/main/recharge/detail/${taxed}`,
          `/main/recharge/receipt/${taxed}`,
          '/main/logout?id=23',
          '/login',
          '/login?forgot=1',
        ]) {
          if (path.startsWith('/main/logout')) await page.evaluate(() => localStorage.removeItem('user_token'))
          await page.goto(path)
          for (const viewport of viewports) {
            if (narrower.length > 0) await page.setViewportSize(viewport)
            await settled(page)
            const name = nameOf(path.replace(order, 'order').replace(taxed, 'taxed'))
            await shot(page, `${locale}-${viewport.width}-${name}`)
            findings.push(
              ...(await faultsOf(page, locale, viewport.width)).map((what) => `${path} at ${viewport.width}: ${what}`),
            )
          }
          const text = await page.evaluate(() => document.body.innerText)
          const key = raw.exec(text)
          if (key) findings.push(`${path}: raw key ${key[0]}`)
          const lines = new Set(text.split('\n').map((line) => line.trim()))
          findings.push(...english.filter((text) => lines.has(text)).map((text) => `${path}: English text "${text}"`))
          if (new URL(page.url()).pathname !== path.split('?')[0]) findings.push(`${path}: is ${page.url()}`)
          const title = await page.title()
          if (!title.endsWith(' - HC Portal')) findings.push(`${path}: title ${title}`)
        }
        expect([...findings, ...visitor.complaints], 'findings').toEqual([])
        await visitor.close()
      },
    })),
  )
})

/**
 * The frame's dialogs: help, region, menu and the question before logging out; on the phone, where its buttons have
 * least room, that of paying in points too.
 */
async function dialogs(
  visit: (locale: string, viewport: typeof desktop) => Promise<Visitor>,
  locale: string,
  viewport: typeof desktop,
): Promise<void> {
  const { page, complaints, close } = await visit(locale, viewport)
  await page.goto('/main/home')
  const findings: string[] = []
  const look = async (name: string): Promise<void> => {
    await page.locator('dialog[open]').waitFor()
    await settled(page)
    if (!(await page.evaluate(() => document.activeElement?.matches('dialog[open] h2'))))
      findings.push(`${name}: its title has not the focus`)
    await shot(page, `${locale}-${viewport.width}-${name}`)
    findings.push(...(await faultsOf(page, locale, viewport.width)).map((what) => `${name}: ${what}`))
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
  }
  const menu = page.locator('.top-bar button[aria-haspopup=dialog]')
  const narrow = viewport.width < 1024
  if (narrow) {
    await menu.click()
    await look('menu')
  }
  for (const [at, name] of ['region', 'help', 'logout'].entries()) {
    if (narrow) {
      await menu.click()
      await page.locator('dialog[open] li button').nth(at).click()
    } else if (name === 'logout') await page.locator('.session-menu button').click()
    else await page.locator('button.nav-tool').nth(at).click()
    await look(name)
  }
  if (viewport !== desktop) {
    // The account's only character is chosen already.
    await page.goto('/main/recharge')
    await chooseItem(page, 'gem_6480')
    await chooseChannel(page, 'hcpoint')
    await page.locator('[data-track=pay]:visible').click()
    await look('points')
  }
  expect([...findings, ...complaints], 'findings').toEqual([])
  await close()
}

describe('a page as it is served', () => {
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(shop.url + path, { redirect: 'manual', headers })

  it('/, /main and /main/account redirect and keep the query', async () => {
    for (const [from, to] of [
      ['/?a=1&b=%2F', '/main/home?a=1&b=%2F'],
      ['/main?x=1', '/main/home?x=1'],
      ['/main/account?y=2', '/main/account/user?y=2'],
    ] as const) {
      let at = from as string
      for (let hop = 0; hop < 4; hop++) {
        const answer = await get(at)
        const next = answer.headers.get('location')
        if (!next) break
        at = next.replace(shop.url, '')
      }
      expect(at, from).toEqual(to)
    }
  })

  it('home, news and article come with their texts in the HTML, in the asked language', async () => {
    for (const [path, locale, text] of [
      ['/main/home', 'de-DE', /<html[^>]*lang="de-DE"/],
      ['/main/event', 'ja-JP', /<html[^>]*lang="ja-JP"/],
      ['/main/event/detail/a06', 'th-TH', /<h2/],
    ] as const) {
      const html = await (await get(path, { 'accept-language': locale })).text()
      expect(text.test(html), `${path} in ${locale}`).toBe(true)
      expect(html.length > 4000, `${path} is empty`).toBe(true)
    }
  })

  it('an unknown page and an unknown article are 404, and a page is 200', async () => {
    expect(
      [(await get('/nowhere')).status, (await get('/main/event/detail/nope')).status, (await get('/main/home')).status],
      'status',
    ).toEqual([404, 404, 200])
  })

  it('every page carries its security headers, with no unsafe source', async () => {
    for (const path of ['/main/home', '/login', '/nowhere', '/main/recharge']) {
      const { headers } = await get(path)
      const csp = headers.get('content-security-policy') ?? ''
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types app',
      ])
        expect(csp.includes(part), `${path}: ${part} is not in ${csp}`).toBe(true)
      expect(/unsafe-|https?:|\*/.test(csp), `${path}: ${csp}`).toBe(false)
      expect(
        [
          headers.get('x-content-type-options'),
          headers.get('referrer-policy'),
          headers.get('x-frame-options')?.toUpperCase(),
        ],
        path,
      ).toEqual(['nosniff', 'no-referrer', 'DENY'])
      expect((headers.get('permissions-policy') ?? '').includes('camera=()'), `${path}: permissions-policy`).toBe(true)
      const html = await (await get(path)).text()
      expect(
        /<script(?![^>]*(src=|application\/(ld\+)?json))[^>]*>|<style| style="| on[a-z]+="/.test(html),
        `${path}: inline code`,
      ).toBe(false)
    }
  })

  it('built files are compressed and kept for ever, pages are asked for again', async () => {
    const html = await (await get('/main/home')).text()
    const script = /(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
    const answer = await get(script, { 'accept-encoding': 'br' })
    expect([answer.status, answer.headers.get('content-encoding')], script).toEqual([200, 'br'])
    expect((answer.headers.get('cache-control') ?? '').includes('immutable'), 'not immutable').toBe(true)
    const page = await get('/main/home')
    const again = await get('/main/home', { 'if-none-match': page.headers.get('etag') ?? '' })
    expect([page.headers.get('cache-control'), again.status], 'page').toEqual(['no-cache', 304])
  })
})
