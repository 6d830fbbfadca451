import { beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { until, type Player } from '../../kit/shop.ts'
import { heading, previewOf } from '../../kit/browser/staff.ts'
import { focusOn, see } from '../../kit/browser/steps.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'

const MOST_TABS = 250

const REASON = 'ticket 12, the player wrote'

const day = (days: number): string => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T12:00`

/** Somebody without a mouse. What a click would do is counted; the way there by Tab is not. */
class Keys {
  presses = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async to(place: Locator): Promise<void> {
    const box = place.first()
    await box.waitFor()
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await box.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${String(place)}`)
  }
  async press(name: string | RegExp): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    const place = (await dialog.count()) > 0 ? dialog : this.page.getByRole('main')
    await this.to(place.getByRole('button', { name, exact: true }))
    this.presses++
    await this.page.keyboard.press('Enter')
  }
  /** Writes into a field, as somebody does who cannot click into it. */
  async write(label: string, text: string): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    const place = (await dialog.count()) > 0 ? dialog : this.page.getByRole('main')
    const field = place.getByLabel(label, { exact: true })
    await this.to(field)
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.insertText(text)
  }
  async choose(label: string, option: string): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    const place = (await dialog.count()) > 0 ? dialog : this.page.getByRole('main')
    const field = place.getByLabel(label, { exact: true })
    await this.to(field)
    this.presses++
    await this.page.keyboard.type(option)
    await this.page.keyboard.press('Enter')
  }
  /** Chooses a moment instead of now: an arrow key, and the date. */
  async at(moment: string): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    await this.to(dialog.getByLabel('Now'))
    await this.page.keyboard.press('ArrowDown')
    const field = dialog.getByLabel('Date and time')
    await this.to(field)
    await field.fill(moment)
  }
  /** `g` and a letter, from wherever the focus is. */
  async go(letter: string): Promise<void> {
    this.presses++
    await focusOn(this.page.locator('h1'))
    await this.page.keyboard.press('g')
    await this.page.keyboard.press(letter)
  }
  /** Ctrl+K, and what stands in the clipboard. */
  async paste(text: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k')
    await this.page.locator('[role=combobox]:focus').waitFor()
    await this.page.evaluate((pasted) => {
      const data = new DataTransfer()
      data.setData('text/plain', pasted)
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
      document.execCommand('insertText', false, pasted)
    }, text)
  }
}

const at = withDeskAtWork({ RATE_LIMIT_PER_MINUTE: '1000000', RETRY_BASE_MS: '500', RETRY_CAP_MS: '1000' })
const browser = withBrowser(() => at.shop.url)
const support = withStaff(at, browser, 'support')
const finance = withStaff(at, browser, 'finance')
const ops = withStaff(at, browser, 'ops')
const owner = withStaff(at, browser, 'owner')

