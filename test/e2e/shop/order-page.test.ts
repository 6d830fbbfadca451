import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { axe, desktop, overflow, phone, shifts, shot } from '../../kit/browser/browser.ts'
import { until } from '../../kit/shop.ts'
import { chooseChannel, see } from '../../kit/browser/steps.ts'
import { pastDeliveries, times } from '../../kit/past-deliveries.ts'
import { runChore } from '../../kit/run-chore.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const { shop, browser } = withPortal()

/** An order of the demo's player, as a page and its player make it. */
async function ordered(goods: string, role = 'r1001', method?: string): Promise<{ no: string; token: string }> {
  const player = await shop.signIn('demo', 'Demo1234')
  const { result } = await player.call(
    'order/webCreate',
    { role_id: role, server_id: 's1', cp_goods_id: goods, channel_code: 'sandbox', ...(method && { method }) },
    { 'idempotency-key': randomUUID() },
  )
  return { no: result.sdk_order_id, token: player.token }
}

const reached = (no: string, status: number): Promise<unknown> =>
  until(`status ${status} of ${no}`, async () => {
    const { rows } = await shop.db.query('select 1 from orders where order_no = $1 and status = $2', [no, status])
    return rows.length > 0
  })

async function openOrder(page: Page, { no, token }: { no: string; token: string }): Promise<void> {
  // A page of the shop would find the session before superseded, and forget the new one, too.
  await page.goto('/robots.txt')
  await page.evaluate((value) => localStorage.setItem('user_token', value), token)
  await page.goto(`/main/recharge/detail/${no}`)
}

