import { readdirSync, readFileSync } from 'node:fs'
import { median } from './wal.ts'

/** Kernel ticks are 1/100 s on every Linux that Node runs on. */
const TICK_MS = 10

type Stat = { pid: number; ppid: number; reaped: number }

function stat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, ppid = 0] = fields
    return { pid, ppid, reaped: ((fields[13] ?? 0) + (fields[14] ?? 0)) * TICK_MS }
  } catch {
    return undefined
  }
}

/** CPU ms of a process's threads, to the nanosecond: a measurement of a tenth of a second has only ten ticks. */
function ownCpuMs(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      0,
    )
  } catch {
    return 0
  }
}

/** CPU ms that a process and everything it started have used so far, ended children included. */
export function treeCpuMs(root: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => stat(Number(name)) ?? [])
  const tree = new Set([root])
  for (let grew = true; grew;) {
    grew = false
    for (const candidate of all)
      if (tree.has(candidate.ppid) && !tree.has(candidate.pid)) {
        tree.add(candidate.pid)
        grew = true
      }
  }
  return all
    .filter(({ pid }) => tree.has(pid))
    .reduce((sum, candidate) => sum + ownCpuMs(candidate.pid) + candidate.reaped, 0)
}

export const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Runs `work` `count` times, `clients` at a time. */
export async function drive(
  count: number,
  clients: number,
  work: (index: number, client: number) => Promise<void>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (next < count) await work(next++, client)
    }),
  )
}

/** `byPid`: the same figure, process by process in the order given. */
export type Measured = { cpuMs: number; perSecond: number; byPid: number[] }

/** CPU per operation over the given processes, after a warm-up that is not counted. */
export async function measure(
  pids: number[],
  count: number,
  clients: number,
  work: (index: number, client: number) => Promise<void>,
  settle: () => Promise<void> = () => Promise.resolve(),
): Promise<Measured> {
  const warm = Math.ceil(count / 8)
  await drive(warm, clients, (index, client) => work(index, client))
  await settle()
  const cpu = (): number[] => pids.map(treeCpuMs)
  const before = cpu()
  const startMs = performance.now()
  await drive(count, clients, (index, client) => work(warm + index, client))
  await settle()
  const after = cpu()
  const byPid = after.map((ms, index) => (ms - (before[index] ?? 0)) / count)
  return {
    byPid,
    cpuMs: byPid.reduce((sum, ms) => sum + ms, 0),
    perSecond: count / ((performance.now() - startMs) / 1000),
  }
}

const middle = (all: Measured[]): Measured => ({
  cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  byPid: (all[0]?.byPid ?? []).map((_, at) => median(all.map(({ byPid }) => byPid[at] ?? Number.NaN))),
})

/**
 * Two kinds of work in turns, so that a noisy machine slows both alike: the medians of each, and the median of the
 * second one's processor time over the first one's, turn by turn.
 */
export async function inTurns(
  turns: number,
  run: (second: boolean, turn: number) => Promise<Measured>,
): Promise<{ first: Measured; second: Measured; ratio: number }> {
  const [first, second]: [Measured[], Measured[]] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    for (const later of turn % 2 === 0 ? [false, true] : [true, false])
      (later ? second : first).push(await run(later, turn))
  }
  const ratio = median(second.map(({ cpuMs }, turn) => cpuMs / (first[turn]?.cpuMs ?? Number.NaN)))
  return { first: middle(first), second: middle(second), ratio }
}
