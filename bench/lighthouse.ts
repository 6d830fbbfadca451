import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { launch } from 'chrome-launcher'
import lighthouseRun from 'lighthouse'

type Line = { what: string; value: number; unit: string; limit?: number; atLeast?: number }

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
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

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

async function visit(url: string, port: number): Promise<Visit> {
  const result = await lighthouseRun(url, {
    port,
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
    return bytes.reduce((sum, one) => sum + one, 0) / 1000
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

/** Page budgets under Lighthouse's mobile preset with simulated throttling, each visit from a cold cache; medians. */
export async function lighthouse(base: string): Promise<Line[]> {
  const chromePath = existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : await chromium.executablePath()
  const profile = mkdtempSync(join(tmpdir(), 'hc-lh-'))
  const chrome = await launch({ chromePath, chromeFlags: flags, userDataDir: profile })
  try {
    const home: Visit[] = []
    for (let run = 0; run < 5; run++) home.push(await visit(`${base}/main/home`, chrome.port))
    const of = (pick: (one: Visit) => number): number => median(home.map(pick))
    const pages: { path: string; visits: Visit[] }[] = [{ path: '/main/home', visits: home }]
    for (const path of ['/main/event', '/main/event/detail/a06']) {
      const visits: Visit[] = []
      for (let run = 0; run < 3; run++) visits.push(await visit(`${base}${path}`, chrome.port))
      pages.push({ path, visits })
    }
    const window: Visit[] = []
    for (let run = 0; run < 3; run++) window.push(await visit(`${base}/main/shop`, chrome.port))
    pages.push({ path: '/main/shop', visits: window })
    const recharge = await visit(`${base}/main/recharge`, chrome.port)
    return [
      {
        what: '/main/home: compressed JavaScript from a cold cache',
        value: of((one) => one.scriptKb),
        unit: 'kB',
        limit: 80,
      },
      { what: '/main/home: JavaScript over the wire (brotli)', value: of((one) => one.wireKb), unit: 'kB', limit: 71 },
      { what: '/main/home: LCP, median of 5', value: of((one) => one.lcp), unit: 'ms', limit: 1200 },
      {
        what: '/main/shop: JavaScript over the wire (brotli)',
        value: median(window.map((one) => one.wireKb)),
        unit: 'kB',
        limit: 75,
      },
      { what: '/main/shop: LCP, median of 3', value: median(window.map((one) => one.lcp)), unit: 'ms', limit: 1300 },
      { what: '/main/shop: CLS, worst of 3', value: Math.max(...window.map((one) => one.cls)), unit: '', limit: 0 },
      { what: '/main/home: total blocking time, median of 5', value: of((one) => one.tbt), unit: 'ms' },
      { what: '/main/home: CLS, worst of 5', value: Math.max(...home.map((one) => one.cls)), unit: '', limit: 0 },
      ...pages.flatMap(({ path, visits }) => [
        {
          what: `${path}: performance, median of ${visits.length}`,
          value: median(visits.map((one) => one.performance)),
          unit: 'points',
          atLeast: 98,
        },
        ...(['accessibility', 'practices', 'seo'] as const).map((name) => ({
          what: `${path}: ${name}, worst`,
          value: Math.min(...visits.map((one) => one[name])),
          unit: 'points',
          atLeast: 100,
        })),
      ]),
      {
        what: '/main/recharge: compressed JavaScript from a cold cache',
        value: recharge.scriptKb,
        unit: 'kB',
        limit: 120,
      },
    ]
  } finally {
    chrome.kill()
    rmSync(profile, { recursive: true, force: true })
  }
}
