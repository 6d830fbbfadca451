import { beforeAll, describe, expect, it } from 'vitest'
import type { Visitor } from '../../kit/browser/browser.ts'
import { chooseTarget, see, signIn } from '../../kit/browser/steps.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'
import type { Page } from 'playwright-core'
import { heading, look, signedIn } from '../../kit/browser/staff.ts'

const AHEAD_MS = 20_000

const RECHARGE = '/login?redirect=%2Fmain%2Frecharge'

/** A moment as a field for local time takes it, in the zone of the page. */
const localTime = ({ page }: Visitor, at: number): Promise<string> =>
  page.evaluate((ms) => {
    const date = new Date(ms)
    return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
  }, at)

const at = withDeskAtWork({ DEMO_MARKETS: '1' })
const browser = withBrowser(() => at.shop.url)
const finance = withStaff(at, browser, 'finance')
const owner = withStaff(at, browser, 'owner')

/** Prices of countries at the desk: one person asks, another decides, a player sees it. */
describe('prices of countries at the desk', () => {
  let page: Page
  beforeAll(() => {
    ;({ page } = finance)
  })

  it('a price off the step of its currency is refused at its field, which names the step', async () => {
    await page.goto(`${at.desk}/prices`)
    await heading(page, 'Prices')
    await page.getByLabel('Country', { exact: true }).selectOption('JP')
    await see(page, '消費税 10%')
    await look(page, 'prices')
    await page.getByRole('link', { name: 'japan' }).click()
    await heading(page, 'Prices: japan')
    await look(page, 'prices-book')
    await page.getByRole('button', { name: 'New price: 300 Star Gems' }).click()
    await page.getByLabel('Price in JPY').fill('700.5')
    await page.getByLabel('Reason').last().fill('a week of stars')
    await page.getByRole('button', { name: 'Request approval' }).click()
    await see(page, 'Give a multiple of ¥1.')
    await look(page, 'prices-new')
  })

  it('finance prices an item in yen, an owner agrees, and a player in Japan sees it on time', async () => {
    await page.getByLabel('Price in JPY').fill('700')
    const begins = Date.now() + AHEAD_MS
    await page.getByLabel('Schedule').check()
    await page.getByLabel('Date and time').fill(await localTime(finance, begins))
    await page.getByRole('button', { name: 'Request approval' }).click()
    await see(page, /This needs a second person/)
    await owner.page.goto(`${at.desk}/approvals`)
    await owner.page.getByText('Set prices in a book').first().waitFor()
    const [row] = await at.rows(`select max(approval_no) as no from desk.approval`)
    await owner.page.goto(`${at.desk}/approvals/${String(row?.no)}`)
    await see(owner.page, /gem_300: 700 JPY/)
    await look(owner.page, 'prices-request')
    await at.as('owner').call('approval/decide', { approval_no: Number(row?.no), yes: true })
    const player = await browser.visit({})
    await player.page.goto(`${at.shop.url}/main/home?demo_country=JP`)
    await player.page.goto(`${at.shop.url}${RECHARGE}`)
    await signIn(player.page, 'demo', 'Demo1234', `${at.shop.url}${RECHARGE}`)
    await chooseTarget(player.page)
    const card = player.page.locator('.item-card', { hasText: '300 Star Gems' }).first()
    for (let tries = 0; tries < 12 && !(await card.getByText('¥700').isVisible()); tries++) {
      await player.page.waitForTimeout(AHEAD_MS / 8)
      await player.page.reload()
      await card.waitFor()
    }
    await card.getByText('¥700').waitFor()
    await player.close()
  })

  it('the form of a book whose prices are far below the base prices says so, with the day', async () => {
    await at.rows(`insert into fx_rate (day, currency, per_eur, source)
        select app_now()::date, c, r, 'e2e' from (values ('USD', 1.25), ('JPY', 300)) v (c, r)`)
    await page.goto(`${at.desk}/prices/japan`)
    await page.getByRole('button', { name: /Change.*japan/ }).click()
    await see(page, /Half of the items cost at least 33% less than at the base price/)
    await look(page, 'prices-cheap')
    await page.getByLabel('Verified buyers only').selectOption('yes')
    await page.getByText(/Half of the items cost/).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  })

  it('currencies, tax, sellers and rules of channels stand on one page', async () => {
    await page.goto(`${at.desk}/markets`)
    await heading(page, 'Currencies & tax')
    await see(page, 'JPY · Japanese Yen')
    await look(page, 'markets')
    await page.getByRole('button', { name: 'New tax rate' }).click()
    await look(page, 'markets-rate')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  it('a field says beside it what the contract refuses, before anything is sent, and takes no more than fits', async () => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.getByRole('button', { name: 'New tax rate' }).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel('Name of the tax')
    await name.pressSequentially('Consumption tax '.repeat(3))
    expect((await name.inputValue()).length, 'characters of the name').toBe(40)
    await dialog.getByLabel('Rate in percent').fill('10')
    await dialog.getByLabel('From', { exact: true }).fill('2041-01-01')
    await dialog.getByLabel('Reason').fill('a')
    await dialog.getByRole('button', { name: 'Request approval' }).click()
    for (const [label, problem] of [
      ['Country', 'This is needed.'],
      ['Reason', 'A few words, please.'],
    ] as const)
      await dialog
        .locator('.field', { has: page.getByLabel(label) })
        .getByText(problem)
        .waitFor()
    expect(
      sent.filter((url) => url.includes('currency/rate')),
      'calls',
    ).toEqual([])
    await look(page, 'markets-refused')
    await dialog.getByLabel('Country').selectOption({ label: 'Switzerland' })
    await dialog.getByLabel('Source').fill('MWSTG, Art. 25')
    await dialog.getByLabel('Reason').fill('a new country')
    await dialog.getByRole('button', { name: 'Request approval' }).click()
    await see(page, /This needs a second person/)
    const [row] = await at.rows(`select command from desk.approval where call = 'currency/rate'`)
    expect(JSON.parse(String(row?.command))).toMatchObject({ country: 'CH', rate_ppm: 100_000 })
  })

  it('customer service sees who asks for the prices of a country, and grants it', async () => {
    const demo = await at.shop.signIn('demo', 'Demo1234')
    await demo.call('market/set', { country: 'JP' })
    await demo.call('market/appeal', { text: 'I moved to Japan' })
    const support = await signedIn(at, browser, 'support')
    await support.page.goto(`${at.desk}/appeals`)
    await see(support.page, 'I moved to Japan')
    await look(support.page, 'appeals')
    await support.page.getByRole('button', { name: /^Grant: / }).click()
    await support.page.getByRole('dialog').getByLabel('Reason').last().fill('a bill from Osaka')
    await support.page.getByRole('dialog').getByRole('button', { name: 'Grant', exact: true }).click()
    await see(support.page, 'Granted')
    await support.page.locator('main a', { hasText: /^\d+$/ }).first().click()
    await see(support.page, 'Japan (given by staff)')
    await look(support.page, 'appeals-player')
    await support.close()
  })
})
