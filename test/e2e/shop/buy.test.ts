import { describe, expect, it } from 'vitest'
import { until } from '../../kit/shop.ts'
import type { Locator } from 'playwright-core'
import { desktop, phone, shot, type Visitor } from '../../kit/browser/browser.ts'
import {
  chooseChannel,
  chooseItem,
  chooseTarget,
  completed,
  orderOf,
  pay,
  see,
  signIn,
} from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

type Grants = { grants: { sdk_order_id: string; items: { cp_goods_id: string }[] }[] }

/** A hand that counts. */
function countingHand() {
  let count = 0
  return {
    clicks: () => count,
    async click(target: Locator): Promise<void> {
      count += 1
      await target.click()
    },
  }
}

/** From the shop's pay button on: the gateway's page, and back to the delivered order without another click. */
async function payAndSee({ page, context }: Visitor, hand: ReturnType<typeof countingHand>): Promise<void> {
  const opened = context.waitForEvent('page')
  await hand.click(page.locator('[data-track=pay]:visible'))
  const gateway = await opened
  await hand.click(gateway.locator('button[value=paid]'))
  await gateway.getByText('Paid. You can go back to').waitFor()
  await orderOf(page)
  await see(page, 'Congratulations, the recharge is successful')
}

const { shop, browser } = withPortal()

describe('the clicks of a purchase', () => {
  for (const [device, viewport] of [
    ['a desktop', desktop],
    ['a phone', phone],
  ] as const) {
    it(`on ${device} a newcomer comes from the home page to the gateway’s with 5 clicks, a returning player with 2`, async () => {
      const visitor = await browser.visit({ viewport })
      const { page } = visitor
      const first = countingHand()
      await page.goto('/main/home')
      await first.click(page.getByRole('link', { name: 'Buy 980 Star Gems for $14.99' }))
      await page.waitForURL(/\/login\?redirect=/)
      await page.getByLabel('Game account or email').fill('demo')
      await page.getByLabel('Password', { exact: true }).fill('Demo1234')
      await first.click(page.getByRole('main').getByRole('button', { name: 'Log in' }))
      await first.click(page.getByRole('radio', { name: 'Aurora', exact: true }))
      await first.click(page.getByRole('radio', { name: 'Bront', exact: true }))
      await page.locator('input[value=gem_980]:checked').waitFor({ state: 'attached' })
      await payAndSee(visitor, first)
      expect(first.clicks(), 'clicks of a newcomer, with the one at the gateway').toBeLessThanOrEqual(6)

      const again = countingHand()
      await page.goto('/main/home')
      await page.getByRole('region', { name: 'Your character' }).getByText('Bront').waitFor()
      await page.getByRole('heading', { name: 'Again: 980 Star Gems' }).waitFor()
      await again.click(page.getByRole('link', { name: 'Buy again: 980 Star Gems, $14.99' }))
      await page.waitForURL(/recharge\?item=gem_980&server=s1&role=r1002&pay=sandbox/)
      await page.locator('input[value=gem_980]:checked').waitFor({ state: 'attached' })
      await payAndSee(visitor, again)
      expect(again.clicks(), 'clicks of a returning player, with the one at the gateway').toBeLessThanOrEqual(3)
      expect(visitor.complaints, 'complaints').toEqual([])
      await visitor.close()
    })
  }
})

/** A press on the pay button before the ways to pay are there. */
describe('an early press on the pay button', () => {
  it('a press on the pay button counts as soon as the ways to pay are there', async () => {
    const { page, context, complaints, close } = await browser.visit({ viewport: phone })
    await signIn(page, 'demo', 'Demo1234', '/login?redirect=%2Fmain%2Frecharge')
    await chooseTarget(page)
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/order/webPayChannel', async (route) => {
      await answer.promise
      await route.continue()
    })
    await chooseItem(page, 'gem_300')
    const opened = context.waitForEvent('page')
    await page.locator('[data-track=pay]:visible').click()
    await page.locator('[data-track=pay][aria-disabled]:visible').waitFor()
    expect(await page.getByText('Please choose a payment method').count(), 'untrue words').toEqual(0)
    answer.resolve()
    await (await opened).waitForURL(/\/sandbox\/pay\//)
    expect(complaints, 'complaints').toEqual([])
    await close()
  })
})