describe("an order's page", () => {
  it('says what was delivered with its bonus in units, moves once, and leads into the game', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const order = await ordered('gem_980', 'r1002')
    await openOrder(page, order)
    await see(page, 'Until then we hold the price and the bonus for you.')
    const gold = await page.getByRole('main').getByRole('button', { name: 'Pay', exact: true }).boundingBox()
    expect((gold?.y ?? 9999) + (gold?.height ?? 0), 'lower edge of Pay').toBeLessThanOrEqual(phone.height)
    await shot(page, 'order-unpaid-390')
    await shop.outcome(order.no, 'paid')
    await see(page, '980 Star Gems + 980 bonus')
    const moment = page.locator('.moment')
    await page.locator('.moment[data-plays]').waitFor()
    await moment.getByRole('status').getByText('Delivered: 980 Star Gems is with Bront.').waitFor()
    expect(await moment.locator('.sr-only').first().textContent(), 'the total').toBe('1,960')
    const art = await moment.locator('img').boundingBox()
    expect(art?.width ?? 0, 'width of the art').toBeGreaterThanOrEqual(160)
    const ends = await moment.evaluate((element) =>
      element.getAnimations({ subtree: true }).map((it) => Number(it.effect?.getComputedTiming().endTime)),
    )
    expect(Math.max(0, ...ends), 'end of the last animation').toBeLessThanOrEqual(2000)
    const filled = page.getByRole('main').locator('a.btn-primary, a.btn-gold, button.btn-gold, button.btn-primary')
    expect(await filled.allTextContents(), 'filled buttons').toEqual([expect.stringMatching(/Start game|Download/)])
    const gift = page.getByRole('region', { name: 'Next gift' })
    await gift.getByRole('img', { includeHidden: true }).or(gift.locator('img')).first().waitFor()
    expect(await gift.textContent(), 'the next gift states, it does not urge').not.toMatch(/\b(more|only)\b/i)
    const shiftSum = (await shifts(page)).reduce((sum, shift) => sum + shift, 0)
    expect(shiftSum, 'layout shifts from unpaid to delivered').toBeLessThanOrEqual(0.02)
    await shot(page, 'order-delivered-390')
    expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])
    await page.reload()
    await see(page, '980 Star Gems + 980 bonus')
    expect(await page.locator('.moment[data-plays]').count(), 'a second play').toBe(0)
    expect(await moment.getByRole('status').textContent(), 'said again').toBe('')
    await page.goto('/main/account/recharge')
    await see(page, '+ 980 bonus')
    await close()
  })

  it('at the moment of success the gift’s bar fills from the sum before the order, and nothing else moves', async () => {
    for (const viewport of [desktop, phone]) {
      const player = await shop.signIn('demo', 'Demo1234')
      const no = await player.buy('gem_3280')
      const role = { server_id: 's1', role_id: 'r1001' }
      const { amount, next_tier: next } = (await player.call('e-recharge/rebate/info', role)).result
      const { page, complaints, close } = await browser.visit({ viewport, token: player.token, motion: true })
      await page.goto(`/main/recharge/detail/${no}`)
      const fill = page.locator('.gift-fill > span')
      await fill.waitFor({ state: 'attached' })
      await page.locator('.moment[data-plays]').waitFor()
      const place = (sum: number): number => Math.round((sum / (next?.threshold ?? 1) - 1) * 1000)
      const frames = await fill.evaluate((element) =>
        element.getAnimations().flatMap((it) => (it.effect as KeyframeEffect).getKeyframes()),
      )
      expect(
        frames.map(({ transform }) => Math.round(Number(/-?[\d.]+/.exec(String(transform))?.[0]) * 10)),
        'where the bar begins and ends',
      ).toEqual([place(amount - 49.99), place(amount)])
      const bar = page.getByRole('progressbar', { name: 'Spent on Astra so far' })
      expect(await bar.evaluate((it: HTMLProgressElement) => Math.round((it.value - 1) * 1000)), 'the bar').toBe(
        place(amount),
      )
      await shot(page, `moment-gift-${viewport.width}`)
      await fill.waitFor({ state: 'detached' })
      expect([await shifts(page), await overflow(page), complaints], 'findings').toEqual([[], [], []])
      await page.reload()
      await bar.waitFor()
      expect(await fill.count(), 'a second play').toBe(0)
      await close()
    }
  })

  it('a coin carries points that were bought to the balance in the header, which changes when it arrives', async () => {
    for (const motion of [true, false]) {
      const player = await shop.signIn('demo', 'Demo1234')
      const no = await player.order('coin_1000')
      const { page, complaints, close } = await browser.visit({ viewport: phone, token: player.token, motion })
      await page.goto(`/main/recharge/detail/${no}`)
      const balance = page.locator('.balance-chip .tabular-nums')
      const before = await balance.textContent()
      await shop.outcome(no, 'paid')
      await page.locator('.moment').waitFor()
      const coin = page.locator('.moment-coin')
      if (motion) {
        await coin.waitFor()
        expect(await balance.textContent(), 'the balance during the flight').toBe(before)
        await shot(page, 'moment-coin-390')
        await coin.waitFor({ state: 'detached' })
      }
      const points = (text: string | null): number => Number(text?.replaceAll(/\D/g, ''))
      await until('the new balance', async () => points(await balance.textContent()) === points(before) + 1050)
      expect([await coin.count(), complaints], 'coins and complaints').toEqual([0, []])
      // Without motion the parts are at their places at once.
      const shiftSum = (await shifts(page)).reduce((sum, shift) => sum + shift, 0)
      if (motion) expect(shiftSum, 'layout shifts from unpaid to credited').toBeLessThanOrEqual(0.02)
      await close()
    }
  })

  it('has beside it, or below on a phone, what players ask about its state and what else they bought', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    await player.buy('gem_60')
    const [unpaid, delivered] = [await player.order('gem_60'), await player.buy('gem_980')]
    for (const viewport of [desktop, phone]) {
      const { page, complaints, close } = await browser.visit({ viewport, token: player.token })
      const aside = page.getByRole('complementary', { name: 'Help' })
      await page.goto(`/main/recharge/detail/${unpaid}`)
      await aside.getByText('The payment window didn’t open').click()
      await aside.getByText('Your browser blocked it.').waitFor()
      expect(await aside.getByRole('link', { name: /^Buy again/ }).count(), 'beside an unpaid order').toBe(0)
      await page.goto(`/main/recharge/detail/${delivered}`)
      await aside.getByText('I bought for the wrong character').waitFor()
      const again = aside.getByRole('link', { name: /60 Star Gems/ })
      expect(await again.getAttribute('href')).toMatch(/^\/main\/recharge\?item=gem_60&server=s1&role=r1001/)
      expect(await aside.getByRole('link', { name: /980 Star Gems/ }).count(), 'the order’s own item').toBe(0)
      expect(await aside.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe(
        `/main/contact?order=${delivered}#write`,
      )
      const [main, side] = [await page.locator('.status-hero').boundingBox(), await aside.boundingBox()]
      const edge = (main?.x ?? 0) + (main?.width ?? 0)
      expect((side?.x ?? 0) >= edge, 'beside the order').toBe(viewport === desktop)
      await shot(page, `order-aside-${viewport.width}`)
      expect([await axe(page), await overflow(page), complaints], 'findings').toEqual([[], [], []])
      await close()
    }
  })

  it('the moment stands still where less motion is wanted', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const order = await ordered('gem_60', 'r1002')
    await shop.outcome(order.no, 'paid')
    await openOrder(page, order)
    await see(page, '60 Star Gems + 60 bonus')
    await page.getByText('Delivered: 60 Star Gems is with Bront.').waitFor({ state: 'attached' })
    expect(await page.locator('.moment[data-plays]').count()).toBe(0)
    await close()
  })

  it('opens the whole order to buy it again: item, character and way to pay, as the list of records does', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    const order = await ordered('gem_60', 'r1002', 'sandbox_voucher')
    await shop.outcome(order.no, 'paid')
    await until('the promise', async () => {
      const { rows } = await shop.db.query('select 1 from order_promise where order_no = $1', [order.no])
      return rows.length > 0
    })
    await shop.outcome(order.no, 'paid')
    await reached(order.no, 4)
    await openOrder(page, order)
    // Beside the order are others to buy again.
    const again = page.locator('.status-hero').getByRole('link', { name: 'Buy again' })
    const address = '/main/recharge?item=gem_60&server=s1&role=r1002&pay=sandbox_voucher'
    expect(await again.getAttribute('href')).toBe(address)
    await see(page, 'Test voucher')
    await page.getByRole('link', { name: 'Order confirmation' }).click()
    await page.getByRole('heading', { level: 1, name: 'Order confirmation' }).waitFor()
    await see(page, 'Test voucher')
    await page.goto('/main/account/recharge')
    const row = page.locator('.record').filter({ hasText: order.no })
    expect(await row.getByRole('link', { name: 'Buy again' }).getAttribute('href')).toBe(address)
    await row.getByRole('link', { name: 'Buy again' }).click()
    await see(page, /^Test voucher$/)
    await page
      .getByRole('button', { name: /^Pay \$0\.99/ })
      .filter({ visible: true })
      .first()
      .waitFor()
    await close()
  })

  it('says how soon an item usually arrives once it is paid, and so does the summary before, if it was measured', async () => {
    const { page, close } = await browser.visit({})
    const order = await ordered('gem_60', 'r1002')
    await shop.db.query(`update orders set status = 2, paid_cents = amount_cents, bonus_granted = 0, paid_at = now(),
      next_check_at = null where order_no = '${order.no}'`)
    await openOrder(page, order)
    await see(page, 'Congratulations, the recharge is successful')
    expect(await page.getByText('It usually arrives').count(), 'before it is measured').toBe(0)
    await pastDeliveries(shop.db, 2, times(100, 6.1))
    await runChore(shop.db, 'measure_arrivals')
    await until('the measured time', async () => (await shop.call('setting/init', {})).result.arrives_seconds === 10)
    await page.reload()
    await see(page, 'It usually arrives within 10 seconds.')
    await shot(page, 'order-paid-1280')
    await page.goto('/main/recharge?item=gem_300&server=s1&role=r1001&pay=sandbox')
    await see(page, 'Usually in your game within 10 seconds')
    await shot(page, 'summary-arrives-1280')
    await chooseChannel(page, 'sandbox_voucher')
    expect(await page.getByText('Usually in your game').count(), 'with a voucher').toBe(0)
    await page.goto('/main/shop/gem_300')
    await see(page, 'Usually in your game within 10 seconds')
    await shot(page, 'goods-arrives-1280')
    expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])
    await close()
  })

  it('tells a payment that the player canceled from one that was declined', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    for (const [outcome, text] of [
      ['cancelled', 'You canceled the payment. You weren’t charged.'],
      ['failed', 'Your payment provider declined the payment. You weren’t charged. Another way to pay often works.'],
    ] as const) {
      const order = await ordered('gem_300')
      await shop.outcome(order.no, outcome)
      await reached(order.no, 3)
      await openOrder(page, order)
      await see(page, text)
      await see(page, '300 Star Gems')
    }
    await close()
  })

  it('says why its payment failed while it is open', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    const order = await ordered('gem_300')
    await openOrder(page, order)
    await see(page, 'Until then we hold the price and the bonus for you.')
    await shop.outcome(order.no, 'failed')
    await see(page, 'Your payment provider declined the payment. You weren’t charged. Another way to pay often works.')
    await page.getByRole('main').getByRole('link', { name: 'Top up' }).first().waitFor()
    await close()
  })

  it('of a refund shows no bonus as a gain, and no reference but the gateway’s', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    const order = await ordered('gem_300')
    await shop.outcome(order.no, 'paid')
    await openOrder(page, order)
    await see(page, '300 Star Gems + 300 bonus')
    await shop.outcome(order.no, 'refunded')
    await reached(order.no, 5)
    await page.reload()
    await see(page, 'Removed with the refund')
    const main = (await page.getByRole('main').textContent()) ?? ''
    expect(main).not.toContain('+100%')
    expect(main).not.toContain(`Reference: ${order.no}`)
    expect(main).toMatch(/Reference: ref_/)
    await shot(page, 'order-refunded-390')
    await close()
  })
})

