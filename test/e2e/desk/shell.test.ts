import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axe, overflow, shot } from '../../kit/browser/browser.ts'
import { atTab, heading, openPerson, signedIn } from '../../kit/browser/staff.ts'
import { focusOn, see } from '../../kit/browser/steps.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'

const at = withDeskAtWork()
const browser = withBrowser(() => at.shop.url)
const owner = withStaff(at, browser, 'owner')
const support = withStaff(at, browser, 'support')

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** Both lights, by axe and by what the layout shows. */
async function sound(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axe(page), `axe: ${name} in ${colorScheme}`).toEqual([])
    expect(await overflow(page), `layout: ${name} in ${colorScheme}`).toEqual([])
    await shot(page, `desk-shell-${name}-${colorScheme}`, false)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const icons = (page: Page): Promise<string[]> =>
  page.locator('.side a path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d') ?? ''))

/** Where everything of the page stands. */
const places = (page: Page): Promise<string> =>
  page
    .locator('main :is(h1, label, th, td, button)')
    .evaluateAll((all) => all.map((element) => JSON.stringify(element.getBoundingClientRect())).join())

/** The frame around every page of the desk. */
describe('the frame of the desk', () => {
  it('an owner’s menu has at most 24 entries in five groups, no icon twice, and stays in sight', async () => {
    const { page } = owner
    await page.setViewportSize(desktop)
    await page.goto(`${at.desk}/products`)
    await heading(page, 'Products')
    const all = await icons(page)
    expect(all.length > 20 && all.length <= 24, `${all.length} entries`).toBe(true)
    expect(new Set(all).size, 'different icons').toEqual(all.length)
    expect(await page.locator('.side h2:visible').allTextContents()).toEqual([
      'Sales',
      'Catalog',
      'Content',
      'Finance',
      'Operations',
    ])
    const menu = page.locator('.side')
    expect(
      await menu.evaluate((element) => element.scrollHeight <= element.clientHeight),
      'it fits 900 px without scrolling',
    ).toBe(true)
    await page.goto(`${at.desk}/help`)
    await heading(page, 'Help')
    await page.locator('[data-row]').first().waitFor()
    await page.mouse.move(800, 600)
    await page.mouse.wheel(0, 400)
    await page.waitForFunction(() => scrollY > 100)
    expect((await menu.boundingBox())?.y, 'its top after scrolling').toEqual(0)
    expect((await page.locator('.bar').boundingBox())?.y, 'the bar after scrolling').toEqual(0)
  })

  it('a view that a person pins stands at the top of their menu, and leads to its list', async () => {
    await at.as('owner').call('view/save', { page: '/orders', name: 'Large ones', query: 'min_cents=50', pinned: true })
    const { page } = owner
    await page.goto(`${at.desk}/help`)
    await heading(page, 'Help')
    await page.locator('.side').getByRole('link', { name: 'Large ones' }).click()
    await heading(page, 'Orders')
    await page.getByRole('button', { name: 'Over $50.00', pressed: true }).waitFor()
    const [view] = (await at.as('owner').call('view/list', {})).result
    await at.as('owner').call('view/drop', { view_id: view?.view_id ?? 0 })
  })

  it('the star beside a heading pins its page at the top of the menu, and takes it away again', async () => {
    const { page } = owner
    await page.setViewportSize(desktop)
    await page.goto(`${at.desk}/disputes`)
    await heading(page, 'Refunds & disputes')
    const star = page.locator('.pin-star')
    await star.click()
    const pin = page.getByRole('list', { name: 'Pinned' }).getByRole('link', { name: 'Disputes' })
    await pin.waitFor()
    expect(await star.getAttribute('aria-pressed'), 'the star').toEqual('true')
    expect(await page.getByRole('navigation', { name: 'Views' }).getByText('Disputes').count(), 'as a view').toEqual(0)
    await page.goto(`${at.desk}/products`)
    await pin.click()
    await page.waitForURL(`${at.desk}/disputes`)
    await star.click()
    await pin.waitFor({ state: 'detached' })
    expect(await star.getAttribute('aria-pressed'), 'the star').toEqual('false')
  })

  it('support sees at most nine entries, and what else it may read is folded', async () => {
    const { page } = support
    await page.setViewportSize(desktop)
    await page.goto(`${at.desk}/orders`)
    await heading(page, 'Orders')
    expect((await icons(page)).length <= 9, 'entries').toBe(true)
    expect(await page.locator('.side h2:visible').count(), 'headings').toEqual(0)
    const more = page.getByRole('button', { name: 'More', exact: true })
    await more.click()
    await page.getByRole('link', { name: 'Products' }).click()
    await heading(page, 'Products')
    expect(await more.getAttribute('aria-expanded'), 'the group of the page').toEqual('true')
    await sound(page, 'more')
  })

  it('`[` folds the menu to its icons, which keep their names, and a narrow window does', async () => {
    const { page } = owner
    await page.setViewportSize(desktop)
    await page.goto(`${at.desk}/orders`)
    await focusOn(page.locator('h1'))
    await page.keyboard.press('[')
    const menu = page.locator('.side')
    expect((await menu.boundingBox())?.width).toEqual(56)
    await sound(page, 'folded')
    await page.reload()
    expect((await menu.boundingBox())?.width, 'after a reload').toEqual(56)
    await page.getByRole('link', { name: 'Players' }).click()
    await heading(page, 'Players')
    await page.keyboard.press('[')
    expect((await menu.boundingBox())?.width).toEqual(232)
    await page.setViewportSize({ width: 1080, height: 800 })
    await page.waitForFunction(() => document.querySelector('.side')?.clientWidth === 55)
  })

  it('what an action did is said in a toast, which moves nothing and goes by itself', async () => {
    const { page } = owner
    await page.setViewportSize(desktop)
    await page.goto(`${at.desk}/products/gem_60`)
    await heading(page, /Gems/)
    await page.getByLabel('Name (English)').fill('Gems by sixty')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    const toast = page.locator('.toast')
    await toast.waitFor()
    await heading(page, 'Gems by sixty')
    await page.waitForTimeout(300)
    const before = await places(page)
    await sound(page, 'toast')
    await toast.waitFor({ state: 'detached', timeout: 12_000 })
    expect(await places(page), 'everything on the page').toEqual(before)
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const late = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
            resolve(late.filter((entry) => !entry.hadRecentInput).reduce((sum, { value }) => sum + value, 0))
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(0), 300)
        }),
    )
    expect(shift, 'layout shift').toBeLessThanOrEqual(0.02)
  })

  it('the palette takes keys at once on a cold page, Enter too, and knows pages by their old names', async () => {
    const visitor = await signedIn(at, browser, 'owner')
    const { page } = visitor
    await page.setViewportSize(desktop)
    await page.route('**/assets/palette-*', async (route) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 800)
      })
      await route.continue()
    })
    await page.goto(`${at.desk}/orders`)
    await heading(page, 'Orders')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Waiting')
    expect(await page.getByRole('combobox', { name: 'Go to' }).inputValue(), 'what was typed').toEqual('Waiting')
    const top = (await page.locator('dialog[open]').boundingBox())?.y
    await page.keyboard.press('Enter')
    await atTab(page, 'To do', 'Needs action')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Documents')
    await page.getByRole('option', { name: /^Receipts Documents/ }).waitFor()
    const box = await page.locator('dialog[open]').boundingBox()
    expect([box?.y, Math.round(box?.height ?? 0)], 'where it stands').toEqual([top, 482])
    await sound(page, 'palette')
    await page.keyboard.press('Escape')
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('the person’s menu has theme and density of this browser, language, zone and the way out', async () => {
    const { page } = owner
    await page.setViewportSize(desktop)
    await page.goto(`${at.desk}/orders`)
    await heading(page, 'Orders')
    await openPerson(page)
    await page.getByLabel('Time zone').waitFor()
    await sound(page, 'person')
    await page.getByLabel('Dark', { exact: true }).check()
    const colours = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).color)
    expect(await colours(), 'the ink in the dark').toEqual('rgb(238, 241, 250)')
    await page.getByLabel('Compact', { exact: true }).check()
    await page.reload()
    expect(await colours(), 'the ink after a reload').toEqual('rgb(238, 241, 250)')
    expect(await page.locator('html').getAttribute('data-density'), 'the density').toEqual('compact')
    await openPerson(page)
    await page.getByLabel('System', { exact: true }).check()
    await page.getByLabel('Comfortable', { exact: true }).check()
    await page.keyboard.press('Escape')
  })

  it('a phone has five places at its foot, and the whole menu in a sheet', async () => {
    const visitor = await browser.visit({ viewport: phone })
    const [name = '', value = ''] = at.as('owner').cookie.split('=')
    await visitor.context.addCookies([{ name, value, url: at.desk }])
    const { page } = visitor
    await page.goto(`${at.desk}/`)
    await heading(page, 'Home')
    const bar = page.locator('.phone-bar')
    expect((await bar.locator(':scope > *').allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      'Home',
      'To do',
      'Orders',
      'Search',
      'Menu',
    ])
    await sound(page, 'phone')
    await bar.getByRole('button', { name: /^Menu/ }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await sound(page, 'sheet')
    await page.getByRole('dialog').getByRole('link', { name: 'Ledger' }).click()
    await atTab(page, 'Ledger', 'Balances')
    await bar.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox', { name: 'Go to' }).waitFor()
    await sound(page, 'phone-palette')
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('a line under the bar says that sales are paused, and one press leads to the way on', async () => {
    const { page } = owner
    await page.setViewportSize(desktop)
    await at.as('owner').call('sales/pause', {
      paused: true,
      version: (await at.as('owner').call('sales/state', {})).result.version,
      reason: 'ticket 12, the gateway is down',
    })
    await page.goto(`${at.desk}/articles`)
    await heading(page, 'Articles')
    await see(page, 'Sales are paused. No new orders can be placed.')
    await sound(page, 'paused')
    await page.getByRole('link', { name: 'Resume sales' }).click()
    const dialog = page.getByRole('dialog', { name: 'Let sales go on' })
    await dialog.getByLabel('Reason').fill('the gateway is back')
    await dialog.locator('button[type=submit]').click()
    await page.locator('.banner').waitFor({ state: 'detached', timeout: 30_000 })
  })

  it('every address of before answers its page, under the heading of its entry', async () => {
    const { page } = owner
    for (const [path, name, tab] of [
      ['/waiting', 'To do', 'Needs action'],
      ['/approvals', 'To do', 'Approvals'],
      ['/alerts', 'To do', 'Alerts'],
      ['/players', 'Players', 'Find'],
      ['/appeals', 'Players', 'Country requests'],
      ['/refunds', 'Refunds & disputes', 'Refunds'],
      ['/disputes', 'Refunds & disputes', 'Disputes'],
      ['/withdrawals', 'Refunds & disputes', 'Withdrawals'],
      ['/campaigns?kind=rebate', 'Campaigns', 'Rebates'],
      ['/finance', 'Ledger', 'Balances'],
      ['/finance/journals', 'Ledger', 'Journals'],
      ['/finance/periods', 'Ledger', 'Month-end'],
      ['/imports', 'Import & export', 'Import'],
      ['/promote', 'Import & export', 'Copy from test shop'],
      ['/staff', 'Team', 'Members'],
      ['/roles', 'Team', 'Roles'],
    ] as const) {
      await page.goto(at.desk + path)
      await atTab(page, name, tab)
      expect(await page.title(), path).toEqual(`${tab} · ${name}`)
    }
    for (const [path, name] of [
      ['/', 'Home'],
      ['/finance/gateways', 'Payouts'],
      ['/documents', 'Receipts'],
      ['/channels', 'Payment providers'],
      ['/inbox', 'Webhooks'],
      ['/markets', 'Currencies & tax'],
      ['/law', 'Consumer law'],
      ['/rules', 'Approval rules'],
      ['/audit', 'Audit log'],
      ['/settings', 'Settings'],
    ] as const) {
      await page.goto(at.desk + path)
      await heading(page, name)
      expect(await page.title(), path).toEqual(`${name} · Publisher’s desk`)
    }
  })

  it('the bell has an alert until all is read, and the help of a page has its tasks, on a phone, too', async () => {
    const { page } = owner
    await at.rows(`insert into desk.alert (rule_key, subject, value, opened_at)
      values ('delivery_slow', '', 412, now() + interval '1 second')`)
    for (const window of [desktop, phone]) {
      await page.setViewportSize(window)
      await page.goto(`${at.desk}/orders`)
      await heading(page, 'Orders')
      await page.getByRole('button', { name: 'Help for this page' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Paid but not delivered' }).waitFor()
      await sound(page, `help-${window.width}`)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await page.getByRole('region', { name: 'Notifications' }).getByText('Items take 412 seconds').waitFor()
      await sound(page, `bell-${window.width}`)
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  })

  it('a tour of five steps is offered once, and Escape ends it', async () => {
    const { page } = support
    await page.setViewportSize(desktop)
    await page.goto(at.desk)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    for (const step of [1, 2, 3, 4]) {
      await see(page, `${step} of 5`)
      await sound(page, `tour-${step}`)
      await page.getByRole('button', { name: 'Next', exact: true }).click()
    }
    await see(page, '5 of 5')
    await page.keyboard.press('Escape')
    await page.locator('.tour').waitFor({ state: 'detached' })
    await page.reload()
    await heading(page, 'Home')
    await page.locator('.home-needs').waitFor()
    expect(await page.getByText('New here? See the desk in two minutes.').count()).toBe(0)
  })
})
