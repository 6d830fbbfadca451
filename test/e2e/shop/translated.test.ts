import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { desktop, phone, type Stagehand } from '../../kit/browser/browser.ts'
import { deskPaths, owner, settled, startScene } from '../../kit/browser/scene.ts'
import { guarded, open } from '../../kit/browser/paths.ts'
import { chooseItem, chooseTarget, completed, orderOf, pay, see, signIn } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

/** Waits until the browser has translated what is shown. */
async function translated(page: Page): Promise<void> {
  await page.locator('main font font').first().waitFor({ state: 'attached' })
  await page.waitForTimeout(60)
}

/** Goes to a page as a link does: React takes the old page away and puts the new one there. */
async function follow(page: Page, to: string): Promise<void> {
  await page.evaluate((path) => history.pushState(null, '', path), to)
  await page.locator('main h1').first().waitFor()
  await translated(page)
}

async function buy(browser: Stagehand, viewport: typeof desktop): Promise<void> {
  const { page, context, complaints, close } = await browser.visit({ viewport, translated: true })
  await page.goto('/login')
  await translated(page)
  await signIn(page, 'demo', 'Demo1234', '/login?redirect=%2Fmain%2Frecharge')
  await chooseTarget(page)
  await translated(page)
  await chooseItem(page, 'gem_980')
  await see(page, '$14.99')
  await translated(page)
  await chooseItem(page, 'gem_300')
  const total = page.locator('[data-track=pay]:visible')
  await page.waitForFunction(
    () => [...document.querySelectorAll('[data-track=pay]')].some((element) => element.textContent?.includes('4.99')),
    undefined,
    { timeout: 5_000 },
  )
  expect(!(await total.textContent())?.includes('14.99'), 'the price of the item before is still there').toBe(true)
  const opened = context.waitForEvent('page')
  await pay(page)
  const gateway = await opened
  await gateway.locator('button[value=paid]').click()
  await gateway.getByText('Paid. You can go back to').waitFor()
  await completed(page)
  await orderOf(page)
  await see(page, 'Congratulations, the recharge is successful')
  expect(complaints, 'complaints').toEqual([])
  await close()
}

/** The dialogs of the frame, each opened, translated and closed. */
async function frameDialogs(page: Page): Promise<void> {
  for (const at of [0, 1]) {
    await page.locator('button.nav-tool').nth(at).click()
    await page.locator('dialog[open] font').first().waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
  }
}

/** Each dialog of a page of the desk, also with what it says about a missing reason. */
async function deskDialogs(page: Page): Promise<number> {
  const buttons = page.locator('main button[aria-haspopup=dialog]:visible')
  const count = await buttons.count()
  for (let at = 0; at < count; at++) {
    await buttons.nth(at).click()
    const dialog = page.locator('dialog[open]')
    await dialog.locator('font').first().waitFor({ state: 'attached' })
    if ((await dialog.locator('input[name=reason]').count()) > 0) {
      await dialog.locator('button[type=submit]').click()
      await dialog.locator('[aria-invalid=true]').first().waitFor()
      await page.waitForTimeout(60)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  return count
}

const { shop, browser } = withPortal()

/** No page of portal or desk dies, or shows an old word, when its browser translates it. */
describe('a page that its browser translates', () => {
  for (const [device, viewport] of [
    ['a desktop', desktop],
    ['a phone', phone],
  ] as const)
    it(`on ${device} a player whose browser translates signs in, sees the new price, pays and gets the item`, () =>
      buy(browser, viewport))

  it('no page of the portal dies while its browser translates it, and neither do its dialogs', async () => {
    const player = await shop.signIn('rich', 'Rich1234')
    const order = await player.order('gem_60', 'sandbox', { role_id: 'r1003' })
    const { page, complaints, close } = await browser.visit({ translated: true, token: player.token })
    await page.goto('/main/home')
    await translated(page)
    await frameDialogs(page)
    const paths = [...open, ...guarded, `/main/recharge/detail/${order}`]
    // There and back: each page is put together and taken apart while its words are the browser's.
    for (const path of [...paths, ...paths.toReversed()]) {
      await follow(page, path)
      expect([path, ...complaints], 'complaints').toEqual([path])
    }
    await close()
  })

  it('no page of the desk dies while its browser translates it, and neither do its dialogs', async () => {
    const scene = await startScene()
    const queue = deskPaths.map(scene.addressOf)
    let dialogs = 0
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        const { page, complaints, close } = await owner(scene, browser, 'en-US', true)
        await page.goto(scene.at.desk)
        for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
          const to = path
          await settled(page, () => follow(page, to))
          dialogs += await deskDialogs(page)
          expect([path, ...complaints], 'complaints').toEqual([path])
        }
        await close()
      }),
    )
    expect(dialogs > 40, `${dialogs} dialogs`).toBe(true)
    await scene.at.stop()
  })
})