describe('the records', () => {
  it('have all amounts on one right edge, however many buttons a row has, and the number below the item', async () => {
    const { page, close } = await browser.visit({})
    const player = await shop.signIn('demo', 'Demo1234')
    await player.buy('gem_60')
    await player.order('gem_6480')
    await openOrder(page, { no: await player.order('coin_500'), token: player.token })
    await page.goto('/main/account/recharge')
    await page.locator('.record').nth(2).waitFor()
    const edges = await page
      .locator('.record .price')
      .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().right)))
    expect(new Set(edges).size, `right edges ${edges.join()}`).toBe(1)
    await shot(page, 'records-1280')
    expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])
    await close()
  })

  it('of HC Points say what was bought for whom, with the number behind Details', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    const player = await shop.signIn('demo', 'Demo1234')
    await player.buy('coin_1000')
    const no = await player.order('gem_60', 'hcpoint')
    expect((await player.call('payment/order/epoint/pay', { paymentId: no })).msg).toBe('success')
    await openOrder(page, { no, token: player.token })
    await page.goto('/main/account/epoint')
    await page.getByRole('link', { name: '60 Star Gems for Astra' }).first().waitFor()
    expect(await page.getByText(no).isVisible(), 'the number').toBe(false)
    expect(await page.getByLabel('From').isVisible(), 'the filters').toBe(false)
    const row = page.getByRole('row', { name: '60 Star Gems for Astra' }).first()
    expect(await row.textContent()).toContain('\u221299')
    await row.getByText('Details').click()
    await page.getByText(no).waitFor()
    await shot(page, 'epoint-390')
    expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])
    await close()
  })
})

