import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import sparticuz from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // With several visitors at once the spare process is taken at each page, and another one started: a process a page.
  '--renderer-process-limit=4',
]

export const desktop = { width: 1280, height: 900 }

export const phone = { width: 390, height: 844 }

/** The narrowest there is. */
export const smallPhone = { width: 320, height: 690 }

export type Visitor = {
  page: Page
  context: BrowserContext
  /** What the browser complained of: page errors, CSP and Trusted Types violations, requests to other hosts. */
  complaints: string[]
  close(): Promise<void>
}

export type Stagehand = {
  /**
   * `token`: signed in from the beginning. `scripts` off: a browser without. `unready`: nobody waits until the page
   * answers. `motion`: pages may move, and are drawn over and over. `translated`: the browser translates every page.
   */
  visit(options: {
    locale?: string
    viewport?: { width: number; height: number }
    timezone?: string
    popups?: boolean
    token?: string
    scripts?: boolean
    unready?: boolean
    motion?: boolean
    translated?: boolean
  }): Promise<Visitor>
  end(): Promise<void>
}

/**
 * The package's browser: it is headless alone, draws a page for two thirds of the CPU, and is the same everywhere. The
 * system's, where that one does not start.
 */
async function launch(): Promise<Browser> {
  const start = (executablePath: string): Promise<Browser> =>
    chromium.launch({ executablePath, args: flags, headless: true })
  const unpacked = await sparticuz.executablePath()
  try {
    return await start(unpacked)
  } catch (error) {
    if (existsSync('/usr/bin/chromium')) return await start('/usr/bin/chromium')
    // Half unpacked by a run that was killed, perhaps.
    rmSync(unpacked, { force: true })
    return await start(await sparticuz.executablePath()).catch(() => {
      throw error
    })
  }
}

/**
 * Does to a page what Chrome's translation does: each text node leaves the page, and two `font` elements with its words
 * stand in its place; texts that come later follow a moment after.
 */
function translatePage(): void {
  const untouched = 'script, style, title, textarea, option, svg, font'
  const translate = (): void => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const findings: Text[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (node instanceof Text && node.data.trim() && !node.parentElement?.closest(untouched)) findings.push(node)
    for (const text of findings) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  let isDue = false
  const soon = (): void => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      translate()
    }, 20)
  }
  new MutationObserver(soon).observe(document, { childList: true, characterData: true, subtree: true })
}

/** What a sign-in leaves beside the token. */
const knownCookie = {
  name: 'hc_known',
  value: '1',
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax' as const,
}

/** One browser serves all files of a worker: each visit has a context of its own. It ends with its worker. */
let shared: Promise<Browser> | undefined

export async function openBrowser(base: string): Promise<Stagehand> {
  const browser = await (shared ??= launch())
  const contexts = new Set<BrowserContext>()
  return {
    async visit({
      locale = 'en-US',
      viewport = desktop,
      timezone = 'UTC',
      token,
      scripts = true,
      unready = false,
      motion,
      translated = false,
    }) {
      const context = await browser.newContext({
        javaScriptEnabled: scripts,
        locale,
        viewport,
        timezoneId: timezone,
        reducedMotion: motion ? 'no-preference' : 'reduce',
        baseURL: base,
        isMobile: viewport.width < 751,
        hasTouch: viewport.width < 751,
        ...(token
          ? {
              storageState: {
                cookies: [{ ...knownCookie, domain: new URL(base).hostname }],
                origins: [{ origin: new URL(base).origin, localStorage: [{ name: 'user_token', value: token }] }],
              },
            }
          : {}),
      })
      contexts.add(context)
      const complaints: string[] = []
      context.on('weberror', (error) => {
        complaints.push(`error: ${error.error().message}`)
      })
      context.on('console', (message) => {
        if (/Content Security Policy|TrustedHTML|Trusted Type|hydrat|MISSING_MESSAGE/i.test(message.text()))
          complaints.push(message.text())
      })
      context.on('request', (request) => {
        const url = new URL(request.url())
        if (/^https?:$/.test(url.protocol) && !['127.0.0.1', 'localhost'].includes(url.hostname))
          complaints.push(`request to ${url.host}`)
      })
      if (translated) await context.addInitScript(translatePage)
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      // A player waits until the page answers; so does every visit here.
      const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
      const answering = async (): Promise<void> => {
        if (unready || !scripts || (await page.locator('#app').count()) === 0) return
        await page.locator('html[data-ready]').waitFor({ state: 'attached' })
      }
      page.goto = async (url, options) => {
        const answer = await goto(url, options)
        await answering()
        return answer
      }
      page.reload = async (options) => {
        const answer = await reload(options)
        await answering()
        return answer
      }
      return {
        page,
        context,
        complaints,
        close: async () => await context.close(),
      }
    },
    async end() {
      await Promise.all([...contexts].map((context) => context.close()))
    },
  }
}

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type AxeFinding = { id: string; impact: string; nodes: string[] }