describe('the dialog of a payment', () => {
  it('says what is bought for whom at what price, that it was paid, and the tab of the gateway that it may be closed', async () => {
    const { page, context, complaints, close } = await browser.visit({ viewport: phone })
    await signIn(page, 'demo', 'Demo1234', '/login?redirect=%2Fmain%2Frecharge%3Fpay%3Dsandbox')
    await chooseTarget(page)
    await chooseItem(page, 'gem_300')
    const opened = context.waitForEvent('page')
    await pay(page)
    const gateway = await opened
    const dialog = page.getByRole('dialog')
    for (const text of ['300 Star Gems for Astra', '$4.99', 'Waiting for your payment…'])
      await dialog.getByText(text, { exact: true }).waitFor()
    const [number, price] = await Promise.all([
      dialog.getByText(/^Order [0-9A-Z]{26}$/).boundingBox(),
      dialog.getByText('$4.99').boundingBox(),
    ])
    expect(number && price && number.y > price.y && number.height <= price.height, 'the number is last and small').toBe(
      true,
    )
    await shot(page, 'pay-dialog-390')
    await gateway.locator('button[value=paid]').click()
    await gateway.getByRole('link', { name: 'Back to the shop' }).click()
    await page.bringToFront()
    await dialog.getByText('Paid ✓').waitFor()
    const order = await orderOf(page)
    await gateway.waitForURL(`**/main/recharge/detail/${order}`)
    await see(gateway, 'Paid. You can close this tab; your order is open in the other one.')
    await shot(gateway, 'order-elsewhere')
    expect(await page.getByText('You can close this tab').count(), 'lines in the first tab').toBe(0)
    const ended = gateway.waitForEvent('close')
    await gateway.getByRole('button', { name: 'Close this tab' }).click()
    await ended
    expect(complaints, 'complaints').toEqual([])
    await close()
  })
})

