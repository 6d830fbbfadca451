import type { Page } from 'playwright-core'
import { type Shop, until } from '../apps/server/testing/shop.ts'
import { axe, desktop, overflow, phone, shot, type Stagehand } from './browser.ts'
import { rule, rulesAtOnce, same } from './rules.ts'

const prices = async (page: Page): Promise<string[]> => {
  const all = await page.locator('.goods-price').allInnerTexts()
  return all.map((price) => price.replaceAll('\u00a0', ' '))
}

/** The home page's goods at the prices of whoever looks. */
export async function ownShelfJourneys(shop: Shop, browser: Stagehand): Promise<void> {
  const { db } = shop
  const player = await shop.signIn('demo', 'Demo1234')
  await rule(
    'a player whose country has the currency of the connection’s, and other prices, sees their own on the home page',
    async () => {
      await db.query(`insert into price_book (book_id, currency, tax) values ('iberia', 'EUR', 'none')`)
      await db.query(`select save_price('iberia', 'gem_300', 449, 1, null, null, 'sql:e2e')`)
      await db.query(`select save_book_countries('iberia', '{PT}')`)
      await db.query(`insert into account_market (account_id, country, source, since, change_from)
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
      same((await prices(other.page)).includes('€5.99'), true, 'the price of the country')
      await other.close()
      // Where no country has prices of its own, there is nothing to ask for.
      await db.query(`delete from account_market where country = 'PT'`)
      await until('the country is forgotten', async () => {
        const { result } = await player.call('setting/webHomeConf', {})
        return result.goods.length > 1
      })
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto('/main/home?demo_country=')
      await page.waitForLoadState('networkidle')
      same(
        [(await prices(page))[0]?.startsWith('$'), asked.includes('/api/setting/webHomeConf')],
        [true, false],
        'asked',
      )
      await db.query(`select save_book_countries('iberia', '{}')`)
      same(visitor.complaints, [], 'complaints')
      await visitor.close()
    },
  )

  await rulesAtOnce(
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
          await until('the prices', async () => (await prices(page)).some((one) => one.includes(price)))
          await shot(page, `own-shelf-${locale}-${viewport.width}`)
          same([await axe(page), await overflow(page)], [[], []], 'findings')
          same(visitor.complaints, [], 'complaints')
          await visitor.close()
        },
      })),
    ),
  )
}
