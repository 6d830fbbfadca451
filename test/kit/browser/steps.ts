import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'

export async function signIn(page: Page, account = 'demo', password = 'Demo1234', at = '/login'): Promise<void> {
  await page.goto(at)
  await page.getByLabel('Game account or email').fill(account)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

export async function chooseTarget(page: Page, server = 's1', role = 'r1001'): Promise<void> {
  await page.getByLabel('Server', { exact: true }).selectOption(server)
  await page.getByLabel('Character', { exact: true }).selectOption(role)
}

/** The corner of a card: in its middle may stand a link, as to the open order that keeps an item's bonus. */
const CORNER = { x: 10, y: 10 }

/** A player clicks when nothing moves any more. A busy page marks what was chosen a moment after the click. */
async function choose(page: Page, value: string): Promise<void> {
  const radio = `input[type=radio][value=${value}]`
  await page.locator('label', { has: page.locator(radio) }).click({ trial: true, position: CORNER })
  await page.locator(radio).click({ force: true, position: CORNER })
  await page.locator(`${radio}:checked`).waitFor({ state: 'attached' })
}

export const chooseItem = choose

export const chooseChannel = choose

export const pay = (page: Page): Promise<void> => page.locator('[data-track=pay]:visible').click()

/** Says that the payment is done. The page may have seen it first, and be on its way by itself. */
export const completed = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: 'Completed' })
    .click({ timeout: 5_000 })
    .catch(() => undefined)

/** The order's number, from the address of its page. */
export async function orderOf(page: Page): Promise<string> {
  await page.waitForURL(/\/main\/recharge\/detail\//)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(/^[0-9A-Z]{26}$/.test(id), `no order number in ${page.url()}`).toBe(true)
  return id
}

export async function see(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor({ state: 'visible' })
}

/** Chooses a filter of a list of the desk: a chip of the bar, or one of its menu. */
export async function chooseFilter(page: Page, name: string, value: string): Promise<void> {
  const bar = page.locator('.filter-bar')
  await bar.waitFor()
  const chip = bar.locator('.chip-open').filter({ hasText: new RegExp(`^${name}(:|$)`) })
  if ((await chip.count()) > 0) await chip.click()
  else {
    await bar.getByRole('button', { name: '+ Filter' }).click()
    await bar.getByRole('button', { name, exact: true }).click()
  }
  const card = bar.locator('.drop-card')
  await card.waitFor()
  const field = card.getByRole('textbox')
  if ((await field.count()) === 0) await card.getByRole('button', { name: value, exact: true }).click()
  else {
    await field.fill(value)
    await field.press('Enter')
  }
}

/** Types into the search box of a list of the desk. */
export async function lookFor(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await page.keyboard.press('Enter')
}

/** The links of a list to an order, whatever they show of it. */
export const toOrder = (page: Page, no: string): Locator => page.locator(`tbody a[href="/orders/${no}"]`)
