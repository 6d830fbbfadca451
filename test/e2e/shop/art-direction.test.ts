import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { desktop, phone, shifts } from '../../kit/browser/browser.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const { shop, browser } = withPortal()

const wide = { width: 1920, height: 1080 }

describe('the page’s edges', () => {
  it('logo, title, first card and footer begin at the same left edge on every page', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    const order = await player.buy('gem_60')
    const findings: string[] = []
    for (const viewport of [{ width: 1280, height: 800 }, wide]) {
      const { page, close } = await browser.visit({ viewport, token: player.token })
      for (const path of [
        '/main/home',
        '/main/shop',
        '/main/shop/gem_300',
        '/main/recharge',
        `/main/recharge/detail/${order}`,
        '/main/account/user',
        '/main/event',
        '/main/event/detail/a09',
        '/main/privacy',
        '/main/contact',
      ]) {
        await page.goto(path)
        await page.locator('main h1').first().waitFor()
        const edges = await page.evaluate(() => {
          const left = (selector: string): [string, number][] => {
            const element = [...document.querySelectorAll(selector)].find((candidate) => candidate.checkVisibility())
            return element ? [[selector, Math.round(element.getBoundingClientRect().left)]] : []
          }
          const title = document.querySelector('.goods-page') ? '.goods-page' : 'main h1'
          return [
            ...left('.top-bar .brand'),
            ...left(title),
            ...left('main :is(.card, .item-card):not(aside *)'),
            ...left('footer a'),
          ]
        })
        const [, first] = edges[0] ?? ['', 0]
        for (const [what, edge] of edges)
          if (Math.abs(edge - first) > 1)
            findings.push(`${path} at ${viewport.width} px: ${what} at ${edge}, not ${first}`)
      }
      await close()
    }
    expect(findings, 'edges').toEqual([])
  })

  it('no card lies in a card, and the ornament stands at most once a page', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    const order = await player.buy('gem_60')
    const { page, close } = await browser.visit({ token: player.token })
    for (const path of ['/main/home', '/main/shop', '/main/account/user', `/main/recharge/detail/${order}`]) {
      await page.goto(path)
      await page.locator('main h1').first().waitFor()
      await page.waitForLoadState('networkidle')
      const counts = await page.evaluate(() => ({
        nested: document.querySelectorAll('main .card .card').length,
        ornaments: [...document.querySelectorAll('main :is(h1, h2, h3)')].filter(
          (heading) => !['none', 'normal'].includes(getComputedStyle(heading, '::before').content),
        ).length,
      }))
      expect(counts, path).toEqual({ nested: 0, ornaments: 1 })
    }
    await close()
  })
})

/** How many buttons filled with gold lie in the window. */
const goldInSight = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probe = document.createElement('i')
    probe.className = 'btn btn-gold'
    document.body.append(probe)
    const gold = getComputedStyle(probe).backgroundImage
    probe.remove()
    const scope = document.querySelector('dialog[open]') ?? document.body
    return [...scope.querySelectorAll('a, button, span, p')]
      .filter((element) => {
        const { top, bottom, left, right, height } = element.getBoundingClientRect()
        const { backgroundImage, visibility } = getComputedStyle(element)
        const isGold = backgroundImage === gold
        return (
          isGold &&
          visibility === 'visible' &&
          height > 0 &&
          bottom > 0 &&
          top < innerHeight &&
          right > 0 &&
          left < innerWidth
        )
      })
      .map((element) => element.textContent.trim())
  })

describe('gold', () => {
  for (const viewport of [phone, desktop])
    it(`on ${viewport.width} px at most one filled gold button is in sight, wherever a page is scrolled to`, async () => {
      const player = await shop.signIn('demo', 'Demo1234')
      const order = await player.buy('gem_60')
      const findings: string[] = []
      for (const token of ['', player.token]) {
        const { page, close } = await browser.visit({ viewport, ...(token ? { token } : {}) })
        for (const path of [
          '/main/home',
          '/main/shop',
          '/main/shop/gem_300',
          '/main/event',
          ...(token
            ? [
                '/main/recharge?item=gem_60',
                `/main/recharge/detail/${order}`,
                '/main/account/user',
                '/main/account/recharge',
                '/main/account/epoint',
              ]
            : ['/login']),
        ]) {
          await page.goto(path)
          await page.locator('main h1').first().waitFor()
          await page.waitForLoadState('networkidle')
          const height = await page.evaluate(() => document.documentElement.scrollHeight)
          for (let y = 0; y < height; y += viewport.height / 2) {
            await page.evaluate((top) => scrollTo(0, top), y)
            const names = await goldInSight(page)
            if (names.length > 1) findings.push(`${path} at ${y}: ${names.join(' · ')}`)
          }
        }
        await close()
      }
      expect(findings, 'gold buttons').toEqual([])
    })
})

