import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { until } from '../../kit/shop.ts'
import { axe, overflow } from '../../kit/browser/browser.ts'
import { atTab, heading, look } from '../../kit/browser/staff.ts'
import { see } from '../../kit/browser/steps.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'

const at = withDeskAtWork({ DEMO_HISTORY: '1' })
const browser = withBrowser(() => at.shop.url)
const owner = withStaff(at, browser, 'owner')
const SOON_MS = 2_000
const TWO_LINES = 96

/** What needs a person, of a shop with thirty days of history: at Home, in To do, in Approvals and in Alerts. */
describe('what needs a person', () => {
  let page: Page
  beforeAll(async () => {
    await until('the history is there', async () => {
      const [row] = await at.rows('select done_at is not null as done from demo_history')
      return row?.done === true
    })
    ;({ page } = owner)
  })
  const everyLook = async (): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        expect(await axe(page), `axe in ${colorScheme} at ${width} px`).toEqual([])
        expect(await overflow(page)).toEqual([])
      }
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  it('is seen at Home within two seconds and without a click, and a dispute is answered after one', async () => {
    await page.goto(`${at.desk}/`)
    const first = page.locator('.needs li').first()
    await first.waitFor({ timeout: SOON_MS })
    await first.getByText(/^Dispute: respond by /).waitFor()
    await first.getByRole('link', { name: /^Respond: / }).click()
    await heading(page, /^Dispute /)
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  })

  it('is one row for each order, and Home, the menu and the list have the same number', async () => {
    await page.goto(`${at.desk}/`)
    const all = await page.getByRole('link', { name: /^See all/ }).textContent()
    const n = Number(/\((\d+)\)/.exec(all ?? '')?.[1])
    await page.getByRole('link', { name: new RegExp(`^To do\\s+${n} new for you$`) }).waitFor()
    await page.goto(`${at.desk}/waiting`)
    await atTab(page, 'To do', 'Needs action')
    await see(page, `${n} rows need you`)
    await see(page, /^All clear below\. \d+ done today\.$/)
    const rows = page.locator('.list tbody tr')
    expect(await rows.count()).toBe(n)
    const orders = await rows
      .locator('[data-row][href^="/orders/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(new Set(orders).size).toBe(orders.length)
    await look(page, 'todo')
    await everyLook()
  })

  it('is two lines a row on a phone, with every action in the row’s menu', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const heights = await page
      .locator('.list tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThanOrEqual(TWO_LINES)
    await page.getByRole('button', { name: 'More: Payment on hold: amount differs' }).click()
    await page.getByRole('button', { name: /^Assign to me: / }).waitFor()
    await page.getByRole('link', { name: /^Return payment: / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Return payment' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('that a person takes is under Mine, and under Unassigned once they give it back', async () => {
    await page.goto(`${at.desk}/waiting`)
    await page.getByRole('button', { name: 'Assign to me: Payment on hold: amount differs' }).click()
    await see(page, /Assigned to owner/)
    await page.getByRole('radio', { name: 'Mine' }).check()
    await page.waitForURL(/mine=1/)
    await page.getByRole('link', { name: 'Payment on hold: amount differs', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Unassign Payment on hold: amount differs' }).click()
    await page.getByRole('radio', { name: 'Unassigned' }).check()
    await page.getByRole('link', { name: 'Payment on hold: amount differs', exact: true }).waitFor()
  })

  it('shows a request with the thing itself, before and after, and ends with the decision', async () => {
    await page.goto(`${at.desk}/approvals`)
    await page.getByRole('link', { name: 'Change a price: 300 Star Gems' }).click()
    await heading(page, 'Change a price: 300 Star Gems')
    await page.locator('main img.row-picture').waitFor()
    await see(page, 'A weekend for newcomers')
    const table = page.locator('.request-change')
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Fact', 'Before', 'After'])
    expect(await table.getByRole('row').nth(1).allInnerTexts()).toEqual([
      expect.stringMatching(/\$4\.99\s+\$4\.49 \(-10%\)/),
    ])
    expect(await page.locator('main').innerText()).not.toContain('–')
    const [approve, decline] = await page
      .locator('main button')
      .allTextContents()
      .then((all) => all.slice(-2))
    expect([approve, decline]).toEqual(['Approve', 'Decline'])
    await look(page, 'request')
    await everyLook()
  })

  it('is no alert a second time: the alert leads to the row', async () => {
    await at.rows(
      `insert into desk.alert (rule_key, subject, value, opened_at)
        select 'dispute_due', dispute_id, 36, now() from dispute where stage = 'opened' and due_at is not null
        on conflict do nothing`,
    )
    await page.goto(`${at.desk}/alerts`)
    await page
      .locator('details summary')
      .filter({ hasText: /of To do/ })
      .click()
    expect(
      await page
        .locator('.list')
        .getByText(/^Dispute /)
        .count(),
    ).toBe(0)
    await page
      .getByRole('link', { name: /^Dispute .* is due in/ })
      .first()
      .click()
    await page.waitForURL(/waiting\?kind=open_disputes/)
    await page
      .getByRole('link', { name: /^Dispute: respond by / })
      .first()
      .waitFor()
  })
})