/** From the button to the game's inventory, as a player does it. */
describe('a purchase', () => {
  const inventory = async (order: string, role = 'r1001'): Promise<string[]> => {
    const answer = (await (await fetch(`${shop.url}/demo/game/inventory.json?role_id=${role}`)).json()) as Grants
    return answer.grants
      .filter((grant) => grant.sdk_order_id === order)
      .flatMap((grant) => grant.items.map((item) => item.cp_goods_id))
  }

  for (const [device, viewport] of [
    ['a desktop', desktop],
    ['a phone', phone],
  ] as const) {
    it(`on ${device} a player buys an item on the sandbox page and finds it in the game and in the records`, async () => {
      const visitor = await browser.visit({ viewport })
      const { page } = visitor
      await signIn(page, 'demo', 'Demo1234', '/login?redirect=%2Fmain%2Frecharge')
      await chooseTarget(page)
      await chooseItem(page, 'gem_300')
      await chooseChannel(page, 'sandbox')
      await shot(page, `recharge-${viewport.width}`)
      const opened = visitor.context.waitForEvent('page')
      await pay(page)
      const gateway = await opened
      await gateway.waitForURL(/\/sandbox\/pay\//)
      await shot(page, `recharge-dialog-${viewport.width}`)
      await gateway.locator('button[value=paid]').click()
      await gateway.getByText('Paid. You can go back to').waitFor()
      await completed(page)
      const order = await orderOf(page)
      await see(page, 'Congratulations, the recharge is successful')
      await until('the item in the game', async () => (await inventory(order)).includes('gem_300'))
      await see(page, /Delivered to Astra in the game/)
      await shot(page, `detail-${viewport.width}`)
      await page.goto('/main/account/recharge')
      await see(page, '300 Star Gems')
      await shot(page, `records-${viewport.width}`)
      expect(visitor.complaints, 'complaints').toEqual([])
      await visitor.close()
    })
  }

  it('a player tops up HC Point and buys an item with it', async () => {
    const visitor = await browser.visit({})
    const { page } = visitor
    await signIn(page, 'demo', 'Demo1234', '/login?redirect=%2Fmain%2Frecharge')
    await chooseTarget(page)
    await page.getByRole('tab', { name: 'HC Point packs' }).click()
    await chooseItem(page, 'coin_1000')
    await chooseChannel(page, 'sandbox')
    const opened = visitor.context.waitForEvent('page')
    await pay(page)
    const gateway = await opened
    await gateway.locator('button[value=paid]').click()
    await gateway.getByText('Paid. You can go back to').waitFor()
    await completed(page)
    await orderOf(page)
    await see(page, /HC\sPoints are in your account/)
    await page.goto('/main/recharge')
    await chooseTarget(page)
    await chooseItem(page, 'gem_60')
    await chooseChannel(page, 'hcpoint')
    await pay(page)
    const dialog = page.getByRole('dialog')
    for (const text of ['60 Star Gems for Astra on Aurora', 'You get 120', 'New balance', '\u221299'])
      await dialog.getByText(text, { exact: true }).waitFor()
    await shot(page, 'points-dialog-1280')
    const beside = await visitor.context.newPage()
    await beside.goto('/main/account/user')
    const balance = beside
      .locator('header')
      .getByText(/[\d,]+/)
      .first()
    const before = await balance.textContent()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Pay 99 HC\sPoints/ })
      .click()
    await until('the balance of the other tab', async () => (await balance.textContent()) !== before, 1_000)
    await beside.close()
    const order = await orderOf(page)
    await until('the item in the game', async () => (await inventory(order)).includes('gem_60'))
    await see(page, /Delivered to Astra in the game/)
    await page.goto('/main/account/epoint')
    await see(page, 'Purchase')
    await see(page, 'Top-up')
    await shot(page, 'epoint-1280')
    await page.goto('/main/account/recharge')
    await page.locator('.record').first().getByText('(worth $0.99)').waitFor()
    await shot(page, 'records-points-1280')
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('a purchase works by keyboard alone', async () => {
    const visitor = await browser.visit({})
    const { page } = visitor
    await signIn(page, 'demo', 'Demo1234', '/login?redirect=%2Fmain%2Frecharge%3Fpay%3Dsandbox')
    await chooseTarget(page, 's2', 'r2001')
    const reach = async (what: string, isReached: () => Promise<boolean>): Promise<void> => {
      for (let i = 0; i < 80; i++) {
        if (await isReached()) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`the Tab key never reaches ${what}`)
    }
    const focus = (test: string): Promise<boolean> =>
      page.evaluate((source) => {
        const at = document.activeElement
        return (
          at !== null &&
          new RegExp(source).test(
            `${at.tagName} ${at.getAttribute('type') ?? ''} ${at.getAttribute('name') ?? ''} ${at.textContent}`,
          )
        )
      }, test)
    await reach('the items', () => focus('^INPUT radio item'))
    await page.keyboard.press('Space')
    await see(page, /Sandbox/)
    await page.waitForTimeout(500)
    await page.keyboard.press('Tab')
    await reach('the payment methods', () => focus('^INPUT radio channel'))
    await page.keyboard.press('Space')
    await reach('the pay button', () => focus('^BUTTON .*Pay'))
    const opened = visitor.context.waitForEvent('page')
    await page.keyboard.press('Enter')
    const gateway = await opened
    await gateway.waitForURL(/\/sandbox\/pay\//)
    await page.getByRole('dialog').waitFor()
    expect(
      await page.evaluate(() => document.activeElement?.closest('dialog, [role=dialog]') !== null),
      'focus is not in the dialog',
    ).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await visitor.close()
  })
})