type Axe = {
  getRules: (tags: readonly string[]) => { ruleId: string; tags: string[] }[]
  run: (options: object) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>
}

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules about names, languages and the room that words need: what a translation can break. */
const AXE_WORDS = 'name|label|alt$|^empty|lang|title|unique|target-size|scrollable|skip-link'

/**
 * What axe finds at WCAG 2.2 AA and best practice, by its impact. It looks at colours in English alone: no language
 * changes them, and they are half of its work. `words`: what a translation can break, where the same page is looked at
 * in English, too.
 */
export async function axe(page: Page, words = false): Promise<AxeFinding[]> {
  // evaluate runs in the page's main world by the debugger, which no CSP forbids. A document needs it once: half a
  // megabyte, and most looks are at a document that was looked at before.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return await page.evaluate(
    async ({ tags, only }) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      // A bar that sticks to the foot lies over what a person scrolls out from under it.
      for (const bar of document.querySelectorAll<HTMLElement>('.save-bar')) bar.style.position = 'static'
      const rules = axe
        .getRules(tags)
        .filter((rule) => !rule.tags.includes('experimental'))
        .map(({ ruleId }) => ruleId)
      const { violations } = await axe.run({
        resultTypes: ['violations'],
        runOnly: rules
          .filter((rule) => new RegExp(only).test(rule))
          .filter((rule) => rule !== 'color-contrast' || document.documentElement.lang === 'en-US'),
      })
      for (const bar of document.querySelectorAll<HTMLElement>('.save-bar')) bar.style.position = ''
      return violations.map((violation) => ({
        id: violation.id,
        impact: violation.impact,
        nodes: violation.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)),
      }))
    },
    { tags: AXE_TAGS, only: words ? AXE_WORDS : '' },
  )
}

/**
 * Texts that are cut off or lie over each other, words and short buttons broken over two lines, and a page or dialog
 * wider than its window.
 */
