import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { gameClient } from '../../kit/game-client.ts'
import { sleep, until } from '../../kit/shop.ts'
import { axe, desktop, overflow, phone, shot } from '../../kit/browser/browser.ts'
import { chooseChannel, chooseItem, chooseTarget, pay, see, signIn } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const { shop, browser } = withPortal()

describe('a session', () => {
  it('a guarded page sends a visitor to sign in and back to where they were, query and all', async () => {
    const { page, close } = await browser.visit({})
    await page.goto('/main/account/recharge?from=mail')
    await page.waitForURL(/\/login\?redirect=/)
    expect(new URL(page.url()).searchParams.get('redirect'), 'redirect').toEqual('/main/account/recharge?from=mail')
    await signIn(page, 'demo', 'Demo1234', page.url())
    await page.waitForURL(/\/main\/account\/recharge\?from=mail$/)
    await close()
  })

  it('path and query come back from signing in byte for byte, and stay so in the page', async () => {
    for (const path of ['/main/recharge?y=a%26b', '/main/account/recharge?y=a%2526b&empty=&flag&plus=1+2']) {
      const { page, close } = await browser.visit({})
      await page.goto(path)
      await page.waitForURL(/\/login\?redirect=/)
      await signIn(page, 'demo', 'Demo1234', page.url())
      await page.waitForURL((url) => url.pathname === path.split('?')[0])
      expect(new URL(page.url()).pathname + new URL(page.url()).search, 'address').toEqual(path)
      await close()
    }
  })

  it('a redirect to another site is not followed', async () => {
    const { page, close } = await browser.visit({})
    await signIn(page, 'demo', 'Demo1234', '/login?redirect=%2F%2Fevil.example%2F')
    await page.waitForURL(/\/main\/home/)
    await close()
  })

  it('a sign-in elsewhere shows one "information expired" dialog, and OK leads to sign in and back', async () => {
    const { page, close } = await browser.visit({})
    await signIn(page, 'demo', 'Demo1234', '/login?redirect=%2Fmain%2Faccount%2Fuser')
    await see(page, '100001')
    await shop.signIn('demo', 'Demo1234')
    await page.reload()
    await see(page, 'Information expired or account accessed on another device')
    expect(await page.getByRole('dialog').filter({ visible: true }).count(), 'dialogs').toEqual(1)
    await page.getByRole('button', { name: 'OK' }).click()
    await page.waitForURL(/\/login\?redirect=/)
    await close()
  })

  it('a token that was never issued leads to /main/logout?id=23', async () => {
    const { page, close } = await browser.visit({})
    await page.goto('/main/home')
    await page.evaluate(() => localStorage.setItem('user_token', 'A'.repeat(43)))
    await page.goto('/main/account/user')
    await page.waitForURL(/\/main\/logout\?id=23/)
    await close()
  })

  it('logging out asks first, ends the session on the server and forgets the token', async () => {
    const { page, close } = await browser.visit({})
    await signIn(page, 'rich', 'Rich1234', '/login?redirect=%2Fmain%2Faccount%2Fuser')
    const token = await page.evaluate(() => localStorage.getItem('user_token') ?? '')
    await page.getByRole('button', { name: 'Log out' }).first().click()
    await see(page, 'Do you want to log out of the current account?')
    await page
      .getByRole('dialog')
      .filter({ visible: true })
      .getByRole('button', { name: /Log out|Confirm|OK/ })
      .click()
    await page.waitForFunction(() => (localStorage.getItem('user_token') ?? '') === '')
    // The browser forgets first; the server hears of it a moment later.
    await until('the end of the old token', async () => (await shop.call('user/uinfo', {}, { token })).status === 203)
    await close()
  })

  it('wrong passwords and unknown accounts have plain error texts', async () => {
    const { page, close } = await browser.visit({})
    await page.goto('/login')
    const attempt = async (account: string, password: string, text: string): Promise<void> => {
      await page.getByLabel('Game account or email').fill(account)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await see(page, text)
    }
    await attempt('nobody', 'Demo1234', 'Account does not exist')
    await attempt('demo', 'Wrong1234', 'Incorrect password')
    await attempt('empty@example.com', 'Empty123', 'Email login is not supported, please choose another login method')
    await close()
  })

  it('the return from a third party shows its warning or its success, and loses the parameter', async () => {
    const { page, close } = await browser.visit({})
    await page.goto('/login?appleId=false')
    await see(page, 'Account does not exist')
    await page.waitForURL((url) => !url.searchParams.has('appleId'))
    // On another page it only says how it went; on the login page it is a code, and this one is nobody's.
    await page.goto('/main/home?wechat=abc')
    await see(page, 'Login successful')
    expect(page.url().includes('wechat'), 'the parameter is still there').toBe(false)
    await page.goto('/login?wechat=abc')
    await see(page, 'We couldn’t log you in with WeChat')
    expect(page.url().includes('wechat'), 'the parameter is still there').toBe(false)
    await close()
  })

  it('the language follows the browser, is switched by hand, stays, and keeps the page', async () => {
    const { page, close } = await browser.visit({ locale: 'de-DE' })
    await page.goto('/main/event?type=2')
    expect(await page.locator('html').getAttribute('lang'), 'lang').toEqual('de-DE')
    await page
      .getByRole('combobox', { name: /Sprache|Language/ })
      .first()
      .selectOption('ja-JP')
    await page.waitForFunction(() => document.documentElement.lang === 'ja-JP')
    expect(page.url().includes('/main/event?type=2'), `left the page: ${page.url()}`).toBe(true)
    await page.goto('/main/home')
    expect(await page.locator('html').getAttribute('lang'), 'lang after a new page').toEqual('ja-JP')
    await close()
  })
})

