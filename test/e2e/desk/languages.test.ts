import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import type { Locale } from '@hc/contract/locales'
import { openPerson } from '../../kit/browser/staff.ts'
import { axe, overflow, shot, type Stagehand, type Visitor } from '../../kit/browser/browser.ts'
import { deskPaths, owner, type Scene, settled } from '../../kit/browser/scene.ts'
import { languagesOfRun } from '../../kit/browser/known-content.ts'
import { rulesAtOnce, withBrowser, withScene } from '../../kit/browser/stage.ts'

/** Most of a look is waiting for the page's answers. */
const LANES = 3

/** Dialogs are opened in English and in these, each once in each of them. */
const sample: readonly Locale[] = ['ja-JP', 'th-TH', 'de-DE']

const opens = (locale: Locale): boolean => locale === 'en-US' || sample.includes(locale)

const looks = [
  { colorScheme: 'light', viewport: { width: 360, height: 780 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
] as const

const nameOf = (path: string): string => path.slice(1).replaceAll(/[/?=]/g, '-') || 'today'

/** Tables that leave a part of their place empty, or go beyond it. */
async function narrow(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLTableElement>('main table')]
      .filter((table) => table.checkVisibility() && !table.closest('dialog'))
      .flatMap((table) => {
        const place = table.closest<HTMLElement>('.list-scroll, .card, section, main')
        if (!place) return []
        const { paddingLeft, paddingRight } = getComputedStyle(place)
        const room = place.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        const { width } = table.getBoundingClientRect()
        const beyond = place.matches('.list-scroll') && place.scrollWidth > place.clientWidth + 1
        return beyond || width < room - 2 ? [`a table of ${Math.round(width)} px in ${Math.round(room)} px`] : []
      }),
  )
}

/** Another language, on the page that is open. */
async function inLanguage(page: Page, locale: Locale): Promise<void> {
  await settled(page, () => page.locator('select[name=language]').first().selectOption(locale, { force: true }))
  expect(await page.locator('html').getAttribute('lang'), 'the language of the page').toEqual(locale)
}

/** One page in all languages and both windows, and its dialogs; `dialogsOfLocale`: the dialogs checked so far. */
async function lookAt(
  { page }: Visitor,
  scene: Scene,
  path: string,
  wantedLocales: readonly Locale[],
  dialogsOfLocale: ReadonlyMap<Locale, Set<string>>,
  links: Set<string>,
): Promise<string[]> {
  const faults: string[] = []
  // Within the page, as a link of its menu does: the scripts are there already.
  await settled(page, async () => {
    if (path === '/') await page.goto(scene.at.desk)
    else await page.evaluate((to) => history.pushState(null, '', to), path)
  })
  for (const link of await page.locator('main a[href^="/"]:not([contenteditable] *)').all())
    links.add((await link.getAttribute('href')) ?? '')
  for (const { colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme })
    for (const locale of wantedLocales) {
      await page.setViewportSize(viewport)
      await inLanguage(page, locale)
      const where = `${locale} ${path} at ${viewport.width} px`
      faults.push(...(await overflow(page)).map((name) => `${where}: ${name}`))
      if (viewport.width > 1000) faults.push(...(await narrow(page)).map((name) => `${where}: ${name}`))
      // No width changes what a translation can break.
      const again = locale === 'en-US' || viewport.width === 360
      const findings = again ? await axe(page, locale !== 'en-US') : []
      faults.push(...findings.map(({ id, nodes }) => `${where}: ${id} ${nodes.join(' ')}`))
      await shot(page, `${locale}-${nameOf(path)}-${viewport.width}`)
      const dialogs = dialogsOfLocale.get(locale)
      if (viewport.width > 1000 || !dialogs) continue
      await page.setViewportSize({ width: 390, height: 844 })
      faults.push(...(await dialogsOf(page, locale, path, dialogs)))
    }
  }
  return faults
}

const empties = [
  '/orders?uid=nobody',
  '/waiting?mine=1',
  '/audit?target=nothing-of-this-name',
  '/calendar?from=2041-01-01&to=2041-01-02',
  '/articles?state=down&type=3',
  '/finance/journals?order_no=nothing',
]

