import { describe, expect, it } from 'vitest'
import { until } from '../../kit/shop.ts'
import { axe, shot, type Stagehand } from '../../kit/browser/browser.ts'
import { chooseChannel, chooseItem, chooseTarget, orderOf, pay, see, signIn } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const { shop, browser } = withPortal()

/** Whatever breaks on the way, nothing is lost and nothing is bought twice. */
describe('whatever breaks on the way', () => {
  const orders = async (): Promise<number> =>
    (
      await shop.db.query<{ n: number }>(
        `select count(*)::int as n from orders o join account a using (account_id) where a.login = 'demo'`,
      )
    ).rows[0]?.n ?? 0

  const prepare = async (goods: string): Promise<Awaited<ReturnType<Stagehand['visit']>>> => {
    const visitor = await browser.visit({})
    await signIn(visitor.page, 'demo', 'Demo1234', '/login?redirect=%2Fmain%2Frecharge')
    await chooseTarget(visitor.page, 's1', 'r1002')
    await chooseItem(visitor.page, goods)
    await chooseChannel(visitor.page, 'sandbox')
    return visitor
  }

  it('a pop-up blocker shows a real link instead, and the order is there once', async () => {
    const { page, close } = await prepare('gem_60')
    await page.evaluate(() => {
      window.open = () => null
    })
    const before = await orders()
    await pay(page)
    const link = page.getByRole('link', { name: 'Open payment page' })
    await link.waitFor()
    await shot(page, 'blocked-1280')
    expect(
      /\/pay\/[0-9A-Z]{26}$/.test((await link.getAttribute('href')) ?? ''),
      'the link does not lead to the payment',
    ).toBe(true)
    expect((await orders()) === before + 1, 'not one order').toBe(true)
    await close()
  })

  it('an order whose creation lost its connection is found again after a reload, without a second order', async () => {
    const { page, close } = await prepare('gem_980')
    const before = await orders()
    // The server makes the order; its answer never arrives.
    const crash = new Promise<void>((resolve, fail) => {
      page
        .route(
          '**/api/order/webCreate',
          async (route) => {
            await route.fetch()
            await route.abort('connectionreset')
            resolve()
          },
          { times: 1 },
        )
        .catch(fail)
    })
    await pay(page)
    await crash
    await until('the order at the server', async () => (await orders()) === before + 1)
    await page.waitForTimeout(500)
    await page.reload()
    await page.getByRole('button', { name: 'Continue this order' }).click()
    await orderOf(page)
    await see(page, 'Your recharge has not been completed, please pay in time')
    expect((await orders()) === before + 1, 'a second order was made').toBe(true)
    await close()
  })

  it('an order whose window was closed is paid from its own page, which tells where money and item are', async () => {
    const { page, context, close } = await prepare('gem_1980')
    const opened = context.waitForEvent('page')
    await pay(page)
    await (await opened).close()
    await page.getByRole('button', { name: 'Later' }).click()
    await page.goto('/main/account/recharge')
    await page
      .getByRole('link', { name: /Details of order|Details/ })
      .first()
      .click()
    const order = await orderOf(page)
    await see(page, 'Your recharge has not been completed, please pay in time')
    await page.getByRole('button', { name: 'Check my order' }).click()
    await see(page, /We’re waiting for your payment/)
    await shot(page, 'detail-unpaid-1280')
    await shop.outcome(order, 'paid_no_webhook')
    await page.getByRole('button', { name: 'Check my order' }).click()
    await see(page, /The game has confirmed/)
    await see(page, /Delivered to Bront in the game/)
    await close()
  })

  it('the result of a check disappears when the order changes', async () => {
    const { page, close } = await prepare('gem_300')
    await pay(page)
    await page.getByRole('button', { name: 'Later' }).click()
    await page.goto('/main/account/recharge')
    await page
      .getByRole('link', { name: /Details of order|Details/ })
      .first()
      .click()
    const order = await orderOf(page)
    await page.getByRole('button', { name: 'Check my order' }).click()
    await see(page, /We’re waiting for your payment/)
    // Nobody presses anything any more: the page looks by itself.
    await shop.outcome(order, 'paid')
    await see(page, /The game has confirmed/)
    await close()
  })

  it('a failed order says so, and leads back to the top-up with its item chosen', async () => {
    const player = await shop.signIn('rich', 'Rich1234')
    const order = await player.order('gem_60', 'sandbox', { role_id: 'r1003' })
    await shop.outcome(order, 'failed')
    const visitor = await browser.visit({})
    await signIn(
      visitor.page,
      'rich',
      'Rich1234',
      `/login?redirect=${encodeURIComponent(`/main/recharge/detail/${order}`)}`,
    )
    await see(visitor.page, 'Payment failed')
    await shot(visitor.page, 'detail-failed-1280')
    await visitor.page.getByRole('link', { name: 'Top up', exact: true }).last().click()
    await visitor.page.waitForURL(/\/main\/recharge\?item=gem_60$/)
    await chooseTarget(visitor.page, 's1', 'r1003')
    await visitor.page.locator('input[name=item]:checked').waitFor({ state: 'attached' })
    expect(await visitor.page.locator('input[name=item]:checked').inputValue(), 'the item').toEqual('gem_60')
    await visitor.close()
  })

  it('a held order offers no payment, and a refund that failed at the gateway is not shown as paid', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    const heldOrder = await player.order('gem_60')
    const visitor = await browser.visit({ token: player.token })
    const { page } = visitor
    await page.goto(`/main/recharge/detail/${heldOrder}`)
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor()
    await shop.outcome(heldOrder, 'paid_wrong_amount')
    // The page that is open already follows by itself.
    await see(page, 'We’re reviewing your payment')
    expect(await page.getByRole('button', { name: 'Pay', exact: true }).count(), 'buttons to pay').toEqual(0)
    expect(await axe(page), 'axe on a held order').toEqual([])
    const order = await player.order('gem_300')
    await shop.outcome(order, 'paid')
    await until('delivered', async () => (await player.record(order)).status === 4)
    await shop.outcome(order, 'refunded')
    await until('refunded', async () => (await player.record(order)).status === 5)
    await shop.db.query(
      `select apply_refund_failed(channel_code, order_no, txn, refund_txn, amount_cents, 'card closed')
          from gateway_refund where order_no = $1`,
      [order],
    )
    await page.goto(`/main/recharge/detail/${order}`)
    await see(page, 'We’re arranging your refund')
    await see(page, 'Refund in progress')
    await page.getByRole('button', { name: 'Check my order' }).click()
    await see(page, /Our team will make sure the money reaches you/)
    expect(await axe(page), 'axe on an open refund').toEqual([])
    await shop.db.query(`select close_refund($1, 'elsewhere', 'SEPA 1', '', 'test', 'test')`, [order])
    await page.reload()
    await see(page, 'This order was refunded')
    await page.goto('/main/account/recharge')
    await page.locator('.record').filter({ hasText: heldOrder }).getByText('In review').waitFor()
    expect(
      await page.locator('.record').filter({ hasText: heldOrder }).getByRole('button').count(),
      'buttons of a held order',
    ).toEqual(0)
    await visitor.close()
  })
})
