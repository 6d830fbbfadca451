import { beforeAll, describe, expect, it } from 'vitest'
import type { RoleKey } from '@hc/contract/desk/permissions'
import type { DeskShop } from '../../kit/desk-shop.ts'
import { until } from '../../kit/shop.ts'
import type { Stagehand, Visitor } from '../../kit/browser/browser.ts'
import { heading, look } from '../../kit/browser/staff.ts'
import { focusOn, see } from '../../kit/browser/steps.ts'
import { withBrowser, withDeskAtWork, withStaff } from '../../kit/browser/stage.ts'
import type { Page } from 'playwright-core'

async function visitAs(at: DeskShop, browser: Stagehand, role: RoleKey): Promise<Visitor> {
  const visitor = await browser.visit({})
  const [name = '', value = ''] = at.as(role).cookie.split('=')
  await visitor.context.addCookies([{ name, value, url: at.desk }])
  return visitor
}

/** An order of the demo player in each state that their page names. */
async function ordersOf(at: DeskShop): Promise<Record<string, string>> {
  const demo = await at.shop.signIn('demo', 'Demo1234')
  const makeOrder = async (outcome: string | null, item = 'gem_60'): Promise<string> => {
    const order = await demo.order(item)
    if (outcome) await at.shop.outcome(order, outcome)
    return order
  }
  const status = (order: string, expected: number): Promise<unknown> =>
    until(`status ${expected}`, async () => (await demo.record(order)).status === expected)
  const orders: Record<string, string> = { delivered: await makeOrder('paid'), failed: await makeOrder('failed') }
  await status(orders.delivered ?? '', 4)
  await status(orders.failed ?? '', 3)
  orders.refunded = await makeOrder('paid')
  await status(orders.refunded, 4)
  await at.as('owner').call('refund/make', { order_no: orders.refunded, reason: 'the player wrote' })
  await status(orders.refunded, 5)
  orders.wrong = await makeOrder('paid_wrong_amount')
  await until('a hold', async () => (await demo.record(orders.wrong ?? '')).staff === 'payment')
  at.game.says = 'nothing'
  orders.paid = await makeOrder('paid')
  await status(orders.paid, 2)
  orders.open = await makeOrder(null)
  return orders
}

const at = withDeskAtWork()
const browser = withBrowser(() => at.shop.url)
const owner = withStaff(at, browser, 'owner')

