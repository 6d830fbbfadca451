import { beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { until } from '../../kit/shop.ts'
import { overflow, shifts } from '../../kit/browser/browser.ts'
import { heading } from '../../kit/browser/staff.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'

const at = withDeskAtWork({ DEMO_HISTORY: '1' })
const browser = withBrowser(() => at.shop.url)
const owner = withStaff(at, browser, 'owner')
const DAY_MS = 86_400_000
const FRIDAY = 5
const nextFriday = (): string => {
  const day = new Date(Date.now() + DAY_MS)
  while (day.getUTCDay() !== FRIDAY) day.setTime(day.getTime() + DAY_MS)
  return `${day.toISOString().slice(0, 10)}T10:00`
}

/** What people do each day, in a shop with thirty days of history. */
describe('a day at the desk', () => {
  let page: Page
  let clicks = 0
  const click = async (place: Locator): Promise<void> => {
    clicks++
    await place.first().click()
  }
  const entry = (name: string): Locator => page.locator('.side').getByRole('link', { name, exact: true })
  const begin = async (): Promise<void> => {
    clicks = 0
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${at.desk}/`)
    await heading(page, 'Home')
  }
  beforeAll(async () => {
    await until('the history is there', async () => {
      const [row] = await at.rows('select done_at is not null as done from demo_history')
      return row?.done === true
    })
    ;({ page } = owner)
  })

  it('takes four clicks from Home to refund an order whose number somebody wrote', async () => {
    const [row] = await at.rows(
      `select order_no from orders where status = 4 and channel_code = 'sandbox'
        and created_at < now() - interval '2 days'
        order by created_at desc limit 1`,
    )
    const no = String(row?.order_no)
    await begin()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(no)
    await page
      .getByRole('option')
      .filter({ hasText: no.slice(-8) })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await heading(page, `Order ${no}`)
    await click(page.getByRole('main').getByRole('button', { name: 'Refund', exact: true }))
    await page.getByRole('dialog').locator('select[name=why]').selectOption('player')
    await click(page.getByRole('dialog').getByRole('button', { name: /^Refund \$/ }))
    await until('a refund', async () => {
      const [refund] = await at.rows('select count(*)::int as n from refund_request where order_no = $1', no)
      return refund?.n === 1
    })
    expect(clicks, 'clicks').toBeLessThanOrEqual(4)
  })

  it('takes four clicks and a look at the change to plan a price for next Friday', async () => {
    await begin()
    await click(entry('Products'))
    await click(page.getByRole('main').getByRole('link', { name: /300 Star Gems/ }))
    await heading(page, '300 Star Gems')
    await page.getByLabel('Price', { exact: false }).first().fill('4.49')
    await click(page.getByLabel('Schedule'))
    await page.getByLabel('Date and time').fill(nextFriday())
    await click(page.getByRole('button', { name: 'Plan it', exact: true }))
    const review = page.getByRole('dialog')
    await review.getByText('$4.49').first().waitFor()
    expect(clicks, 'clicks').toBeLessThanOrEqual(4)
    await review.getByLabel('Reason').fill('a sale before the weekend')
    await review.getByRole('button', { name: /Request approval|Schedule/ }).click()
    await review.waitFor({ state: 'detached' })
  })

  it('takes three clicks to a copy of a campaign, and a fourth to save it', async () => {
    await begin()
    await click(entry('Campaigns'))
    await click(page.getByRole('main').getByRole('button', { name: /^More/ }))
    await click(page.getByRole('link', { name: 'Duplicate', exact: true }))
    await page.getByRole('main').getByRole('button', { name: /^Save/ }).first().waitFor()
    expect(clicks, 'clicks before the last one').toBeLessThanOrEqual(3)
  })

  it('finds a player by their name as it is typed at once on a cold page', async () => {
    const [row] = await at.rows(
      `select r.name, a.uid from game_role r join account a using (account_id) where a.uid like '3000%'
        order by a.uid limit 1`,
    )
    clicks = 0
    await page.goto(`${at.desk}/help`)
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(String(row?.name))
    await page
      .getByRole('option')
      .filter({ hasText: String(row?.name) })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/players/${String(row?.uid)}`))
    expect(clicks, 'clicks').toBe(0)
  })

  it('tells each kind of order in at most six chapters, newest first, and keeps every row behind a switch', async () => {
    const demo = await at.shop.signIn('demo', 'Demo1234')
    const [late, twice] = [await demo.order('gem_60'), await demo.order('gem_60')]
    // Its time is over at the gateway too.
    await at.rows(
      `update sandbox.payment set expires_at = now() - interval '3 seconds' where merchant_order = $1`,
      late,
    )
    await at.shop.outcome(late, 'paid_late')
    await at.shop.outcome(twice, 'paid_twice')
    for (const no of [late, twice]) await demo.reach(no, 4)
    const rows = await at.rows(
      `select order_no, status || ' ' || cause as kind from (
         select distinct on (status, cause) order_no, status, cause from orders
           order by status, cause, created_at desc) x
       union all (select order_no, 'dispute ' || stage from dispute order by opened_at desc limit 3)
       union all (select order_no, 'part' from refund_part limit 1)
       union all (select o.order_no, 'points' from orders o where channel_code = 'hcpoint' limit 1)
       union all select $1, 'late' union all select $2, 'twice'`,
      late,
      twice,
    )
    expect(new Set(rows.map(({ kind }) => kind)).size, 'kinds of orders').toBeGreaterThanOrEqual(12)
    for (const { order_no: no, kind } of rows) {
      await page.goto(`${at.desk}/orders/${String(no)}`)
      await heading(page, `Order ${String(no)}`)
      await page.locator('.story > li').first().waitFor()
      const parts = await page
        .locator('.story > li')
        .evaluateAll((all) => all.map((part) => part.querySelector('time')?.dateTime ?? ''))
      expect(parts.length, `${String(kind)}: chapters`).toBeLessThanOrEqual(6)
      expect(parts, `${String(kind)}: newest first`).toEqual(parts.toSorted().toReversed())
      const { result } = await at.as('owner').call('order/read', { order_no: String(no) })
      await page.getByRole('switch', { name: 'Technical details' }).check()
      await expect
        .poll(() => page.locator('.timeline > li:not(.step-fold)').count(), { message: `${String(kind)}: rows` })
        .toBe(result.timeline.length)
      await page.getByRole('switch', { name: 'Technical details' }).uncheck()
    }
  })

  it('moves almost nothing while a page loads', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const moved: Record<string, number> = {}
    for (const path of [
      '/',
      '/waiting',
      '/orders',
      '/refunds',
      '/products',
      '/products/gem_300',
      '/campaigns',
      '/calendar',
      '/reports',
      '/health',
    ]) {
      await page.goto(at.desk + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForFunction(() => document.querySelector('[aria-busy=true], .skeleton') === null)
      const sum = (await shifts(page)).reduce((all, shift) => all + shift, 0)
      if (sum > 0.02) moved[path] = sum
    }
    expect(moved).toEqual({})
  })

  it('shows the shop’s health whole, however late its number of To do is there', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const gate = Promise.withResolvers<null>()
    await page.route('**/console/api/pulse/read', async (route) => {
      await gate.promise
      await route.continue()
    })
    const read = page.waitForResponse('**/console/api/health/read')
    await page.goto(`${at.desk}/health`)
    await read
    const folds = page.locator('.folds')
    await page.waitForTimeout(300)
    expect(await folds.count(), 'without the number').toBe(0)
    gate.resolve(null)
    await folds.waitFor()
    const sum = (await shifts(page)).reduce((all, shift) => all + shift, 0)
    expect(sum, 'the page moves').toBeLessThanOrEqual(0.02)
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('fits a window of 640 px, which is what 200 % leave of 1280', async () => {
    const findings: string[] = []
    await page.setViewportSize({ width: 640, height: 450 })
    for (const path of [
      '/',
      '/waiting',
      '/orders',
      '/players',
      '/refunds',
      '/products',
      '/campaigns',
      '/calendar',
      '/articles',
      '/reports',
      '/finance',
      '/health',
      '/settings',
      '/staff',
      '/products/gem_300',
    ]) {
      await page.goto(at.desk + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForFunction(() => document.querySelector('[aria-busy=true], .skeleton') === null)
      findings.push(...(await overflow(page)).map((name) => `${path}: ${name}`))
      expect(await page.evaluate(() => scrollY), `${path} begins at its top`).toBe(0)
    }
    expect(findings).toEqual([])
  })
})
