import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axe, desktop, overflow, phone, shot, smallPhone } from '../../kit/browser/browser.ts'
import { signIn } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'
import { until } from '../../kit/shop.ts'

const { shop, browser } = withPortal({ PWA: '1' })
const maplewick = fileURLToPath(new URL('../../../brands/maplewick', import.meta.url))
const LARGEST_WORKER = 2_000

/** What the shop has cached in this browser: the names of its caches, and the addresses in them. */
const cached = (page: Page): Promise<{ names: string[]; paths: string[] }> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) }
  })

/** Waits until the worker answers for the page. */
const controlled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 })

/** Waits until the page has done what it does when nothing else is to be done. */
const idle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => setTimeout(resolve, 1_000))
      }),
  )

const goOffline = async (): Promise<void> => {
  const end = once(shop.process, 'exit')
  shop.process.kill('SIGTERM')
  await end
}

describe('the shop as an app', () => {
  it('answers any page with one sentence while a player is offline, and opens the page by itself afterwards', async () => {
    const visitor = await browser.visit({ viewport: phone, locale: 'de-DE' })
    const { page } = visitor
    await page.goto('/main/home')
    await controlled(page)
    // The worker learns the language that the page has, not the browser's.
    await page.goto('/main/shop?lang=th-TH')
    await until('the offline page in Thai', async () =>
      page.evaluate(async () => (await caches.match('/offline'))?.headers.get('content-language') === 'th-TH'),
    )
    await page.goto('/main/event?lang=de-DE')
    await until('the offline page in German', async () =>
      page.evaluate(async () => (await caches.match('/offline'))?.headers.get('content-language') === 'de-DE'),
    )
    await goOffline()
    for (const path of ['/main/shop', '/main/account/user', '/nowhere']) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Du bist offline' }).waitFor()
    }
    expect(await page.locator('html').getAttribute('lang')).toBe('de-DE')
    expect(await axe(page), 'axe on the offline page').toEqual([])
    for (const viewport of [desktop, smallPhone, phone]) {
      await page.setViewportSize(viewport)
      expect(await overflow(page), `too wide at ${viewport.width}`).toEqual([])
      await shot(page, `offline-${viewport.width}`)
    }
    await page.goto('/main/shop')
    await shop.restart()
    await page.locator('main .goods').first().waitFor({ timeout: 30_000 })
    await visitor.close()
  })

  it('caches files that never change and the offline page, never an answer of a call or a page', async () => {
    const visitor = await browser.visit({ viewport: phone })
    const { page } = visitor
    await signIn(page)
    await page.goto('/main/recharge')
    await controlled(page)
    for (const path of ['/main/shop', '/main/account/user', '/main/account/recharge']) {
      await page.goto(path)
      await page.locator('h1').first().waitFor()
    }
    const { names, paths } = await cached(page)
    expect(names).toHaveLength(1)
    expect(paths.filter((path) => path === '/offline')).toHaveLength(1)
    const files = paths.filter((path) => path !== '/offline')
    expect(files.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(3)
    const changeable = await Promise.all(
      files.map(async (path) => {
        const answer = await fetch(shop.url + path)
        return answer.headers.get('cache-control')?.includes('immutable') ? [] : [path]
      }),
    )
    expect(changeable.flat(), 'files that may change').toEqual([])
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('registers nothing while a player logs in', async () => {
    const visitor = await browser.visit({ viewport: phone })
    await visitor.page.goto('/login')
    await idle(visitor.page)
    expect(await visitor.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    await visitor.close()
  })

  it('has a worker of at most 2 kB that may ask this site alone', async () => {
    const answer = await fetch(`${shop.url}/sw.js`)
    expect(gzipSync(await answer.text(), { level: 9 }).length).toBeLessThanOrEqual(LARGEST_WORKER)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
    const { headers } = await fetch(`${shop.url}/main/home`)
    expect(headers.get('content-security-policy')).toContain("; worker-src 'self';")
  })

  it('has a manifest in the language of the page, with its short name, its icons and three shortcuts', async () => {
    const manifest = (await (await fetch(`${shop.url}/site.webmanifest?lang=de-DE`)).json()) as {
      icons: { src: string; sizes: string; purpose?: string }[]
      shortcuts: { name: string; url: string }[]
    }
    expect(manifest).toMatchObject({
      id: '/main/home',
      name: 'Starfall Chronicles Shop',
      short_name: 'Starfall',
      lang: 'de-DE',
      start_url: '/main/home?channel=app',
    })
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual([
      '/main/recharge',
      '/main/account/recharge',
      '/main/event',
    ])
    expect(manifest.shortcuts[0]?.name).toBe('Aufladen')
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? ''}`)).toEqual([
      '192x192 ',
      '512x512 ',
      '512x512 maskable',
      'any ',
    ])
    for (const { src } of manifest.icons) expect((await fetch(shop.url + src)).status, src).toBe(200)
  })

  it('replaces the files of an older build at the next visit, and PWA=0 leaves neither worker nor cache', async () => {
    const visitor = await browser.visit({ viewport: phone })
    const { page } = visitor
    await page.goto('/main/home')
    await controlled(page)
    const before = await cached(page)
    await shop.restart({ BRAND_DIR: maplewick })
    await page.goto('/main/home')
    await until('the new build alone', async () => {
      const { names } = await cached(page)
      return names.length === 1 && names[0] !== before.names[0]
    })
    await shop.restart({ BRAND_DIR: maplewick, PWA: '0' })
    await page.goto('/main/home')
    await until('no worker and no cache', async () => {
      const left = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
      return left === 0 && (await cached(page)).names.length === 0
    })
    await page.goto('/main/shop')
    await idle(page)
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    await visitor.close()
  })
})
