import type { Machine } from '../machine.ts'
import { portOf, type Process, type Slot, unitOf } from '../paths.ts'
import { countsOf } from './edge.ts'
import { LEAST_CALLS, type Group, type Side, type Window } from './judge.ts'

/** Measures two releases side by side, on this machine: their own numbers, and reads of ours that make them many. */
export type Meter = {
  /** Calls the pages and lists of a slot so often, so that its first player meets warm code. */
  warm(times: number): Promise<void>
  /** Measures for so long, or until a process of the new release is away. */
  window(ms: number, watched: readonly Process[]): Promise<Window>
}
type Facts = {
  to: Slot
  from: Slot
  /** Milliseconds since 1970: orders from then on are watched. */
  since: number
  /** A paid order that nobody tried to deliver for so long is one too many; null where the game fetches by itself. */
  undeliveredMs: number | null
}

const CALL_MS = 10_000
const SLOW = 0.95
const HALF = 0.5
/** Reads of ours in a window: two a second in one of half a minute. */
const READS = 60
const LOOK_MS = 1000
const reads = ['/', '/api/shop/catalog', '/api/setting/init', '/api/market/get'] as const

const urlOf = (process: Process, slot: Slot, path: string): string => `http://127.0.0.1:${portOf(process, slot)}${path}`

type Timed = { ms: number; failed: boolean }
/** Reads once, and says how long it took for a caller. */
async function read(slot: Slot, at: number): Promise<Timed> {
  const startMs = performance.now()
  const failed = await readOnce(slot, at).then(
    (status) => status >= 500,
    () => true,
  )
  return { ms: performance.now() - startMs, failed }
}
async function readOnce(slot: Slot, at: number): Promise<number> {
  const path = reads[at % reads.length] ?? '/'
  const call = path === '/' ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const answer = await fetch(urlOf('web', slot, path), { ...call, signal: AbortSignal.timeout(CALL_MS) })
  await answer.arrayBuffer()
  return answer.status
}

/** The group of our own reads. */
function groupOfReads(reads: readonly Timed[]): Group {
  const sorted = reads.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number): number | null =>
    sorted.length < LEAST_CALLS ? null : (sorted[Math.floor(sorted.length * share)] ?? null)
  return { calls: reads.length, failed: reads.filter(({ failed }) => failed).length, p95: at(SLOW), p50: at(HALF) }
}

async function answers(process: Process, slot: Slot): Promise<boolean> {
  const path = process === 'desk' ? '/' : '/readyz'
  try {
    const { status } = await fetch(urlOf(process, slot, path), {
      signal: AbortSignal.timeout(3000),
      redirect: 'manual',
    })
    return status < 500
  } catch {
    return false
  }
}

/** The numbers of Prometheus, by name with labels. */
type Numbers = ReadonlyMap<string, number>
async function numbersOf(process: Process, slot: Slot): Promise<Numbers> {
  try {
    const answer = await fetch(urlOf(process, slot, '/metrics'), { signal: AbortSignal.timeout(CALL_MS) })
    const text = await answer.text()
    return new Map(
      Array.from(text.matchAll(/^(\w+(?:\{[^}]*\})?) (\S+)$/gm), ([, name = '', value]) => [name, Number(value)]),
    )
  } catch {
    return new Map()
  }
}

/** A quantile of a histogram's growth, within its bucket by proportion. Buckets are cumulative. */
export function quantileOf(buckets: readonly { le: number; n: number }[], share: number): number | null {
  const total = buckets.at(-1)?.n ?? 0
  if (total < LEAST_CALLS) return null
  const target = total * share
  let [below, belowAt] = [0, 0]
  for (const { le, n } of buckets) {
    if (n >= target) return Number.isFinite(le) ? belowAt + ((le - belowAt) * (target - below)) / (n - below) : belowAt
    ;[below, belowAt] = [n, le]
  }
  return null
}

