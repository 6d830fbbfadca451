import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { type Player, type Shop, until } from '../../kit/shop.ts'
import { axe, desktop, overflow, phone, shot } from '../../kit/browser/browser.ts'
import { chooseChannel, chooseItem, chooseServer, focusOn, orderOf, pay, see } from '../../kit/browser/steps.ts'
import { rulesAtOnce, withPortal } from '../../kit/browser/stage.ts'

/** The player `rich` lacks 37 points for 300 Star Gems. */
const leave37 = async ({ db }: Shop): Promise<unknown> =>
  await db.query(
    `select adjust_points('100003', (462 - basic)::bigint, (-present)::bigint, 'a test', 'cli:test') from (
      select sum(balance) filter (where unit = 'HCB') as basic, sum(balance) filter (where unit = 'HCP') as present
        from ledger_account l join account a using (account_id) where a.uid = '100003' and l.kind = 'wallet') w
      where (basic, present) <> (462, 0)`,
  )

/** Chooses the item and HC Points, which do not suffice. */
async function toTheItem(page: Page, country: string): Promise<void> {
  await page.goto(`/main/recharge?item=gem_300&pay=hcpoint${country && `&demo_country=${country}`}`)
  await chooseServer(page)
  await chooseItem(page, 'gem_300')
  await chooseChannel(page, 'hcpoint')
  await page.locator('[data-track=points_exact]').waitFor()
}

const { shop, browser } = withPortal()

/** A player lacks points for an item, and is sold exactly those; where no payment is that small, a few more. */
describe('points that are bought by their number', () => {
  for (const [locale, country, viewport, price, name, get] of [
    ['en-US', '', desktop, '$0.37', '37 HC Points', 'Get 37 HC Points'],
    ['ja-JP', 'JP', phone, '￥60', '37 HCポイント', '37 HCポイントを購入'],
    ['th-TH', 'JP', phone, '¥60', '37 HC พอยต์', 'ซื้อ 37 HC พอยต์'],
    ['de-DE', '', desktop, '0,37', '37 HC-Punkte', '37 HC-Punkte kaufen'],
  ] as const) {
    it(`${locale}: a player who lacks 37 points buys exactly those, and then the item with them`, async () => {
      await leave37(shop)
      const { token } = await shop.signIn('rich', 'Rich1234')
      const visitor = await browser.visit({ locale, viewport, token })
      const { page } = visitor
      await toTheItem(page, country)
      await shot(page, `exact-summary-${locale}`)
      expect([await axe(page), await overflow(page)], 'findings of the summary').toEqual([[], []])
      await pay(page)
      const dialog = page.locator('dialog[open]')
      await dialog.getByText(price).waitFor()
      await shot(page, `exact-dialog-${locale}`)
      expect([await axe(page), await overflow(page)], 'findings of the dialog').toEqual([[], []])
      await dialog.getByRole('button', { name: get }).click()
      await page.waitForURL(/need=37/)
      await page.locator('input[value=coin_exact]:checked').waitFor({ state: 'attached' })
      await chooseChannel(page, 'sandbox')
      await shot(page, `exact-pack-${locale}`)
      expect([await axe(page), await overflow(page)], 'findings of the pack').toEqual([[], []])
      const opened = visitor.context.waitForEvent('page')
      await pay(page)
      const gateway = await opened
      await gateway.locator('button[value=paid]').click()
      await page.waitForURL(/item=gem_300.*pay=hcpoint|pay=hcpoint.*item=gem_300/)
      // The address changes before the page does: until then Pay is that of the pack.
      for (const choice of ['gem_300', 'hcpoint'])
        await page.locator(`input[value=${choice}]:checked`).waitFor({ state: 'attached' })
      await shot(page, `exact-back-${locale}`)
      await pay(page)
      await dialog.locator('[data-track=points_pay]').click()
      const item = await orderOf(page)
      await page.locator('.moment').waitFor()
      await page.goto('/main/account/recharge')
      await see(page, name)
      await shot(page, `exact-records-${locale}`)
      expect([await axe(page), await overflow(page)], 'findings of the records').toEqual([[], []])
      const { rows: orders } = await shop.db.query(
        `select order_no, status from orders where order_no = $1 and channel_code = 'hcpoint'`,
        [item],
      )
      expect(orders, 'the item').toEqual([{ order_no: item, status: 4 }])
      expect(visitor.complaints, 'complaints').toEqual([])
      await visitor.close()
    })
  }
})

describe('points where no payment is as small as what is missing', () => {
  let player: Player
  beforeAll(async () => {
    await shop.db.query(`insert into channel_rule (channel_code, currency, min_minor) values ('sandbox', 'EUR', 50)`)
    await leave37(shop)
    player = await shop.signIn('rich', 'Rich1234')
    await until('the smallest payment is known', async () => {
      const { result } = await player.call('order/webCoinProduct', { need: 37 }, { 'x-demo-country': 'DE' })
      return result[0]?.quantity === 41
    })
  })

  rulesAtOnce(
    2,
    (
      [
        ['en-US', '€0.50 is the smallest payment.', 'Get 41 HC Points'],
        ['de-DE', '0,50 € ist die kleinste Zahlung.', '41 HC-Punkte kaufen'],
        ['ja-JP', '€0.50', '41 HCポイントを購入'],
        ['th-TH', '€0.50', 'ซื้อ 41 HC พอยต์'],
      ] as const
    ).flatMap(([locale, sentence, get]) =>
      [desktop, phone].map((viewport) => ({
        name: `${locale}, ${viewport.width} px: where no payment is as small as what is missing, the page says so, by keyboard, too`,
        check: async () => {
          const visitor = await browser.visit({ locale, viewport, token: player.token })
          const { page } = visitor
          const name = `${locale}-${viewport.width}`
          await toTheItem(page, 'DE')
          await page.getByText(sentence).first().waitFor()
          await shot(page, `least-summary-${name}`)
          expect([await axe(page), await overflow(page)], 'findings of the summary').toEqual([[], []])
          // The law of the country asks for it.
          await page.locator('#consent').check()
          const opener = page.locator('[data-track=pay]:visible')
          await focusOn(opener)
          await page.keyboard.press('Enter')
          const dialog = page.locator('dialog[open]')
          await dialog.getByText(sentence).waitFor()
          await shot(page, `least-dialog-${name}`)
          expect([await axe(page), await overflow(page)], 'findings of the dialog').toEqual([[], []])
          await page.keyboard.press('Escape')
          await dialog.waitFor({ state: 'detached' })
          expect(await opener.evaluate((it) => it === document.activeElement), 'the focus is back').toEqual(true)
          await page.keyboard.press('Enter')
          await focusOn(dialog.getByRole('button', { name: get }))
          await page.keyboard.press('Enter')
          await page.waitForURL(/need=37/)
          await page.locator('input[value=coin_exact]:checked').waitFor({ state: 'attached' })
          await chooseChannel(page, 'sandbox')
          await shot(page, `least-pack-${name}`)
          expect([await axe(page), await overflow(page)], 'findings of the pack').toEqual([[], []])
          expect(visitor.complaints, 'complaints').toEqual([])
          await visitor.close()
        },
      })),
    ),
  )
})
