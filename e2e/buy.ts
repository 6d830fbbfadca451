import { type Shop, until } from '../apps/server/src/testing/shop.ts'
import { desktop, phone, shot, type Stagehand } from './browser.ts'
import { expect, rule, same } from './rules.ts'
import { chooseChannel, chooseItem, chooseTarget, orderOf, pay, see, signIn } from './steps.ts'

type Grants = { grants: { sdk_order_id: string; items: { cp_goods_id: string }[] }[] }

/** From the button to the game's inventory, as a player does it. */
export async function buyJourneys(shop: Shop, browser: Stagehand): Promise<void> {
  const inventory = async (order: string, role = 'r1001'): Promise<string[]> => {
    const answer = await (await fetch(`${shop.url}/demo/game/inventory.json?role_id=${role}`)).json() as Grants
    return answer.grants.filter((grant) => grant.sdk_order_id === order).flatMap((grant) => grant.items.map((item) => item.cp_goods_id))
  }

  for (const [device, viewport] of [['a desktop', desktop], ['a phone', phone]] as const) {
    await rule(`on ${device} a player buys an item on the sandbox page and finds it in the game and in the records`, async () => {
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
      await gateway.getByRole('button', { name: 'Pay now' }).click()
      await gateway.getByText('Payment paid').waitFor()
      await page.getByRole('button', { name: 'Completed' }).click()
      const order = await orderOf(page)
      await see(page, 'Congratulations, the recharge is successful')
      await until('the item in the game', async () => (await inventory(order)).includes('gem_300'))
      await see(page, /Delivered to Astra in the game/)
      await shot(page, `detail-${viewport.width}`)
      await page.goto('/main/account/recharge')
      await see(page, '300 Star Gems')
      await shot(page, `records-${viewport.width}`)
      same(visitor.complaints, [], 'complaints')
      await visitor.close()
    })
  }

  await rule('a player tops up HC Point and buys an item with it', async () => {
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
    await gateway.getByRole('button', { name: 'Pay now' }).click()
    await gateway.getByText('Payment paid').waitFor()
    await page.getByRole('button', { name: 'Completed' }).click()
    await orderOf(page)
    await see(page, /HC Points are in your account/)
    await page.goto('/main/recharge')
    await chooseTarget(page)
    await chooseItem(page, 'gem_60')
    await chooseChannel(page, 'hcpoint')
    await pay(page)
    await see(page, 'New balance')
    await shot(page, 'points-dialog-1280')
    await page.getByRole('dialog').getByRole('button', { name: /^Pay 99 HC Points/ }).click()
    const order = await orderOf(page)
    await until('the item in the game', async () => (await inventory(order)).includes('gem_60'))
    await see(page, /Delivered to Astra in the game/)
    await page.goto('/main/account/epoint')
    await see(page, 'Purchase')
    await see(page, 'Top-up')
    await shot(page, 'epoint-1280')
    same(visitor.complaints, [], 'complaints')
    await visitor.close()
  })

  await rule('a purchase works by keyboard alone', async () => {
    const visitor = await browser.visit({})
    const { page } = visitor
    await signIn(page, 'demo', 'Demo1234', '/login?redirect=%2Fmain%2Frecharge')
    await chooseTarget(page, 's2', 'r2001')
    const reach = async (what: string, found: () => Promise<boolean>): Promise<void> => {
      for (let i = 0; i < 80; i++) {
        if (await found()) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`the Tab key never reaches ${what}`)
    }
    const focus = (test: string): Promise<boolean> => page.evaluate((source) => {
      const at = document.activeElement
      return at !== null && new RegExp(source).test(`${at.tagName} ${at.getAttribute('type') ?? ''} ${at.getAttribute('name') ?? ''} ${at.textContent}`)
    }, test)
    await reach('the items', () => focus('^INPUT radio'))
    await page.keyboard.press('Space')
    await see(page, /Sandbox/)
    await page.waitForTimeout(500)
    await page.keyboard.press('Tab')
    await reach('the payment methods', () => focus('^INPUT radio'))
    await page.keyboard.press('Space')
    await reach('the pay button', () => focus('^BUTTON .*Pay'))
    const opened = visitor.context.waitForEvent('page')
    await page.keyboard.press('Enter')
    const gateway = await opened
    await gateway.waitForURL(/\/sandbox\/pay\//)
    await page.getByRole('dialog').waitFor()
    expect(await page.evaluate(() => document.activeElement?.closest('dialog, [role=dialog]') !== null), 'focus is not in the dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await visitor.close()
  })
}
