import type { Machine } from '../machine.ts'
import { portOf, type Process, type Slot, unitOf } from '../paths.ts'
import { countsOf } from './edge.ts'
import { type Group, type Pair, type Side, type Tally, type Window } from './judge.ts'

/** Measures two releases side by side, on this machine: their own numbers, and reads of ours that make them many. */
export type Meter = {
  /** Calls the pages and lists of a slot so often, so that its first player meets warm code. */
  warm(times: number): Promise<void>
  /** The old release's calls since its web process started, by their groups. */
  life(): Promise<Record<string, Tally>>
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
/** Reads of ours at each slot: two a second, and a window's number also where windows are shorter. */
const READS = 60
const READ_MS = 100
const LOOK_MS = 1000
const reads = ['/', '/api/shop/catalog', '/api/setting/init', '/api/market/get'] as const

const urlOf = (process: Process, slot: Slot, path: string): string => `http://127.0.0.1:${portOf(process, slot)}${path}`

/** Reads once, and says how long it took for a caller; null: it failed. */
async function read(slot: Slot, at: number): Promise<number | null> {
  const startMs = performance.now()
  const status = await readOnce(slot, at).catch(() => 500)
  return status < 500 ? performance.now() - startMs : null
}
async function readOnce(slot: Slot, at: number): Promise<number> {
  const path = reads[at % reads.length] ?? '/'
  const call = path === '/' ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const answer = await fetch(urlOf('web', slot, path), { ...call, signal: AbortSignal.timeout(CALL_MS) })
  await answer.arrayBuffer()
  return answer.status
}

/** The group of our own reads. How long they took says the pairs. */
const groupOfReads = (times: readonly (number | null)[]): Group => ({
  calls: times.length,
  failed: times.filter((ms) => ms === null).length,
  times: [],
})

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

/** What a process answered between two readings of its numbers, by groups of calls. */
export function groupsOf(before: Numbers, after: Numbers): Record<string, Group> {
  const groups: Record<string, Group> = {}
  const grown = (name: string): number => Math.max(0, (after.get(name) ?? 0) - (before.get(name) ?? 0))
  for (const name of after.keys()) {
    const group = /^hc_http_group_seconds_count\{group="(\w+)"\}$/.exec(name)?.[1]
    if (group === undefined) continue
    const upTo = [...after.keys()]
      .map((key) => ({ key, le: /^hc_http_group_seconds_bucket\{le="([^"]+)",group="(\w+)"\}$/.exec(key) }))
      .flatMap(({ key, le }) =>
        le?.[2] === group ? [{ le: le[1] === '+Inf' ? Infinity : Number(le[1]) * 1000, n: grown(key) }] : [],
      )
      .toSorted((a, b) => a.le - b.le)
    groups[group] = {
      calls: grown(name),
      failed: grown(`hc_http_group_failed_total{group="${group}"}`),
      // Prometheus counts a call in each bucket above it, too.
      times: upTo.map(({ le, n }, at) => ({ over: upTo[at - 1]?.le ?? 0, le, n: n - (upTo[at - 1]?.n ?? 0) })),
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

/**
 * Orders that were paid and whose delivery has had no answer for so long, whoever has leased them. Where others were
 * tried in vain meanwhile, the game is away.
 */
const undeliveredSince = (since: number, seconds: number): string =>
  `select count(*) from outbox where kind = 'deliver' and state = 'pending'
     and created_at > to_timestamp(${Math.floor(since / 1000)}) and created_at < now() - interval '${seconds} seconds'
     and not exists (select 1 from outbox x join outbox_try t using (outbox_id)
       where x.kind = 'deliver' and x.created_at > to_timestamp(${Math.floor(since / 1000)})
         and t.state = 'unknown' and t.at > now() - interval '${seconds} seconds')`

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
    let [oldIsReady, oldIsAway, wasReady] = [true, false, true]
    for (;;) {
      const now: Process[] = []
      for (const process of watched) if (!(await answers(process, to))) now.push(process)
      const twice = now.filter((process) => missing.includes(process))
      const ended = await endedOf(machine, to, watched)
      missing = now
      const isReady = await answers('web', from)
      oldIsReady &&= isReady
      oldIsAway ||= !isReady && !wasReady
      wasReady = isReady
      if (twice.length > 0 || ended.length > 0 || machine.now() >= end)
        return { notReady: twice, ended, oldIsReady, oldIsAway }
      await machine.pause(Math.min(LOOK_MS, Math.max(0, end - machine.now())))
    }
  }
  /** Reads both slots at the same moments, at a pace that does not depend on their answers. */
  async function readBoth(ms: number, signal: AbortSignal): Promise<Pair[]> {
    const begin = machine.now()
    const number = Math.min(READS, Math.ceil(ms / READ_MS))
    const pairs: Promise<Pair>[] = []
    for (let at = 0; at < number && !signal.aborted; at++) {
      pairs.push(Promise.all([read(to, at), read(from, at)]).then(([ofNew, ofOld]) => ({ new: ofNew, old: ofOld })))
      await machine.pause(Math.max(0, begin + (ms * (at + 1)) / number - machine.now()))
    }
    return await Promise.all(pairs)
  }
  async function undelivered(): Promise<number> {
    if (undeliveredMs === null) return 0
    const seconds = Math.max(1, Math.round(undeliveredMs / 1000))
    return Number((await askShop(machine, undeliveredSince(since, seconds))) ?? 0)
  }
  return {
    async warm(times) {
      for (let at = 0; at < times; at += 4) await Promise.all([0, 1, 2, 3].map((more) => read(to, at + more)))
    },
    async life() {
      const groups = groupsOf(new Map(), await numbersOf('web', from))
      const edge = (await countsOf(machine))[from]
      return Object.fromEntries([...Object.entries(groups), ['the edge', edge] as const])
    },
    async window(ms, watched) {
      const begin = machine.now()
      const before = await Promise.all([numbersOf('web', to), numbersOf('web', from)])
      const edgeBefore = await countsOf(machine)
      const over = new AbortController()
      const reading = readBoth(ms, over.signal)
      const lookResult = await look(begin + ms, watched)
      over.abort()
      const pairs = await reading
      const [newAfter, oldAfter] = await Promise.all([numbersOf('web', to), numbersOf('web', from)])
      const edgeAfter = await countsOf(machine)
      const edgeOf = (slot: Slot): Group => ({
        calls: edgeAfter[slot].calls - edgeBefore[slot].calls,
        failed: edgeAfter[slot].failed - edgeBefore[slot].failed,
        times: [],
      })
      const whole = (side: Side, slot: Slot, times: readonly (number | null)[]): Side => ({
        ...side,
        groups: { ...side.groups, 'our reads': groupOfReads(times), 'the edge': edgeOf(slot) },
      })
      const worker = await numbersOf('worker', to)
      const broken = [...worker].flatMap(([name, n]) => {
        const check = /^hc_broken_rows\{check="([^"]+)"\}$/.exec(name)?.[1]
        return check !== undefined && n > 0 && check !== 'refunds reached the player' ? [check] : []
      })
      return {
        from: begin,
        at: machine.now(),
        new: whole(
          sideOf(before[0], newAfter),
          to,
          pairs.map((pair) => pair.new),
        ),
        old: whole(
          sideOf(before[1], oldAfter),
          from,
          pairs.map((pair) => pair.old),
        ),
        pairs,
        ...lookResult,
        undelivered: await undelivered(),
        broken,
      }
    },
  }
}
