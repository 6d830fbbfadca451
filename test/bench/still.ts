import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rssMb, treeCpuMs } from './cpu.ts'
import { freePort, type Stage, startNode, startServer, stopNode } from './stage.ts'
import { startOnce } from './shop.ts'
import { median } from './wal.ts'

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Times from spawn to ready on data that are there, in ms: the shop with its database, and bare-start.ts, in turns. */
export async function starts(turns: number): Promise<{ bare: number; ours: number; ratio: number }> {
  const dir = await mkdtemp(join(tmpdir(), 'hc-start-'))
  const start = async (isOurs: boolean): Promise<number> => {
    const env = { PORT: String(await freePort()), HOST: '127.0.0.1', DATA_DIR: dir }
    const startMs = performance.now()
    const child = isOurs ? await startServer(env) : await startNode('test/bench/bare-start.ts', env, 'ready')
    const ms = performance.now() - startMs
    // One second later the compile cache is written for the next start.
    await sleep(1_500)
    await stopNode(child)
    return ms
  }
  try {
    // The first start of each makes the data, or fills its cache of compiled code.
    for (const isOurs of [true, false, true]) await start(isOurs)
    const times: { ours: number; bare: number }[] = []
    for (let turn = 0; turn < turns; turn++) {
      const first = await start(turn % 2 === 0)
      const second = await start(turn % 2 !== 0)
      times.push(turn % 2 === 0 ? { ours: first, bare: second } : { ours: second, bare: first })
    }
    return {
      bare: median(times.map(({ bare }) => bare)),
      ours: median(times.map(({ ours }) => ours)),
      ratio: median(times.map(({ ours, bare }) => ours / bare)),
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** ms of the processor in a second of `seconds`, over the processes and their children. */
async function cpuOf(pids: number[], seconds: number): Promise<number> {
  const cpuMs = (): number => pids.reduce((sum, pid) => sum + treeCpuMs(pid), 0)
  const before = cpuMs()
  await sleep(seconds * 1000)
  return (cpuMs() - before) / seconds
}

/**
 * An idle shop beside a process that only asks the database as often (bare-still.ts), on an empty database: in a full
 * one vacuum would count as the shop's work. `asks`: transactions a second. `ours` and `bare`: ms of the processor in a
 * second. `rss`: MB of the shop's process.
 */
export async function atRest(
  { databaseUrl, postmaster, db }: Stage,
  seconds: number,
): Promise<{ asks: number; ours: number; bare: number; rss: number }> {
  const transactions = async (): Promise<number> => {
    const { rows } = await db.query<{ n: string }>(
      'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.n)
  }
  const shop = await startOnce(databaseUrl)
  await sleep(10_000)
  const before = await transactions()
  const cpuMs = await cpuOf([postmaster, shop.pid ?? 0], seconds)
  const asks = ((await transactions()) - before) / seconds
  const rss = rssMb(shop.pid ?? 0)
  await stopNode(shop)
  const env = { DATABASE_URL: databaseUrl, PER_SECOND: String(asks) }
  const other = await startNode('test/bench/bare-still.ts', env, 'ready')
  await sleep(5_000)
  const bare = await cpuOf([postmaster, other.pid ?? 0], seconds)
  await stopNode(other)
  return { asks, ours: cpuMs, bare, rss }
}
