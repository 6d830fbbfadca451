import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../kit/shop.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'
import { axe } from '../../kit/browser/browser.ts'
import { atTab, heading, look } from '../../kit/browser/staff.ts'
import { focusOn, see } from '../../kit/browser/steps.ts'

const at = withDeskAtWork()
const browser = withBrowser(() => at.shop.url)
const owner = withStaff(at, browser, 'owner')

/** Roles, the rules of channels, the calendar and two versions side by side. */
describe('roles, rules of channels, calendar', () => {
  let page: Page
  beforeAll(() => {
    ;({ page } = owner)
  })
  it('a role is read line by line, copied, changed, and requested', async () => {
    await page.goto(`${at.desk}/roles`)
    await atTab(page, 'Team', 'Roles')
    await look(page, 'roles')
    await page.getByRole('link', { name: 'Support', exact: true }).click()
    await heading(page, 'Support')
    await see(page, '$20.00 each, $100.00 a day')
    await look(page, 'role')
    await page.getByRole('button', { name: 'Copy this role' }).click()
    await page.getByRole('button', { name: 'Request approval' }).click()
    await see(page, 'Two to 32 lower-case letters')
    await look(page, 'role-form')
    await page.getByLabel('Short name').fill('night')
    await page.getByLabel('Name', { exact: true }).fill('Night shift')
    await page.getByLabel('See webhooks', { exact: true }).selectOption('do')
    await page.getByLabel(/^Refund an order.*: Each time/).fill('500')
    await page.getByLabel('Reason').fill('the night has fewer people')
    await page.getByRole('button', { name: 'Request approval' }).click()
    await page.waitForURL(`${at.desk}/roles`)
    const [row] = await at.rows(`select command from desk.approval where call = 'role/edit'`)
    const { permissions, limits } = JSON.parse(String(row?.command)) as {
      permissions: Record<string, string>
      limits: Record<string, { each: number; day: number }>
    }
    expect([permissions['inbox.read'], limits['refund.make']], 'what was asked for').toEqual([
      'do',
      { each: 500, day: 10_000 },
    ])
  })

  it('a rule about requests is changed and added in words and in money, and requested', async () => {
    await page.goto(`${at.desk}/rules`)
    await page.getByRole('button', { name: 'Change the rule A campaign whose forecast is above the limit' }).click()
    await page.getByRole('dialog').getByLabel('When').selectOption('Above an amount, whoever does it')
    await page.getByRole('dialog').getByLabel('Above how much (USD)').fill('twelve')
    await page.getByRole('dialog').getByLabel('Reason').fill('campaigns are larger now')
    await page.getByRole('button', { name: 'Request approval' }).click()
    await see(page, 'This does not fit. Please check it.')
    await look(page, 'rule-form')
    await page.getByRole('dialog').getByLabel('Above how much (USD)').fill('2500.50')
    await page.getByRole('button', { name: 'Request approval' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByRole('dialog').getByLabel('Short name').fill('points')
    await page.getByRole('dialog').getByLabel('Permission').selectOption('points.adjust')
    await see(page, 'Rules for this already: An adjustment of points above the limit (Above the limits of the role).')
    await page.getByRole('dialog').getByLabel('When').selectOption('beyond')
    await page.getByRole('dialog').getByLabel('With the right to decide').selectOption('points.adjust')
    await page.getByRole('dialog').getByLabel('Who decides').selectOption('2')
    await page.getByRole('dialog').getByLabel('Reason').fill('two people for many points')
    await page.getByRole('button', { name: 'Request approval' }).click()
    await see(page, 'A rule has this name already.')
    await see(page, 'The rule “An adjustment of points above the limit” speaks of the same case.')
    await look(page, 'rule-twin')
    await page.getByRole('dialog').getByLabel('Short name').fill('points.much')
    await page.getByRole('dialog').getByLabel('When').selectOption('above')
    await page.getByRole('dialog').getByLabel('Above how much (points)').fill('5000')
    await page.getByRole('button', { name: 'Request approval' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const requests = await at.rows(`select command from desk.approval where call = 'rule/edit' order by approval_no`)
    const [changed, added] = requests.map(({ command }) => JSON.parse(String(command)) as Record<string, unknown>)
    expect([changed?.condition, changed?.amount], 'the change').toEqual(['above', 250_050])
    expect([added?.rule, added?.version, added?.amount, added?.people], 'the new rule').toEqual([
      'points.much',
      0,
      5000,
      2,
    ])
  })

  it('a change of a channel’s rules is requested in words, and a gateway is tried', async () => {
    await page.getByRole('link', { name: 'Payment providers' }).click()
    await heading(page, 'Payment providers')
    await page
      .getByRole('button', { name: /^Rules of/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Currencies (empty: all)').fill('Euro')
    await dialog.getByLabel('Reason').fill('sold there alone')
    await dialog.getByRole('button', { name: 'Request approval' }).click()
    await see(page, 'This does not fit.')
    await look(page, 'channel-rules')
    await dialog.getByLabel('Currencies (empty: all)').fill('eur')
    for (const country of ['DE', 'AT']) await dialog.getByLabel('Add a country').selectOption(country)
    await dialog.getByLabel('Schedule').check()
    await dialog.getByLabel('Date and time').fill('2041-05-06T09:00')
    await dialog.getByRole('button', { name: 'Request approval' }).click()
    await dialog.waitFor({ state: 'detached' })
    const [row] = await at.rows(`select command from desk.approval where call = 'channel/rules'`)
    for (const part of ['["AT","DE"]', '["EUR"]', '2041-05-06T09:00'])
      expect(String(row?.command).includes(part), String(row?.command)).toBe(true)
    await page
      .getByRole('button', { name: /^Test connection: / })
      .first()
      .click()
    await page.getByText(/answers, in \d+ ms|has no question/).waitFor()
    for (const countries of [`'{DE}'`, `'{FR}'`, 'null'])
      await at.rows(`update payment_channel set countries = ${countries} where channel_code = 'sandbox'`)
    await page.reload()
    const sandbox = page.getByRole('button', { name: /^Rules of Sandbox/ })
    await sandbox.click()
    await dialog.getByText('History', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Take it into the form: version 2', exact: true }).click()
    await dialog.getByRole('button', { name: 'Remove: Germany' }).waitFor()
    await look(page, 'channel-restore')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Provider', { exact: true }).selectOption('sandbox')
    await page.getByText('History', { exact: true }).last().click()
    await see(page, 'Version 2')
    await look(page, 'channel-history')
  })

  const planned = async (): Promise<string> => await daysOn(0)
  /** The local time of the product's plan, so many days later. */
  const daysOn = async (days: number): Promise<string> => {
    const [plan] = await at.rows(
      `select to_char(local_time + $1 * interval '1 day', 'YYYY-MM-DD"T"HH24:MI') as local
         from desk.scheduled_change where kind = 'product'`,
      days,
    )
    return String(plan?.local)
  }

  it('the calendar shows a month, and a plan is moved from there', async () => {
    await at.rows(
      `insert into desk.scheduled_change (kind, target, patch, based_on, local_time, zone, at, planned_by)
          select 'product', 'gem_300', '{"sort": 9}', 1, m, 'UTC', m at time zone 'UTC', 'staff:1'
            from (select date_trunc('month', now()) + interval '1 month 9 days 10 hours' as m) x`,
    )
    await page.goto(`${at.desk}/calendar`)
    await heading(page, 'Calendar')
    await page.getByRole('button', { name: 'Next month' }).click()
    const entry = page.locator('[data-day$="-10"]').getByRole('button', { name: /^Product: 300 Star Gems/ })
    await entry.waitFor()
    await look(page, 'calendar-month')
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        expect(await axe(page), `${colorScheme} at ${width} px`).toEqual([])
      }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('The next month')
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('link', { name: 'The next month' }).waitFor()
    await entry.click()
    await page.getByRole('link', { name: '300 Star Gems' }).waitFor()
    await look(page, 'calendar-entry')
    // A phone's width has no card, but the chosen day below the month.
    await entry.click()
    await page.getByRole('button', { name: /^Move: 300 Star Gems/ }).click()
    const next = await daysOn(2)
    await page.getByRole('dialog').getByLabel('When').fill(next)
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
    await see(page, 'It is moved.')
    expect(await planned(), 'the plan').toEqual(next)
  })

  it('Alt and an arrow key, or a drag, takes a plan to another day once its dialog is confirmed', async () => {
    const entry = page.getByRole('button', { name: /^Product: 300 Star Gems/ })
    const dialog = page.getByRole('dialog')
    const [before, tomorrow, week] = [await planned(), await daysOn(1), await daysOn(8)]
    await focusOn(entry)
    await page.keyboard.press('Alt+ArrowRight')
    await see(page, /^300 Star Gems: to .*Enter confirms, Escape cancels/)
    expect(await entry.evaluate((button) => button === document.activeElement), 'the focus goes along').toBe(true)
    await page.keyboard.press('Escape')
    await see(page, /^300 Star Gems stays on/)
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Enter')
    expect(await dialog.getByLabel('When').inputValue(), 'a day and a week later, at the same time').toEqual(week)
    expect(await planned(), 'before it is confirmed').toEqual(before)
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page
      .locator(`[data-day="${week.slice(0, 10)}"]`)
      .getByRole('button', { name: /^Product: 300/ })
      .waitFor()
    expect(await planned(), 'the plan').toEqual(week)
    expect(await entry.evaluate((button) => button === document.activeElement), 'the focus stays with it').toBe(true)
    const [from, to] = [
      await entry.boundingBox(),
      await page.locator(`[data-day="${tomorrow.slice(0, 10)}"]`).boundingBox(),
    ]
    if (!from || !to) throw new Error('the entry or the day is not in sight')
    await page.mouse.move(from.x + 20, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + 30, to.y + 40, { steps: 6 })
    await page.mouse.up()
    expect(await dialog.getByLabel('When').inputValue(), 'the day of the drop').toEqual(tomorrow)
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await until('the plan is there', async () => (await planned()) === tomorrow)
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await page.waitForURL(/view=list/)
    await page.getByRole('row', { name: /300 Star Gems/ }).waitFor()
    await look(page, 'calendar-list')
    await page.getByRole('link', { name: 'Month', exact: true }).click()
  })

  it('a day with more than four entries folds them behind how many more there are', async () => {
    await at.rows(
      `insert into desk.scheduled_change (kind, target, patch, based_on, local_time, zone, at, planned_by)
          select 'article', '1', '{"sort": 9}', 1, m, 'UTC', m at time zone 'UTC', 'staff:1'
            from (select date_trunc('month', now()) + interval '1 month 24 days' + n * interval '1 hour' as m
                    from generate_series(1, 5) n) x`,
    )
    await page.goto(`${at.desk}/calendar`)
    await page.getByRole('button', { name: 'Next month' }).click()
    const entries = page.locator('[data-day$="-25"] .month-entry')
    await page.getByRole('button', { name: '+2 more' }).waitFor()
    expect(await entries.count(), 'entries of the folded day').toBe(3)
    await page.getByRole('button', { name: '+2 more' }).click()
    expect(await entries.count(), 'entries of the day').toBe(5)
    await at.rows(`delete from desk.scheduled_change where kind = 'article'`)
  })

  it('a plan for a channel’s rules is moved from the calendar by two people', async () => {
    await at.rows(
      `insert into desk.scheduled_change (kind, target, patch, based_on, local_time, zone, at, planned_by)
          select 'channel', 'sandbox', '{"max_cents": 5000}', 1, m, 'UTC', m at time zone 'UTC', 'staff:1'
            from (select date_trunc('day', now()) + interval '3 days 10 hours' as m) x`,
    )
    await page.goto(`${at.desk}/calendar?view=list`)
    await see(page, 'Highest amount: $50.00')
    await page.getByRole('button', { name: /^Move: Sandbox Pay/ }).click()
    const dialog = page.getByRole('dialog')
    await look(page, 'calendar-move')
    await dialog.getByLabel('When').fill(`${new Date(Date.now() + 86_400_000 * 9).toISOString().slice(0, 10)}T10:00`)
    await dialog.getByLabel('Reason').fill('the bank asked for it')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await see(page, /This needs a second person/)
    const requests = await at.rows(`select kind, target from desk.approval where call = 'channel/replan'`)
    expect(requests, 'what was asked for').toEqual([{ kind: 'channel', target: 'sandbox' }])
  })

  it('a dispute has its evidence on one page, and the work on it is stored', async () => {
    const demo = await at.shop.signIn('demo', 'Demo1234')
    const order = await demo.order('gem_300')
    await at.shop.outcome(order, 'paid')
    await until('it is paid', async () => (await demo.record(order)).pay_ts > 0)
    await at.rows(
      `insert into dispute (channel_code, dispute_id, order_no, txn, amount_cents, currency, stage, reason, due_at,
            opened_at)
          select channel_code, 'dp_7', order_no, txn, amount_cents, currency, 'opened', 'fraudulent',
            now() + interval '3 days', now() from capture where order_no = $1`,
      order,
    )
    await page.getByRole('link', { name: 'Refunds & disputes' }).click()
    await page.getByRole('link', { name: 'Disputes', exact: true }).click()
    await page.locator('[data-row][href$="dp_7"]').click()
    await heading(page, 'Dispute dp_7')
    await see(page, 'The buyer bought')
    await page.getByLabel('Your own text').fill('The game granted it at once.')
    await look(page, 'dispute')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await see(page, 'Saved.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('dialog').getByLabel('Note', { exact: true }).fill('The bank was told by phone.')
    await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('cell', { name: 'The bank was told by phone.' }).waitFor()
    const [note] = await at.rows(`select kind, target from desk.remark order by remark_id desc limit 1`)
    expect(note, 'what the note is about').toEqual({ kind: 'dispute', target: 'sandbox/dp_7' })
    await see(page, 'last by owner')
  })

  it('new orders are counted, and do not move the rows on the screen', async () => {
    await page.clock.install()
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await heading(page, 'Orders')
    const first = page.locator('tbody tr').first()
    const before = await first.textContent()
    const demo = await at.shop.signIn('demo', 'Demo1234')
    const order = await demo.order('gem_300')
    await page.clock.runFor(16_000)
    await page.getByRole('button', { name: 'One newer row: show' }).waitFor()
    expect(await first.textContent(), 'the first row').toEqual(before)
    await page.getByRole('button', { name: 'One newer row: show' }).click()
    expect(await first.locator('[data-row]').getAttribute('href'), 'the first row').toEqual(`/orders/${order}`)
  })

  it('two versions of a product are compared side by side, with the fields that differ', async () => {
    await at.rows(`update product set sort = sort + 40 where cp_goods_id = 'gem_300'`)
    await page.goto(`${at.desk}/products/gem_300`)
    await page.getByText('History', { exact: true }).click()
    await page.getByRole('rowheader', { name: 'Position' }).waitFor()
    await look(page, 'compare')
  })
})
