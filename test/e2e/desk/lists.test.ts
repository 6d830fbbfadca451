import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { until } from '../../kit/shop.ts'
import { desktop } from '../../kit/browser/browser.ts'
import { heading } from '../../kit/browser/staff.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'
import { focusOn } from '../../kit/browser/steps.ts'

const at = withDeskAtWork({ DEMO_HISTORY: '1' })
const browser = withBrowser(() => at.shop.url)
const owner = withStaff(at, browser, 'owner')

/** The list of orders of a shop with thirty days of history. */
describe('the list of orders', () => {
  let page: Page
  const rows = () => page.locator('tbody tr')
  beforeAll(async () => {
    await until('the history is there', async () => {
      const [row] = await at.rows('select done_at is not null as done from demo_history')
      return row?.done === true
    })
    ;({ page } = owner)
  })
  beforeEach(async () => {
    await page.setViewportSize(desktop)
    await page.goto(`${at.desk}/orders`)
    await heading(page, 'Orders')
    await rows().first().waitFor()
  })

  it('begins within 260 px and shows thirteen rows on a desk, and seven on a phone', async () => {
    for (const { width, height, least } of [
      { width: 1440, height: 900, least: 13 },
      { width: 390, height: 844, least: 7 },
    ]) {
      await page.setViewportSize({ width, height })
      const boxes = await Promise.all((await rows().all()).slice(0, 20).map(async (row) => await row.boundingBox()))
      const bar = await page.locator('.phone-bar').boundingBox()
      const bottom = width < 751 && bar ? bar.y : height
      expect(boxes[0]?.y ?? Infinity, `the first row at ${width} px`).toBeLessThanOrEqual(260)
      const whole = boxes.filter((box) => box && box.y + box.height <= bottom)
      expect(whole.length, `rows at ${width} px`).toBeGreaterThanOrEqual(least)
    }
  })

  it('opens an order from anywhere in its row, and leaves a press with Ctrl to the browser', async () => {
    const first = rows().first()
    const href = await first.locator('[data-row]').getAttribute('href')
    // The row's link lies over each cell, so the row is what is hit where its amount stands.
    const [row, amount] = [await first.boundingBox(), await first.locator('td.num').boundingBox()]
    if (!row || !amount) throw new Error('the first row has no amount on the screen')
    const position = { x: amount.x - row.x + amount.width / 2, y: row.height / 2 }
    // A browser opens a tab for a link that is pressed with Ctrl, unless the page answers the press itself.
    await page.evaluate(() => {
      addEventListener('click', (event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null
        document.body.dataset.press = `${link?.getAttribute('href')} ${event.ctrlKey} ${event.defaultPrevented}`
        event.preventDefault()
      })
    })
    await first.click({ position, modifiers: ['ControlOrMeta'] })
    expect(await page.locator('body').getAttribute('data-press')).toBe(`${href} true false`)
    await first.click({ position })
    await page.waitForURL(`**${href}`)
  })

  it('says on hover when it was exactly, and in which zone', async () => {
    const moment = rows().first().locator('.moment')
    const tip = moment.locator('.tip')
    expect(await tip.isVisible()).toBe(false)
    await moment.hover()
    await tip.waitFor()
    expect(await tip.textContent()).toMatch(/\d{4}, \d{1,2}:\d{2}.* · \S+$/)
  })

  it('applies a search while a person types, keeps what is typed, and Back undoes it', async () => {
    const search = page.getByRole('searchbox', { name: /^Number, player/ })
    await search.pressSequentially('gem', { delay: 60 })
    await page.waitForURL(/q=gem/)
    await search.pressSequentially('_60', { delay: 60 })
    await page.waitForURL(/q=gem_60/)
    expect(await search.inputValue()).toBe('gem_60')
    await page.locator('tbody').getByText('60 Star Gems', { exact: true }).first().waitFor()
    expect(new Set(await page.locator('tbody .one-line').allTextContents()).has('300 Star Gems')).toBe(false)
    await page.goBack()
    await page.waitForURL((url) => url.search === '')
    expect(await search.inputValue()).toBe('')
  })

  it('loads older rows below those that are there', async () => {
    const before = await rows().count()
    const first = await rows().first().locator('[data-row]').getAttribute('href')
    await page.getByRole('button', { name: 'Load more' }).click()
    await until('there are more rows', async () => (await rows().count()) > before)
    expect(await rows().first().locator('[data-row]').getAttribute('href')).toBe(first)
  })

  it('keeps in this browser which columns are shown and in which order, and the first one stays', async () => {
    const headings = async () =>
      (await page.locator('thead th:not(.choose)').allTextContents()).map((text) => text.trim())
    const usual = await headings()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    const choice = (name: string) => page.locator('.column-choice').getByLabel(name, { exact: true })
    expect(await choice('Item').count()).toBe(0)
    await choice('Paid with').uncheck()
    await focusOn(choice('Status'))
    await page.keyboard.press('Alt+ArrowUp')
    const arranged = ['Item', 'Status', 'Player', 'Amount', 'Created']
    expect(await headings()).toEqual(arranged)
    await page.reload()
    await rows().first().waitFor()
    expect(await headings()).toEqual(arranged)
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('button', { name: 'Reset columns' }).click()
    expect(await headings()).toEqual(usual)
  })
})