/** How much the page has moved until now. */
const moved = async (page: Page): Promise<number> =>
  await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 500)
      }),
  )

const html = async (path: string, cookie = ''): Promise<string> =>
  await (await fetch(shop.url + path, { headers: { cookie, 'accept-language': 'en-US' } })).text()

/** A browser that remembers the player's character. */
async function visitKnown(viewport: typeof phone) {
  const { token } = await shop.signIn('demo', 'Demo1234')
  const visitor = await browser.visit({ viewport, token })
  await visitor.page.goto('/main/recharge?server=s1&role=r1001')
  await chooseTarget(visitor.page)
  await visitor.page.locator('.item-grid').getByText('$0.99').waitFor()
  return visitor
}

const devices = [
  ['a desktop', desktop],
  ['a phone', phone],
] as const

describe('a returning player', () => {
  it('a login leaves a cookie that says no more than that for 30 days, and logging out takes it away', async () => {
    const { page, context, close } = await browser.visit({})
    const cookieNow = async () => (await context.cookies()).find(({ name }) => name === 'hc_known')
    await page.goto('/main/home')
    expect(await cookieNow(), 'a guest’s cookie').toBe(undefined)
    await signIn(page)
    const cookie = await until('the cookie', cookieNow)
    expect(cookie.value, 'its value').toBe('1')
    const days = (cookie.expires * 1000 - Date.now()) / 86_400_000
    expect(days > 29 && days <= 30, `${days} days`).toBe(true)
    await page.goto('/main/privacy')
    await see(page, 'for 30 days')
    await page.getByRole('button', { name: 'Log out' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL(/\/main\/logout/)
    expect(await cookieNow(), 'the cookie after logging out').toBe(undefined)
    await close()
  })

  it('the server’s page leads a guest to the shop and the login, and a known browser to the top-up page', async () => {
    for (const path of ['/main/home', '/main/event', '/main/shop']) {
      const [guest, player] = [await html(path), await html(path, 'hc_known=1')]
      const link = (text: string): string[] => [...text.matchAll(/<a [^>]*>(?=Top up<)/g)].map(([tag]) => tag)
      expect(link(guest).join(), `${path} for a guest`).toContain('href="/main/shop"')
      expect(link(player).join(), `${path} for a known browser`).toContain('href="/main/recharge"')
      expect(guest, `${path}: the login`).toContain(`href="/login?redirect=${encodeURIComponent(path)}"`)
      expect(/class="[^"]*log-in/.test(player), `${path}: a login for a known browser`).toBe(false)
    }
    expect(await html('/main/home', 'hc_known=1'), 'the kept place').toContain('skeleton known-again')
    expect(await html('/main/home'), 'the place on a guest’s page').not.toContain('known-again')
  })

  it('nobody sees the header of somebody else, even if the cookie and the session do not agree', async () => {
    const { token } = await shop.signIn('demo', 'Demo1234')
    const { page, context, close } = await browser.visit({ token, unready: true })
    await context.clearCookies()
    await page.addInitScript(() => {
      const logIns: string[] = []
      Object.assign(globalThis, { logIns })
      const look = (): void => {
        const link = document.querySelector('.log-in')
        if (link && 'session' in document.documentElement.dataset && getComputedStyle(link).visibility === 'visible')
          logIns.push(document.documentElement.dataset.session ?? '')
        requestAnimationFrame(look)
      }
      look()
    })
    await page.goto('/main/event')
    await page.locator('.balance-chip').waitFor()
    expect(await page.evaluate(() => (globalThis as unknown as { logIns: string[] }).logIns), 'logins').toEqual([])
    await close()
  })

  it('on a phone sees what is sold in the first frame of the top-up page, and prices and bonuses come to their places', async () => {
    const { page, close } = await visitKnown(phone)
    const gate = Promise.withResolvers<null>()
    await page.route('**/api/order/webProduct', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto('/main/recharge')
    const outline = page.locator('.item-outlines')
    await outline.getByText('60 Star Gems', { exact: true }).waitFor()
    const place = async (name: string) =>
      await page.locator('.item-grid').getByText(name, { exact: true }).boundingBox()
    const before = [await place('60 Star Gems'), await place('300 Star Gems')]
    expect(await outline.innerText(), 'prices and bonuses of nobody').not.toMatch(/\$|%|120/)
    expect(await outline.getByRole('radio').count(), 'what could be chosen').toBe(0)
    expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])
    await shot(page, 'recharge-outlines-390', false)
    await page.route('**/api/order/webCoinProduct', () => undefined)
    await page.getByRole('tab', { name: 'HC Point packs' }).click()
    await page.locator('.item-skeleton').first().waitFor()
    expect(await outline.count(), 'items among the packs').toBe(0)
    await page.getByRole('tab', { name: 'Items' }).click()
    gate.resolve(null)
    await page
      .getByRole('radio', { name: /60 Star Gems/ })
      .first()
      .waitFor()
    expect(await outline.count(), 'outlines beside the list').toBe(0)
    expect([await place('60 Star Gems'), await place('300 Star Gems')], 'the names').toEqual(before)
    expect(await moved(page), 'the page moves').toBeLessThanOrEqual(0.02)
    await close()
  })

  for (const [device, viewport] of devices)
    it(`on ${device} finds the item of an address at its place, however late its price comes`, async () => {
      const { page, close } = await visitKnown(viewport)
      for (const call of ['market/get', 'order/webProduct', 'order/webPayChannel'])
        await page.route(`**/api/${call}`, async (route) => {
          await sleep(400)
          await route.continue()
        })
      await page.goto('/main/recharge?item=gem_300')
      await page.getByRole('button', { name: 'Pay $4.99' }).waitFor()
      await page.locator('.recharge-side').getByText('Sandbox Pay').first().waitFor()
      expect(await moved(page), 'the page moves').toBeLessThanOrEqual(0.02)
      await close()
    })

  for (const [device, viewport] of devices)
    it(`on ${device} finds character, unpaid order, what they bought and the next gift before the picture, and nothing moves`, async () => {
      const player = await shop.signIn('demo', 'Demo1234')
      await player.buy('gem_980', { channel_code: 'sandbox' })
      await player.buy('gem_60')
      const { page, complaints, close } = await browser.visit({ viewport, token: player.token })
      await page.goto('/main/recharge?server=s1&role=r1001')
      await chooseTarget(page)
      const again = page.getByRole('region', { name: 'Buy again' })
      const gift = page.getByRole('region', { name: 'Next gift' })
      for (const visit of ['the first', 'the second']) {
        await page.goto('/main/home')
        await again.waitFor()
        await gift.locator('img').waitFor()
        expect(await moved(page), `${visit} visit moves`).toBeLessThanOrEqual(0.02)
      }
      await shot(page, `returning-${viewport.width}`, false)
      const tops = await page
        .locator('.known-role, .known-again, main h1')
        .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top))
      expect(
        [...tops].sort((a, b) => a - b),
        'the order of the parts',
      ).toEqual(tops)
      expect(await page.locator('.known-role').innerText(), 'the character').toMatch(
        /Astra · Lv\. \d+\s+Aurora\s+Change/,
      )
      expect(await page.locator('.hero .btn-gold, .hero .kicker, .hero-line').count(), 'what is for guests').toBe(0)
      const cards = await again.getByRole('listitem').allInnerTexts()
      expect(cards.length, 'different items').toBe(2)
      expect(cards[0]?.replace(/\s+/g, ' '), 'the newest one').toBe('60 Star Gems You get 60 $0.99 Buy again')
      expect(await gift.innerText(), 'the next gift states, it does not urge').not.toMatch(/\b(more|only)\b/i)
      expect([await axe(page), await overflow(page)], 'findings').toEqual([[], []])

      const order = await player.order('gem_300')
      await page.goto('/main/home')
      await page.locator('.known-open').getByText('300 Star Gems').waitFor()
      await again.waitFor()
      expect(await moved(page), 'with an unpaid order it moves').toBeLessThanOrEqual(0.02)
      await shot(page, `returning-unpaid-${viewport.width}`, false)
      expect(await overflow(page), 'cut').toEqual([])
      await shop.outcome(order, 'cancelled')
      await player.reach(order, 3)

      for (const path of ['/main/account/user', '/main/account/recharge']) {
        await page.goto(path)
        const link = again.getByRole('link', { name: 'Buy again: 60 Star Gems, $0.99' })
        expect(await link.getAttribute('href'), path).toBe(
          '/main/recharge?item=gem_60&server=s1&role=r1001&pay=sandbox',
        )
        await shot(page, `again${path.replaceAll('/', '-')}-${viewport.width}`)
      }
      await page.goto('/main/account/user')
      const astra = page.getByRole('listitem').filter({ hasText: 'Astra' }).getByRole('region', { name: 'Next gift' })
      await astra.locator('img').waitFor()
      expect(await astra.innerText(), 'the next gift of the character').not.toMatch(/\b(more|only)\b/i)
      expect(complaints, 'complaints').toEqual([])
      await close()
    })

  it('an item that is no longer sold is left out of what can be bought again', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    await shop.db.query(`update product set active = false where cp_goods_id = 'gem_60'`)
    const { page, close } = await browser.visit({ token: player.token })
    await until('the row without it', async () => {
      await page.goto('/main/account/recharge')
      await page.locator('.record-list').waitFor()
      return (await page.getByRole('heading', { name: 'Again: 980 Star Gems' }).count()) === 1
    })
    await shop.db.query(`update product set active = true where cp_goods_id = 'gem_60'`)
    await close()
  })
})

