import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { launch } from 'chrome-launcher'
import lighthouseRun, { desktopConfig } from 'lighthouse'
import { chromium as playwright } from 'playwright-core'

export type Line = { what: string; value: number; unit: string; limit?: number; atLeast?: number }

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
export const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

type Audit = { numericValue?: number; details?: { items?: { resourceType?: string; url?: string }[] } }
type Visit = {
  performance: number
  accessibility: number
  practices: number
  seo: number
  lcp: number
  cls: number
  scriptKb: number
  wireKb: number
  tbt: number
}

const LOGIN = '/login'
/** The largest paint over that of the same page without its scripts. */
const PAINT: Readonly<Record<string, number>> = { '/main/home': 1.1, '/main/shop': 1.1, [LOGIN]: 1.25 }

const QUALITIES = ['accessibility', 'practices', 'seo'] as const

/** `bare`: the same page without its scripts, the yardstick of its paint. */
async function visit(url: string, port: number, bare = false): Promise<Visit> {
  const result = await lighthouseRun(url, {
    port,
    ...(bare && { blockedUrlPatterns: ['*.js'] }),
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    logLevel: 'error',
    formFactor: 'mobile',
  })
  if (!result) throw new Error('lighthouse gave no result')
  const audits = result.lhr.audits as Record<string, Audit | undefined>
  const requests = audits['network-requests']?.details?.items ?? []
  // Sizes of bodies: as gzip, which every browser accepts, and as brotli, which this one got.
  const scripts = requests.filter((item) => item.resourceType === 'Script')
  const sizes = async (coding: 'gzip' | 'br'): Promise<number> => {
    const bytes = await Promise.all(
      scripts.map(async (item) => {
        const answer = await fetch(item.url ?? '', { method: 'HEAD', headers: { 'accept-encoding': coding } })
        return Number(answer.headers.get('content-length') ?? Number.NaN)
      }),
    )
    return bytes.reduce((sum, item) => sum + item, 0) / 1000
  }
  const score = (name: string): number => Math.round((result.lhr.categories[name]?.score ?? 0) * 100)
  const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    scriptKb: await sizes('gzip'),
    wireKb: await sizes('br'),
  }
}

/** A page and the same page without its scripts, visited in turns, which take the first place by turns. */
async function inTurns(url: string, port: number, turns: number): Promise<{ visits: Visit[]; bare: Visit[] }> {
  const [visits, bare]: [Visit[], Visit[]] = [[], []]
  for (let turn = 0; turn < turns; turn++)
    for (const without of turn % 2 === 0 ? [true, false] : [false, true])
      (without ? bare : visits).push(await visit(url, port, without))
  return { visits, bare }
}

