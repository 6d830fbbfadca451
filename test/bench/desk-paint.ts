import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openBrowser } from '../kit/browser/browser.ts'
import type pg from 'pg'
import { type DeskClient, enrol, invitationLink } from '../kit/desk.ts'
import { type Line, median, paints } from './lighthouse.ts'
import { freePort, openStage, startServer, stopNode } from './stage.ts'

/** The desk's first page, in a shop with the demo's thirty days. */
const WINDOW = { width: 1440, height: 900 }
const TURNS = 7
/** console.md, section 9, and the acceptance of the desk's redesign. */
const LCP_RATIO = 1.5

/** Home as it stands once everything is there, without its scripts. */
async function snapshot(page: Page, desk: string): Promise<string> {
  await page.goto(`${desk}/`)
  await page.locator('main .funnel').first().waitFor()
  await page.waitForLoadState('networkidle')
  return await page.evaluate(() => {
    for (const script of document.querySelectorAll('script, link[rel=modulepreload]')) script.remove()
    return `<!doctype html>${document.documentElement.outerHTML}`
  })
}

/** Serves that page, as the desk serves its own, and everything else from the desk. */
async function serve(html: string, desk: string, cookie: string): Promise<{ url: string; server: Server }> {
  const body = brotliCompressSync(html)
  const server = createServer((request, answer) => {
    if (request.url === '/') {
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).end(body)
      return
    }
    fetch(`${desk}${request.url}`, { headers: { cookie, 'accept-encoding': 'identity' } })
      .then(async (reply) => {
        const type = reply.headers.get('content-type') ?? ''
        const bytes = Buffer.from(await reply.arrayBuffer())
        const isText = /text|json|svg/.test(type)
        answer
          .writeHead(reply.status, { 'content-type': type, ...(isText && { 'content-encoding': 'br' }) })
          .end(isText ? brotliCompressSync(bytes) : bytes)
      })
      .catch(() => answer.writeHead(502).end())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}

/** The longest answer of the page to a press, in ms: the presses that a day begins with. */
async function longestPress(page: Page, desk: string): Promise<number> {
  await page.goto(`${desk}/`)
  await page.locator('main .funnel').first().waitFor()
  await page.evaluate(() => {
    const spans: number[] = []
    Object.assign(window, { spans })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ((entry as PerformanceEntry & { interactionId: number }).interactionId > 0) spans.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  const side = page.locator('.side')
  for (const name of [/^Orders/, /^Products/, /^To do/, /^Home/]) {
    await side.getByRole('link', { name }).first().click()
    await page.waitForLoadState('networkidle')
  }
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('astra', { delay: 40 })
  await page.locator('dialog').getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  return await page.evaluate(() => Math.max(0, ...(window as unknown as { spans: number[] }).spans))
}

/** Waits, at most a minute, for the demo's thirty days. */
async function historyMade(db: pg.Pool): Promise<void> {
  for (let second = 0; second < 60; second++) {
    const { rows } = await db.query('select 1 from demo_history where done_at is not null')
    if (rows.length > 0) return
    await sleep(1_000)
  }
  throw new Error('the demo made no history within a minute')
}

async function openDesk(client: DeskClient, desk: string) {
  const stagehand = await openBrowser(desk)
  const { page, context, close } = await stagehand.visit({ viewport: WINDOW, unready: true })
  const [name = '', value = ''] = client.cookie.split('=')
  await context.addCookies([{ name, value, url: desk, httpOnly: true, sameSite: 'Strict' }])
  return {
    page,
    async end() {
      await close()
      await stagehand.end()
    },
  }
}

/** The paint of the desk's Home over that of the same frame without scripts, and its answer to presses. */
export async function deskPaint(): Promise<Line[]> {
  const stage = await openStage()
  const [port, console] = [await freePort(), await freePort()]
  const desk = `http://localhost:${console}`
  const shop = await startServer({
    PORT: String(port),
    CONSOLE_PORT: String(console),
    CONSOLE_URL: desk,
    HOST: '127.0.0.1',
    DATABASE_URL: stage.databaseUrl,
    DEMO_HISTORY: '1',
    LOG_LEVEL: 'error',
  })
  try {
    const at = { databaseUrl: stage.databaseUrl, desk }
    const link = await invitationLink(at, { email: 'bench@shop.example', name: 'Bench', roles: ['owner'] })
    const { client } = await enrol(desk, link, 'Lantern-harbour-42')
    await historyMade(stage.db)
    const visitor = await openDesk(client, desk)
    let html: string
    let press: number
    try {
      html = await snapshot(visitor.page, desk)
      press = await longestPress(visitor.page, desk)
    } finally {
      await visitor.end()
    }
    const bare = await serve(html, desk, client.cookie)
    try {
      const pairs = await paints(`${desk}/`, bare.url, { cookie: client.cookie, turns: TURNS })
      return [
        {
          what: `desk, Home: LCP over the same frame without scripts, ${TURNS} turns`,
          value: median(pairs.map(([page, yardstick]) => page / yardstick)),
          unit: '×',
          limit: LCP_RATIO,
        },
        { what: 'desk, Home: LCP', value: median(pairs.map(([page]) => page)), unit: 'ms' },
        { what: 'desk: the longest answer to a press', value: press, unit: 'ms' },
      ]
    } finally {
      bare.server.close()
    }
  } finally {
    await stopNode(shop)
    await stage.end()
  }
}