function groupsOf(before: Numbers, after: Numbers): Record<string, Group> {
  const groups: Record<string, Group> = {}
  const grown = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  for (const name of after.keys()) {
    const group = /^hc_http_group_seconds_count\{group="(\w+)"\}$/.exec(name)?.[1]
    if (group === undefined) continue
    const buckets = [...after.keys()]
      .map((key) => ({ key, le: /^hc_http_group_seconds_bucket\{le="([^"]+)",group="(\w+)"\}$/.exec(key) }))
      .flatMap(({ key, le }) =>
        le?.[2] === group ? [{ le: le[1] === '+Inf' ? Infinity : Number(le[1]), n: grown(key) }] : [],
      )
      .toSorted((a, b) => a.le - b.le)
    const at = (share: number): number | null => {
      const seconds = quantileOf(buckets, share)
      return seconds === null ? null : seconds * 1000
    }
    groups[group] = {
      calls: grown(name),
      failed: grown(`hc_http_group_failed_total{group="${group}"}`),
      p95: at(SLOW),
      p50: at(HALF),
    }
  }
  return groups
}

function sideOf(before: Numbers, after: Numbers): Side {
  let reloadErrors = 0
  for (const [name, value] of after)
    if (name.startsWith('hc_reload_errors_total')) reloadErrors += value - (before.get(name) ?? 0)
  return {
    groups: groupsOf(before, after),
    memory: after.get('process_resident_memory_bytes') ?? null,
    reloadErrors,
    hasBus: after.size === 0 || after.get('hc_bus_connected') !== 0,
  }
}

/** Orders that were paid and whose delivery nobody has begun for so long. */
const undeliveredSince = (since: number, seconds: number): string =>
  `select count(*) from outbox where kind = 'deliver' and state = 'pending' and attempts = 0
     and created_at > to_timestamp(${Math.floor(since / 1000)}) and created_at < now() - interval '${seconds} seconds'
     and lease_until < now()`

/** What psql answers as the owner of the tables, the shop's own user of the system. */
export async function askShop(machine: Machine, sql: string): Promise<string | null> {
  const psql = ['psql', '-qAtX', '-v', 'ON_ERROR_STOP=1', '-U', 'hc_owner', 'hc_portal']
  const { code, stdout } = await machine.run('runuser', ['-u', 'hc-core', '--', ...psql], { input: sql })
  return code === 0 ? stdout.trim() : null
}

async function endedOf(machine: Machine, slot: Slot, watched: readonly Process[]): Promise<Process[]> {
  const ended: Process[] = []
  for (const process of watched) {
    const { stdout } = await machine.run('systemctl', ['show', '-p', 'NRestarts', '--value', unitOf(process, slot)])
    if (Number(stdout) > 0) ended.push(process)
  }
  return ended
}

export function realMeter(machine: Machine, { to, from, since, undeliveredMs }: Facts): Meter {
  /** Looks until the end; twice in a row without an answer of the new release ends it sooner. */
  async function look(end: number, watched: readonly Process[]) {
    let missing: Process[] = []
    for (;;) {
      const now: Process[] = []
      for (const process of watched) if (!(await answers(process, to))) now.push(process)
      const twice = now.filter((process) => missing.includes(process))
      const ended = await endedOf(machine, to, watched)
      missing = now
      const isOver = machine.now() >= end
      if (twice.length > 0 || ended.length > 0 || isOver)
        return { notReady: twice, ended, oldIsReady: await answers('web', from) }
      await machine.pause(Math.min(LOOK_MS, Math.max(0, end - machine.now())))
    }
  }
  return {
    async warm(times) {
      for (let at = 0; at < times; at += 4) await Promise.all([0, 1, 2, 3].map((more) => read(to, at + more)))
    },
    async window(ms, watched) {
      const end = machine.now() + ms
      const before = await Promise.all([numbersOf('web', to), numbersOf('web', from)])
      const edgeBefore = await countsOf(machine)
      const [readsOfNew, readsOfOld]: [Timed[], Timed[]] = [[], []]
      const over = new AbortController()
      const reading = (async () => {
        for (let at = 0; at < READS && !over.signal.aborted; at++) {
          const [ofNew, ofOld] = await Promise.all([read(to, at), read(from, at)])
          readsOfNew.push(ofNew)
          readsOfOld.push(ofOld)
          const next = end - ms + (ms * (at + 1)) / READS
          await machine.pause(Math.max(0, Math.min(ms / READS, next - machine.now())))
        }
      })()
      const lookResult = await look(end, watched)
      over.abort()
      await reading
      const [newAfter, oldAfter] = await Promise.all([numbersOf('web', to), numbersOf('web', from)])
      const edgeAfter = await countsOf(machine)
      const edgeOf = (slot: Slot): Group => ({
        calls: edgeAfter[slot].calls - edgeBefore[slot].calls,
        failed: edgeAfter[slot].failed - edgeBefore[slot].failed,
        p95: null,
        p50: null,
      })
      const whole = (side: Side, slot: Slot, ofReads: readonly Timed[]): Side => ({
        ...side,
        groups: { ...side.groups, 'our reads': groupOfReads(ofReads), 'the edge': edgeOf(slot) },
      })
      const waiting =
        undeliveredMs === null
          ? '0'
          : await askShop(machine, undeliveredSince(since, Math.max(1, Math.round(undeliveredMs / 1000))))
      const worker = await numbersOf('worker', to)
      const broken = [...worker].flatMap(([name, n]) => {
        const check = /^hc_broken_rows\{check="([^"]+)"\}$/.exec(name)?.[1]
        return check !== undefined && n > 0 && check !== 'refunds reached the player' ? [check] : []
      })
      return {
        at: machine.now(),
        new: whole(sideOf(before[0], newAfter), to, readsOfNew),
        old: whole(sideOf(before[1], oldAfter), from, readsOfOld),
        ...lookResult,
        undelivered: Number(waiting ?? 0),
        broken,
      }
    },
  }
}