/** The daily tasks of the desk's people by keyboard alone, with the presses that the design allows. */
describe('the desk by keyboard', () => {
  let demo: Player
  let order: string
  let uid: string
  beforeAll(async () => {
    demo = await at.shop.signIn('demo', 'Demo1234')
    order = await demo.order('gem_60')
    const [account] = await at.rows(`select uid from account where login = 'demo'`)
    uid = String(account?.uid)
  })
  it('by keys alone, support finds a player by a number, and asks about an order with one press', async () => {
    const { page } = support
    await page.goto(`${at.desk}/`)
    const keys = new Keys(page)
    await keys.paste(uid)
    await page.waitForURL(`${at.desk}/players/${uid}`)
    expect(keys.presses, 'presses to find a player').toEqual(0)
    await heading(page, `Player ${uid}`)
    await keys.paste(order)
    await page.waitForURL(`${at.desk}/orders/${order}`)
    await keys.press('Check status now')
    await see(page, 'Checked. The answers are below.')
    expect(keys.presses, 'presses to ask').toEqual(1)
  })

  it('by keys alone, support ends a player’s sessions with two presses', async () => {
    const { page } = support
    await page.goto(`${at.desk}/players/${uid}`)
    const keys = new Keys(page)
    await keys.press('Sign out everywhere')
    await keys.write('Reason', REASON)
    await keys.press('Sign out everywhere')
    await see(page, /is ended|are ended/)
    expect(keys.presses, 'presses').toEqual(2)
  })

  it('by keys alone, a writer lists missing translations with two presses, and the home page takes three', async () => {
    const { page } = owner
    await page.goto(`${at.desk}/articles`)
    const lacks = new Keys(page)
    await lacks.press('Missing or outdated in')
    await lacks.press('German')
    await page.waitForURL(/lacks=de-DE/)
    expect(lacks.presses <= 2, `${lacks.presses} presses`).toBe(true)
    await page.goto(`${at.desk}/home`)
    const keys = new Keys(page)
    await keys.press(/^Top of the page/)
    await keys.write('Title', 'When the stars rise')
    await keys.press('Save')
    await see(page, /Saved|saved/)
    expect(keys.presses <= 3, `${keys.presses} presses`).toBe(true)
  })

  it('j and k go to the first and the last row from anywhere, and one box chooses all rows', async () => {
    const { page } = owner
    const demo = await at.shop.signIn('demo', 'Demo1234')
    for (const item of ['coin_500', 'gem_980']) await demo.order(item)
    await page.goto(`${at.desk}/orders`)
    const rows = page.locator('tbody [data-row]')
    await rows.first().waitFor()
    const here = async (): Promise<number> =>
      await rows.evaluateAll((all) => all.findIndex((element) => element === document.activeElement))
    const last = (await rows.count()) - 1
    expect(last > 0, 'rows').toBe(true)
    await focusOn(page.locator('h1'))
    await page.keyboard.press('j')
    expect(await here(), 'the first j').toEqual(0)
    await page.keyboard.press('j')
    expect(await here(), 'the second j').toEqual(1)
    await focusOn(page.locator('h1'))
    await page.keyboard.press('k')
    expect(await here(), 'the first k').toEqual(last)
    const all = page.getByLabel('Choose all rows of this page')
    const boxes = page.locator('tbody input[type=checkbox]')
    await all.check()
    expect(
      await boxes.evaluateAll((every) => every.filter((element) => element.matches(':checked')).length),
      'chosen',
    ).toEqual(last + 1)
    await boxes.first().uncheck()
    expect(await all.evaluate((box) => box.matches(':indeterminate')), 'some are chosen').toBe(true)
    await all.click()
    await all.click()
    expect(await page.locator('tbody input:checked').count(), 'chosen in the end').toEqual(0)
  })

  it('by keys alone, a bonus begins anew at a date with three presses, and is withdrawn', async () => {
    const { page } = owner
    await page.goto(`${at.desk}/campaigns?kind=reset`)
    const keys = new Keys(page)
    await keys.press('Reset first-purchase bonus')
    await keys.choose('Item', '300')
    await keys.at(day(3))
    await keys.write('Reason', REASON)
    await keys.press('Reset first-purchase bonus')
    await see(page, 'The bonus is reset.')
    expect(keys.presses <= 3, `${keys.presses} presses`).toBe(true)
  })

  it('by keys alone, a campaign that runs is tried with one press and stopped with two', async () => {
    const { page } = owner
    const id = String((await at.rows('select campaign_id as id from rebate_campaign limit 1'))[0]?.id)
    await page.goto(`${at.desk}/campaigns/rebate/${id}`)
    const dry = new Keys(page)
    await dry.press('30 days')
    await see(page, /In the last 30 days this would have gone to/)
    expect(dry.presses, 'presses of a dry run').toEqual(1)
    const keys = new Keys(page)
    await keys.press('Stop')
    await keys.write('Reason', REASON)
    await keys.press('Stop')
    await see(page, 'It is stopped.')
    expect(keys.presses, 'presses').toEqual(2)
  })

  it('by keys alone, finance lists one kind of work with two presses, and saves the journal with two', async () => {
    await at.rows(
      `insert into reconcile_finding (channel_code, kind, txn, order_no, detail, found_at)
        values ('sandbox', 'missing_here', 'T-77', '', '{"cents":1}', now())`,
    )
    const { page } = finance
    await page.goto(`${at.desk}/waiting`)
    const view = new Keys(page)
    await view.press('Type')
    await view.press(/^Differences /)
    await page.waitForURL(/kind=book_differences/)
    expect(view.presses <= 2, `${view.presses} presses`).toBe(true)
    await page.goto(`${at.desk}/finance/journals`)
    const keys = new Keys(page)
    const file = page.waitForEvent('download')
    await keys.press('Export')
    expect((await file).suggestedFilename().endsWith('.csv'), 'the file of the journal').toBe(true)
    expect(keys.presses <= 2, `${keys.presses} presses`).toBe(true)
  })

  it('by keys alone, operations sees whether all is well with one press, and pauses sales with two', async () => {
    const { page } = ops
    await page.goto(`${at.desk}/`)
    await heading(page, 'Home')
    const health = new Keys(page)
    await health.go('h')
    await heading(page, 'Health')
    expect(health.presses, 'presses to Health').toEqual(1)
    await page.goto(`${at.desk}/channels`)
    const off = new Keys(page)
    await off.press('Switch off: Sandbox Pay')
    await off.write('Reason', REASON)
    await off.press('Switch off')
    await see(page, 'Sandbox Pay is switched off.')
    expect(off.presses, 'presses to switch a channel off').toEqual(2)
    const keys = new Keys(page)
    await keys.press('Pause all sales')
    await keys.write('Reason', REASON)
    await keys.press('Pause sales now')
    await see(page, 'All sales pause.')
    expect(keys.presses, 'presses to pause sales').toEqual(2)
    expect((await at.rows('select sales_paused() as paused'))[0]?.paused, 'sales pause').toEqual(true)
  })

  it('by keys alone, an owner invites with three presses, and sees who changed a product with one', async () => {
    const { page } = owner
    await page.goto(`${at.desk}/staff`)
    const keys = new Keys(page)
    await keys.press('Invite member')
    await keys.write('Name', 'Nora New')
    await keys.write('Email address', 'nora@shop.example')
    const role = page.getByRole('dialog').getByLabel('Content', { exact: true })
    await keys.to(role)
    keys.presses++
    await page.keyboard.press('Space')
    await keys.press('Make the link')
    await page.getByLabel('Invitation link').waitFor()
    expect(keys.presses, 'presses').toEqual(3)
    await page.goto(`${at.desk}/products/gem_60`)
    const history = new Keys(page)
    await history.to(page.locator('summary', { hasText: 'History' }))
    history.presses++
    await page.keyboard.press('Enter')
    await see(page, 'Version 1')
    expect(history.presses, 'presses').toEqual(1)
  })

  it('by keys alone, an article is pinned or hot with one press, previewed with one, planned with three', async () => {
    const { page } = owner
    const [article] = await at.rows(`select id from article where state = 'live' and not pinned and not hot limit 1`)
    await page.goto(`${at.desk}/articles/${String(article?.id)}`)
    const pin = new Keys(page)
    await pin.press('Pin')
    await page.getByRole('button', { name: 'Unpin', exact: true }).waitFor()
    expect(pin.presses, 'presses to pin').toEqual(1)
    const hot = new Keys(page)
    await hot.press('Feature')
    await page.getByRole('button', { name: 'Do not feature', exact: true }).waitFor()
    expect(hot.presses, 'presses to mark as hot').toEqual(1)
    const marks = await at.rows('select pinned, hot from article where id = $1', article?.id)
    expect(marks, 'what players see').toEqual([{ pinned: true, hot: true }])
    const preview = new Keys(page)
    await previewOf(page, () => preview.press('Preview'))
    expect(preview.presses, 'presses to a preview').toEqual(1)
    const plan = new Keys(page)
    await plan.press('Publish')
    await plan.at(day(5))
    await plan.press('Plan it')
    await see(page, 'It is planned.')
    expect(plan.presses <= 3, `${plan.presses} presses`).toBe(true)
  })

  it('by keys alone, a payout’s file is imported with two presses, fees of a month shown with one, evidence with two', async () => {
    await at.shop.outcome(order, 'paid')
    await until(
      'it is paid',
      async () => (await at.rows('select 1 from capture where order_no = $1', order)).length > 0,
    )
    const { page } = finance
    await page.goto(`${at.desk}/finance/gateways`)
    const drop = new Keys(page)
    await drop.press('Import payouts')
    const dialog = page.getByRole('dialog')
    await drop.write('Channel', 'sandbox')
    await drop.to(dialog.getByLabel('File'))
    const paid = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await dialog.getByLabel('File').setInputFiles({
      name: 'payout.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`payout,paid_at,kind,reference,gross_cents,fee_cents\npo_1,${paid},capture,unknown,499,30\n`),
    })
    await drop.press('Import')
    await see(page, /One line is new|1 line is new/)
    expect(drop.presses, 'presses of a payout against the books').toEqual(2)
    const fees = new Keys(page)
    await fees.press('Date')
    await fees.to(page.getByLabel('From'))
    await page.getByLabel('From').fill(`${paid.slice(0, 8)}01`)
    await page.waitForURL(/from=/)
    await page.getByRole('columnheader', { name: 'Fees' }).first().waitFor()
    expect(fees.presses, 'presses to the fees of a month').toEqual(1)
    await at.rows(
      `insert into dispute (channel_code, dispute_id, order_no, txn, amount_cents, currency, stage, reason, due_at,
            opened_at)
          select channel_code, 'dp_8', order_no, txn, amount_cents, currency, 'opened', 'fraudulent',
            now() + interval '3 days', now() from capture where order_no = $1`,
      order,
    )
    await page.goto(`${at.desk}/disputes`)
    const evidence = new Keys(page)
    await evidence.to(page.locator('[data-row][href$="dp_8"]'))
    evidence.presses++
    await page.keyboard.press('Enter')
    await heading(page, 'Dispute dp_8')
    const file = page.waitForEvent('download')
    await evidence.press('Save as a file')
    expect((await file).suggestedFilename(), 'the file of the evidence').toEqual('dispute-dp_8.txt')
    expect(evidence.presses, 'presses to the evidence').toEqual(2)
  })

  it('by keys alone, an owner sees all access with one press, and suspends a person with two', async () => {
    const { page } = owner
    await page.goto(`${at.desk}/`)
    await heading(page, 'Home')
    const review = new Keys(page)
    await review.go('l')
    await heading(page, 'Team')
    expect(review.presses, 'presses to who has what').toEqual(1)
    for (const name of ['Roles', 'Sign-in methods', 'Last seen'])
      await page.getByRole('columnheader', { name }).waitFor()
    const out = new Keys(page)
    await out.press('Suspend auditor')
    await out.write('Reason', 'left the company')
    await out.press('Suspend')
    await see(page, 'auditor: Suspended')
    expect(out.presses, 'presses').toEqual(2)
  })
})
