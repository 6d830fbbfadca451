import { beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../kit/shop.ts'
import { Hand, signedIn, heading, look, writeIn } from '../../kit/browser/staff.ts'
import { see } from '../../kit/browser/steps.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'
import type { Page } from 'playwright-core'

const day = (days: number): string => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T12:00`

const at = withDeskAtWork()
const browser = withBrowser(() => at.shop.url)
const owner = withStaff(at, browser, 'owner')
const support = withStaff(at, browser, 'support')

/** The role that makes campaigns, and the role that must explain why a player got something. */
describe('campaigns at the desk', () => {
  let uid: string
  let page: Page
  let id: string
  beforeAll(async () => {
    const [account] = await at.rows(`select uid from account where login = 'demo'`)
    uid = String(account?.uid)
    ;({ page } = owner)
    id = String((await at.rows('select campaign_id as id from redeem_campaign limit 1'))[0]?.id)
  })
  it('campaigns are cards, and each page shows the gifts of its campaign', async () => {
    await page.goto(`${at.desk}/campaigns`)
    await heading(page, 'Campaigns')
    await page.locator('.campaign-card .meter').first().waitFor()
    await look(page, 'campaigns')
    await page.goto(`${at.desk}/campaigns/redeem/${id}`)
    await see(page, 'Given so far')
    await look(page, 'campaign')
  })

  it('a redeem campaign comes from the last one with four presses, and 5,000 codes with three', async () => {
    const hand = new Hand(page)
    await page.getByRole('link', { name: 'Duplicate', exact: true }).click()
    hand.clicks++
    await page.getByLabel('ID', { exact: true }).fill('autumn')
    await page.getByLabel('Begins').fill(day(1))
    await page.getByLabel('Ends').fill(day(20))
    await page.getByLabel('Uses in total').fill('5000')
    await hand.press('Save and simulate')
    await see(page, /In the last 30 days this would have gone to/)
    expect(
      await page.locator('dt', { hasText: /^(Grants|Points|Items|Value)$/ }).allTextContents(),
      'what a dry run counts',
    ).toEqual(['Grants', 'Points', 'Items', 'Value'])
    await look(page, 'campaign-dry-run')
    const makes = new Hand(page)
    await makes.press('Make codes')
    await page.getByRole('dialog').getByLabel('How many').fill('5000')
    await makes.press('Make codes')
    await see(page, '5,000 codes are made.')
    const file = page.waitForEvent('download')
    await makes.press('Export codes')
    expect((await file).suggestedFilename() === 'codes-autumn.txt', 'the file of the codes').toBe(true)
    expect(makes.clicks, 'clicks for 5,000 codes').toEqual(3)
    await hand.press('Start')
    await hand.why()
    await hand.press('Start')
    await see(page, 'Scheduled')
    expect(hand.clicks, 'clicks for a campaign').toEqual(4)
    const [row] = await at.rows(`select state, total from redeem_campaign where campaign_id = 'autumn'`)
    expect(row, 'what the shop has').toEqual({ state: 'ready', total: 5000 })
  })

  it('a campaign has texts in other languages, and names the wrong line of its items', async () => {
    await page.goto(`${at.desk}/campaigns/redeem/new`)
    await page.getByLabel('Name', { exact: true }).fill('Spring gift!')
    expect(await page.getByLabel('ID', { exact: true }).inputValue(), 'an id of the name').toEqual('spring-gift')
    await page.getByLabel('Name', { exact: true }).fill('Spring gift')
    await page.getByLabel('ID', { exact: true }).fill('spring')
    await page.getByLabel('Begins').fill(day(2))
    await page.getByLabel('Ends').fill(day(1))
    for (const item of [/^60 /, /^300 /]) {
      await page.getByRole('button', { name: 'Add item' }).click()
      await page.locator('.item-menu').getByRole('button', { name: item }).click()
    }
    await page.getByLabel(/^Quantity: 300/).fill('x')
    await page.getByLabel('Uses in total').fill('10')
    await writeIn(page, /German/)
    await page.getByLabel('Description (German)').fill('Ein Gruß')
    await page.getByRole('button', { name: 'Save and simulate' }).click()
    await see(page, 'It ends before it begins.')
    await see(page, 'Row 2 isn’t complete. Give whole numbers above 0.')
    await see(page, 'This is needed.')
    await page.evaluate(() => scrollTo(0, 0))
    await look(page, 'campaign-wrong')
    await page.getByLabel('Name (German)').fill('Frühlingsgeschenk')
    await page.getByLabel('Ends').fill(day(9))
    await page.getByRole('button', { name: /^Remove: 300/ }).click()
    await page.getByRole('button', { name: 'Save and simulate' }).click()
    await see(page, /In the last 30 days this would have gone to/)
    const [row] = await at.rows(`select texts from redeem_campaign where campaign_id = 'spring'`)
    expect(row?.texts, 'its words').toEqual({
      'de-DE': { desc: 'Ein Gruß', name: 'Frühlingsgeschenk' },
      'en-US': { desc: '', name: 'Spring gift' },
    })
  })

  it('of two people who edit a draft at once, the second sees both changes, field by field', async () => {
    await page.goto(`${at.desk}/campaigns/redeem/${id}`)
    await page.getByRole('link', { name: 'Duplicate', exact: true }).click()
    await page.getByLabel('ID', { exact: true }).fill('winter')
    await page.getByLabel('Begins').fill(day(30))
    await page.getByLabel('Ends').fill(day(40))
    await page.getByRole('button', { name: 'Save and simulate' }).click()
    await see(page, /In the last 30 days this would have gone to/)
    const [name = '', value = ''] = at.as('campaign').cookie.split('=')
    const second = await browser.visit({})
    await second.context.addCookies([{ name, value, url: at.desk }])
    const edit = `${at.desk}/campaigns/redeem/new?of=winter`
    for (const candidate of [page, second.page]) {
      await candidate.goto(edit)
      await candidate.getByLabel('Name', { exact: true }).waitFor()
    }
    await page.getByLabel('Name', { exact: true }).fill('Frost of the first')
    await page.getByLabel('Uses in total').fill('70')
    await second.page.getByLabel('Name', { exact: true }).fill('Frost of the second')
    await second.page.getByLabel('Description').fill('Words of the second')
    await page.getByRole('button', { name: 'Save and simulate' }).click()
    await see(page, /In the last 30 days this would have gone to/)
    await second.page.getByRole('button', { name: 'Save and simulate' }).click()
    await see(second.page, 'You both changed this. Choose, then save:')
    await see(second.page, 'Theirs: Frost of the first')
    expect(await second.page.getByLabel('Uses in total').inputValue(), 'what only the first changed').toEqual('70')
    expect(await second.page.getByLabel('Description').inputValue(), 'what only the second changed').toEqual(
      'Words of the second',
    )
    await look(second.page, 'campaign-conflict')
    await second.page.getByRole('button', { name: 'Take theirs: Name' }).click()
    await second.page.getByRole('button', { name: 'Save and simulate' }).click()
    await see(second.page, /In the last 30 days this would have gone to/)
    const [row] = await at.rows(
      `select total, texts->'en-US' as text from redeem_campaign where campaign_id = 'winter'`,
    )
    expect(row, 'both are there').toEqual({
      total: 70,
      text: { desc: 'Words of the second', name: 'Frost of the first' },
    })
    expect(second.complaints, 'complaints').toEqual([])
    await second.close()
  })

  it('two versions of a campaign are compared side by side, and an older one is restored into the draft', async () => {
    await page.goto(`${at.desk}/campaigns/redeem/winter`)
    await page.getByText('History', { exact: true }).click()
    await see(page, 'Version 3')
    await page.getByLabel('This version', { exact: true }).selectOption('1')
    await page.getByRole('row', { name: /70/ }).waitFor()
    await look(page, 'campaign-history')
    expect(
      await page.getByRole('button', { name: /^Take it into the form/ }).count(),
      'buttons to restore on a page without a form',
    ).toEqual(0)
    await page.getByRole('link', { name: 'Change', exact: true }).click()
    await page.getByText('History', { exact: true }).click()
    await page.getByRole('button', { name: 'Take it into the form: version 1', exact: true }).click()
    const uses = page.getByLabel('Uses in total')
    await until('the uses of the first version', async () => (await uses.inputValue()) !== '70')
    await page.getByRole('button', { name: 'Save and simulate' }).click()
    await see(page, /In the last 30 days this would have gone to/)
    const [row] = await at.rows(
      `select version, total is null as unbounded from redeem_campaign where campaign_id = 'winter'`,
    )
    expect(row, 'the version that came back').toEqual({ version: 4, unbounded: true })
  })

  it('the reason why a player got nothing is one press away on their page', async () => {
    const { page: hers } = support
    await hers.goto(`${at.desk}/players/${uid}`)
    await heading(hers, `Player ${uid}`)
    const hand = new Hand(hers)
    await hand.tab('Campaigns')
    await see(hers, 'The character did not get it. Nothing stands in the way.')
    await look(hers, 'why')
    expect(hand.clicks, 'clicks').toEqual(1)
    await hers.evaluate(() => {
      const writeText = (text: string): Promise<void> => {
        document.documentElement.dataset.copied = text
        return Promise.resolve()
      }
      Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
    })
    await hers.getByLabel('Language of the copy').first().selectOption('de-DE')
    await hers.getByRole('button', { name: 'Copy for the player' }).first().click()
    await see(hers, 'Copied')
    const copied = await hers.evaluate(() => document.documentElement.dataset.copied ?? '')
    const [first = '', ...lines] = copied.split('\n')
    expect(first.startsWith('Der Charakter'), `the copy begins in German: ${first}`).toBe(true)
    expect(lines.length > 2 && lines.every((line) => line.startsWith('– ')), copied).toBe(true)
  })

  it('a stopped campaign offers no codes, and says so where somebody had begun to make some', async () => {
    const late = await signedIn(at, browser, 'owner')
    for (const tab of [page, late.page]) {
      await tab.goto(`${at.desk}/campaigns/redeem/${id}`)
      await tab.getByRole('button', { name: 'Make codes' }).waitFor()
    }
    const makes = new Hand(late.page)
    await makes.press('Make codes')
    await late.page.getByRole('dialog').getByLabel('How many').fill('10')
    const stops = new Hand(page)
    await stops.press('Stop')
    await stops.why()
    await stops.press('Stop')
    await see(page, 'It is stopped.')
    await page.getByRole('button', { name: 'Make codes' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('link', { name: 'Import codes' }).count(), 'ways to bring codes').toEqual(0)
    await makes.press('Make codes')
    await see(late.page, 'It was stopped, or its end has passed.')
    expect(late.complaints, 'complaints').toEqual([])
    await late.close()
  })
})
