import { beforeAll, describe, expect, it } from 'vitest'
import { CHUNK_TIMEOUT_MS } from '@hc/domain/limits'
import type { Page } from 'playwright-core'
import type { Player } from '../../kit/shop.ts'
import { phone, shot, type Stagehand } from '../../kit/browser/browser.ts'
import { rulesAtOnce, withPortal } from '../../kit/browser/stage.ts'

const open = [
  '/main/home',
  '/main/event',
  '/main/event/detail/a06',
  '/main/about',
  '/main/privacy',
  '/403',
  '/nowhere',
  '/login',
]

const guarded = ['/main/recharge', '/main/account/user', '/main/account/recharge', '/main/account/epoint']

const LANES = 3

/** Scripts that only count or watch: without them the page does everything that a player asks of it. */
const spare = /entry\.guard|analytics|consent-notice|shared-balance/

const failedScreen = (page: Page) => page.locator('#load-failed')

/** The error screen of the specification, section 2: its texts, its button, and links that need no script. */
async function seeFailed(page: Page, what: string): Promise<void> {
  const screen = failedScreen(page)
  await screen.waitFor({ state: 'visible' }).catch(() => {
    throw new Error(`${what}: no error screen`)
  })
  await screen.getByRole('heading', { name: 'This page didn’t load' }).waitFor()
  await screen.getByText('The page may have been updated, please refresh the page').waitFor()
  await screen.getByRole('button', { name: 'Refresh' }).waitFor()
  const links = await screen.getByRole('link').evaluateAll((all) => all.map((element) => element.getAttribute('href')))
  for (const href of ['/main/home', '/main/recharge', '?lang=ja-JP'])
    expect(links.includes(href), `${what}: no link to ${href}`).toBe(true)
}

/** The scripts that each page asks for, in the order of the pages. */
async function scriptsOf(browser: Stagehand, token: string | undefined, paths: readonly string[]): Promise<string[][]> {
  const { page, close } = await browser.visit(token ? { token } : {})
  let scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  const all: string[][] = []
  for (const path of paths) {
    scripts = new Set()
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(
      [...scripts].filter((script) => !spare.test(script)).length >= 3,
      `too few scripts: ${[...scripts].join(' ')}`,
    ).toBe(true)
    all.push([...scripts])
  }
  await close()
  return all
}

/**
 * Which scripts do not come at the page `at`. A script of many pages is missing at the first two that ask for it, and
 * at every fourth of the others in turn: it is the same script, and the same screen that stands for it.
 */
function missingAt(loads: readonly string[][], at: number): string[] {
  return (loads[at] ?? []).filter((script, turn) => {
    const before = loads.slice(0, at).filter((others) => others.includes(script)).length
    return before < 2 || (at + turn) % 4 === 0
  })
}

async function without(page: Page, path: string, script: string): Promise<void> {
  page.setDefaultTimeout(15_000)
  await page.route(`**${script}`, (route) => route.abort())
  await page.goto(path)
  if (spare.test(script)) {
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    expect(await failedScreen(page).isVisible(), `${script}: an error screen although nothing is missing`).toBe(false)
  } else {
    // The part of a page that is fetched after its start has the error screen in the page's own place.
    const inPage = page.getByRole('main').getByRole('heading', { name: 'This page didn’t load' })
    await failedScreen(page)
      .or(inPage)
      .filter({ visible: true })
      .first()
      .waitFor()
      .catch(() => {
        throw new Error(`${script}: no error screen`)
      })
    if (!(await inPage.isVisible())) await seeFailed(page, script)
  }
  await page.close()
}

const { shop, browser } = withPortal()