/** What axe and the layout say of what is shown: in English in both lights, for the others have its colours. */
async function faultsAt(page: Page, locale: Locale, where: string): Promise<string[]> {
  const findings = (await overflow(page)).map((name) => `${where}: ${name}`)
  for (const colorScheme of locale === 'en-US' ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme })
    findings.push(
      ...(await axe(page, locale !== 'en-US')).map(
        ({ id, nodes }) => `${where} in ${colorScheme}: ${id} ${nodes.join(' ')}`,
      ),
    )
  }
  return findings
}

/** Opens each dialog of a page that no other page had, as it begins and with what is wrong in it. */
async function dialogsOf(page: Page, locale: Locale, path: string, knownNames: Set<string>): Promise<string[]> {
  const where = `${locale} ${path}`
  const findings: string[] = []
  const labels = new Set<string>()
  // Each cell of a matrix opens the same form.
  const buttons = page.locator('main button[aria-haspopup=dialog]:not(tr ~ tr .matrix-cell):visible')
  for (let at = 0; at < (await buttons.count()); at++) {
    const button = buttons.nth(at)
    const label = (await button.textContent())?.trim() ?? ''
    if (labels.has(label)) continue
    labels.add(label)
    await button.click()
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    // The same words open another dialog on another page: it has other fields.
    const kind = await dialog.evaluate((element) =>
      [
        element.querySelector('button[type=submit]')?.textContent,
        ...[...element.querySelectorAll('[name]')].map((field) => field.getAttribute('name')),
      ].join(' '),
    )
    if (knownNames.has(`${label} ${kind}`)) {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      continue
    }
    knownNames.add(`${label} ${kind}`)
    findings.push(...(await faultsAt(page, locale, `${where}, ${label}`)))
    const field = dialog.locator('input[name=reason]')
    if ((await field.count()) > 0) {
      await dialog.locator('button[type=submit]').click()
      await dialog.locator('[aria-invalid=true]').first().waitFor()
      findings.push(...(await faultsAt(page, locale, `${where}, ${label}, without a reason`)))
    }
    await shot(page, `dialog-${where.replaceAll(/[ /]/g, '-')}-${at}`, false)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  return findings
}

/** Empty lists and a page whose answer does not come: all in English, some of them in another language. */
async function lookInside(scene: Scene, browser: Stagehand, locale: Locale): Promise<void> {
  const visitor = await owner(scene, browser, locale)
  const { page } = visitor
  const findings: string[] = []
  const turn = sample.indexOf(locale)
  const ownPaths = empties.filter((_, at) => turn < 0 || at % sample.length === turn)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ownPaths) {
    await settled(page, () => page.goto(`${scene.at.desk}${path}`))
    findings.push(...(await faultsAt(page, locale, `${locale} ${path}`)))
  }
  await page.route('**/console/api/order/list', (route) => route.abort())
  await page.goto(`${scene.at.desk}/orders`)
  await page.locator('.state[role=alert]').waitFor()
  findings.push(...(await faultsAt(page, locale, `${locale} /orders without an answer`)))
  findings.push(...visitor.complaints)
  await visitor.close()
  expect(findings.length === 0, [...new Set(findings)].join('\n')).toBe(true)
}

const scene = withScene()
const browser = withBrowser(() => scene.at.shop.url)

