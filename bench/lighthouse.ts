import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { launch } from 'chrome-launcher'
import lighthouseRun from 'lighthouse'

type Line = { what: string; value: number; unit: string; limit?: number; atLeast?: number }

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

type Audit = { numericValue?: number; details?: { items?: { resourceType?: string; url?: string }[] } }
type Visit = { performance: number; lcp: number; cls: number; scriptKb: number; tbt: number }

async function visit(url: string, port: number): Promise<Visit> {
  const result = await lighthouseRun(url, { port, onlyCategories: ['performance'], logLevel: 'error', formFactor: 'mobile' })
  if (!result) throw new Error('lighthouse gave no result')
  const audits = result.lhr.audits as Record<string, Audit | undefined>
  const requests = audits['network-requests']?.details?.items ?? []
  // Counted as gzip bodies, which every browser takes; brotli, which is what it got, is about a seventh smaller.
  const scripts = await Promise.all(requests.filter((item) => item.resourceType === 'Script').map(async (item) => {
    const answer = await fetch(item.url ?? '', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    return Number(answer.headers.get('content-length') ?? Number.NaN)
  }))
  const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN
  return {
    performance: (result.lhr.categories.performance?.score ?? 0) * 100, lcp: value('largest-contentful-paint'), cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'), scriptKb: scripts.reduce((sum, bytes) => sum + bytes, 0) / 1000,
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
    const recharge = await visit(`${base}/main/recharge`, chrome.port)
    return [
      { what: '/main/home: compressed JavaScript from a cold cache', value: of((one) => one.scriptKb), unit: 'kB', limit: 80 },
      { what: '/main/home: performance, median of 5', value: of((one) => one.performance), unit: 'points', atLeast: 98 },
      { what: '/main/home: LCP, median of 5', value: of((one) => one.lcp), unit: 'ms', limit: 1600 },
      { what: '/main/home: total blocking time, median of 5', value: of((one) => one.tbt), unit: 'ms' },
      { what: '/main/home: CLS, worst of 5', value: Math.max(...home.map((one) => one.cls)), unit: '', limit: 0 },
      { what: '/main/recharge: compressed JavaScript from a cold cache', value: recharge.scriptKb, unit: 'kB', limit: 120 },
    ]
  } finally {
    chrome.kill()
    rmSync(profile, { recursive: true, force: true })
  }
}
