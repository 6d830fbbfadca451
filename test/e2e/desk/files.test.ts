import { beforeAll, describe, expect, it } from 'vitest'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Download, Page } from 'playwright-core'
import { Hand, atTab, heading, look } from '../../kit/browser/staff.ts'
import { focusOn, see } from '../../kit/browser/steps.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'

const textOf = async (file: Download): Promise<string> => await readFile(await file.path(), 'utf8')

/** Drops a file on the field. */
const drop = async (page: Page, label: RegExp, name: string, text: string): Promise<void> =>
  await page.getByLabel(label).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

const tried = withDeskAtWork()
const at = withDeskAtWork(async () => {
  const { result } = await tried.as('owner').call('promote/export', { kinds: ['block'] })
  return { PROMOTE_TRUSTED_KEYS: result.key }
})
const browser = withBrowser(() => at.shop.url)
const owner = withStaff(at, browser, 'owner')
const finance = withStaff(at, browser, 'finance')
const trier = withStaff(tried, browser, 'owner')

/** Import, export, and promotion from a test shop to the shop that sells. */
describe('import, export and promotion', () => {
  let page: Page
  beforeAll(() => {
    ;({ page } = owner)
  })
  let csv = ''

  it('a list is exported in the format that an import accepts', async () => {
    await page.goto(`${at.desk}/products`)
    await heading(page, 'Products')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export products' }).click()
    csv = await textOf(await file)
    expect(csv.startsWith('\uFEFFid,kind,price_cents'), 'the heading of the file').toBe(true)
    await page.goto(`${at.desk}/imports`)
    await heading(page, 'Import')
    await see(page, 'No file yet')
    await look(page, 'imports')
  })

  it('a dropped file shows its changes, and the same file again changes nothing', async () => {
    await drop(page, /A file: drop it here/, 'products.csv', csv)
    await heading(page, 'File 1')
    await see(page, 'Everything is as the file says')
    await look(page, 'import-same')
    await page.goto(`${at.desk}/imports`)
    const changed = csv.replace('gem_60,item,99,', 'gem_60,item,119,').replace('gem_300,item,499,', 'gem_300,item,479,')
    await drop(
      page,
      /A file: drop it here/,
      'autumn.csv',
      `${changed}gem_120,item,199,0,120,/art/items/gem_60.svg,,7,false,,120 Gems,\r\n`,
    )
    await heading(page, 'File 2')
    await see(page, '$0.99 → $1.19')
    await look(page, 'import')
  })

  it('wrong lines are explained, and can be downloaded', async () => {
    await page.goto(`${at.desk}/imports`)
    await drop(page, /A file: drop it here/, 'wrong.csv', 'id,price_cents,color\ngem_60,ten,red\nnowhere,5,\n')
    await heading(page, 'File 3')
    await see(page, 'This must be a whole number.')
    expect(await page.getByRole('button', { name: 'Apply' }).count(), 'buttons to apply').toEqual(0)
    await look(page, 'import-wrong')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'All of them as CSV' }).click()
    expect((await textOf(await file)).includes('No such column is known.'), 'the file of errors').toBe(true)
    await page.goto(`${at.desk}/imports`)
    await drop(page, /A file: drop it here/, 'latin.csv', 'a,b\n1,2\n')
    await see(page, 'Its columns do not say what it is.')
  })

  it('a file that was read as the wrong kind is read again, without choosing it again', async () => {
    await page.goto(`${at.desk}/imports`)
    await drop(page, /A file: drop it here/, 'names.csv', 'id,name\ngem_60,60 Crystals\n')
    await heading(page, 'File 4')
    await see(page, '60 Crystals')
    await page.getByLabel('Read it as').selectOption('texts')
    await heading(page, 'File 5')
    await see(page, 'This column is missing.')
  })

  it('a file beyond the bound is refused with its reason, each time', async () => {
    await page.goto(`${at.desk}/imports`)
    await heading(page, 'Import')
    const large = Array.from({ length: 12 }, () => 'a'.repeat(1024 * 1024)).join('')
    const statuses: (number | string)[] = []
    for (let n = 0; n < 3; n++) {
      const ended = page.waitForEvent('requestfinished', (request) => request.url().endsWith('import/check'))
      await drop(page, /A file: drop it here/, `large-${n}.csv`, large)
      statuses.push((await (await ended).response())?.status() ?? 'none')
      await see(page, 'This is too large: a file may have 8 MB')
    }
    expect(statuses, 'statuses').toEqual([413, 413, 413])
  })

  it('by keyboard alone a person requests the import of a file, and a second person approves', async () => {
    await page.goto(`${at.desk}/imports/2`)
    await heading(page, 'File 2')
    await focusOn(page.getByRole('button', { name: 'Apply' }))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Reason').waitFor()
    await look(page, 'import-apply')
    await focusOn(page.getByRole('dialog').getByLabel('Reason'))
    await page.keyboard.type('the autumn price list')
    await page.keyboard.press('Enter')
    await see(page, 'request')
    const { page: financePage } = finance
    await financePage.goto(`${at.desk}/approvals`)
    await financePage.locator('[data-row][href$="/approvals/1"]').click()
    await see(financePage, '$1.19')
    await look(financePage, 'import-request')
    const hand = new Hand(financePage)
    await hand.press('Approve')
    await hand.press('Approve it')
    await see(financePage, 'Approved, and done.')
    await page.reload()
    await see(page, 'Applied')
    expect(
      await at.rows(`select cp_goods_id as id, price_cents::int as cents from product
        where cp_goods_id in ('gem_60', 'gem_120') order by 2`),
      'what the shop sells',
    ).toEqual([
      { id: 'gem_60', cents: 119 },
      { id: 'gem_120', cents: 199 },
    ])
  })

  it('the catalog is promoted with four clicks, and shown row by row', async () => {
    await tried.rows(`update product set price_cents = 89, tag = 'new' where cp_goods_id = 'gem_60'`)
    const { page: trialPage } = trier
    await trialPage.goto(`${tried.desk}/promote`)
    await atTab(trialPage, 'Import & export', 'Copy from test shop')
    await look(trialPage, 'promote')
    const out = new Hand(trialPage)
    const file = trialPage.waitForEvent('download')
    await out.press('Export for another shop')
    const path = join(tmpdir(), `promotion-${process.pid}.jsonl`)
    await writeFile(path, await textOf(await file))
    await page.goto(`${at.desk}/promote`)
    await atTab(page, 'Import & export', 'Copy from test shop')
    const inside = new Hand(page)
    inside.clicks++
    await page.getByLabel(/A file of another shop/).setInputFiles(path)
    await heading(page, /Copy \d+/)
    await see(page, 'gem_60')
    await look(page, 'promotion')
    await inside.press('Take over')
    await inside.why()
    await look(page, 'promotion-take')
    await inside.press('Take over')
    await see(page, 'request')
    expect(out.clicks + inside.clicks, 'clicks').toEqual(4)
    await page.goto(`${at.desk}/promote`)
    await atTab(page, 'Import & export', 'Copy from test shop')
    await look(page, 'promote-in')
    const changed = (await readFile(path, 'utf8')).replace('"price_cents":89', '"price_cents":1')
    await drop(page, /A file of another shop/, 'changed.jsonl', changed)
    await see(page, 'Somebody changed this file after it was signed.')
    await look(page, 'promote-refused')
  })
})