/** The desk in nine languages: nothing is cut, nothing lies over another, and axe finds nothing. */
describe('the desk in nine languages', () => {
  let owners: Visitor[]
  beforeAll(async () => {
    owners = await Promise.all(Array.from({ length: LANES }, () => owner(scene, browser, 'en-US')))
    for (const { page } of owners) await page.goto(scene.at.desk)
  })
  const wantedLocales = languagesOfRun()

  const links = new Set<string>()

  const dialogsOfLocale = new Map(wantedLocales.filter(opens).map((locale) => [locale, new Set<string>()]))

  rulesAtOnce(
    LANES,
    deskPaths.map((path) => ({
      name: `${path} fits in every language with its dialogs, on a phone in the light and on a desk in the dark`,
      async check(lane) {
        const visitor = owners[lane]
        if (!visitor) throw new Error('no owner')
        const findings = await lookAt(visitor, scene, scene.addressOf(path), wantedLocales, dialogsOfLocale, links)
        findings.push(...visitor.complaints.splice(0))
        expect(findings.length === 0, [...new Set(findings)].join('\n')).toBe(true)
      },
    })),
  )

  it('no link of a page leads to a page that there is not', async () => {
    const dead: string[] = []
    const queue = [...links]
    await Promise.all(
      owners.map(async ({ page }) => {
        await inLanguage(page, 'en-US')
        for (let link = queue.shift(); link !== undefined; link = queue.shift()) {
          const to = link
          // The documents are files of the server, not pages of the desk.
          if (to.startsWith('/docs/')) {
            if (!(await page.request.get(`${scene.at.desk}${to}`)).ok()) dead.push(to)
            continue
          }
          await settled(page, () => page.evaluate((path) => history.pushState(null, '', path), to))
          if ((await page.getByRole('heading', { level: 1, name: 'There is no such page' }).count()) > 0)
            dead.push(link)
        }
      }),
    )
    expect(links.size > 40, `${links.size} links`).toBe(true)
    expect(dead, 'dead links').toEqual([])
  })

  it('every dialog of the desk was opened in each of English, Japanese, Thai and German that this run checks', async () => {
    for (const [locale, dialogs] of dialogsOfLocale)
      expect(dialogs.size > 40, `${dialogs.size} dialogs in ${locale}`).toBe(true)
    return Promise.resolve()
  })

  // A browser that prefers a language begins in it.
  rulesAtOnce(
    LANES,
    wantedLocales.map((locale) => ({
      name: `a browser that prefers ${locale} has the desk in it`,
      async check() {
        const visitor = await owner(scene, browser, locale)
        await settled(visitor.page, () => visitor.page.goto(scene.at.desk))
        expect(await visitor.page.locator('html').getAttribute('lang'), 'the language of the page').toEqual(locale)
        expect(visitor.complaints, 'complaints').toEqual([])
        await visitor.close()
      },
    })),
  )

  rulesAtOnce(
    LANES,
    wantedLocales
      .filter((locale) => dialogsOfLocale.has(locale))
      .map((locale) => ({
        name: `empty lists and errors of the desk pass axe and fit a phone in ${locale}`,
        check: () => lookInside(scene, browser, locale),
      })),
  )

  it('a language that is chosen stays chosen, and what is in a form stays in it', async () => {
    const visitor = await owner(scene, browser, 'en-US')
    const { page } = visitor
    await settled(page, () => page.goto(`${scene.at.desk}/products/gem_300`))
    const field = page.locator('input[type=text], input:not([type])').first()
    await field.fill('Words that nobody saved')
    await openPerson(page)
    await page.locator('select[name=language]').selectOption('de-DE')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Speichern' }).first().waitFor()
    expect(await field.inputValue(), 'what is in the form').toEqual('Words that nobody saved')
    expect(await page.locator('html').getAttribute('lang'), 'the language of the page').toEqual('de-DE')
    await page.goto(`${scene.at.desk}/orders`)
    await page.getByRole('heading', { level: 1, name: 'Bestellungen' }).waitFor()
    await page.getByText('4,99').first().waitFor()
    await visitor.close()
  })

  it('a browser that denies storage has the desk, its choices for the page, and its drafts', async () => {
    const visitor = await owner(scene, browser, 'en-US')
    const { page, context } = visitor
    await context.addInitScript(() => {
      const get = (): never => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get })
    })
    for (const path of ['', '/orders', '/products/gem_300']) {
      await settled(page, () => page.goto(`${scene.at.desk}${path}`))
      expect((await page.locator('main h1').count()) > 0, `${path}: a blank page`).toBe(true)
    }
    await inLanguage(page, 'de-DE')
    expect(await page.locator('html').getAttribute('lang'), 'the language of the page').toEqual('de-DE')
    await page.locator('input[type=text], input:not([type])').first().fill('Words that nobody saved')
    await page.evaluate(() => history.pushState(null, '', '/orders'))
    await page.getByRole('heading', { level: 1, name: 'Bestellungen' }).waitFor()
    expect(visitor.complaints, 'complaints').toEqual([])
    await visitor.close()
  })
})