describe('a toast', () => {
  for (const viewport of [desktop, phone])
    it(`on ${viewport.width} px no toast lies over a title, a notice or a button: login, link of the game, payment with points`, async () => {
      const { page, complaints, close } = await browser.visit({ viewport })
      await page.addInitScript(() => {
        const over: string[] = []
        Object.assign(globalThis, { over })
        let before = ''
        const look = (): void => {
          let now = ''
          for (const toast of document.querySelectorAll('.toast')) {
            const a = toast.getBoundingClientRect()
            for (const element of document.querySelectorAll('h1, .notice, button, .btn')) {
              const b = element.getBoundingClientRect()
              if (b.width === 0 || element.closest('.toasts, dialog')) continue
              if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
                now = `${toast.textContent} over ${element.textContent}`
            }
          }
          // A page that has just changed moves the toast in its next frame.
          if (now !== '' && now === before) over.push(now)
          before = now
          requestAnimationFrame(look)
        }
        document.addEventListener('DOMContentLoaded', look)
      })
      const over = async (): Promise<string[]> =>
        await page.evaluate(() => (globalThis as unknown as { over: string[] }).over)
      const toast = page.locator('.toast').first()
      await signIn(page, 'rich', 'Rich1234')
      await toast.getByText('Login successful').waitFor()
      const began = Date.now()
      await shot(page, `toast-login-${viewport.width}`, false)
      await toast.waitFor({ state: 'detached' })
      const seconds = (Date.now() - began) / 1000
      expect(seconds > 2 && seconds < 4, `three seconds, not ${seconds}`).toBe(true)
      expect(await over(), 'after a login').toEqual([])
      await page.evaluate(() => localStorage.clear())
      const link = await gameClient(shop.url).send('POST', '/game/v1/accounts/100003/web-token')
      const token = link.result.hctoken
      await page.goto(`/login?redirect=%2Fmain%2Frecharge&hctoken=${token}`)
      await page.getByRole('status').getByText('Logged in as rich').waitFor()
      await toast.waitFor()
      await shot(page, `toast-link-${viewport.width}`, false)
      await toast.waitFor({ state: 'detached' })
      expect(await over(), 'after a link of the game').toEqual([])
      await chooseItem(page, 'gem_60')
      await chooseChannel(page, 'hcpoint')
      await pay(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Pay 99 HC\sPoints/ })
        .click()
      await page.waitForURL(/\/main\/recharge\/detail\//)
      await page.waitForTimeout(1_500)
      await shot(page, `toast-points-${viewport.width}`, false)
      expect(await over(), 'after a payment with points').toEqual([])
      expect(complaints, 'complaints').toEqual([])
      await close()
    })
})
