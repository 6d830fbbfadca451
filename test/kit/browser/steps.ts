import { expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { until } from '../shop.ts'

export async function signIn(page: Page, account = 'demo', password = 'Demo1234', at = '/login'): Promise<void> {
  await page.goto(at)
  await page.getByLabel('Game account or email').fill(account)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Puts the focus on a part as soon as it takes it: what is still hidden or off while its data come takes none. */
export async function focusOn(part: Locator): Promise<void> {
  await until('the focus', async () => {
    await part.focus()
    return part.evaluate((element) => element === document.activeElement)
  })
}

type Part = 'whom' | 'what' | 'how'
const changeOf = (page: Page, name: Part): Locator => page.locator(`#order-${name} .order-row button`)
const WIDE = 1024

/** Opens a part of the order once it stands as one row, which it does in narrow windows alone. */
export async function openPart(page: Page, name: Part): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < WIDE) await changeOf(page, name).click()
}

async function openRow(page: Page, name: Part): Promise<void> {
  if (await changeOf(page, name).isVisible()) await changeOf(page, name).click()
}

export async function chooseTarget(page: Page, server = 's1', role = 'r1001'): Promise<void> {
  const radio = (name: string, value: string): Locator => page.locator(`input[name=${name}][value=${value}]`)
  await radio('server', server).waitFor({ state: 'attached' })
  if (
    await radio('role', role)
      .isChecked()
      .catch(() => false)
  )
    return
  await openRow(page, 'whom')
  if (!(await radio('server', server).isChecked())) await radio('server', server).click({ force: true })
  // The only character of a server is chosen with it.
  await radio('role', role).waitFor({ state: 'attached' })
  if (!(await radio('role', role).isChecked())) await radio('role', role).click({ force: true })
  await page.locator(`input[name=role][value=${role}]:checked`).waitFor({ state: 'attached' })
}

/** The chosen server and character of the top-up page. */
export const targetOf = (page: Page): Promise<string[]> =>
  page
    .locator('input:is([name=server], [name=role]):checked')
    .evaluateAll((all) => all.map((element) => (element as HTMLInputElement).value))

/** Chooses a server that has one character alone, which is chosen with it. */
export async function chooseServer(page: Page, server = 's1'): Promise<void> {
  const radio = page.locator(`input[name=server][value=${server}]`)
  await radio.waitFor({ state: 'attached' })
  await openRow(page, 'whom')
  if (!(await radio.isChecked())) await radio.click({ force: true })
  await page.locator('input[name=role]:checked').waitFor({ state: 'attached' })
}

/** The corner of a card: at its foot may stand a button, as for the reason of a missing bonus. */
const CORNER = { x: 10, y: 10 }

/** A player clicks when nothing moves any more. A busy page marks what was chosen a moment after the click. */
async function choose(page: Page, part: Part, value: string): Promise<void> {
  const radio = `input[type=radio][value=${value}]`
  await page.locator(radio).waitFor({ state: 'attached' })
  if (await page.locator(radio).isChecked()) return
  await openRow(page, part)
  await page.locator(radio).click({ trial: true, position: CORNER })
  await page.locator(radio).click({ force: true, position: CORNER })
  await page.locator(`${radio}:checked`).waitFor({ state: 'attached' })
}

export const chooseItem = (page: Page, value: string): Promise<void> => choose(page, 'what', value)

export const chooseChannel = (page: Page, value: string): Promise<void> => choose(page, 'how', value)

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
