import { expect, it } from 'vitest'
import type { Shop } from '../../kit/shop.ts'
import type { Visitor } from '../../kit/browser/browser.ts'
import { heading, look, saved } from '../../kit/browser/staff.ts'
import { see } from '../../kit/browser/steps.ts'

/** A red square of 8 by 8, as a PNG. */
export const SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQI12M4oWCDFTEMLQkAqWxJATzzk7YAAAAASUVORK5CYII='

/** The home page of the shop: its parts are folded, and what is wrong opens by itself. */
export function homePageRules(shop: Shop, desk: string, content: Visitor): void {
  it('downloads, facts and pictures of the home page are edited, and published at the planned time', async () => {
    const { page: hers } = content
    const part = (name: RegExp) => hers.getByRole('button', { name })
    await hers.goto(`${desk}/home`)
    await part(/^Downloads \d+ entries, iOS/).waitFor()
    expect(await hers.locator('.home-part [aria-expanded=true]').count(), 'unfolded parts').toEqual(0)
    expect(await hers.getByLabel('Title', { exact: true }).first().isVisible(), 'a field of a folded part').toBe(false)
    await look(hers, 'home-folded')
    for (const name of [/^Top of the page/, /^Downloads/, /^Facts about the game/]) await part(name).click()
    await hers.getByRole('button', { name: 'Remove: iOS, Asia' }).click()
    await hers.getByRole('button', { name: 'Move down: iOS, Global' }).click()
    await hers.getByRole('button', { name: 'Add: Downloads' }).click()
    await hers.getByLabel('Address').last().fill('ftp://game.example')
    await hers.getByRole('button', { name: 'Add: Facts about the game' }).click()
    await hers.getByLabel('Name of the fact').last().fill('Rating')
    await hers.getByLabel('Value').last().fill('12 and older')
    const file = { name: 'square.png', mimeType: 'image/png', buffer: Buffer.from(SQUARE, 'base64') }
    await hers.getByLabel('Picture for narrow windows: Choose a file').setInputFiles(file)
    await hers.locator('img.picture[src^="/media/"]').first().waitFor()
    await part(/^Downloads/).click()
    await hers.getByRole('button', { name: 'Save', exact: true }).click()
    await see(hers, 'This does not fit. Please check it.')
    expect(await part(/^Downloads/).getAttribute('aria-expanded'), 'the part with the error').toEqual('true')
    await look(hers, 'home-rows')
    await hers.getByLabel('System').last().selectOption('iOS')
    await hers.getByLabel('Region').last().selectOption('Asia')
    await hers.getByLabel('Address').last().fill('https://game.example/asia')
    await hers.getByRole('button', { name: 'Save', exact: true }).click()
    await saved(hers)
    await hers.getByRole('button', { name: 'Publish' }).click()
    await hers.getByRole('dialog').getByLabel('Schedule').check()
    await hers.getByRole('dialog').getByLabel('Date and time').fill('2041-03-05T10:00')
    await hers.getByRole('dialog').getByRole('button', { name: 'Plan it' }).click()
    await see(hers, 'It is planned. The calendar has it.')
    await hers.goto(`${desk}/calendar?from=2041-03-01&to=2041-03-31`)
    await hers.waitForURL(/view=list/)
    await hers.getByRole('button', { name: /^Move/ }).waitFor()
    await hers.getByRole('link', { name: 'Home page · English' }).click()
    await heading(hers, 'Home page')
    await hers.getByRole('button', { name: 'Withdraw' }).waitFor()
    const { rows } = await shop.db.query<{ body: { value: Record<string, unknown[]> } }>(
      `select body from desk.revision where kind = 'block' and target = 'home/en-US' order by version desc limit 1`,
    )
    const { downloads, gameInfo } = rows[0]?.body.value ?? {}
    const asia = { url: 'https://game.example/asia', size: '', region: 'asia', system: 'ios', version: '' }
    expect(downloads?.at(-1), 'the new download').toEqual(asia)
    expect(JSON.stringify(gameInfo).includes('12 and older'), JSON.stringify(gameInfo)).toBe(true)
  })
}