describe('the account page', () => {
  it('has the characters first, then points, mails about orders, and privacy, and nothing of it moves', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    const player = await shop.signIn('demo', 'Demo1234')
    await openOrder(page, { no: await player.order('gem_60'), token: player.token })
    await page.goto('/main/account/user')
    await page.getByRole('heading', { name: 'Your HC Points' }).or(page.locator('#points-title')).first().waitFor()
    expect(await shifts(page), 'layout shifts').toEqual([])
    const ids = await page
      .locator('main h2[id]')
      .evaluateAll((all) => all.map(({ id }) => id).filter((id) => /roles|points|receipts|privacy/.test(id)))
    expect(ids).toEqual(['roles-title', 'points-title', 'receipts-title', 'privacy-title'])
    await see(page, 'We couldn’t tell your country, so you see prices in US dollars.')
    await shot(page, 'account-390')
    expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])
    await close()
  })
})

describe('a paid order without a tax document', () => {
  it('has a confirmation with its bonus that prints and says that it is no tax invoice', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    const order = await ordered('gem_1980')
    await shop.outcome(order.no, 'paid')
    await openOrder(page, order)
    await page.getByRole('link', { name: 'Order confirmation' }).click()
    await page.getByRole('heading', { level: 1, name: 'Order confirmation' }).waitFor()
    await see(page, 'This isn’t a tax invoice.')
    await see(page, 'Bonus 1,980, free of charge')
    await page.getByRole('button', { name: 'Print' }).waitFor()
    await shot(page, 'confirmation-390')
    expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])
    await close()
  })
})

describe('the sandbox’s page', () => {
  it('shows the item, whose it will be and its price in the player’s language, and no button after the outcome', async () => {
    for (const [locale, pay, paid] of [
      ['en-US', 'Pay now', 'Paid. You can go back to'],
      ['de-DE', 'Jetzt bezahlen', 'Bezahlt. Du kannst zu'],
    ] as const) {
      const { page, close } = await browser.visit({ locale, viewport: phone })
      const player = await shop.signIn('demo', 'Demo1234')
      const { result } = await player.call(
        'order/webCreate',
        { role_id: 'r1001', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'sandbox' },
        { 'idempotency-key': randomUUID(), 'accept-language': locale },
      )
      await page.goto(`/sandbox/pay/${result.sdk_order_id}`)
      expect(await page.locator('html').getAttribute('lang')).toBe(locale)
      await see(page, /Astra/)
      await see(page, locale === 'de-DE' ? /0,99/ : /\$0\.99/)
      await shot(page, `sandbox-${locale}`)
      await page.getByRole('button', { name: pay }).click()
      await see(page, new RegExp(paid))
      expect(await page.getByRole('button', { name: pay }).count()).toBe(0)
      await shot(page, `sandbox-paid-${locale}`)
      await close()
    }
  })
})
