import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { gameClient, type GameClient } from '../../kit/game-client.ts'
import { until } from '../../kit/shop.ts'
import { axe, desktop, overflow, phone, shot } from '../../kit/browser/browser.ts'
import { who } from '../../kit/browser/parties.ts'
import { chooseItem, focusOn, pay, see, signIn } from '../../kit/browser/steps.ts'
import { rulesAtOnce, withPortal } from '../../kit/browser/stage.ts'

const DEMO_PHONE = '+15550100001'

const RULE =
  'The password length is 6-16 characters, and contains any 2 or more elements of numbers, letters, and special characters'

type Letter = { channel: string; target: string; kind: string; code: string }

const { shop, browser } = withPortal()

describe('signing in', () => {
  let game: GameClient
  beforeAll(async () => {
    game = gameClient(shop.url)
  })
  /** The newest code for a target; asked for codes are made old, so that the next may be asked for at once. */
  const codeFor = async (target: string): Promise<string> => {
    const code = await until(`a code for ${target}`, async () => {
      const letters = (await (await fetch(`${shop.url}/demo/outbox.json`)).json()) as Letter[]
      return letters.find((letter) => letter.target === target && letter.code)?.code
    })
    await shop.db.query(`update verification_code set created_at = created_at - interval '2 minutes'`)
    return code
  }

  const forgetLetters = async (): Promise<void> => {
    await shop.db.query('delete from message')
  }

  const hctoken = async (uid: string): Promise<string> =>
    (await game.send('POST', `/game/v1/accounts/${uid}/web-token`)).result.hctoken

  const signedInAs = async (page: Page, account: string): Promise<void> => {
    await page.goto('/main/account/user')
    await page.locator('dd').getByText(account, { exact: true }).waitFor()
  }

  const toPhoneTab = async (page: Page, at = '/login'): Promise<void> => {
    await page.goto(at)
    await page.getByRole('tab', { name: 'Phone' }).click()
    await page.getByLabel('Phone number').waitFor()
  }

  const paste = async (page: Page, label: string, text: string): Promise<void> => {
    await focusOn(page.getByLabel(label))
    await page.evaluate((clip) => {
      document.execCommand('insertText', false, clip)
    }, text)
  }

  for (const [device, viewport] of [
    ['a desktop', desktop],
    ['a phone', phone],
  ] as const) {
    it(`on ${device} a player signs in with a phone number and the code that was sent to it`, async () => {
      await forgetLetters()
      const { page, complaints, close } = await browser.visit({ viewport })
      await toPhoneTab(page, '/login?redirect=%2Fmain%2Faccount%2Fuser')
      await page.locator('.country-button').getByText('+1').waitFor()
      await page.getByLabel('Phone number').pressSequentially('5550100001')
      expect(await page.getByLabel('Phone number').inputValue(), 'the number as it is typed').toEqual('(555) 010-0001')
      await page.getByRole('button', { name: 'Send code' }).click()
      await see(page, /Resend in (1:00|0:5\d)/)
      await see(page, 'If there’s an account for +1 555 010 0001')
      expect(
        await page.evaluate(() => document.activeElement?.getAttribute('autocomplete') === 'one-time-code'),
        'the focus is not on the code',
      ).toBe(true)
      await shot(page, `login-phone-${viewport.width}`)
      const code = await codeFor(DEMO_PHONE)
      await paste(page, 'Verification code', `${code.slice(0, 3)} ${code.slice(3)}`)
      expect(await page.getByLabel('Verification code').inputValue(), 'a code pasted with a space').toEqual(code)
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await page.waitForURL(/\/main\/account\/user$/)
      await see(page, '100001')
      expect(complaints, 'complaints').toEqual([])
      await close()
    })
  }

  it('the country of a phone number is found by name, code and accents left out, and by pasting a whole number', async () => {
    const { page, close } = await browser.visit({ locale: 'de-DE' })
    await page.goto('/login')
    await page.getByRole('tab', { name: 'Telefon' }).click()
    const button = page.locator('.country-button')
    await button.getByText('+49').waitFor()
    for (const [search, calling] of [
      ['osterr', '+43'],
      ['japan', '+81'],
      ['+84', '+84'],
      ['TW', '+886'],
    ] as const) {
      await button.click()
      await page.getByRole('combobox', { name: /suchen/ }).fill(search)
      await page.keyboard.press('Enter')
      await button.getByText(calling).waitFor()
    }
    await button.click()
    await page.getByRole('combobox', { name: /suchen/ }).fill('xyzxyz')
    await see(page, 'Kein Land und keine Region gefunden')
    await page.keyboard.press('Escape')
    expect(await button.evaluate((element) => element === document.activeElement), 'the focus did not come back').toBe(
      true,
    )
    for (const [whole, calling, national] of [
      ['+44 7400 123456', '+44', '07400 123456'],
      ['+1 555 010 0001', '+1', '(555) 010-0001'],
    ] as const) {
      await page.getByLabel('Telefonnummer').fill('')
      await paste(page, 'Telefonnummer', whole)
      await button.getByText(calling, { exact: true }).waitFor()
      expect(await page.getByLabel('Telefonnummer').inputValue(), 'the national number').toEqual(national)
    }
    await close()
  })

  it('a code cannot be asked for again before the countdown ends, not even from another tab of the page', async () => {
    const { page, close } = await browser.visit({})
    await toPhoneTab(page)
    await page.getByLabel('Phone number').fill('5550100077')
    let count = 0
    page.on('request', (request) => {
      if (request.url().includes('/code/send')) count++
    })
    await page.getByRole('button', { name: 'Send code' }).click()
    const box = page.getByRole('button', { name: /Resend in/ })
    await box.waitFor()
    await box.click({ force: true })
    await page.getByRole('tab', { name: 'Account or email' }).click()
    await page.getByRole('tab', { name: 'Phone' }).click()
    await page.getByLabel('Phone number').fill('5550100077')
    await page.getByRole('button', { name: /Resend in/ }).waitFor()
    expect(count, 'calls').toEqual(1)
    await page.reload()
    await toPhoneTab(page)
    await page.getByLabel('Phone number').fill('5550100077')
    await page.getByRole('button', { name: 'Send code' }).click()
    await see(page, 'The verification code is obtained too frequently')
    await close()
  })

  it('each error of a phone sign-in is at its field', async () => {
    const { page, close } = await browser.visit({})
    await toPhoneTab(page)
    const submit = page.getByRole('main').getByRole('button', { name: 'Log in' })
    await submit.click()
    expect(await page.getByText('Please enter complete information').count(), 'empty fields').toEqual(2)
    await page.getByLabel('Phone number').fill('12')
    await page.getByRole('button', { name: 'Send code' }).click()
    await see(page, 'Please enter a valid phone number')
    await page.getByLabel('Phone number').fill('5550100001')
    await page.getByLabel('Verification code').fill('12')
    await submit.click()
    await see(page, 'Enter all 6 digits')
    await page.getByLabel('Verification code').fill('000000')
    await submit.click()
    await see(page, 'Mobile phone verification code is incorrect')
    await page.getByLabel('Phone number').fill('5550100099')
    await submit.click()
    await see(page, 'Account does not exist')
    expect(
      await page
        .getByLabel('Phone number')
        .evaluate((element) => element === document.activeElement && element.getAttribute('aria-invalid') === 'true'),
      'the focus is not on the number',
    ).toBe(true)
    await close()
  })

  const reset = async (page: Page, password: string, again = password): Promise<void> => {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm new password').fill(again)
    await page.getByRole('button', { name: 'Set new password' }).click()
  }

  it('a forgotten password is set anew by email, within the rules for passwords', async () => {
    await forgetLetters()
    const { page, complaints, close } = await browser.visit({})
    await page.goto('/login?redirect=%2Fmain%2Faccount%2Fuser')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await see(page, RULE)
    await page.getByRole('button', { name: 'Set new password' }).click()
    expect(await page.getByText('Please enter complete information').count(), 'empty fields').toEqual(4)
    await page.getByLabel('Email address').fill('demo@example')
    await page.getByRole('button', { name: 'Send code' }).click()
    await see(page, 'Please enter your valid email')
    await page.getByLabel('Email address').fill('demo@example.com')
    await page.getByRole('button', { name: 'Send code' }).click()
    await see(page, /Resend in/)
    await page.getByLabel('Verification code').fill(await codeFor('demo@example.com'))
    await reset(page, 'onlyletters')
    await see(page, 'Password format mismatch')
    await reset(page, 'Nova-77x', 'Nova-77y')
    await see(page, 'The two passwords do not match, please re-enter')
    await reset(page, 'abc123')
    await see(page, 'This password is too easy to guess')
    expect(
      await page.getByLabel('New password', { exact: true }).evaluate((element) => element === document.activeElement),
      'the focus is not on the password',
    ).toBe(true)
    await shot(page, 'login-reset-1280')
    await reset(page, 'Nova-77x')
    await see(page, 'Your password has been changed')
    await page.getByLabel('Game account or email').fill('demo')
    await page.getByLabel('Password', { exact: true }).fill('Nova-77x')
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/\/main\/account\/user$/)
    expect(complaints, 'complaints').toEqual([])
    await close()
  })

  it('a forgotten password is set anew by phone, and every session ends', async () => {
    await forgetLetters()
    const { token } = await shop.signIn('demo', 'Nova-77x')
    const { page, close } = await browser.visit({ viewport: phone })
    await page.goto('/login?forgot=1')
    await page.getByRole('tab', { name: 'Phone' }).click()
    await page.getByLabel('Phone number').fill('(555) 010-0001')
    await page.getByRole('button', { name: 'Send code' }).click()
    await see(page, /Resend in/)
    await page.getByLabel('Verification code').fill('000000')
    await reset(page, 'Demo1234')
    await see(page, 'Mobile phone verification code is incorrect')
    await page.getByLabel('Verification code').fill(await codeFor(DEMO_PHONE))
    await shot(page, 'login-reset-390')
    await reset(page, 'Demo1234')
    await see(page, 'Your password has been changed')
    expect((await shop.call('user/uinfo', {}, { token })).status, 'the old session').toEqual(203)
    await close()
    await shop.signIn('demo', 'Demo1234')
  })

  it("the game's link signs in at once and once, and leaves nothing of its token behind", async () => {
    const { page, complaints, close } = await browser.visit({})
    const token = await hctoken('100001')
    const addresses: string[] = []
    page.on('request', (request) => {
      if (!request.url().endsWith(`hctoken=${token}`))
        addresses.push(`${request.url()} ${request.headers().referer ?? ''}`)
    })
    await page.goto(`/login?redirect=%2Fmain%2Faccount%2Fuser&hctoken=${token}`)
    await see(page, 'Login successful')
    await page.waitForURL(/\/main\/account\/user$/)
    await see(page, '100001')
    await page.getByRole('status').getByText('Logged in as demo').waitFor()
    expect(
      addresses.filter((address) => address.includes(token)),
      'addresses with the token',
    ).toEqual([])
    await page.goBack()
    expect(page.url().includes(token), 'the token is in the history').toBe(false)
    expect(complaints, 'complaints').toEqual([])
    await close()
    const second = await browser.visit({})
    await second.page.goto(`/login?hctoken=${token}`)
    await see(second.page, 'This login link from the game has expired')
    await second.page.getByLabel('Game account or email').waitFor()
    expect(second.page.url().includes('hctoken'), 'the token is still in the address').toBe(false)
    await second.close()
  })

  it('a link’s sign-in names the account, ends with one click, and shows account and character at payment', async () => {
    for (const viewport of [desktop, phone]) {
      const { page, close } = await browser.visit({ viewport })
      await page.goto(`/login?redirect=%2Fmain%2Frecharge&hctoken=${await hctoken('100003')}`)
      await page.getByRole('status').getByText('Logged in as rich').waitFor()
      await chooseItem(page, 'gem_60')
      if (viewport === phone) await page.locator('.pay-bar').getByText('Midas · Aurora').waitFor()
      else {
        const summary = page.getByRole('complementary', { name: 'Your order' })
        for (const text of ['rich', 'Midas', 'Aurora']) await summary.getByText(text, { exact: true }).waitFor()
      }
      await shot(page, `arrived-${viewport.width}`)
      await page.getByRole('button', { name: 'Not you? Log out' }).click()
      await page.waitForURL(/\/login/)
      expect(await page.evaluate(() => localStorage.getItem('user_token')), 'token').toEqual('')
      await close()
    }
  })

  it('a link of the game opens one click from paying, with character and item chosen; spent, it leads to the same item', async () => {
    for (const viewport of [desktop, phone]) {
      const { result } = await game.send('POST', '/game/v1/accounts/100001/web-token', {
        server_id: 's1',
        role_id: 'r1002',
        cp_goods_id: 'gem_300',
      })
      const { pathname, search } = new URL(result.url ?? '')
      const selectionOf = async (page: Page): Promise<void> => {
        await page.waitForURL(/\/main\/recharge\?server=s1&role=r1002&item=gem_300$/)
        await page.locator('input[name=item][value=gem_300]:checked').waitFor({ state: 'attached' })
        if (viewport === phone) await page.locator('.pay-bar').getByText('Bront · Aurora').waitFor()
        else await page.getByRole('complementary', { name: 'Your order' }).getByText('Bront').waitFor()
      }
      const { page, complaints, close } = await browser.visit({ viewport })
      await page.goto(pathname + search)
      await selectionOf(page)
      await shot(page, `hand-over-${viewport.width}`)
      // The same link again, and who it is for is here already.
      await page.goto(pathname + search)
      await selectionOf(page)
      expect(await page.getByRole('dialog').count(), 'questions').toEqual(0)
      await pay(page)
      await page.getByRole('dialog').waitFor()
      expect(complaints, 'complaints').toEqual([])
      await close()
      const late = await browser.visit({ viewport })
      await late.page.goto(pathname + search)
      await see(late.page, 'This login link from the game has expired')
      await shot(late.page, `hand-over-spent-${viewport.width}`)
      await late.page.getByLabel('Game account or email').fill('demo')
      await late.page.getByLabel('Password', { exact: true }).fill('Demo1234')
      await late.page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await selectionOf(late.page)
      await late.close()
    }
  })

  it("the game's link asks before it replaces a session of another account", async () => {
    const { page, close } = await browser.visit({})
    await signIn(page, 'rich', 'Rich1234')
    await page.goto(`/login?hctoken=${await hctoken('100001')}`)
    await see(page, 'You’re already logged in with another account. Switch to the one from the game?')
    await see(page, 'Currently logged in: rich')
    await shot(page, 'login-switch-1280')
    await page.getByRole('button', { name: 'Keep this account' }).click()
    await page.waitForURL(/\/main\/home$/)
    await signedInAs(page, 'rich')
    const before = await page.evaluate(() => localStorage.getItem('user_token') ?? '')
    await page.goto(`/login?hctoken=${await hctoken('100001')}`)
    await page.getByRole('button', { name: 'Switch account' }).click()
    await page.waitForURL(/\/main\/home$/)
    await signedInAs(page, 'demo')
    expect((await shop.call('user/uinfo', {}, { token: before })).status, 'the session before').toEqual(203)
    // A session that is over is nobody's: nothing is asked then.
    await shop.signIn('demo', 'Demo1234')
    await page.goto(`/login?hctoken=${await hctoken('100003')}`)
    await see(page, 'Login successful')
    await signedInAs(page, 'rich')
    await close()
  })

  it('a third party signs in accounts that the game knows, and says of others that there is no account', async () => {
    await shop.db.query(
      `insert into external_identity (provider, subject, account_id) select 'facebook', 'fb-demo', account_id
        from account where login = 'demo' on conflict do nothing`,
    )
    const { page, complaints, close } = await browser.visit({ viewport: phone })
    const leave = async (name: string): Promise<void> => {
      await page.goto('/login?redirect=%2Fmain%2Faccount%2Fuser')
      await page.getByRole('link', { name: `Continue with ${name}` }).click()
    }
    who.facebook = 'fb-stranger'
    await leave('Facebook')
    await see(page, 'Account does not exist')
    await see(page, 'This Facebook account isn’t linked to a game account')
    expect(new URL(page.url()).search, 'the address').toEqual('?redirect=%2Fmain%2Faccount%2Fuser')
    await shot(page, 'login-third-party-390')
    who.wechat = 'refuses'
    await leave('WeChat')
    await see(page, 'Account does not exist')
    who.facebook = 'fb-demo'
    await leave('Facebook')
    await see(page, 'Login successful')
    await page.waitForURL(/\/main\/account\/user$/)
    await see(page, '100001')
    expect(complaints, 'complaints').toEqual([])
    await close()
  })

  it('a phone sign-in works by keyboard alone', async () => {
    await forgetLetters()
    const { page, close } = await browser.visit({})
    await page.goto('/login')
    const reach = async (selector: string): Promise<void> => {
      for (let i = 0; i < 40; i++) {
        if (await page.evaluate((expected) => document.activeElement?.matches(expected) ?? false, selector)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`the Tab key never reaches ${selector}`)
    }
    await reach('[role=tab]')
    await page.keyboard.press('ArrowRight')
    await page.getByLabel('Phone number').waitFor()
    await reach('.country-button')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Search by name or code' }).waitFor()
    await page.keyboard.type('germ')
    await page.keyboard.press('Enter')
    await page.locator('.country-button').getByText('+49').waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('.country-button'))
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Search by name or code' }).waitFor()
    await page.keyboard.type('united')
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.country-button').getByText('+1').waitFor()
    await reach('[name=phone]')
    await page.keyboard.type('5550100001')
    await reach('.code-send')
    await page.keyboard.press('Enter')
    await see(page, /Resend in/)
    const code = await codeFor(DEMO_PHONE)
    await reach('[name=code]')
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/main\/home$/)
    await close()
  })

  // An account has one session.
  const accounts = [
    ['rich', 'Rich1234'],
    ['demo', 'Demo1234'],
    ['empty', 'Empty123'],
  ] as const

  rulesAtOnce(
    accounts.length,
    [desktop, phone].flatMap((viewport) =>
      ['en-US', 'ja-JP', 'th-TH', 'de-DE'].map((locale) => ({
        name: `${locale} at ${viewport.width} px: axe has nothing against any tab or dialog of signing in and of the account`,
        async check(lane: number) {
          const [account, password] = accounts[lane] ?? accounts[0]
          const { page, complaints, close } = await browser.visit({ locale, viewport })
          const findings: string[] = []
          const look = async (name: string): Promise<void> => {
            await page.waitForTimeout(350)
            await shot(page, `${locale}-${viewport.width}-${name}`)
            findings.push(
              ...(await axe(page)).map((finding) => `${name}: ${finding.id} ${finding.nodes.join(' | ')}`),
              ...(await overflow(page)).map((what) => `${name}: ${what}`),
            )
          }
          const submit = page.locator('main form button[type=submit]')
          await page.goto('/login')
          await submit.click()
          await look('signin-account')
          await page.getByRole('tab').nth(1).click()
          await page.locator('[name=phone]').waitFor()
          await submit.click()
          await look('signin-phone')
          await page.locator('.country-button').click()
          await look('signin-countries')
          await page.keyboard.press('Escape')
          await page.goto('/login?forgot=1')
          await submit.click()
          await look('signin-reset-email')
          await page.getByRole('tab').nth(1).click()
          await page.locator('[name=phone]').waitFor()
          await look('signin-reset-phone')
          await page.goto('/login?google=false')
          await look('signin-not-linked')
          await page.goto('/login')
          await page.locator('[name=account]').fill(account)
          await page.locator('[name=password]').fill(password)
          await submit.click()
          await page.waitForURL(/\/main\/home$/)
          await page.goto('/login?hctoken=x')
          await page.getByRole('dialog').filter({ visible: true }).waitFor()
          await look('signin-switch')
          await page.keyboard.press('Escape')
          await page.waitForURL(/\/main\/home$/)
          await page.goto('/main/account/user')
          await page.locator('[aria-labelledby=privacy-title] button').nth(1).click()
          await page.locator('dialog[open] button[type=submit]').click()
          await look('account-delete')
          expect([...findings, ...complaints], 'findings').toEqual([])
          await close()
        },
      })),
    ),
  )
})
