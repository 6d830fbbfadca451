import { expect } from 'vitest'
import type { Page } from 'playwright-core'

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
