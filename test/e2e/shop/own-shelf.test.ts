import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { until, type Player } from '../../kit/shop.ts'
import { axe, desktop, overflow, phone, shot } from '../../kit/browser/browser.ts'
import { rulesAtOnce, withPortal } from '../../kit/browser/stage.ts'

const prices = async (page: Page): Promise<string[]> => {
  const all = await page.locator('.goods-price').allInnerTexts()
  return all.map((price) => price.replaceAll('\u00a0', ' '))
}

/** Notes each price of the first goods that can be seen, frame by frame, and how much moved on the page. */
async function watchPrices(page: Page): Promise<() => Promise<{ seen: string[]; moved: number }>> {
  await page.addInitScript(() => {
    const noted = { seen: [] as string[], moved: 0 }
    Object.assign(globalThis, { noted })
    const look = (): void => {
      const price = document.querySelector('main :is(.goods-price, .price)')
      const style = price && getComputedStyle(price)
      const text = price?.textContent ?? ''
      if (style && style.visibility === 'visible' && !/^rgba.*, 0\)$/.test(style.color) && !noted.seen.includes(text))
        noted.seen.push(text)
      requestAnimationFrame(look)
    }
    look()
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) noted.moved += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { noted: { seen: string[]; moved: number } }).noted)
}

const { shop, browser } = withPortal()

/** The home page's goods at the prices of whoever looks. */
describe('the shelf of the home page', () => {
  let player: Player
  beforeAll(async () => {
    player = await shop.signIn('demo', 'Demo1234')
  })
  it('a player from a country with the connection’s currency and other prices sees their own prices on the home page', async () => {
    await shop.db.query(`insert into price_book (book_id, currency, tax) values ('iberia', 'EUR', 'none')`)
    await shop.db.query(`select save_price('iberia', 'gem_300', 449, 1, null, null, 'sql:e2e')`)
    await shop.db.query(`select save_book_countries('iberia', '{PT}')`)
    await shop.db.query(`insert into account_market (account_id, country, source, since, change_from)
        select account_id, 'PT', 'staff', now(), now() from account where login = 'demo'`)
    await until('the prices are known', async () => {
      const { result } = await player.call('setting/webHomeConf', {}, { 'x-demo-country': 'DE' })
      return result.goods.length === 1 && result.goods[0]?.offer?.amount_minor === 449
    })
    const visitor = await browser.visit({ token: player.token })
    const { page } = visitor
    await page.goto('/main/home?demo_country=DE')
    await until('the own prices', async () => (await prices(page)).join() === '€4.49')
    // A visitor from there sees the prices of the country.
    const other = await browser.visit({})
    await other.page.goto('/main/home?demo_country=DE')
    expect((await prices(other.page)).includes('€5.99'), 'the price of the country').toEqual(true)
    await other.close()
    // Where no country has prices of its own, there is nothing to ask for.
    await shop.db.query(`delete from account_market where country = 'PT'`)
    await until('the country is forgotten', async () => {
      const { result } = await player.call('setting/webHomeConf', {})
      return result.goods.length > 1
    })
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto('/main/home?demo_country=')
    await page.waitForLoadState('networkidle')
    expect([(await prices(page))[0]?.startsWith('$'), requests.includes('/api/setting/webHomeConf')], 'asked').toEqual([
      true,
      false,
    ])
    await shop.db.query(`select save_book_countries('iberia', '{}')`)
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  for (const [device, viewport] of [
    ['a desktop', desktop],
    ['a phone', phone],
  ] as const)
    it(`on ${device} a player abroad sees only their own country's prices from the first paint, and nothing moves`, async () => {
      await shop.db.query(`insert into account_market (account_id, country, source, since, change_from)
          select account_id, 'JP', 'staff', now(), now() from account where login = 'rich'
          on conflict (account_id) do nothing`)
      const rich = await shop.signIn('rich', 'Rich1234')
      await until('the country is known', async () => {
        const { result } = await rich.call('market/get', {})
        return result.country === 'JP'
      })
      for (const path of ['/main/home', '/main/shop', '/main/shop/gem_300']) {
        const { page, complaints, close } = await browser.visit({ viewport, token: rich.token, unready: true })
        const noted = await watchPrices(page)
        let go: () => void = () => undefined
        const gate = new Promise<void>((resolve) => {
          go = resolve
        })
        for (const call of ['setting/webHomeConf', 'shop/catalog'])
          await page.route(`**/api/${call}`, async (route) => {
            await gate
            await route.continue()
          })
        const asking = page.waitForRequest(/webHomeConf|shop\/catalog/)
        await page.goto(path)
        await asking
        await page
          .locator('.goods-price, .price')
          .first()
          .evaluate((price) => price.scrollIntoView({ block: 'center' }))
        await page.waitForTimeout(300)
        await shot(page, `own-prices-awaited${path.replaceAll('/', '-')}-${viewport.width}`, false)
        expect((await noted()).seen, `prices that ${path} shows before the own ones`).toEqual([])
        go()
        await page.locator('.goods-price, .price').filter({ hasText: '¥' }).first().waitFor()
        await page.waitForTimeout(300)
        await shot(page, `own-prices${path.replaceAll('/', '-')}-${viewport.width}`, false)
        const { seen, moved } = await noted()
        expect([seen.length, seen[0]?.startsWith('¥')], `prices that ${path} shows: ${seen.join()}`).toEqual([1, true])
        expect(moved < 0.01, `${path} moves by ${moved}`).toBe(true)
        expect(complaints, 'complaints').toEqual([])
        await close()
      }
      await shop.db.query(
        `delete from account_market where account_id = (select account_id from account where login = 'rich')`,
      )
    })

  rulesAtOnce(
    2,
    (
      [
        ['en-US', 'JP', '¥800'],
        ['ja-JP', 'JP', '￥800'],
        ['th-TH', 'KW', 'KWD'],
        ['de-DE', 'DE', '5,99 €'],
      ] as const
    ).flatMap(([locale, country, price]) =>
      [desktop, phone].map((viewport) => ({
        name: `${locale}, ${viewport.width} px: the home page’s own shelf has the prices of the visitor’s country, and nothing of it is cut`,
        check: async () => {
          const visitor = await browser.visit({ locale, viewport })
          const { page } = visitor
          await page.goto(`/main/shop?demo_country=${country}`)
          // The country stays for the tab: the page itself comes in dollars, and the shelf follows.
          await page.goto('/main/home')
          await until('the prices', async () => (await prices(page)).some((candidate) => candidate.includes(price)))
          await shot(page, `own-shelf-${locale}-${viewport.width}`)
          expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])
          expect(visitor.complaints, 'complaints').toEqual([])
          await visitor.close()
        },
      })),
    ),
  )
})
