import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { type Shop, until } from '../../kit/shop.ts'
import { axe, desktop, overflow, phone, shot } from '../../kit/browser/browser.ts'
import { see } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

type Row = { event: string; props: Record<string, unknown>; client_id: string }

/**
 * Everything that was counted, of one visit where it is named: pages of other rules may still be sending their last
 * words.
 */
async function eventRows(shop: Shop, visit = ''): Promise<Row[]> {
  return (
    await shop.db.query<Row>(
      `select event, props, client_id from analytics_event where $1 in ('', client_id) order by at`,
      [visit],
    )
  ).rows
}

const visitOf = (page: Page): Promise<string> =>
  page
    .waitForFunction(() => sessionStorage.getItem('hc_visit'))
    .then((handle) => handle.jsonValue())
    .then(String)

const forget = (shop: Shop): Promise<unknown> => shop.db.query('truncate analytics_event, analytics_seen')

const arrived = (shop: Shop, what: string, event: string, props: object = {}): Promise<Row> =>
  until(what, async () =>
    (await eventRows(shop)).find(
      (row) =>
        row.event === `web_payment_${event}` && Object.entries(props).every(([key, value]) => row.props[key] === value),
    ),
  )

/** What the browser has stored for counting. */
const stored = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
      (key) => key.startsWith('hc_analytics') || key === 'hc_visit',
    ),
  )

const { shop, browser } = withPortal()

describe('what is counted of a visit', () => {
  it('each named event arrives: load, stay, where the player came from, sign-in of a third party, popup and button', async () => {
    await forget(shop)
    const { page, complaints, close } = await browser.visit({})
    await page.goto('/main/home?channel=summer-mail')
    await page.waitForTimeout(2200)
    await page.locator('[data-track=home_top_up]').click()
    await page.waitForURL('**/main/shop')
    await page.goto('/login?appleId=false')
    await see(page, 'Account does not exist')
    await page.waitForTimeout(1000)
    await page.goto('/main/event')
    await page.getByRole('button', { name: 'Help' }).first().click()
    await page.locator('dialog[open]').waitFor()
    await arrived(shop, 'user info', 'user_info', { trafficsource: 'summer-mail', trafficsource_link: '/main/home' })
    await arrived(shop, 'page load', 'page_load')
    await arrived(shop, 'stay', 'page_stay', { page: '/main/home' })
    await arrived(shop, 'button', 'click_button', { button: 'home_top_up' })
    await arrived(shop, 'login result', 'login_result', { type: 'apple', result: 'fail' })
    await arrived(shop, 'popup', 'show_popup', { popup: 'help' })
    const rows = await eventRows(shop, await visitOf(page))
    expect(rows.filter((row) => row.event === 'web_payment_user_info').length, 'user infos of one visit').toEqual(1)
    expect(
      rows.every((row) => row.event !== 'web_payment_page_stay' || Number(row.props.page_duration) >= 2000),
      'a stay under two seconds',
    ).toBe(true)
    expect(complaints, 'complaints').toEqual([])
    await close()
  })

  it('events unsent when a page ended are sent once by the next page', async () => {
    await forget(shop)
    const { page, context, close } = await browser.visit({})
    await context.route('**/log/events', (route) => route.abort())
    await page.goto('/main/home')
    const visit = await visitOf(page)
    await page.locator('[data-track=home_download]').click()
    await page.waitForTimeout(2100)
    await page.goto('about:blank')
    // What a page sends while it goes may slip past the cut line: then it must not come a second time either.
    await context.unroute('**/log/events')
    await page.goto('/main/event')
    await arrived(shop, 'button', 'click_button', { button: 'home_download' })
    await arrived(shop, 'stay', 'page_stay', { page: '/main/home' })
    await page.goto('/main/about')
    await page.waitForTimeout(1000)
    expect(
      (await eventRows(shop, visit)).filter((row) => row.event === 'web_payment_click_button').length,
      'clicks',
    ).toEqual(1)
    await close()
  })

  for (const [locale, viewport] of [
    ['en-US', desktop],
    ['de-DE', phone],
  ] as const) {
    it(`in Europe nothing is stored or sent before the player allows it, both answers are one click, and the privacy page changes it (${locale}, ${viewport.width} px)`, async () => {
      await forget(shop)
      const requests: string[] = []
      const { page, context, complaints, close } = await browser.visit({
        locale,
        viewport,
        timezone: 'Europe/Berlin',
      })
      context.on('request', (request) => {
        if (request.url().includes('/log/')) requests.push(request.url())
      })
      await page.goto('/main/home')
      const notice = page.locator('.consent')
      await notice.waitFor()
      await shot(page, `consent-${locale}-${viewport.width}`)
      expect(await axe(page), 'axe').toEqual([])
      expect(await overflow(page), 'cut text').toEqual([])
      const [no, yes] = [notice.getByRole('button').first(), notice.getByRole('button').last()]
      expect(
        await no.evaluate((element) => [element.className, getComputedStyle(element).backgroundColor]),
        'the weight of both answers',
      ).toEqual(await yes.evaluate((element) => [element.className, getComputedStyle(element).backgroundColor]))
      await page.locator('[data-track=home_download]').click()
      await page.waitForTimeout(4500)
      expect([requests, await stored(page), await eventRows(shop)], 'before the answer').toEqual([[], [], []])
      await no.click()
      await notice.waitFor({ state: 'detached' })
      await page.goto('/main/event')
      await page.waitForTimeout(1200)
      expect([await notice.count(), requests, (await stored(page)).sort()], 'after no').toEqual([
        0,
        [],
        ['hc_analytics'],
      ])
      await page.goto('/main/privacy')
      const choice = page.locator('section[aria-labelledby=consent-title]')
      await choice.waitFor()
      await shot(page, `privacy-${locale}-${viewport.width}`)
      expect(await axe(page), 'axe on the privacy page').toEqual([])
      await choice.getByRole('button').last().click()
      await arrived(shop, 'the visit after yes', 'user_info')
      await choice.getByRole('button').first().click()
      expect((await stored(page)).sort(), 'after no again').toEqual(['hc_analytics'])
      const before = (await eventRows(shop)).length
      await page.goto('/main/home')
      await page.waitForTimeout(1500)
      expect([(await eventRows(shop)).length, complaints], 'after no again').toEqual([before, []])
      await close()
    })
  }

  it('a browser that asks not to be tracked is neither asked nor counted', async () => {
    await forget(shop)
    const { page, context, close } = await browser.visit({ timezone: 'Europe/Paris' })
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })
    })
    await page.goto('/main/privacy')
    await see(page, 'Your browser asks websites not to track you')
    expect([await page.locator('.consent').count(), await stored(page), await eventRows(shop)], 'counted').toEqual([
      0,
      [],
      [],
    ])
    await close()
  })

  it('without a key there is one line in the console, and everything else works', async () => {
    const { page, close } = await browser.visit({})
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && message.text().includes('analytics')) errors.push(message.text())
    })
    await page.route('**/main/home', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/"cgi":"[^"]*"/, '"cgi":""') })
    })
    await page.goto('/main/home')
    await until('the word', () => Promise.resolve(errors.length > 0))
    await page.getByRole('link', { name: 'News' }).first().click()
    await page.waitForURL(/event/)
    expect(errors, 'console errors').toEqual(['analytics: cgi or loggerUrl is missing'])
    await close()
  })
})
