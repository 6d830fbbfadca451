import { describe, expect, it } from 'vitest'
import { until } from '../../kit/shop.ts'
import { axe, desktop, overflow, phone, shot } from '../../kit/browser/browser.ts'
import {
  chooseChannel,
  chooseItem,
  chooseTarget,
  openPart,
  orderOf,
  pay,
  see,
  signIn,
} from '../../kit/browser/steps.ts'
import { withBrowser, withPortal } from '../../kit/browser/stage.ts'
import { withShopAt, withStripe } from '../../kit/fixtures.ts'

const { shop, browser } = withPortal()
const buy = '/main/recharge?item=gem_300'

describe('ways to pay', () => {
  it('have names as text, marks that only decorate, and ask no other host', async () => {
    const { page, close, complaints } = await browser.visit({ viewport: phone })
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await signIn(page, 'demo', 'Demo1234', `/login?redirect=${encodeURIComponent(buy)}`)
    await chooseTarget(page)
    await openPart(page, 'how')
    const rows = page.locator('.channel-card')
    await rows.first().waitFor()
    const names = await rows.locator('.font-bold').allTextContents()
    expect(names.map((name) => name.replaceAll('\u00a0', ' '))).toEqual([
      'Sandbox Pay',
      'Test bank',
      'Test voucher',
      'HC Points',
    ])
    for (const alt of await rows.locator('img').evaluateAll((all) => all.map((img) => img.getAttribute('alt'))))
      expect(alt).toBe('')
    const mark = await page.request.get('/art/methods/visa.svg')
    expect([mark.status(), mark.headers()['content-type']]).toEqual([200, 'image/svg+xml'])
    await see(page, /Usually confirmed within minutes/)
    await see(page, /Confirmed in 1 to 3 days\. Your item arrives then\./)
    await see(page, /You pay on Sandbox Pay’s secure page\. We never see your card\./)
    expect([...hosts]).toEqual([new URL(shop.url).host])
    expect(complaints).toEqual([])
    await close()
  })

  it('begin with the last used one for who stays logged in; after logout the device forgets it', async () => {
    const { page, context, close } = await browser.visit({ viewport: desktop })
    await signIn(page, 'demo', 'Demo1234', `/login?redirect=${encodeURIComponent(buy)}`)
    await chooseTarget(page)
    await chooseChannel(page, 'sandbox_bank')
    const opened = context.waitForEvent('page')
    await pay(page)
    const gateway = await opened
    await gateway.locator('button[value=paid]').click()
    await see(gateway, /The bank pays in a few seconds/)
    await page.waitForURL(/\/main\/recharge\/detail\//, { timeout: 60_000 })
    await see(page, 'Congratulations, the recharge is successful')
    await page.goto('/main/recharge?item=gem_60')
    await chooseTarget(page)
    const first = page.locator('.channel-card').first()
    await first.getByText('Last used').waitFor()
    expect(await first.locator('input').inputValue()).toBe('sandbox_bank')
    expect(await first.locator('input').isChecked()).toBe(true)
    expect(await page.evaluate(() => localStorage.getItem('hc_pay'))).toContain('sandbox_bank')
    await page.goto('/main/account/user')
    await page.getByRole('button', { name: 'Log out' }).first().click()
    await page.getByRole('dialog').filter({ visible: true }).getByRole('button', { name: 'Log out' }).click()
    await page.waitForFunction(() => (localStorage.getItem('user_token') ?? '') === '')
    expect(await page.evaluate(() => localStorage.getItem('hc_pay'))).toBe(null)
    // The shop knows it from the player's own orders.
    await signIn(page, 'demo', 'Demo1234', `/login?redirect=${encodeURIComponent(buy)}`)
    await chooseTarget(page)
    await page.locator('.channel-card').first().getByText('Last used').waitFor()
    expect(await page.locator('.channel-card input').first().inputValue()).toBe('sandbox_bank')
    await close()
  })

  it('with a voucher leave the order open, say until when, and deliver once it is paid', async () => {
    const { page, context, close } = await browser.visit({ viewport: phone })
    await signIn(page, 'demo', 'Demo1234', `/login?redirect=${encodeURIComponent(buy)}`)
    await chooseTarget(page)
    await chooseItem(page, 'gem_60')
    await chooseChannel(page, 'sandbox_voucher')
    const opened = context.waitForEvent('page')
    await pay(page)
    const gateway = await opened
    await gateway.locator('button[value=paid]').click()
    await see(gateway, /Your voucher is ready/)
    await page.getByRole('button', { name: 'Completed' }).click()
    await orderOf(page)
    await see(page, 'Waiting for your payment')
    await see(page, /You have until .+\. Your item arrives as soon as it’s confirmed\./)
    const beside = await context.newPage()
    await beside.goto('/main/recharge')
    await see(beside, /^Pay by /)
    expect(await beside.locator('.countdown').count(), 'clocks of a promised order').toBe(0)
    await beside.close()
    await gateway.locator('button[value=paid]').click()
    await see(page, 'Congratulations, the recharge is successful')
    await close()
  })
})

describe('the shop before sign-in', () => {
  const cards = withShopAt(withStripe(), { REPAIR_AFTER_SECONDS: '1' })
  const visitors = withBrowser(() => cards.url)

  it('shows the marks of what players can pay with beside the sentence about the card, and only decorates with them', async () => {
    await until('the gateway was asked', async () => ((await cards.call('shop/catalog')).result.marks?.length ?? 0) > 0)
    for (const viewport of [phone, desktop]) {
      const { page, close, complaints } = await visitors.visit({ viewport })
      await page.goto('/main/shop')
      await see(page, /secure page\. We never see your card\./)
      const marks = page.locator('.pay-trust .way-mark img')
      await marks.first().scrollIntoViewIfNeeded()
      const sources = await marks.evaluateAll((all) =>
        all.map((it) => [it.getAttribute('alt'), it.getAttribute('src')]),
      )
      expect(sources.slice(0, 3)).toEqual(['visa', 'mastercard', 'jcb'].map((name) => ['', `/art/methods/${name}.svg`]))
      await shot(page, `trust-marks-${viewport.width}`)
      expect([await axe(page), await overflow(page), complaints], 'findings').toEqual([[], [], []])
      await close()
    }
  })
})