/** Pages whose scripts do not come, or that have none. */
describe('a page without its scripts', () => {
  let player: Player
  let order: string
  beforeAll(async () => {
    player = await shop.signIn('rich', 'Rich1234')
    order = await player.order('gem_60', 'sandbox', { role_id: 'r1003' })
  })
  for (const { who, isPlayer, paths } of [
    { who: 'a visitor', isPlayer: false, paths: [...open, '/main/recharge'] },
    { who: 'a player', isPlayer: true, paths: [...open.slice(0, -1), ...guarded, '/main/recharge/detail/:id'] },
  ]) {
    describe(`the scripts of ${who}`, () => {
      let loads: string[][]
      let token: string | undefined
      const addressOf = (path: string): string => path.replace(':id', order)
      beforeAll(async () => {
        token = isPlayer ? player.token : undefined
        loads = await scriptsOf(browser, token, paths.map(addressOf))
      })
      rulesAtOnce(
        LANES,
        paths.map((path, at) => ({
          name: `${path} of ${who}: whichever script does not come, the page works or shows the error screen`,
          async check() {
            const missing = missingAt(loads, at)
            expect(
              missing.some((name) => !spare.test(name)),
              'no script to miss',
            ).toBe(true)
            const { context, close } = await browser.visit({ ...(token ? { token } : {}), unready: true })
            for (const script of missing) await without(await context.newPage(), addressOf(path), script)
            await close()
          },
        })),
      )
    })
  }

  it('the error screen comes within the import time-out if a script never arrives, and its button reloads the page', async () => {
    const { page, context, close } = await browser.visit({ viewport: phone, unready: true, motion: true })
    const pattern = /\/assets\/(?:core|entry\.client)-[^/]*\.js$/
    let holding = true
    await context.route(pattern, (route) => (holding ? undefined : route.continue()))
    await page.goto('/main/home', { waitUntil: 'domcontentloaded' })
    const delays = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((animation) => (animation.effect as KeyframeEffect).target?.id === 'load-failed')
        .map((animation) => animation.effect?.getTiming().delay),
    )
    expect(delays, 'the delay of the screen').toEqual([CHUNK_TIMEOUT_MS])
    // What waits for the time-out, and not the sky of the picture, which goes on for ever.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
      }
    })
    await seeFailed(page, 'a script without an end')
    await shot(page, 'load-failed-390')
    const buttons = page.getByRole('banner').getByRole('button')
    for (const button of await buttons.all())
      expect(await button.isVisible(), 'a button that answers nothing').toBe(false)
    holding = false
    await failedScreen(page).getByRole('button', { name: 'Refresh' }).click()
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    await close()
  })

  it('the error screen changes the language and has plain links', async () => {
    const { page, context, close } = await browser.visit({ unready: true })
    await context.route('**/assets/entry.start-*.js', (route) => route.abort())
    await page.goto('/main/event?type=2')
    await seeFailed(page, 'entry.start')
    await failedScreen(page).getByRole('link', { name: '日本語' }).click()
    await page.waitForURL('**/main/event?lang=ja-JP')
    await failedScreen(page).getByRole('heading', { name: '読み込みエラー' }).waitFor()
    await failedScreen(page).getByRole('link', { name: 'ホーム' }).click()
    await page.waitForURL('**/main/home')
    await close()
  })

  it('a click whose code does not load shows the error screen: help, redeem code', async () => {
    const { page, context, close } = await browser.visit({ token: player.token })
    for (const [script, click] of [
      [/\/assets\/dialogs-[^/]*\.js$/, () => page.getByRole('button', { name: 'Help' }).first().click()],
      [
        /\/assets\/redeem-dialog-[^/]*\.js$/,
        async () => {
          await page.locator('#redeem input').fill('WELCOME2026')
          await page.locator('[data-track=home_redeem]').click()
        },
      ],
    ] as const) {
      await context.route(script, (route) => route.abort())
      await page.goto('/main/home')
      await click()
      await seeFailed(page, String(script))
      await context.unroute(script)
    }
    await close()
  })

  it('with scripts off the public pages can be read and their links and languages followed', async () => {
    const { page, close } = await browser.visit({ scripts: false })
    for (const path of [
      '/main/home',
      '/main/event',
      '/main/event/detail/a06',
      '/main/about',
      '/main/agreement',
      '/nowhere',
    ]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      // By its class: a search for texts leaves out what is in `noscript`.
      await page.locator('.no-script').waitFor({ state: 'visible' })
      expect(await failedScreen(page).isVisible(), `${path}: an error screen`).toBe(false)
    }
    await page.goto('/main/home')
    await page.getByRole('banner').getByRole('link', { name: 'News' }).click()
    await page.waitForURL('**/main/event')
    await page.locator('main a[href^="/main/event/detail/"]').first().click()
    await page.waitForURL('**/main/event/detail/*')
    await page.locator('.no-script a[lang=de-DE]').click()
    await page.waitForURL('**?lang=de-DE')
    expect(await page.locator('html').getAttribute('lang'), 'language').toEqual('de-DE')
    await shot(page, 'no-scripts-1280')
    await close()
  })
})
