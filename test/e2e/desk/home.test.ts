import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { until } from '../../kit/shop.ts'
import { axe, overflow } from '../../kit/browser/browser.ts'
import { heading, look } from '../../kit/browser/staff.ts'
import { focusOn, see } from '../../kit/browser/steps.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'

const at = withDeskAtWork({ DEMO_HISTORY: '1' })
const browser = withBrowser(() => at.shop.url)
const owner = withStaff(at, browser, 'owner')
const MOST_BYTES = 130_000

/** Home of a shop with thirty days of history: what needs somebody, and how the shop does. */
describe('Home', () => {
  let page: Page
  beforeAll(async () => {
    await until('the history is there', async () => {
      const [row] = await at.rows('select done_at is not null as done from demo_history')
      return row?.done === true
    })
    ;({ page } = owner)
    await page.goto(`${at.desk}/`)
    await heading(page, 'Home')
  })

  it('has no empty card', async () => {
    await page.locator('.latest li').first().waitFor()
    for (const title of ['Needs you', 'Revenue', 'Checkout', 'Top items', 'Delivery time', 'Payment methods'])
      await page.getByRole('heading', { name: title, exact: true }).waitFor()
    expect(await page.locator('.home-empty').count()).toBe(0)
    await expect.poll(() => page.locator('.home-card .skeleton').count()).toBe(0)
    expect(await page.locator('.latest li').count()).toBe(6)
    expect(await page.locator('.needs li').count()).toBeLessThanOrEqual(4)
    await look(page, 'home')
  })

  it('has nothing that axe finds, in each theme and width', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        expect(await axe(page), `axe in ${colorScheme} at ${width} px`).toEqual([])
        expect(await overflow(page)).toEqual([])
      }
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  it('names the number of rows that the menu names', async () => {
    const all = await page.getByRole('link', { name: /^See all/ }).textContent()
    const n = /\((\d+)\)/.exec(all ?? '')?.[1] ?? ''
    await page.getByRole('link', { name: new RegExp(`^To do\\s+${n} new for you$`) }).waitFor()
  })

  it('shows another range in the address, and leads to the orders of the same days', async () => {
    await page.getByLabel('Time range').selectOption('week')
    await page.waitForURL(/range=week/)
    await see(page, 'compared with the 7 days before')
    // Until the answer for these days is there, the link is that of the range before.
    await page.waitForFunction(() =>
      /from=\d{4}-\d{2}-\d{2}&to=\d{4}-\d{2}-\d{2}$/.test(
        document.querySelector('.home-foot-start a')?.getAttribute('href') ?? '',
      ),
    )
    await page.locator('.home-foot-start a').first().click()
    await heading(page, 'Orders')
    expect(page.url()).toMatch(/\/orders\?from=\d{4}-\d{2}-\d{2}&to=\d{4}-\d{2}-\d{2}$/)
    await see(page, 'Last 7 days')
    await page.goBack()
    await heading(page, 'Home')
    expect(page.url()).toContain('range=week')
    await page.goBack()
  })

  it('has a chart that keys read, whose bars lead to their hour, and a table with the same numbers', async () => {
    const chart = page.getByRole('slider', { name: 'Revenue' })
    await focusOn(chart)
    for (let n = 0; n < 23; n++) await page.keyboard.press('ArrowRight')
    const read = (await page.locator('.graph-read').first().textContent()) ?? ''
    expect(read).toMatch(/^.+: \$[\d.,]+ · Before: \$[\d.,]+$/)
    expect(await chart.getAttribute('aria-valuetext')).toBe(read)
    await page.getByRole('button', { name: /^Show as table.*Revenue/ }).click()
    const row = page.getByRole('region', { name: 'Revenue' }).getByRole('row').last()
    const [name = '', value = ''] = read.split(' · ')[0]?.split(': ') ?? []
    expect(await row.textContent()).toContain(`${name}${value}`)
    await page.getByRole('button', { name: /^Show as chart.*Revenue/ }).click()
    await focusOn(chart)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await heading(page, 'Orders')
    expect(page.url()).toMatch(/from=\d{4}-\d{2}-\d{2}T\d{2}%3A\d{2}/)
    await page.goBack()
  })

  it('opens an order from its row', async () => {
    await page.locator('.latest-link').first().click()
    await page.waitForURL(/\/orders\/[0-9A-Z]{26}$/)
    await page.goBack()
  })

  it('shows no money of the shop to support, ops and content, but what they work with', async () => {
    const cards = {
      support: ['Needs you', 'Orders', 'Checkout', 'Latest orders'],
      ops: ['Needs you', 'Health', 'Checkout', 'Latest orders'],
      content: ['Needs you', 'Scheduled this week', 'Missing translations', 'Latest articles'],
    }
    for (const role of ['support', 'ops', 'content'] as const) {
      const { context, page: other, close } = await browser.visit({})
      const [name = '', value = ''] = at.as(role).cookie.split('=')
      await context.addCookies([{ name, value, url: at.desk }])
      await other.goto(`${at.desk}/`)
      for (const title of cards[role])
        await other.getByRole('main').getByRole('heading', { name: title, exact: true }).waitFor()
      expect(await other.getByRole('heading', { name: 'Revenue' }).count(), role).toBe(0)
      await look(other, `home-${role}`)
      await close()
    }
  })

  it('needs at most 130 kB of JavaScript until it is finished', async () => {
    const { context, page: fresh, close } = await browser.visit({})
    const [name = '', value = ''] = at.owner.cookie.split('=')
    await context.addCookies([{ name, value, url: at.desk }])
    let bytes = 0
    fresh.on('response', (answer) => {
      if (answer.url().endsWith('.js')) bytes += Number(answer.headers()['content-length'] ?? 0)
    })
    await fresh.goto(`${at.desk}/`)
    await fresh.locator('.latest li').first().waitFor()
    process.stdout.write(`  {"console_home_js_bytes":${bytes}}\n`)
    expect(bytes > 10_000 && bytes <= MOST_BYTES, `${bytes} bytes`).toBe(true)
    await close()
  })
})
