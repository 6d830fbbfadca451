import { beforeAll, describe, expect, it } from 'vitest'
import { gameClient, type GameClient } from '../../kit/game-client.ts'
import { encrypt, until } from '../../kit/shop.ts'
import { see, signIn } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const { shop, browser } = withPortal()

/** The player's own: help that knows them, and the data that the shop keeps. */
describe('the player’s own', () => {
  let game: GameClient
  beforeAll(async () => {
    game = gameClient(shop.url)
  })
  it('customer service opens with a fresh ticket, and says so when it cannot', async () => {
    const { page, context, close } = await browser.visit({})
    await signIn(page, 'rich', 'Rich1234', '/login?redirect=%2Fmain%2Faccount%2Fuser')
    const link = page.getByRole('link', { name: 'Customer service' })
    const old = await link.getAttribute('href')
    await page.waitForTimeout(1100)
    const opened = context.waitForEvent('page')
    await link.click()
    const service = await opened
    await service.waitForURL(/ticket=/)
    expect(service.url() !== old, 'the ticket is the old one').toBe(true)
    await service.close()
    await page.route('**/api/user/uinfo', (route) => route.abort())
    await link.click()
    await see(page, 'We couldn’t open customer service')
    await close()
  })

  it('a player exports and deletes their data, but not by accident and not with an order under way', async () => {
    const leaver = { account: 'leaver', password: 'Leave-77', emailLogin: true, disabled: false }
    expect((await game.send('PUT', '/game/v1/accounts/200001', leaver)).code, 'a new account').toEqual(0)
    const player = await shop.signIn('leaver', 'Leave-77')
    const order = await player.call('order/webCreate', {
      role_id: '',
      server_id: '',
      cp_goods_id: 'coin_500',
      channel_code: 'sandbox',
    })
    const { page, complaints, close } = await browser.visit({})
    await signIn(page, 'leaver', 'Leave-77', '/login?redirect=%2Fmain%2Faccount%2Fuser')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const file = await (await download).createReadStream()
    let text = ''
    for await (const part of file) text += String(part)
    const data = JSON.parse(text) as { account: { login: string }; orders: { sdk_order_id: string }[] }
    expect([data.account.login, data.orders.map((candidate) => candidate.sdk_order_id)], 'the file').toEqual([
      'leaver',
      [order.result.sdk_order_id],
    ])
    await page.getByRole('button', { name: 'Delete my data' }).click()
    const dialog = page.getByRole('dialog').filter({ visible: true })
    const remove = dialog.getByRole('button', { name: 'Delete for good' })
    await dialog.getByLabel(/type your account ID/).fill('leave')
    await remove.click()
    await see(page, 'That isn’t your account ID')
    await dialog.getByLabel(/type your account ID/).fill('leaver')
    await dialog.getByLabel('Your password').fill('Wrong-77')
    await remove.click()
    await see(page, 'Incorrect password')
    await dialog.getByLabel('Your password').fill('Leave-77')
    await remove.click()
    await see(page, 'An order of yours is still open')
    await shop.outcome(order.result.sdk_order_id, 'failed')
    await until(
      'the order has failed',
      async () =>
        (await shop.db.query('select 1 from orders where order_no = $1 and status = 3', [order.result.sdk_order_id]))
          .rowCount === 1,
    )
    await remove.click()
    await see(page, 'An order of yours is still open')
    // A day later its gateway has been asked for late money, and has none.
    await shop.db.query('update orders set next_check_at = null where order_no = $1', [order.result.sdk_order_id])
    await remove.click()
    await see(page, 'Your data has been deleted')
    await page.waitForURL(/\/main\/home$/)
    expect(await page.evaluate(() => localStorage.getItem('user_token')), 'the token').toEqual('')
    expect(
      (
        await shop.call('user/login', {
          channel_code: 'account',
          account: 'leaver',
          passwd: encrypt('Leave-77'),
          encrypt: 1,
        })
      ).msg,
      'sign-in',
    ).toEqual('GameAccountNotFound')
    expect(complaints, 'complaints').toEqual([])
    await close()
  })
})