export async function overflow(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const findings: string[] = []
    if (document.documentElement.scrollWidth > window.innerWidth + 1)
      findings.push(`page is ${document.documentElement.scrollWidth} px wide`)
    for (const element of document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, p, a, button, label, li, td, th, dt, dd, option, legend',
    )) {
      const style = getComputedStyle(element)
      if (
        style.overflowX === 'visible' ||
        element.clientWidth === 0 ||
        style.clipPath !== 'none' ||
        style.clip !== 'auto'
      )
        continue
      if (element.scrollWidth > element.clientWidth + 1 && style.overflowX === 'hidden')
        findings.push(`cut: ${element.textContent.trim().slice(0, 60)}`)
    }
    for (const dialog of document.querySelectorAll('dialog[open]'))
      if (dialog.scrollWidth > dialog.clientWidth + 1) findings.push(`dialog is ${dialog.scrollWidth} px wide`)
    for (const place of document.querySelectorAll('.list'))
      for (const element of place.querySelectorAll('.badge, button, a'))
        // A dialog of a row floats above the table.
        if (
          element.checkVisibility() &&
          !element.closest('dialog') &&
          element.getBoundingClientRect().right > place.getBoundingClientRect().right + 1
        )
          findings.push(`over the table's edge: ${element.textContent.trim().slice(0, 60)}`)
    const range = document.createRange()
    const lines = (): number =>
      new Set([...range.getClientRects()].filter((rect) => rect.width > 1).map((rect) => Math.round(rect.top / 8))).size
    for (const button of document.querySelectorAll('.dialog-actions > *, .filter-bar .chip')) {
      range.selectNodeContents(button)
      if (button.checkVisibility() && lines() > 1 && button.children.length === 0)
        findings.push(`two lines: ${button.textContent}`)
    }
    // What floats (bars, dialogs, toasts) may cover what it likes; everything else stands beside each other.
    const texts: { rect: DOMRect; element: Element; text: string }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (!element || text === '' || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue
      if (element.closest('.sr-only, option, svg, [aria-hidden=true]')) continue
      // A key is random letters, which may look like words: it may end its lines anywhere.
      const words = element.closest('code.key, code.breakable') ? '' : (node.textContent ?? '')
      for (const { index, 0: word } of words.matchAll(
        /(?<![\p{L}\p{N}\u00AD-])\p{Script=Latin}{3,}(?![\p{L}\p{N}\u00AD])/gu,
      )) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (lines() > 1) findings.push(`broken word: ${word}`)
      }
      // An address goes over two lines only where no line has room for it.
      for (const { index, 0: address } of words.matchAll(/[\w.*+-]+@[\w-]+(?:\.[\w-]+)+/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + address.length)
        let block: Element | null = element
        while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
        const { paddingLeft, paddingRight } = getComputedStyle(block ?? element)
        const room = (block?.clientWidth ?? 0) - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        if (lines() > 1 && [...range.getClientRects()].reduce((sum, { width }) => sum + width, 0) < room)
          findings.push(`broken address: ${address}`)
      }
      let floats = false
      for (let up: Element | null = element; up; up = up.parentElement) {
        const { position, clipPath, zIndex } = getComputedStyle(up)
        // A card that a button opened lies over the page.
        const lies = position === 'absolute' && Number(zIndex) >= 20
        if (lies || position === 'fixed' || position === 'sticky' || clipPath !== 'none' || up.tagName === 'DIALOG') {
          floats = true
          break
        }
      }
      if (floats) continue
      range.selectNodeContents(node)
      // A text that ends in dots is seen up to the edge of its box.
      const box = getComputedStyle(element).textOverflow === 'ellipsis' ? element.getBoundingClientRect() : null
      for (const line of range.getClientRects()) {
        const rect = box ? new DOMRect(line.x, line.y, Math.min(line.width, box.right - line.x), line.height) : line
        if (rect.width > 2 && rect.height > 2) texts.push({ rect, element, text })
      }
    }
    // From above to below: what begins under a text's lower edge does not lie over it, nor does what follows.
    texts.sort((a, b) => a.rect.top - b.rect.top)
    for (const [at, a] of texts.entries())
      for (let next = at + 1; next < texts.length; next++) {
        const b = texts[next]
        if (!b || b.rect.top >= a.rect.bottom) break
        if (a.element === b.element) continue
        const width = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left)
        const height = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top)
        if (width > 3 && height > Math.min(a.rect.height, b.rect.height) * 0.4)
          findings.push(`overlap: ${a.text.slice(0, 40)} / ${b.text.slice(0, 40)}`)
      }
    return findings
  })
}

/** A header of 56 px that jumps on a phone moves the page by 0.06; a letter that is drawn anew, by 0.003. */
const SHIFT_MIN = 0.01

/** Every layout shift of the page until now, and for half a second more, that somebody could see. */
export async function shifts(page: Page): Promise<number[]> {
  const all = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const entries: number[] = []
        new PerformanceObserver((list) => {
          entries.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(entries), 500)
      }),
  )
  return all.filter((shift) => shift >= SHIFT_MIN)
}

/** Keeps a picture when HC_SHOTS names a folder: of the whole page, or of what the window shows. */
export async function shot(page: Page, name: string, fullPage = true): Promise<void> {
  const folder = process.env.HC_SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage })
}