async function withChrome<T>(work: (port: number) => Promise<T>): Promise<T> {
  const chromePath = existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : await chromium.executablePath()
  const profile = mkdtempSync(join(tmpdir(), 'hc-lh-'))
  const chrome = await launch({ chromePath, chromeFlags: flags, userDataDir: profile })
  try {
    return await work(chrome.port)
  } finally {
    chrome.kill()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Leaves a player's session in the browser, as a sign-in does. A visit empties the caches alone. */
async function signIn(base: string, port: number, token: string): Promise<void> {
  const browser = await playwright.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  if (!context) throw new Error('the browser has no context')
  await context.addCookies([{ name: 'hc_known', value: '1', url: base, expires: Date.now() / 1000 + 3600 }])
  const page = await context.newPage()
  await page.goto(`${base}/robots.txt`)
  await page.evaluate((value) => localStorage.setItem('user_token', value), token)
  await page.close()
  await browser.close()
}

/** The largest paints of two pages on a desktop in ms, in turns, each from a cold cache. */
export async function paints(
  page: string,
  yardstick: string,
  { cookie, turns }: { cookie: string; turns: number },
): Promise<[page: number, yardstick: number][]> {
  const paint = async (url: string, port: number): Promise<number> => {
    const result = await lighthouseRun(
      url,
      { port, onlyCategories: ['performance'], logLevel: 'error', extraHeaders: { cookie } },
      desktopConfig,
    )
    return result?.lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN
  }
  return await withChrome(async (port) => {
    const pairs: [number, number][] = []
    for (let turn = 0; turn < turns; turn++) {
      const first = turn % 2 === 0 ? await paint(yardstick, port) : undefined
      const pagePaint = await paint(page, port)
      pairs.push([pagePaint, first ?? (await paint(yardstick, port))])
    }
    return pairs
  })
}

/**
 * Page budgets under Lighthouse's mobile preset with simulated throttling, each visit from a cold cache; medians.
 * Bytes, shifts and points for quality are the same on every machine. Times are not: a paint counts as a ratio to the
 * paint of the same page without scripts, and other times are printed without a limit.
 */
export async function lighthouse(base: string, token: string): Promise<Line[]> {
  return await withChrome(async (chromePort) => {
    const pages: { path: string; visits: Visit[]; bare: Visit[] }[] = []
    for (const path of Object.keys(PAINT)) pages.push({ path, ...(await inTurns(`${base}${path}`, chromePort, 5)) })
    for (const path of ['/main/event', '/main/event/detail/a06']) {
      const visits: Visit[] = []
      for (let run = 0; run < 3; run++) visits.push(await visit(`${base}${path}`, chromePort))
      pages.push({ path, visits, bare: [] })
    }
    await signIn(base, chromePort, token)
    const recharge: Visit[] = []
    for (let run = 0; run < 5; run++) recharge.push(await visit(`${base}/main/recharge`, chromePort))
    const login = pages.find(({ path }) => path === LOGIN)?.visits ?? []
    const KB: Record<string, number> = { '/main/home': 71, '/main/shop': 75 }
    return [
      ...pages.flatMap(({ path, visits, bare }): Line[] => {
        const of = (pick: (candidate: Visit) => number): number => median(visits.map(pick))
        // Search engines are to leave the login out.
        const names = path === LOGIN ? (['accessibility', 'practices'] as const) : QUALITIES
        const qualities = names.map((name): Line => ({
          what: `${path}: ${name}, worst of ${visits.length}`,
          value: Math.min(...visits.map((candidate) => candidate[name])),
          unit: 'points',
          atLeast: 100,
        }))
        const limit = KB[path]
        return [
          ...(limit === undefined
            ? []
            : [
                {
                  what: `${path}: JavaScript over the wire (brotli)`,
                  value: of((candidate) => candidate.wireKb),
                  unit: 'kB',
                  limit,
                },
              ]),
          ...(bare.length === 0
            ? []
            : [
                {
                  what: `${path}: LCP over the same page without scripts, ${bare.length} turns`,
                  value: median(visits.map(({ lcp }, turn) => lcp / (bare[turn]?.lcp ?? Number.NaN))),
                  unit: '×',
                  limit: PAINT[path] ?? Number.NaN,
                },
                {
                  what: `${path}: blocking beyond the same page without scripts`,
                  value: median(visits.map(({ tbt }, turn) => tbt - (bare[turn]?.tbt ?? Number.NaN))),
                  unit: 'ms',
                },
              ]),
          { what: `${path}: LCP`, value: of((candidate) => candidate.lcp), unit: 'ms' },
          { what: `${path}: total blocking time`, value: of((candidate) => candidate.tbt), unit: 'ms' },
          { what: `${path}: performance`, value: of((candidate) => candidate.performance), unit: 'points' },
          {
            what: `${path}: CLS, worst`,
            value: Math.max(...visits.map((candidate) => candidate.cls)),
            unit: '',
            limit: 0,
          },
          ...qualities,
        ]
      }),
      {
        what: '/main/home: compressed JavaScript from a cold cache',
        value: median((pages[0]?.visits ?? []).map((candidate) => candidate.scriptKb)),
        unit: 'kB',
        limit: 80,
      },
      {
        what: '/main/recharge: compressed JavaScript from a cold cache',
        value: recharge[0]?.scriptKb ?? Number.NaN,
        unit: 'kB',
        limit: 120,
      },
      {
        what: '/main/recharge: LCP over that of the login, 5 turns',
        value: median(recharge.map(({ lcp }, turn) => lcp / (login[turn]?.lcp ?? Number.NaN))),
        unit: '×',
        limit: 1.25,
      },
    ]
  })
}
