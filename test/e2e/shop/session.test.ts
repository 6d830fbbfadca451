import { describe, expect, it } from 'vitest'
import { until } from '../../kit/shop.ts'
import { see, signIn } from '../../kit/browser/steps.ts'
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
