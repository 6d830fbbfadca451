import type { RoleKey } from '@hc/contract/desk/permissions'
import { type DeskShop, startDeskShop } from '../apps/server/testing/desk-shop.ts'
import { until } from '../apps/server/testing/shop.ts'
import type { Stagehand, Visitor } from './browser.ts'
import { heading, look } from './desk.ts'
import { expect, rule, same } from './runner.ts'
import { see } from './steps.ts'

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

/** What the desk does between and around its pages: words, links, focus, keys and missing rights. */
export async function deskDetails(browser: Stagehand): Promise<void> {
  const at = await startDeskShop({ RATE_LIMIT_PER_MINUTE: '1000000' })
  await at.rows(`update desk.staff_session set fresh_until = now() + interval '1 hour'`)
  const orders = await ordersOf(at)
  const owner = await visitAs(at, browser, 'owner')
  const { page } = owner
  const player = await browser.visit({ token: (await at.shop.signIn('demo', 'Demo1234')).token })
  await player.context.addInitScript(
    (token) => {
      localStorage.setItem('user_token', token)
    },
    (await at.shop.signIn('demo', 'Demo1234')).token,
  )
  try {
    await rule('the desk says of an order what its player reads, in each state', async () => {
      const words: string[] = []
      for (const [state, order] of Object.entries(orders)) {
        await player.page.goto(`${at.shop.url}/main/recharge/detail/${order}`)
        const word = (await player.page.locator('dd .badge').first().textContent())?.trim() ?? ''
        await page.goto(`${at.desk}/orders/${order}`)
        await page.getByText(/^Player sees: /).waitFor()
        const line = await page.getByText(/^Player sees: /).textContent()
        same(line, `Player sees: ${word}`, state)
        words.push(word)
      }
      same(new Set(words).size, words.length, 'different words')
    })

    await rule('an article has one name of its type, at the desk and for players', async () => {
      await player.page.goto(`${at.shop.url}/main/event`)
      const tabs = (await player.page.getByRole('tab').allTextContents()).map((text) => text.trim())
      await page.goto(`${at.desk}/articles`)
      await heading(page, 'Articles')
      await page.locator('select[name=type]').waitFor()
      const types = await page.locator('select[name=type] option').allTextContents()
      same(
        tabs.filter((tab) => tab !== 'All').every((tab) => types.includes(tab)),
        true,
        `${tabs.join()} in ${types.join()}`,
      )
    })

    await rule('the palette takes each letter that is typed after its key, however slowly it loads', async () => {
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
      same(await page.getByRole('dialog').getByRole('combobox').inputValue(), 'audi', 'what was typed')
      await page.keyboard.type('t')
      await page.keyboard.press('Enter')
      await heading(page, 'Audit')
    })

    await rule('the palette puts what has exactly the name before what has the words in it', async () => {
      for (const [typed, path] of [
        ['Moonlit Month Pass', '/products/pass_month'],
        ['gem_60', '/products/gem_60'],
        ['orders', '/orders'],
      ] as const) {
        await page.keyboard.press('ControlOrMeta+k')
        await page.getByRole('dialog').getByRole('combobox').fill(typed)
        await page.waitForTimeout(400)
        await page.keyboard.press('Enter')
        await page.waitForURL(`${at.desk}${path}`)
      }
    })

    await rule('a page that a person may not see says which permission it needs, and who can give it', async () => {
      const support = await visitAs(at, browser, 'support')
      await support.page.goto(`${at.desk}/finance`)
      await heading(support.page, 'This page needs another permission')
      await see(support.page, /See the books\. The role Owner can give you/)
      await look(support.page, 'lacks-permission')
      await support.page.goto(`${at.desk}/nowhere`)
      await heading(support.page, 'There is no such page')
      same(support.complaints, [], 'complaints')
      await support.close()
    })

    await rule('after a dialog has done its work the focus is on the page, not on nothing', async () => {
      const order = orders.delivered ?? ''
      await page.goto(`${at.desk}/orders/${order}`)
      const opener = page.locator('main button[aria-haspopup=dialog]', { hasText: /^Refund$/ })
      await opener.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByLabel('Reason').fill('the player wrote')
      await page.keyboard.press('Enter')
      await opener.waitFor({ state: 'detached' })
      await page.waitForFunction(() => document.activeElement?.matches('main h1'), undefined, { timeout: 5_000 })
    })

    await rule('a channel that is not set up offers no switch', async () => {
      await page.goto(`${at.desk}/channels`)
      await page.getByRole('row').nth(1).waitFor()
      const bare = page.getByRole('row').filter({ hasText: 'Not connected' })
      expect((await bare.count()) > 0, 'every channel is set up')
      same(await bare.getByRole('button', { name: /Switch (on|off)/ }).count(), 0, 'switches')
    })

    await rule('the health page says that the doctor runs, until it has run', async () => {
      await page.goto(`${at.desk}/health`)
      await page.getByRole('button', { name: 'Run full check' }).click()
      await see(page, 'The doctor is running.')
      await page.getByText('The doctor is running.').waitFor({ state: 'detached', timeout: 60_000 })
    })

    await rule('a report of days has a chart of one day with sales, and its place for each day without', async () => {
      await at.rows(
        `insert into desk.day_total (day, channel_code, cp_goods_id, orders, newcomers, gross_cents, refunds,
           refunded_cents, points) values (current_date - 5, 'sandbox', 'gem_300', 4, 1, 1996, 0, 0, 0)`,
      )
      const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
      await page.goto(`${at.desk}/reports?kind=money&from=${day(8)}&to=${day(3)}`)
      const chart = page.getByRole('slider', { name: 'Paid each day' })
      await chart.waitFor()
      same(await page.locator('.chart-bar').count(), 6, 'days')
      await look(page, 'report-one-day')
    })

    await rule('the desk has the pictures of goods at the addresses that players have them at', async () => {
      for (const path of ['/art/items/gem_60.svg', '/art/items/of-no-brand.svg']) {
        const [deskAnswer, shopAnswer] = await Promise.all([fetch(at.desk + path), fetch(at.shop.url + path)])
        same(
          [deskAnswer.status, deskAnswer.headers.get('content-type')],
          [shopAnswer.status, shopAnswer.headers.get('content-type')],
          path,
        )
        same(deskAnswer.status, 200, path)
      }
    })
    same(owner.complaints, [], 'complaints')
  } finally {
    await owner.close()
    await player.close()
    await at.stop()
  }
}
