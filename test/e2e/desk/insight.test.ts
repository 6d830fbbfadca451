import { beforeAll, describe, expect, it } from 'vitest'
import { until, type Player } from '../../kit/shop.ts'
import { atTab, heading, look, openSettings } from '../../kit/browser/staff.ts'
import { chooseFilter, focusOn, see, toOrder } from '../../kit/browser/steps.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'
import type { Page } from 'playwright-core'

const at = withDeskAtWork()
const browser = withBrowser(() => at.shop.url)
const owner = withStaff(at, browser, 'owner')

/** How the shop is: today, health, reports and alerts; and the way to each by keys. */
describe('how the shop is', () => {
  let demo: Player
  let order: string
  let page: Page
  beforeAll(async () => {
    demo = await at.shop.signIn('demo', 'Demo1234')
    order = await demo.order('gem_300')
    await at.shop.outcome(order, 'paid')
    await until('it is paid', async () => (await demo.record(order)).pay_ts > 0)
    await at.rows(
      `insert into desk.day_total (day, channel_code, cp_goods_id, orders, newcomers, gross_cents, refunds,
       refunded_cents, points)
     select current_date - n, 'sandbox', 'gem_300', 40 + n % 7, n % 5, 19960 + 4990 * (n % 7), n % 3, 499 * (n % 3), 0
       from generate_series(1, 25) n`,
    )
    ;({ page } = owner)
  })
  it('Home has what the shop took, and its title leads to the reports', async () => {
    await page.goto(`${at.desk}/`)
    await heading(page, 'Home')
    await see(page, '$4.99')
    await look(page, 'home-numbers')
    await page.getByRole('link', { name: 'Revenue', exact: true }).click()
    await heading(page, 'Reports')
  })

  it('a report has a chart that keys read, and a table with the same numbers', async () => {
    await page.getByRole('slider', { name: 'Paid each day' }).waitFor()
    await look(page, 'reports')
    await focusOn(page.getByRole('slider', { name: 'Paid each day' }))
    await page.keyboard.press('ArrowRight')
    const read = await page.locator('.chart-read').textContent()
    const [, day = '', money = ''] = /^(.+?): (\S+)/.exec(read ?? '') ?? []
    const row = page.getByRole('row').filter({ hasText: day })
    expect((await row.textContent())?.includes(money) === true, `the table has ${read}`).toBe(true)
    await chooseFilter(page, 'By', 'Item')
    await see(page, 'gem_300')
  })

  it('a report is compared with the days before: lines in the chart, brackets in the table', async () => {
    await page.goto(`${at.desk}/reports`)
    await see(page, 'Compare with: The days before')
    await see(page, 'Paid, before')
    await page.goto(`${at.desk}/reports?vs=none`)
    await see(page, 'Compare with: Nothing')
    await page.getByRole('slider', { name: 'Paid each day' }).waitFor()
    expect(await page.getByText('Paid, before').count(), 'what it is compared with').toEqual(0)
    await chooseFilter(page, 'Compare with', 'Same weekdays')
    await see(page, 'Paid, before')
    await page.locator('td').filter({ hasText: 'vs. $' }).first().waitFor()
    await look(page, 'reports-compared')
    await chooseFilter(page, 'Report', 'Channel success')
    await see(page, 'Orders that were made in these days.')
  })

  it('a report of one day has a chart, and each day of a span has a row', async () => {
    const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    await page.goto(`${at.desk}/reports?from=${day(3)}&to=${day(3)}`)
    const slider = page.getByRole('slider', { name: 'Paid each day' })
    await slider.waitFor()
    const opacity = (): Promise<string> => slider.evaluate((input) => getComputedStyle(input).opacity)
    expect(await opacity(), 'the slider before a key').toEqual('0')
    await page.keyboard.press('Tab')
    await focusOn(slider)
    expect(await opacity(), 'the slider with the focus').toEqual('1')
    await page.goto(`${at.desk}/reports?from=${day(59)}&to=${day(20)}`)
    await page.locator('.list tbody tr').first().waitFor()
    expect(await page.locator('.list tbody tr').count(), 'rows').toEqual(40)
    await page.goto(`${at.desk}/reports`)
    await page.locator('.chart svg').first().waitFor()
    const [label, picture] = await Promise.all(
      [page.locator('.chart .visx-axis-bottom text').last(), page.locator('.chart svg').first()].map((part) =>
        part.boundingBox(),
      ),
    )
    const end = (box: { x: number; width: number } | null): number => (box ? box.x + box.width : 0)
    expect(end(label ?? null), 'the end of the last label').toBeLessThanOrEqual(end(picture ?? null))
  })

  it('the span of a list that takes too long is halved by keys, until it can be shown', async () => {
    const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    await page.goto(`${at.desk}/orders?from=${day(499)}&to=${day(0)}&type=item`)
    const button = page.getByRole('button', { name: /^Halve the time: from / })
    await button.waitFor()
    await look(page, 'too-wide')
    await focusOn(button)
    await page.keyboard.press('Enter')
    await toOrder(page, order).waitFor()
    expect(new URL(page.url()).search, 'the span').toEqual(`?from=${day(249)}&to=${day(0)}&type=item`)
    expect(await page.evaluate(() => document.activeElement?.tagName), 'the focus').toEqual('H1')
    expect(await button.count(), 'the button').toEqual(0)
  })

  it('a person on another page sees a new request and its subject, and the requester sees its end', async () => {
    await page.goto(`${at.desk}/products`)
    await heading(page, 'Products')
    const entry = page.getByRole('link', { name: /^To do/ })
    expect(await entry.textContent(), 'before').toEqual('To do')
    const reason = 'ticket 12, goodwill'
    const uid = String((await at.rows(`select uid from account where login = 'demo'`))[0]?.uid)
    const answer = await at.as('support').call('points/adjust', { uid, basic: 0, present: 50, reason })
    await page.getByRole('link', { name: /^To do.*1 new for you$/ }).waitFor({ timeout: 30_000 })
    await look(page, 'menu-news')
    await page.setViewportSize({ width: 360, height: 900 })
    await page.getByRole('button', { name: 'Menu, 1 new for you' }).waitFor()
    await page.setViewportSize({ width: 1280, height: 900 })
    const approval_no = Number(answer.data?.approval)
    await page.goto(`${at.desk}/approvals/${approval_no}`)
    await page.getByRole('link', { name: uid }).click()
    await page.waitForURL(`${at.desk}/players/${uid}`)
    await at.as('owner').call('approval/decide', { approval_no, yes: false })
    expect((await at.as('support').call('pulse/read', {})).result.ended, 'the asker hears of it').toEqual(1)
  })

  it('health says in one sentence whether all is well, and the doctor runs at a click', async () => {
    await page.keyboard.press('Escape')
    await focusOn(page.locator('h1'))
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await heading(page, 'Health')
    await page.getByRole('button', { name: 'Run full check' }).click()
    await see(page, 'The full check starts within seconds.')
    await until('the doctor ran', async () => (await at.rows(`select 1 from desk.checkup where kind = 'doctor'`))[0])
    await page.getByRole('button', { name: 'Books & audit' }).click()
    await see(page, /^\d+ of \d+ rules hold\./)
    await look(page, 'health')
  })

  it('alerts: a rule is changed, a place is added, and an open alert is silenced', async () => {
    // The round of each minute would find the channel well and close the alert.
    await at.rows(`update chore set due_at = now() + interval '1 hour' where name = 'alerts'`)
    await at.rows(
      `insert into desk.alert (rule_key, subject, value, opened_at) values ('channel_low', 'stripe', 41, now())`,
    )
    await page.getByRole('link', { name: /^To do/ }).click()
    await page.getByRole('link', { name: /^Alerts/ }).click()
    await atTab(page, 'To do', 'Alerts')
    await see(page, 'stripe has 41% of its usual success')
    await look(page, 'alerts')
    await page.getByRole('button', { name: /^Snooze:/ }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Stripe says they know')
    await look(page, 'alerts-mute')
    await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click()
    await see(page, 'Snoozed until')
    await openSettings(page, 'Notifications')
    await look(page, 'alerts-rules')
    await page.getByRole('button', { name: /^Change the rule: A dispute is due/ }).click()
    await page.getByRole('dialog').getByLabel('From', { exact: true }).fill('72')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await see(page, 'Saved.')
    const [rule72] = await at.rows(`select threshold::int from desk.alert_rule where rule_key = 'dispute_due'`)
    expect(rule72?.threshold, 'the rule is kept').toEqual(72)
    await page.getByRole('button', { name: 'Add a place' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add a place' }).click()
    await see(page, 'This is needed.')
    await page.getByLabel('Name').fill('Night shift')
    await page.getByLabel('Address').fill('night@shop.example')
    await page.getByRole('dialog').getByRole('button', { name: 'Add a place' }).click()
    await see(page, 'Night shift')
    await look(page, 'alerts-places')
    await page.getByRole('button', { name: /^Change the rule: A dispute is due/ }).click()
    await page.getByRole('dialog').getByLabel('Night shift').check()
    await look(page, 'alert-rule')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.locator('.rule-text', { hasText: /^Tell Night shift when a dispute is due/ }).waitFor()
  })

  it('Ctrl+K finds a page by its name, and goes to an order whose number is pasted', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await look(page, 'palette')
    await page.keyboard.type('audi')
    await page.keyboard.press('Enter')
    await heading(page, 'Audit log')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.evaluate((text) => {
      const data = new DataTransfer()
      data.setData('text/plain', text)
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
      document.execCommand('insertText', false, text)
    }, order)
    await page.waitForURL(`${at.desk}/orders/${order}`)
    expect(await page.getByRole('dialog').count(), 'the palette is closed').toEqual(0)
  })

  it('Ctrl+K offers permitted actions: it opens the dialog on its page, also on the current page', async () => {
    for (const [typed, address, title] of [
      ['pause or', '/channels', 'Pause all sales'],
      ['pause or', '/channels', 'Pause all sales'],
      ['place for al', '/settings/notifications', 'Add a place'],
      ['invite', '/staff', 'Invite member'],
    ] as const) {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').getByRole('combobox').fill(typed)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: title }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(page.url(), 'the address').toEqual(`${at.desk}${address}`)
    }
  })
})
