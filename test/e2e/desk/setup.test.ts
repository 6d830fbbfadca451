import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { until } from '../../kit/shop.ts'
import { axe, overflow } from '../../kit/browser/browser.ts'
import { heading, look } from '../../kit/browser/staff.ts'
import { see } from '../../kit/browser/steps.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'

// The demo's own game: it reads signatures.
const at = withDeskAtWork({ DEMO_HISTORY: '1', GAME_URL: '' })
const browser = withBrowser(() => at.shop.url)
const owner = withStaff(at, browser, 'owner')

let page: Page
beforeAll(async () => {
  await until('the history is there', async () => {
    const [row] = await at.rows('select done_at is not null as done from demo_history')
    return row?.done === true
  })
  ;({ page } = owner)
})

const step = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })
const isDone = (name: string): Promise<void> =>
  step(name).locator('.badge').getByText('Done').waitFor({ timeout: 15_000 })

describe('"Open your shop"', () => {
  it('is reached from Home, which says how far the shop is', async () => {
    await page.goto(`${at.desk}/`)
    await heading(page, 'Home')
    await see(page, 'This is a demo. In your own shop these steps take about an hour.')
    await page.getByRole('link', { name: 'Continue setup' }).click()
    await heading(page, 'Open your shop')
    const count = /^(\d+) of 11 steps done$/.exec((await page.locator('.setup-count span').textContent()) ?? '')?.[1]
    expect(Number(count)).toBeGreaterThanOrEqual(5)
    await look(page, 'setup')
  })
  it('ends each test in words within ten seconds, and a step turns done without a reload', async () => {
    for (const [button, words] of [
      ['Check again', /^Answered in \d+ ms\.$/],
      ['Test connection', /^A test payment was made and cancelled in \d+ ms\.$/],
      ['Check', 'The game rejected a test delivery, as it must, and refused a forged one.'],
      ['Send me a test email', 'Sent to owner@shop.example just now. Check your inbox.'],
    ] as const) {
      await page.getByRole('button', { name: new RegExp(`^${button}:`) }).click()
      await page.getByRole('status').getByText(words).waitFor({ timeout: 10_000 })
    }
    await isDone('Shop address')
    const outbox = await (await fetch(`${at.shop.url}/demo/outbox`)).text()
    await page.getByLabel('Code from the message').fill(/(\d{6}) is your test code/.exec(outbox)?.[1] ?? '')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await isDone('Email')
    await page.getByRole('button', { name: /^Check again:/ }).click()
    await page.getByRole('alert').getByText('This was tested a moment ago. Wait ten seconds.').waitFor()
  })
  it('turns a step done once somebody verified a backup, while the page is open', async () => {
    await step('Backup').getByText('Never verified').waitFor()
    await at.rows(`insert into desk.backup_verified values ('base', now() - interval '1 hour', now(), 'ada')`)
    await isDone('Backup')
    await at.rows('delete from desk.backup_verified')
  })
  it('unfolds to what a step is for and the line that sets it, and axe finds nothing', async () => {
    await page.getByRole('button', { name: 'Legal pages', exact: true }).click()
    await see(page, 'BRAND_DIR=/srv/brand')
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
  })
})

describe('the health page', () => {
  it('names the number of To do and Home, and says of a shop without a backup that none is set up', async () => {
    await page.goto(`${at.desk}/`)
    const all = await page.getByRole('link', { name: /^See all/ }).textContent()
    const n = /\((\d+)\)/.exec(all ?? '')?.[1] ?? ''
    expect(Number(n)).toBeGreaterThan(0)
    await page.goto(`${at.desk}/health`)
    await heading(page, 'Health')
    await page.getByRole('link', { name: new RegExp(`^To do\\s+${n} new for you$`) }).waitFor()
    await step('Queues').getByText(`${n} need a decision`).waitFor()
    expect(await step('Backups').locator('.badge').textContent()).toBe('Not set up')
    await step('Backups').getByRole('link', { name: 'Set up backups' }).waitFor()
    await page.getByText('1 needs attention').waitFor()
    expect(await page.getByText('Everything is OK.').count()).toBe(0)
  })
  it('says that it checks until the new result is there', async () => {
    await page.goto(`${at.desk}/health`)
    await page.getByRole('button', { name: 'Run full check' }).click()
    await step('Books & audit').getByText('Checking …').waitFor()
    await step('Books & audit').getByText('Checking …').waitFor({ state: 'detached', timeout: 30_000 })
    await page.getByRole('button', { name: 'Books & audit' }).click()
    await see(page, /^\d+ of \d+ rules hold\./)
    await look(page, 'health-unfolded')
  })
})

describe('a rule of alerts', () =>
  it('is a sentence whose number is changed in it', async () => {
    await page.goto(`${at.desk}/alerts?tab=rules`)
    await heading(page, 'Notifications')
    const number = page.getByLabel('Number: A dispute is due (hours)')
    await number.fill('36')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await see(page, 'Saved.')
    const [row] = await at.rows(`select threshold::int as n from desk.alert_rule where rule_key = 'dispute_due'`)
    expect(row).toEqual({ n: 36 })
    await look(page, 'notifications')
  }))
