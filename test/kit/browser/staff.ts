import type { RoleKey } from '@hc/contract/desk/permissions'
import type { Page } from 'playwright-core'
import type { DeskShop } from '../desk-shop.ts'
import { expect } from 'vitest'
import { axe, overflow, shot, type Stagehand, type Visitor } from './browser.ts'

const REASON = 'ticket 12, the player wrote'

/** Clicks of a person, counted. */
export class Hand {
  clicks = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  /** Presses a button of the page, or of the dialog that is open. */
  async press(name: string | RegExp): Promise<void> {
    this.clicks++
    const dialog = this.page.getByRole('dialog')
    const place = (await dialog.count()) > 0 ? dialog : this.page.getByRole('main')
    await place.getByRole('button', { name, exact: true }).first().click()
  }
  async tab(name: string): Promise<void> {
    this.clicks++
    await this.page.getByRole('tab', { name, exact: true }).click()
  }
  async why(): Promise<void> {
    const choice = this.page.getByRole('dialog').locator('select[name=why]')
    if ((await choice.count()) > 0) {
      await choice.selectOption('player')
      await this.page.getByRole('dialog').getByLabel('Details').fill(REASON)
      return
    }
    await this.page.getByRole('dialog').getByLabel('Reason').fill(REASON)
  }
}

/** Somebody of the desk, signed in. */
export async function signedIn(at: DeskShop, browser: Stagehand, role: RoleKey): Promise<Visitor> {
  const visitor = await browser.visit({})
  const [name = '', value = ''] = at.as(role).cookie.split('=')
  await visitor.context.addCookies([{ name, value, url: at.desk }])
  return visitor
}

export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor()

/** A tab of a page: its heading is the name of the whole page. */
export async function atTab(page: Page, name: string, tab: string): Promise<void> {
  await heading(page, name)
  await page.locator('.page-tab[aria-current=page]').filter({ hasText: tab }).waitFor()
}

/** The notice after a save. */
export const saved = async (page: Page): Promise<void> =>
  await page
    .locator('.toasts')
    .getByText(/saved|Saved/)
    .first()
    .waitFor()

/** Opens a page of Settings, as somebody does who looks for it. */
export async function openSettings(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).first().click()
  await heading(page, 'Settings')
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await heading(page, name)
}

/** Opens the menu of the person at the end of the bar. */
export const openPerson = (page: Page): Promise<void> => page.getByRole('button', { name: /^Account of / }).click()

/** Chooses a language in the menu of a form's texts. */
export async function writeIn(page: Page, language: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Languages: / }).click()
  await page.locator('.language-list').getByRole('button', { name: language }).click()
}

/** Opens a preview in its tab; gives its address. */
export async function previewOf(page: Page, press: () => Promise<void>): Promise<URL> {
  const opened = page.waitForEvent('popup')
  await press()
  const tab = await opened
  await tab.waitForURL(/lang=/)
  const url = new URL(tab.url())
  await tab.close()
  return url
}

/** Widths and themes of a look. With `HC_LOOKS=all`, as `npm test -- --record` sets it, all of each with all. */
const looks =
  process.env.HC_LOOKS === 'all'
    ? (['light', 'dark'] as const).flatMap((colorScheme) =>
        [1440, 1280, 360].map((width) => ({ colorScheme, width, byAxe: true })),
      )
    : ([
        { colorScheme: 'light', width: 1440, byAxe: false },
        { colorScheme: 'light', width: 1280, byAxe: true },
        { colorScheme: 'dark', width: 360, byAxe: true },
      ] as const)

/** One look in both themes and three widths. axe looks at each theme once: a desk's window in the light, a phone's. */
export async function look(page: Page, name: string): Promise<void> {
  for (const { colorScheme, width, byAxe } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    const where = `${name} in ${colorScheme} at ${width} px`
    // A half-scrolled page has targets below its sticky bar, and axe takes a covered one for a small one.
    await page.evaluate(() => scrollTo(0, 0))
    if (byAxe) expect(await axe(page), `axe: ${where}`).toEqual([])
    expect(await overflow(page), `layout: ${where}`).toEqual([])
    if (width !== 1280) await shot(page, `desk-${name}-${colorScheme}-${width}`)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}
