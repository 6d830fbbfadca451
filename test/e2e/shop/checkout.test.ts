import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, overflow, phone, shot, smallPhone } from '../../kit/browser/browser.ts'
import { withPortal } from '../../kit/browser/stage.ts'
import { chooseItem, chooseTarget, openPart, pay, see, signIn } from '../../kit/browser/steps.ts'
import { until } from '../../kit/shop.ts'

const { shop, browser } = withPortal()
const EVERYTHING = '/main/recharge?item=gem_980&server=s1&role=r1001&pay=sandbox'
const languages = ['en-US', 'zh-CN', 'zh-TW', 'zh-HK', 'ja-JP', 'ko-KR', 'th-TH', 'vi-VN', 'de-DE']
const demo = async (): Promise<string> => (await shop.signIn('demo', 'Demo1234')).token
const payButton = (page: Page) => page.locator('[data-track=pay]:visible')
/** Calls that make an order. */
const ordersMade = (page: Page): string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/order/webCreate')) calls.push(request.url())
  })
  return calls
}

describe('a whole order on one screen', () => {
  it('on a phone shows character, item, way to pay and total in the first screen, and nothing lies over them', async () => {
    const { page, complaints, close } = await browser.visit({ viewport: phone, token: await demo() })
    await page.goto(EVERYTHING)
    await payButton(page).getByText('Pay $14.99').waitFor()
    // The way to pay comes with its list; until then its row is empty.
    await page.locator('.order-row-text').nth(2).getByText('Sandbox Pay').waitFor()
    const rows = await page.locator('.order-row-text').evaluateAll((all) =>
      all.map((row) => {
        const { left, top, bottom } = row.getBoundingClientRect()
        const above = document.elementFromPoint(left + 4, (top + bottom) / 2)
        return { text: row.textContent, isFree: row.contains(above) || above?.contains(row), bottom }
      }),
    )
    expect(
      rows.map(({ text }) => text),
      'rows',
    ).toEqual([
      expect.stringMatching(/Astra · Lv\. 62.*Aurora/),
      expect.stringMatching(/980 Star Gems.*\$14\.99.*You get 1,960/),
      expect.stringContaining('Sandbox Pay'),
    ])
    expect(
      rows.filter(({ isFree, bottom }) => !isFree || bottom > phone.height),
      'covered or below',
    ).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  for (const viewport of [
    { width: 820, height: 1180 },
    { width: 844, height: 390 },
    { width: 1023, height: 768 },
  ])
    it(`at ${viewport.width} × ${viewport.height} a button names the price, and the bar the character`, async () => {
      for (const locale of ['en-US', 'de-DE', 'th-TH']) {
        const { page, close } = await browser.visit({ viewport, locale, token: await demo() })
        await page.goto(EVERYTHING)
        await payButton(page)
          .getByText(/14[.,]99/)
          .waitFor()
        const box = await payButton(page).boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0), 'the lower edge of the button').toBeLessThanOrEqual(viewport.height)
        await page.locator('.pay-bar').getByText('Astra').filter({ visible: true }).waitFor()
        expect(await overflow(page), locale).toEqual([])
        await shot(page, `bar-${viewport.width}-${locale}`, false)
        await close()
      }
    })

  it('keeps character and item through a reload, the way back, another language and a session that ends', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    await signIn(page, 'demo', 'Demo1234', '/login?redirect=%2Fmain%2Frecharge')
    await chooseTarget(page, 's1', 'r1002')
    await chooseItem(page, 'gem_300')
    const isThere = async (why: string): Promise<void> => {
      await until(why, async () =>
        /300.*Bront · Aurora/.test((await page.locator('.pay-bar-what').textContent()) ?? ''),
      )
    }
    await isThere('at once')
    await page.reload()
    await isThere('after a reload')
    await page.locator('header').getByRole('link').first().click()
    await page.waitForURL(/\/main\/home/)
    await page.goBack()
    await isThere('on the way back')
    await page.goto(`${page.url()}&lang=de-DE`)
    await isThere('in German')
    await shop.signIn('demo', 'Demo1234')
    await pay(page)
    await page.waitForURL(/\/login\?/)
    await page.locator('dialog[open] .btn').last().click()
    await page.locator('input[autocomplete=username]').fill('demo')
    await page.locator('input[type=password]').fill('Demo1234')
    await page.locator('main form [type=submit]').click()
    await page.waitForURL(/\/main\/recharge/)
    await isThere('after a second sign-in')
    await close()
  })

  it('a part becomes a row when the pointer chose in it, and never under the focus of a keyboard', async () => {
    const { page, close } = await browser.visit({ viewport: phone, token: await demo() })
    await page.goto(EVERYTHING)
    await payButton(page).getByText('Pay $14.99').waitFor()
    await openPart(page, 'whom')
    const role = (name: string) => page.getByRole('radio', { name, exact: true })
    await until('the focus', () => role('Astra').evaluate((radio) => radio.matches(':focus')))
    await page.keyboard.press('ArrowDown')
    await until('the next character', () => role('Bront').isChecked())
    expect(await role('Bront').isVisible(), 'open under the focus').toBe(true)
    await page.keyboard.press('Tab')
    await page.locator('#order-whom[data-done]').waitFor()
    await chooseItem(page, 'gem_60')
    await page.locator('#order-what[data-done]').waitFor()
    const place = await page.evaluate(() => document.activeElement?.closest('.order-group')?.id)
    expect(place, 'the focus stays in its part').toEqual('order-what')
    await close()
  })

  it('a purchase by keyboard takes at most eight stops from the top of the page to Pay', async () => {
    const { page, close } = await browser.visit({ viewport: phone, token: await demo() })
    await page.goto(EVERYTHING)
    await payButton(page).getByText('Pay $14.99').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    let stops = 1
    const isAtPay = () => page.evaluate(() => document.activeElement?.getAttribute('data-track') === 'pay')
    while (stops < 20 && !(await isAtPay())) {
      await page.keyboard.press('Tab')
      stops++
    }
    expect(stops, 'stops').toBeLessThanOrEqual(8)
    await close()
  })
})

