import { describe, expect, it } from 'vitest'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { desktop, overflow, phone, shifts, shot } from '../../kit/browser/browser.ts'
import {
  chooseItem,
  chooseServer,
  chooseTarget,
  focusOn,
  openPart,
  pay,
  see,
  signIn,
  targetOf,
} from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key)

const { shop, browser } = withPortal()

describe('the frame', () => {
  it('the home page has every block of the specification, and each leads where it says', async () => {
    const { page, close } = await browser.visit({})
    await page.goto('/main/home')
    for (const heading of [
      'Top-up center',
      'Download',
      'Top news',
      'About the game',
      'Redeem a code',
      'What awaits you',
      'There is more to discover',
    ]) {
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    }
    const prices = page
      .getByRole('region', { name: 'Top-up center' })
      .getByRole('link', { name: /^Buy .+ for \$\d+\.\d\d$/ })
    expect(await prices.count(), 'goods with a price').toEqual(6)
    const addresses = await page
      .locator('main a')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    for (const path of ['/main/recharge', '/main/event'])
      expect(addresses.includes(path), `no link to ${path}`).toBe(true)
    expect(
      addresses.some((path) => path.startsWith('/main/event/detail/')),
      'no hot news leads to its article',
    ).toBe(true)
    for (const [name, path] of [
      ['About us', '/main/about'],
      ['Contact us', '/main/contact'],
      ['Privacy policy', '/main/privacy'],
      ['User agreement', '/main/agreement'],
    ] as const) {
      await page.goto('/main/home')
      await page.getByRole('contentinfo').getByRole('link', { name }).click()
      await page.waitForURL(`**${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await close()
  })

  it('on a phone the bar has the game’s name, the login and the menu, and the menu has language, country and region', async () => {
    const { page, close } = await browser.visit({ viewport: phone })
    await page.goto('/main/event')
    const bar = page.getByRole('banner')
    await bar.getByRole('link', { name: /^Starfall Chronicles/ }).waitFor()
    await bar.locator('.wordmark').waitFor()
    await bar.getByRole('link', { name: 'Log in' }).waitFor()
    expect(await bar.getByRole('combobox').filter({ visible: true }).count(), 'languages in the bar').toBe(0)
    await bar.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('heading', { name: 'Language and region' }).waitFor()
    await menu.getByRole('button', { name: 'Select region' }).waitFor()
    await menu.getByRole('button', { name: /^Country and currency/ }).waitFor()
    await shot(page, 'menu-390', false)
    await menu.getByRole('combobox', { name: 'Language' }).selectOption('de-DE')
    await page.getByRole('heading', { name: 'Sprache und Region' }).waitFor()
    expect(await overflow(page), 'cut').toEqual([])
    await close()
  })

  it('help, start game and region are there, and the region asks for game and operating system', async () => {
    const { page, close } = await browser.visit({})
    await page.goto('/main/event')
    await page.getByRole('button', { name: 'Help' }).first().click()
    await page.getByRole('dialog', { name: 'Help' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Select region' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Select region' })
    expect((await dialog.getByLabel('Game').inputValue()) === 'hc1', 'the game is not offered').toBe(true)
    await dialog.getByLabel('Operating system').selectOption('android')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Start game' }).first().click()
    await page.waitForURL(/\/demo\/game/)
    await close()
  })

  it('a page whose code does not load shows a spinner, then the two texts and a button that reloads it', async () => {
    const { page, context, close } = await browser.visit({})
    await page.goto('/main/home')
    let release: (() => void) | undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    await context.route(/\/assets\/main\.event-[^/]*\.js$/, async (route) => {
      await gate
      await route.abort()
    })
    await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
    await see(page, 'Loading…')
    release?.()
    await see(page, 'This page didn’t load')
    await see(page, 'The page may have been updated, please refresh the page')
    await context.unroute(/\/assets\/main\.event-[^/]*\.js$/)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('heading', { level: 1, name: 'News' }).waitFor()
    await close()
  })

  it("the layout is the phone's at 750 px and the desktop's at 751", async () => {
    const { page, close } = await browser.visit({ viewport: { width: 750, height: 900 } })
    await page.goto('/main/home')
    const tabs = page.getByRole('navigation', { name: 'Quick navigation' })
    expect(await tabs.isVisible(), 'no tab bar at 750 px').toBe(true)
    await page.setViewportSize({ width: 751, height: 900 })
    expect(await tabs.isVisible(), 'a tab bar at 751 px').toBe(false)
    await close()
  })

  it('no bar and no footer is wider than the window, from the smallest phone over tablets to where the words of the tools appear', async () => {
    const findings: string[] = []
    for (const locale of ['en-US', 'de-DE', 'ja-JP', 'vi-VN']) {
      const { page, close } = await browser.visit({ locale, viewport: { width: 800, height: 900 } })
      await page.goto('/main/event')
      for (const width of [320, 751, 820, 1024, 1240, 1280, 1500]) {
        await page.setViewportSize({ width, height: 900 })
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        if (over > 0) findings.push(`${locale} at ${width} px: ${over} px`)
      }
      await close()
    }
    expect(findings, 'too wide').toEqual([])
  })

  it('an empty list of announcements, an unknown one, and a download that iOS does not have say so', async () => {
    const { page, context, close } = await browser.visit({ viewport: phone })
    await page.goto('/main/event/detail/nothing-here')
    await see(page, 'Announcement does not exist')
    await page.goto('/main/home')
    await page.locator('#download').scrollIntoViewIfNeeded()
    await page.locator('#below:not([data-asleep])').waitFor({ state: 'attached' })
    const notIos = page.getByText('Not Available in iOS')
    for (const region of ['asia', 'europe', 'global']) {
      await page.getByLabel('Region').first().selectOption(region)
      if ((await notIos.count()) > 0) break
    }
    await notIos.first().waitFor()
    await context.route(
      '**/api/setting/webArticle',
      async (route) => await route.fulfill({ json: { code: 0, msg: 'success', result: [], total: 0 } }),
    )
    await page.goto('/main/home')
    await page.getByRole('link', { name: 'News' }).first().click()
    await see(page, 'No announcement content yet')
    await close()
  })
})

/**
 * The shop over a connection that stops for half a second in front of `marker`, as a weak one does anywhere; `without`
 * is left out, as if the browser did not know it.
 */
async function stalling(base: string, marker: string, without = ''): Promise<{ base: string; close(): Promise<void> }> {
  const server = createServer(
    (request, reply) =>
      void (async () => {
        const answer = await fetch(new URL(request.url ?? '/', base), { headers: { 'accept-language': 'en-US' } })
        const whole = Buffer.from(await answer.arrayBuffer())
        const body = without && whole.includes(without) ? Buffer.from(whole.toString().replace(without, '')) : whole
        reply.writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? 'application/octet-stream',
        })
        const at = body.indexOf(marker)
        if (at < 0) {
          reply.end(body)
          return
        }
        reply.write(body.subarray(0, at))
        setTimeout(() => {
          reply.end(body.subarray(at))
        }, 500)
      })(),
  )
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

describe('a slow answer', () => {
  it('nothing jumps where the connection stalls in the middle of the header', async () => {
    for (const [viewport, without] of [
      [phone, ''],
      [desktop, ''],
      [phone, '<link rel="expect" href="#main" blocking="render">'],
    ] as const) {
      const slow = await stalling(shop.url, '<div class="session-menu">', without)
      try {
        const { page, close } = await browser.visit({ viewport })
        await page.goto(`${slow.base}/main/home`)
        expect(await shifts(page), `layout shifts at ${viewport.width} px${without && ' without rel=expect'}`).toEqual(
          [],
        )
        await close()
      } finally {
        await slow.close()
      }
    }
  })
})

describe('the shop', () => {
  it("servers and characters are kept in webRoleData, the token in user_token, the service's address in customer_service", async () => {
    const { page, close } = await browser.visit({})
    await signIn(page)
    await page.goto('/main/recharge')
    await chooseTarget(page, 's2', 'r2001')
    expect(/^[\w-]{43}$/.test((await stored(page, 'user_token')) ?? ''), 'no token').toBe(true)
    expect(((await stored(page, 'customer_service')) ?? '').includes('ticket='), 'no address of the service').toBe(true)
    const roles = JSON.parse((await stored(page, 'webRoleData')) ?? 'null') as unknown
    expect(
      JSON.stringify(roles).includes('r2001') && JSON.stringify(roles).includes('Aurora'),
      `webRoleData is ${JSON.stringify(roles)}`,
    ).toBe(true)
    expect(/^[0-9a-f]{32}$/.test((await stored(page, 'device_puid')) ?? ''), 'no device id').toBe(true)
    await close()
  })

  it('an item shows its price in HC Points too, and its first top-up bonus in percent', async () => {
    const { page, close } = await browser.visit({})
    await signIn(page)
    await page.goto('/main/recharge')
    await chooseTarget(page, 's2', 'r2001')
    const card = page.locator('.item-card', { has: page.locator('input[value=gem_300]') })
    await card.getByText('1st Top-up 100% bonus').waitFor()
    await card.getByText('$4.99').waitFor()
    await card.getByText('or 499 HC Points').waitFor()
    expect(
      (await page
        .locator('.item-card', { has: page.locator('input[value=pass_month]') })
        .getByText('1st Top-up')
        .count()) === 0,
      'a bonus that is not there',
    ).toBe(true)
    await close()
  })

  it("an order's page shows every field of the specification", async () => {
    const { page, close } = await browser.visit({})
    await signIn(page, 'rich', 'Rich1234')
    const token = (await stored(page, 'user_token')) ?? ''
    const answer = await shop.call(
      'order/webCreate',
      { role_id: 'r1003', server_id: 's1', cp_goods_id: 'gem_60', channel_code: 'sandbox' },
      { token },
    )
    await page.goto(`/main/recharge/detail/${answer.result.sdk_order_id}`)
    const fields = page.locator('dl').first()
    await fields.waitFor()
    expect(await fields.locator('dt').allInnerTexts(), 'fields').toEqual([
      'Order number',
      'Status',
      'Payment method',
      'Game',
      'Server',
      'Character',
      'UID',
      'Amount',
      'Order type',
      'Contents',
      'Ordered on',
      'Bonus',
      'Rebate',
      'Gift',
    ])
    for (const text of [
      answer.result.sdk_order_id,
      'Unpaid',
      'Starfall Chronicles',
      'Aurora',
      'Midas',
      '100003',
      '$0.99',
    ])
      await fields.getByText(text).first().waitFor()
    await close()
  })

  it('a player’s only character on open servers is chosen with its items, and nothing jumps; another choice is kept', async () => {
    for (const viewport of [phone, desktop]) {
      // An unpaid order, told of beside the title, moves nothing either.
      const { token } = await shop.signIn('rich', 'Rich1234')
      const { page, close } = await browser.visit({ viewport, token })
      await page.goto('/main/recharge')
      await page.locator('input[type=radio][value=gem_60]').waitFor()
      expect(await targetOf(page), 'chosen').toEqual(['s1', 'r1003'])
      expect(await shifts(page), `layout shifts at ${viewport.width} px`).toEqual([])
      // A screen reader hears the name alone, and the keyboard changes it.
      await openPart(page, 'whom')
      const radio = (name: string) => page.getByRole('radio', { name, exact: true })
      expect([await radio('Aurora').isChecked(), await radio('Midas').isChecked()], 'by name').toEqual([true, true])
      await focusOn(radio('Aurora'))
      await page.keyboard.press('ArrowDown')
      await see(page, 'The server has no role information')
      await chooseServer(page)
      expect(await targetOf(page), 'chosen again').toEqual(['s1', 'r1003'])
      await close()
    }
    const { token } = await shop.signIn('demo', 'Demo1234')
    const { page, close } = await browser.visit({ token })
    await page.goto('/main/recharge')
    await page.locator('input[name=server]').first().waitFor()
    expect(await targetOf(page), 'one of several was chosen').toEqual([])
    await chooseTarget(page, 's1', 'r1002')
    await page.goto('/main/recharge')
    await page.locator('input[type=radio][value=gem_60]').waitFor()
    expect(await targetOf(page), 'the pair of last time').toEqual(['s1', 'r1002'])
    await close()
  })

  it('no character of a server in maintenance is preselected, and its choice returns with the server', async () => {
    const { token } = await shop.signIn('demo', 'Demo1234')
    const { page, context, close } = await browser.visit({ token })
    let inMaintenance = ['s1', 's3']
    await context.route('**/api/user/webRole', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { result: { server_id: string; status: number }[] }
      await route.fulfill({
        response: answer,
        json: {
          ...body,
          result: body.result.map((item) => ({ ...item, status: inMaintenance.includes(item.server_id) ? 1 : 0 })),
        },
      })
    })
    const reload = async (): Promise<string[]> => {
      const fresh = page.waitForResponse('**/api/user/webRole')
      await page.goto('/main/recharge')
      await fresh
      await page.locator('input[name=server]').first().waitFor()
      await page.waitForTimeout(200)
      return await targetOf(page)
    }
    expect(await reload(), 'the only one on an open server').toEqual(['s2', 'r2001'])
    inMaintenance = []
    await reload()
    await chooseTarget(page, 's3', 'r3001')
    inMaintenance = ['s3']
    expect(await reload(), 'in maintenance').toEqual([])
    inMaintenance = []
    expect(await reload(), 'open again').toEqual(['s3', 'r3001'])
    await close()
  })

  it('without a server or a character paying says which is missing', async () => {
    const { page, close } = await browser.visit({})
    await signIn(page)
    await page.goto('/main/recharge')
    // The answer about the characters is kept when it comes; what is forgotten before it would be kept again.
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => localStorage.removeItem('webRoleData'))
    await page.reload()
    await pay(page)
    await see(page, 'Please select server and role information first')
    await page.locator('input[name=server][value=s1]').check({ force: true })
    await pay(page)
    await see(page, 'Please select role information')
    await chooseTarget(page)
    await pay(page)
    await see(page, 'Please choose an item')
    await close()
    const other = await browser.visit({})
    await signIn(other.page, 'empty', 'Empty123')
    await other.page.goto('/main/recharge')
    // Before any server is chosen, with what to do next.
    await see(other.page, 'The server has no role information')
    await see(other.page, 'Create a character in the game first')
    await other.page.getByRole('main').getByRole('link', { name: 'Start game' }).waitFor()
    await other.page.locator('input[name=server][value=s1]').check({ force: true })
    await see(other.page, 'The server has no role information')
    await other.close()
  })
})

describe('a failure', () => {
  it('a refused order shows the reason, or an unknown key as it is', async () => {
    const { page, context, close } = await browser.visit({})
    await signIn(page)
    await page.goto('/main/recharge')
    await chooseTarget(page)
    await chooseItem(page, 'gem_60')
    await page.locator('input[type=radio][value=sandbox]').check({ force: true })
    for (const [msg, text] of [
      ['serverMaintenance', 'The server is under maintenance, please try again later.'],
      ['ItemNotFound', 'This item is no longer available'],
      ['A refusal of tomorrow', 'A refusal of tomorrow'],
    ] as const) {
      await context.route(
        '**/api/order/webCreate',
        async (route) => await route.fulfill({ json: { code: 30999, msg, data: null } }),
      )
      await pay(page)
      await see(page, text)
      await context.unroute('**/api/order/webCreate')
    }
    await close()
  })

  it('an error of loading names its subject: balance, records, orders, servers, items, articles', async () => {
    const { page, context, close } = await browser.visit({})
    await signIn(page)
    const cases: [call: string, path: string, text: string][] = [
      ['epoint/balance', '/main/account/user', 'We couldn’t load your HC Point balance'],
      ['epoint/record', '/main/account/epoint', 'We couldn’t load your HC Point history'],
      ['order/record', '/main/account/recharge', 'We couldn’t load your orders'],
      ['user/webRole', '/main/recharge', 'We couldn’t load the servers'],
      ['order/webCoinProduct', '/main/recharge?tab=packs', 'We couldn’t load the items'],
    ]
    for (const [call, path, text] of cases) {
      await context.route(`**/api/${call}`, async (route) => await route.abort())
      await page.goto(path)
      await see(page, text)
      await context.unroute(`**/api/${call}`)
    }
    await context.route('**/api/setting/webArticle', async (route) => await route.abort())
    await page.goto('/main/home')
    await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
    await see(page, 'This didn’t load')
    await context.unroute('**/api/setting/webArticle')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'News' }).waitFor()
    await close()
  })
})
