import { describe, expect, it } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { phone } from '../../kit/browser/browser.ts'
import { chooseChannel, chooseItem, focusOn } from '../../kit/browser/steps.ts'
import { withPortal } from '../../kit/browser/stage.ts'

const sources = fileURLToPath(new URL('../../../apps/portal/src', import.meta.url))

const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(join(sources, name), 'utf8'))

type Opened = { page: Page; press: (selector: string) => Promise<void> }

/**
 * How each dialog is opened by keyboard; `opener` false: it opens by itself. `again`: what leads to it next to its
 * opener.
 */
type Case = {
  name: string
  path: string
  open: (at: Opened) => Promise<void>
  token?: 'player' | 'none'
  small?: true
  opener?: false
}

const frame = '.top-bar'

const cases: readonly Case[] = [
  {
    name: 'menu',
    path: '/main/event',
    small: true,
    open: ({ press }) => press(`${frame} button[aria-haspopup=dialog]`),
  },
  { name: 'region', path: '/main/event', open: ({ press }) => press('button.nav-tool >> nth=0') },
  { name: 'help', path: '/main/event', open: ({ press }) => press('button.nav-tool >> nth=1') },
  { name: 'market', path: '/main/account/user', open: ({ press }) => press('[aria-labelledby=market-title] button') },
  { name: 'logout', path: '/main/event', open: ({ press }) => press('.session-menu button') },
  {
    name: 'redeem',
    path: '/main/home',
    async open({ page, press }) {
      await page.locator('#redeem input').fill('NOT-A-CODE')
      await press('[data-track=home_redeem]')
    },
  },
  {
    name: 'pay_points',
    path: '/main/recharge',
    async open({ page, press }) {
      await chooseItem(page, 'gem_60')
      await chooseChannel(page, 'hcpoint')
      await press('[data-track=pay]:visible')
    },
  },
  {
    name: 'pay_window',
    path: '/main/recharge',
    async open({ page, press }) {
      await chooseItem(page, 'gem_60')
      await chooseChannel(page, 'sandbox')
      await press('[data-track=pay]:visible')
    },
  },
  {
    name: 'why',
    path: '/main/recharge',
    async open({ page, press }) {
      const stopped = { can: false, reasons: [{ key: 'paused', data: {} }] }
      await page
        .context()
        .route('**/api/order/explain', (route) => route.fulfill({ json: { code: 0, msg: 'success', result: stopped } }))
      await chooseItem(page, 'gem_60')
      await press('[data-track=why]')
    },
  },
  { name: 'delete_account', path: '/main/account/user', open: ({ press }) => press('[data-track=delete_account]') },
  {
    name: 'country',
    path: '/login',
    token: 'none',
    async open({ page, press }) {
      await page.getByRole('tab', { name: 'Phone' }).click()
      await press('button[aria-haspopup=dialog]')
    },
  },
  {
    name: 'other_account',
    path: '/login?hctoken=a-token-of-somebody-else',
    opener: false,
    open: () => Promise.resolve(),
  },
  {
    name: 'session_expired',
    path: '/main/recharge',
    opener: false,
    async open({ page }) {
      await page
        .context()
        .route('**/api/**', (route) =>
          route.fulfill({ status: 203, json: { code: 20001, msg: 'tokenFail', data: null } }),
        )
      // A call of the page's own may find it first; the link is gone with the page then.
      await page
        .getByRole('link', { name: 'Account' })
        .first()
        .click({ timeout: 3_000 })
        .catch(() => undefined)
    },
  },
]

/** It takes the place of `redeem` in one element, so that nothing opens or closes. */
const within = ['redeem_done']

const { shop, browser } = withPortal()