/** What the desk does between and around its pages: words, links, focus, keys and missing rights. */
describe('the desk between and around its pages', () => {
  let orders: Record<string, string>
  let page: Page
  let player: Visitor
  beforeAll(async () => {
    orders = await ordersOf(at)
    ;({ page } = owner)
    player = await browser.visit({ token: (await at.shop.signIn('demo', 'Demo1234')).token })
    await player.context.addInitScript(
      (token) => localStorage.setItem('user_token', token),
      (await at.shop.signIn('demo', 'Demo1234')).token,
    )
  })
  it('the desk says of an order what its player reads, in each state', async () => {
    const words: string[] = []
    for (const [state, order] of Object.entries(orders)) {
      await player.page.goto(`${at.shop.url}/main/recharge/detail/${order}`)
      const word = (await player.page.locator('dd .badge').first().textContent())?.trim() ?? ''
      await page.goto(`${at.desk}/orders/${order}`)
      await heading(page, `Order ${order}`)
      expect(await page.locator('.order-reads').textContent(), state).toEqual(word)
      words.push(word)
    }
    expect(new Set(words).size, 'different words').toEqual(words.length)
  })

  it('an article has one name of its type, at the desk and for players', async () => {
    await player.page.goto(`${at.shop.url}/main/event`)
    const badges = player.page.getByRole('main').locator('p > .badge:first-child')
    await badges.first().waitFor()
    const words = new Set((await badges.allTextContents()).map((text) => text.trim()))
    await page.goto(`${at.desk}/articles`)
    await heading(page, 'Articles')
    await page.getByRole('button', { name: '+ Filter' }).click()
    await page.getByRole('button', { name: 'Type', exact: true }).click()
    const options = page.getByRole('group', { name: 'Type' }).getByRole('button')
    await options.first().waitFor()
    const types = await options.allTextContents()
    expect(words.size).toBeGreaterThan(1)
    expect([...words].filter((word) => !types.includes(word))).toEqual([])
  })

  it('the palette takes each letter that is typed after its key, however slowly it loads', async () => {
    await page.route('**/assets/palette-*', async (route) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 600)
      })
      await route.continue()
    })
    await page.goto(`${at.desk}/orders`)
    await heading(page, 'Orders')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('audi')
    await page.getByRole('option', { name: /Audit/ }).waitFor()
    expect(await page.getByRole('dialog').getByRole('combobox').inputValue(), 'what was typed').toEqual('audi')
    await page.keyboard.type('t')
    await page.keyboard.press('Enter')
    await heading(page, 'Audit log')
  })

  it('the palette puts what has exactly the name before what has the words in it', async () => {
    for (const [typed, path] of [
      ['Moonlit Month Pass', '/products/pass_month'],
      ['gem_60', '/products/gem_60'],
      ['orders', '/orders'],
      ['waiting', '/waiting'],
      ['documents', '/documents'],
    ] as const) {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').getByRole('combobox').fill(typed)
      await page.waitForTimeout(400)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${at.desk}${path}`)
    }
  })

  it('a page that a person may not see says which permission it needs, and who can give it', async () => {
    const support = await visitAs(at, browser, 'support')
    await support.page.goto(`${at.desk}/finance`)
    await heading(support.page, 'This page needs another permission')
    await see(support.page, /See the books\. The role Owner can give you/)
    await look(support.page, 'lacks-permission')
    await support.page.goto(`${at.desk}/nowhere`)
    await heading(support.page, 'There is no such page')
    expect(support.complaints, 'complaints').toEqual([])
    await support.close()
  })

  it('after a dialog has done its work the focus is on the page, not on nothing', async () => {
    const order = orders.delivered ?? ''
    await page.goto(`${at.desk}/orders/${order}`)
    const opener = page.locator('main button[aria-haspopup=dialog]', { hasText: /^Refund$/ })
    await focusOn(opener)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Reason').selectOption('player')
    await page.getByRole('dialog').getByLabel('Details').fill('the player wrote')
    await page.keyboard.press('Enter')
    await opener.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.matches('main h1'), undefined, { timeout: 5_000 })
  })

  it('a channel that is not set up offers no switch', async () => {
    await page.goto(`${at.desk}/channels`)
    await page.getByRole('row').nth(1).waitFor()
    const bare = page.getByRole('row').filter({ hasText: 'Not connected' })
    expect((await bare.count()) > 0, 'every channel is set up').toBe(true)
    expect(await bare.getByRole('button', { name: /Switch (on|off)/ }).count(), 'switches').toEqual(0)
  })

  it('the health page says that the doctor runs, until it has run', async () => {
    await page.goto(`${at.desk}/health`)
    await page.getByRole('button', { name: 'Run full check' }).click()
    await see(page, 'Checking …')
    await page.getByText('Checking …').waitFor({ state: 'detached', timeout: 60_000 })
  })

  it('a report of days has a chart of one day with sales, and its place for each day without', async () => {
    await at.rows(
      `insert into desk.day_total (day, channel_code, cp_goods_id, orders, newcomers, gross_cents, refunds,
           refunded_cents, points) values (current_date - 5, 'sandbox', 'gem_300', 4, 1, 1996, 0, 0, 0)`,
    )
    const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    await page.goto(`${at.desk}/reports?kind=money&from=${day(8)}&to=${day(3)}`)
    const chart = page.getByRole('slider', { name: 'Paid each day' })
    await chart.waitFor()
    expect(await page.locator('.chart-bar').count(), 'days').toEqual(6)
    await look(page, 'report-one-day')
  })

  it('the desk has the pictures of goods at the addresses that players have them at', async () => {
    for (const path of ['/art/items/gem_60.svg', '/art/items/of-no-brand.svg']) {
      const [deskAnswer, shopAnswer] = await Promise.all([fetch(at.desk + path), fetch(at.shop.url + path)])
      expect([deskAnswer.status, deskAnswer.headers.get('content-type')], path).toEqual([
        shopAnswer.status,
        shopAnswer.headers.get('content-type'),
      ])
      expect(deskAnswer.status, path).toEqual(200)
    }
  })
})