describe('what is on its way', () => {
  it('a list that takes long shows its outline after a moment, keeps it for a moment, and says once that it loads', async () => {
    const { token } = await shop.signIn('demo', 'Demo1234')
    const { page, context, close } = await browser.visit({ token })
    await context.route('**/api/order/record', async (route) => {
      await new Promise((passed) => setTimeout(passed, 700))
      await route.continue()
    })
    await page.addInitScript(() => {
      const noted = { shown: 0, texts: [] as string[] }
      Object.assign(globalThis, { noted })
      let last = performance.now()
      const look = (now: number): void => {
        const placeholder = document.querySelector('.record-area .skeleton')
        if (placeholder && getComputedStyle(placeholder).opacity !== '0') noted.shown += now - last
        last = now
        const text = document.querySelector('.record-area [aria-busy] output')?.textContent
        if (text && !noted.texts.includes(text)) noted.texts.push(text)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.goto('/main/account/recharge')
    await page.locator('.record-area :is(.record, .state)').first().waitFor()
    const slow = await page.evaluate(
      () => (globalThis as unknown as { noted: { shown: number; texts: string[] } }).noted,
    )
    expect(slow.shown >= 250, `seen for ${slow.shown} ms`).toBe(true)
    expect(slow.texts, 'said').toEqual(['Loading…'])
    expect(await shifts(page), 'layout shifts').toEqual([])
    await close()
  })

  it('a page of the publisher has its other pages beside it where there is place, and the footer has them elsewhere', async () => {
    const { page, complaints, close } = await browser.visit({ scripts: false })
    for (const path of ['/main/imprint', '/main/privacy', '/main/contact']) {
      await page.goto(path)
      const beside = page.locator('.pages-aside')
      for (const width of [1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        const [text, side] = [await page.locator('.reading').first().boundingBox(), await beside.boundingBox()]
        expect((side?.x ?? 0) > (text?.x ?? 0) + (text?.width ?? 9999), `${path} at ${width} px: beside`).toBe(true)
      }
      const current = beside.locator('a[aria-current=page]')
      expect([await current.count(), await current.getAttribute('href')], path).toEqual([1, path])
      const links = (nav: string): Promise<(string | null)[]> =>
        page.locator(`${nav} ul a[href^="/main/"]`).evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      const footer = await links('footer')
      for (const href of await links('.pages-aside')) expect(footer, path).toContain(href)
      await page.setViewportSize({ width: 820, height: 1180 })
      expect(await beside.isVisible(), `${path}: beside a tablet's text`).toBe(false)
    }
    expect(complaints, 'complaints').toEqual([])
    await close()
  })

  it('a picture that fails is replaced by the brand’s own in the same place', async () => {
    for (const path of ['/main/home', '/main/shop']) {
      const { page, context, close } = await browser.visit({ viewport: phone })
      await context.route('**/art/items/gem_60.svg', async (route) => await route.abort())
      await page.goto(path)
      await page.waitForFunction(
        () => (document.querySelector<HTMLImageElement>('.goods-art img')?.naturalWidth ?? 0) > 0,
      )
      expect(await page.locator('.goods-art img').first().getAttribute('src'), path).toBe('/art/items/none.svg')
      expect(await shifts(page), 'layout shifts').toEqual([])
      await close()
    }
  })

  it('every picture has its size, and the first two of the shelf come before all others', async () => {
    const { page, close } = await browser.visit({})
    for (const path of ['/main/home', '/main/shop', '/main/event']) {
      await page.goto(path)
      const bare = await page
        .locator('main img')
        .evaluateAll(
          (all) => all.filter((image) => !image.getAttribute('width') || !image.getAttribute('height')).length,
        )
      expect(bare, `${path}: pictures without a size`).toBe(0)
      if (path === '/main/event') continue
      const look = await page
        .locator('.goods-art img')
        .evaluateAll((all) =>
          (all as HTMLImageElement[]).map((image) => [image.loading, image.fetchPriority, image.decoding].join(' ')),
        )
      expect(look.slice(0, 3), path).toEqual(['eager high auto', 'eager auto auto', 'lazy auto async'])
      const tint = await page
        .locator('.goods-art')
        .first()
        .evaluate((place) => getComputedStyle(place).getPropertyValue('--tint'))
      expect(tint, `${path}: the tint`).toMatch(/^#[0-9a-f]{6}$/)
    }
    await close()
  })
})