describe('the keyboard', () => {
  it('every dialog of the portal is among those that are tried', () => {
    const dialogNames = texts.flatMap((text) =>
      [...text.matchAll(/<Dialog\b[^>]*?\bname="(\w+)"/g)].map((match) => match[1] ?? ''),
    )
    const all = texts.reduce((sum, text) => sum + [...text.matchAll(/<Dialog\b(?!s|Host)/g)].length, 0)
    expect([dialogNames.length, [...new Set(dialogNames)].sort()], 'dialogs').toEqual([
      all,
      [...cases.map(({ name }) => name), ...within].sort(),
    ])
    return Promise.resolve()
  })

  for (const { name, path, open, token, small, opener } of cases) {
    it(`${name}: the focus goes into the dialog, stays there, and comes back to what opened it; Escape closes it; nothing behind it answers`, async () => {
      const player = await shop.signIn('rich', 'Rich1234')
      const { page, close } = await browser.visit({
        ...(token === 'none' ? {} : { token: player.token }),
        ...(small ? { viewport: phone } : {}),
      })
      await page.goto(path)
      const press = async (selector: string): Promise<void> => {
        // A button that waits for its data takes no focus yet.
        const button = page.locator(selector).and(page.locator(':not(:disabled)')).first()
        await focusOn(button)
        await page.evaluate(() => {
          document.activeElement?.setAttribute('data-opener', '')
        })
        await page.keyboard.press('Enter')
      }
      await open({ page, press })
      await page.locator(`dialog[open][data-popup=${name}]`).waitFor()
      const inside = (): Promise<boolean> =>
        page.evaluate(() => document.activeElement?.closest('dialog[open]') !== null)
      expect(await inside(), 'the focus is not in the dialog').toBe(true)
      for (let i = 0; i < 12; i++) {
        await page.keyboard.press(i < 8 ? 'Tab' : 'Shift+Tab')
        // Between the last and the first of a modal dialog the browser's own bars have their turn, which is the body
        // here.
        expect(
          await page.evaluate(
            () => document.activeElement === document.body || document.activeElement?.closest('dialog[open]') !== null,
          ),
          'the focus left the dialog',
        ).toBe(true)
      }
      expect(
        await page.evaluate(() => {
          const behind = document.querySelector<HTMLElement>('#app a[href]')
          behind?.focus()
          return document.activeElement === behind
        }),
        'a link behind the dialog took the focus',
      ).toBe(false)
      await page.bringToFront()
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      // A page that follows the dialog takes the focus when it is there.
      await page.waitForFunction(() => document.activeElement !== document.body).catch(() => undefined)
      const at = await page.evaluate(
        () =>
          `${document.activeElement?.tagName ?? ''}${document.activeElement?.hasAttribute('data-opener') ? ' opener' : ''}`,
      )
      if (opener === false) expect(at !== 'BODY', 'the focus is lost').toBe(true)
      else expect(at.endsWith(' opener'), `the focus is at ${at}`).toBe(true)
      await close()
    })
  }

  it('every tab list answers arrows, Home, End, Enter and Space, and the page does not scroll', async () => {
    const player = await shop.signIn('rich', 'Rich1234')
    let tried = 0
    for (const [path, token] of [
      ['/main/event', true],
      ['/main/recharge', true],
      ['/main/account/epoint', true],
      ['/login', false],
      ['/login?forgot=1', false],
    ] as const) {
      const { page, close } = await browser.visit(token ? { token: player.token } : {})
      await page.goto(path)
      await page.getByRole('tablist').first().waitFor()
      for (const list of await page.getByRole('tablist').all()) {
        tried++
        const tabs = list.getByRole('tab')
        const count = await tabs.count()
        const focused = (): Promise<number> =>
          tabs.evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement))
        const selectionOf = (): Promise<number> =>
          tabs.evaluateAll((all) => all.findIndex((element) => element.getAttribute('aria-selected') === 'true'))
        expect(
          await tabs.evaluateAll((all) => all.filter((element) => (element as HTMLElement).tabIndex === 0).length),
          `${path}: tabs in the page's order`,
        ).toEqual(1)
        await focusOn(tabs.first())
        for (const [key, to] of [
          ['ArrowRight', 1],
          ['ArrowLeft', 0],
          ['ArrowLeft', count - 1],
          ['ArrowRight', 0],
          ['End', count - 1],
          ['Home', 0],
        ] as const) {
          await page.keyboard.press(key)
          expect(await focused(), `${path}: after ${key}`).toEqual(to)
        }
        for (const key of ['Space', 'Enter']) {
          const to = key === 'Space' ? count - 1 : 0
          await page.keyboard.press(key === 'Space' ? 'End' : 'Home')
          await page.evaluate(() => scrollTo(0, 0))
          await page.keyboard.press(key)
          await page
            .waitForFunction(
              ([at, index]) =>
                [...document.querySelectorAll('[role=tablist]')]
                  .at(at ?? 0)
                  ?.querySelectorAll('[role=tab]')
                  .item(index ?? 0)
                  .getAttribute('aria-selected') === 'true',
              [(await page.getByRole('tablist').all()).indexOf(list), to] as const,
            )
            .catch(() => undefined)
          expect(
            [await selectionOf(), await page.evaluate(() => scrollY)],
            `${path}: after ${key}, and how far the page scrolled`,
          ).toEqual([to, 0])
        }
      }
      await close()
    }
    const lists = texts.reduce((sum, text) => sum + [...text.matchAll(/<Tabs\b|<TypeTabs\b/g)].length, 0)
    expect(tried, 'tab lists').toEqual(lists)
  })
})