describe('a choice that is missing', () => {
  it('is marked, says what is missing, and has the focus, and nothing is sent', async () => {
    const { page, close } = await browser.visit({ viewport: phone, token: await demo() })
    const calls = ordersMade(page)
    await page.goto('/main/recharge')
    await page.locator('input[name=server]').first().waitFor()
    await pay(page)
    await see(page, 'Please select server and role information first')
    await until('the focus', () =>
      page
        .locator('input[name=server]')
        .first()
        .evaluate((radio) => radio.matches(':focus')),
    )
    expect(await page.locator('input[name=server]').first().getAttribute('aria-invalid')).toEqual('true')
    await page.locator('input[name=server][value=s1]').check({ force: true })
    await pay(page)
    await see(page, 'Please select role information')
    expect(await page.locator('input[name=role]').first().getAttribute('aria-invalid')).toEqual('true')
    await chooseTarget(page)
    await pay(page)
    await see(page, 'Please choose an item')
    await until('the focus', () =>
      page
        .locator('input[name=item]')
        .first()
        .evaluate((radio) => radio.matches(':focus')),
    )
    expect(await page.locator('input[name=item]').first().getAttribute('aria-invalid')).toEqual('true')
    expect(calls, 'orders').toEqual([])
    await close()
  })

  it('a newcomer with an item in the address sees it before they choose who gets it', async () => {
    const { page, close } = await browser.visit({ viewport: phone, token: await demo() })
    await page.goto('/main/recharge?item=gem_980')
    await see(page, 'You chose 980 Star Gems. Now choose who gets it.')
    await close()
  })
})

describe('an item that has an unpaid order already', () => {
  const order = async (token: string): Promise<void> => {
    await shop.call(
      'order/webCreate',
      { server_id: 's1', role_id: 'r1001', cp_goods_id: 'gem_980', channel_code: 'sandbox' },
      { token },
    )
  }
  it('says so above the pay button, pays that one without another, and offers another one by name', async () => {
    const token = await demo()
    await order(token)
    for (const viewport of [phone, desktop]) {
      const { page, context, close } = await browser.visit({ viewport, token })
      const calls = ordersMade(page)
      await page.goto(EVERYTHING)
      await page.getByText('You already have an unpaid order for this.').filter({ visible: true }).waitFor()
      await payButton(page).getByText('Pay $14.99 for another one').waitFor()
      await shot(page, `unpaid-${viewport.width}`, false)
      const opened = context.waitForEvent('page')
      await page.locator('[data-track=pay_unpaid]:visible').click()
      await (await opened).waitForURL(/\/sandbox\/pay\//)
      expect(calls, 'orders').toEqual([])
      await close()
    }
  })

  it('stands beside the title with its item and price, in every language, and a tap on the card only chooses', async () => {
    const token = await demo()
    await order(token)
    const { page, close } = await browser.visit({ viewport: smallPhone, token })
    for (const locale of languages) {
      for (const viewport of [smallPhone, phone]) {
        await page.setViewportSize(viewport)
        await page.goto(`${EVERYTHING}&lang=${locale}`)
        const box = page.locator('.recharge-open')
        await box.getByText(/14[.,]99/).waitFor()
        expect(await box.textContent(), locale).toMatch(/980/)
        expect(await overflow(page), `${locale} ${viewport.width}`).toEqual([])
      }
    }
    await openPart(page, 'what')
    await page.locator('.item-card', { has: page.locator('input[value=gem_980]') }).click()
    expect(new URL(page.url()).pathname).toEqual('/main/recharge')
    await close()
  })
})
