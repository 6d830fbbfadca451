import { beforeAll, describe, expect, it } from 'vitest'
import { type Player, until } from '../../kit/shop.ts'
import { desktop, overflow, phone, shot } from '../../kit/browser/browser.ts'
import { chooseChannel, chooseItem, chooseTarget, openPart, pay, see } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const target = { server_id: 's2', role_id: 'r2001' }

const orders = async (demo: Player): Promise<number> => (await demo.call('order/record', { page: 1, size: 1 })).total

const { shop, browser } = withPortal()

/** What the shop promises: bonuses, mail about orders, and somebody to write to. */
describe('what the shop promises', () => {
  let demo: Player
  beforeAll(async () => {
    demo = await shop.signIn('demo', 'Demo1234')
  })
  const create = async (goods: string): Promise<string> => await demo.order(goods, 'sandbox', target)

  for (const [device, viewport, goods] of [
    ['a desktop', desktop, 'gem_3280'],
    ['a phone', phone, 'gem_1980'],
  ] as const) {
    it(`on ${device} an item says before the order that an open order has its bonus, and the way to it stands at the pay button`, async () => {
      const first = await create(goods)
      const visitor = await browser.visit({ viewport, token: demo.token })
      const { page } = visitor
      await page.goto(`/main/recharge?item=${goods}`)
      await chooseTarget(page, 's2', 'r2001')
      const card = page.locator('.item-card', { has: page.locator(`input[value=${goods}]`) })
      await openPart(page, 'what')
      await card.getByText('Your unpaid order has the bonus').waitFor()
      expect(await card.getByRole('link').count(), 'a card has one meaning').toEqual(0)
      expect((await card.getByText('You get').count()) === 0, 'no sum with a bonus that is not there').toBe(true)
      await page.locator('aside').getByText('This order comes without the bonus').waitFor()
      await shot(page, `bonus-held-${viewport.width}`)
      await page.locator('aside').getByRole('link', { name: 'Your open order' }).click()
      await page.waitForURL((url) => url.pathname.endsWith(first))
      const later = await create(goods)
      await page.goto(`/main/recharge/detail/${later}`)
      await page.getByRole('link', { name: 'Your other open order' }).click()
      await page.waitForURL((url) => url.pathname.endsWith(first))
      await shop.outcome(first, 'paid')
      await until('the tab says so', async () => /^✓ (Paid|Delivered) – /.test(await page.title()))
      expect(visitor.complaints, 'complaints').toEqual([])
      await visitor.close()
    })
  }

  it('a player can read why a bonus was used, why an order has none, and why an item cannot be bought', async () => {
    const first = await create('gem_1980')
    await shop.outcome(first, 'paid')
    await until('it is there', async () => (await demo.record(first)).status === 4)
    const second = await create('gem_1980')
    for (const [locale, viewport] of [
      ['en-US', desktop],
      ['en-US', phone],
      ['ja-JP', phone],
      ['th-TH', phone],
      ['de-DE', phone],
      ['de-DE', desktop],
    ] as const) {
      const english = locale === 'en-US'
      const visitor = await browser.visit({ locale, viewport, token: demo.token })
      const { page } = visitor
      const name = `${locale}-${viewport.width}`
      const dialog = page.getByRole('dialog')
      await page.goto('/main/recharge?server=s2&role=r2001&item=gem_1980')
      const card = page.locator('.item-card', { has: page.locator('input[value=gem_1980]') })
      await openPart(page, 'what')
      await card.locator('[data-track=why]').click()
      await dialog.locator('li').first().waitFor()
      if (english) await dialog.getByText('Each character gets an item’s first top-up bonus once').waitFor()
      expect(await page.locator('input[name=item]:checked').getAttribute('value'), 'the chosen item').toEqual(
        'gem_1980',
      )
      await shot(page, `why-used-${name}`, false)
      expect((await overflow(page)).length, 'what is too wide').toEqual(0)
      await page.keyboard.press('Escape')
      await page.goto('/main/recharge?server=s2&role=r2001&item=gem_gone')
      const reason = page.locator('.notice li')
      await reason.waitFor()
      if (english) await page.getByText('This item isn’t sold in your country').waitFor()
      await page.locator('input[name=item]').nth(1).waitFor()
      await shot(page, `why-gone-${name}`, false)
      expect((await overflow(page)).length, 'what is too wide').toEqual(0)
      await chooseItem(page, 'gem_60')
      await reason.waitFor({ state: 'detached' })
      await page.goto(`/main/recharge/detail/${second}`)
      await page.locator('[data-track=why]').click()
      await dialog.locator('li').first().waitFor()
      await shot(page, `why-order-${name}`, false)
      await page.keyboard.press('Escape')
      await shop.db.query(`insert into desk.setting (name, value) values ('sales', '{"paused": true}')
        on conflict (name) do update set value = excluded.value`)
      await shop.db.query(`select pg_notify('hc_bus', 'catalog')`)
      await until('the pause', async () => {
        const { result } = await demo.call('order/explain', { cp_goods_id: 'gem_980', ...target })
        return !result.can
      })
      await page.goto('/main/recharge?server=s2&role=r2001&item=gem_980')
      const stopped = page.locator('.item-card', { has: page.locator('input[value=gem_980]') })
      await openPart(page, 'what')
      await stopped.locator('[data-track=why]').click()
      await dialog.locator('li').first().waitFor()
      if (english) await dialog.getByText('The shop is taking a break from orders').waitFor()
      await page.keyboard.press('Escape')
      await shot(page, `why-stopped-${name}`, false)
      expect((await overflow(page)).length, 'what is too wide').toEqual(0)
      await shop.db.query(`update desk.setting set value = '{"paused": false}' where name = 'sales'`)
      await shop.db.query(`select pg_notify('hc_bus', 'catalog')`)
      await until('the end of the pause', async () => {
        const { result } = await demo.call('order/explain', { cp_goods_id: 'gem_980', ...target })
        return result.can
      })
      expect(visitor.complaints, 'complaints').toEqual([])
      await visitor.close()
    }
  })

  it('an offer that has changed since it was shown makes no order; the new one is on the page', async () => {
    const visitor = await browser.visit({ token: demo.token })
    const { page } = visitor
    await page.goto('/main/recharge?item=gem_6480')
    await chooseTarget(page, 's2', 'r2001')
    await chooseItem(page, 'gem_6480')
    await chooseChannel(page, 'sandbox')
    await page.locator('aside').getByText('6,480 + 6,480 bonus').waitFor()
    const first = await create('gem_6480')
    const before = await orders(demo)
    await pay(page)
    await page.locator('aside').getByText('This offer has just changed').waitFor()
    await page.locator('aside').getByText('This order comes without the bonus').waitFor()
    expect(await orders(demo), 'no order was made').toEqual(before)
    await shop.outcome(first, 'paid')
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('a player who cannot log in finds the form, sees the wrong field, and gets a reference', async () => {
    const visitor = await browser.visit({ viewport: phone })
    const { page } = visitor
    await page.goto('/login')
    await page.getByRole('link', { name: 'Contact customer service' }).click()
    await page.waitForURL((url) => url.pathname === '/main/contact')
    expect(
      (await page.getByRole('link', { name: 'support@starfall.example' }).getAttribute('href')) ===
        'mailto:support@starfall.example',
      'a link to write mail',
    ).toBe(true)
    await page.getByLabel('What happened?').fill('Somebody took my account.')
    await page.getByLabel('Your email address').fill('nobody')
    await page.getByRole('button', { name: 'Send message' }).click()
    await see(page, 'Please enter a valid email address')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'the focus').toEqual('email')
    await page.getByLabel('Your email address').fill('guest@example.com')
    await page.getByRole('button', { name: 'Send message' }).click()
    await see(page, /Your reference is S-\w{4}-\w{4}\. We’ll reply to guest@example\.com\./)
    await shot(page, 'contact-done-390')
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })

  it('the link to customer service from an order fills in its number', async () => {
    const visitor = await browser.visit({})
    await visitor.page.goto('/main/contact?order=01M80ZA4Y11803WG4Z8WXRFYC0#write')
    await until(
      'it is there',
      async () => (await visitor.page.getByLabel('Order number').inputValue()) === '01M80ZA4Y11803WG4Z8WXRFYC0',
    )
    await visitor.close()
  })

  it('mail about orders is turned off on the account page, and stays off', async () => {
    demo = await shop.signIn('demo', 'Demo1234')
    const visitor = await browser.visit({ token: demo.token })
    const { page } = visitor
    await page.goto('/main/account/user')
    const box = page.getByLabel('Email me about my orders')
    expect(await box.isChecked(), 'on from the beginning').toBe(true)
    await box.click()
    await see(page, 'Order emails are off.')
    await page.reload()
    await until('it stays off', async () => !(await box.isChecked()))
    await box.click()
    await see(page, 'Order emails are on.')
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })
})
