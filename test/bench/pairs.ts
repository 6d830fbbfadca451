import type { ChildProcess } from 'node:child_process'
import { checkOut } from './checkout.ts'
import { measure, type Measured, treeCpuMs } from './cpu.ts'
import {
  allDelivered,
  CLIENTS,
  createOrder,
  crowd,
  inboxEmpty,
  payAtGateway,
  pendingPacks,
  players,
  roleOf,
  sendPaid,
  startOnce,
  startParties,
  startShop,
} from './shop.ts'
import { freePort, openStage, post, type Stage, stopNode, type Version } from './stage.ts'
import { median, openWal, type WalUse } from './wal.ts'

/**
 * `npm run bench -- --against COMMIT [--quick] [--pairs 5] [--sittings 1] [--only settle,life]`: this version and an
 * earlier one side by side, each on a fresh database. They take turns; each pair of turns gives one ratio of processor
 * time, over the shop's process and its database, and the median of the ratios counts. A noisy machine slows both turns
 * of a pair alike, so that a ratio holds where a figure in milliseconds does not.
 *
 * `npm run bench -- --audit`: in the same way, this version beside itself with the audit's triggers switched off, which
 * tells what the desk's audit costs a player's order: at most 2 % (decision 492).
 */
type Side = {
  name: string
  where: Version | undefined
  stage: Stage
  port: number
  partyPort: number
  shop: ChildProcess | undefined
  tokens: string[]
}
type Turn = { side: Side; count: number; tag: string; nos: readonly string[] }
type Operation = {
  key: string
  what: string
  count: number
  run(turn: Turn): Promise<Measured>
  /** Orders that exist before the turn begins. */
  orders?: true
}

const pidsOf = ({ stage, shop }: Side): number[] => [stage.postmaster, shop?.pid ?? 0]

async function lives({ side, count }: Turn): Promise<Measured> {
  const orders: string[] = []
  return await measure(
    pidsOf(side),
    count,
    CLIENTS,
    async (_index, client) => {
      const no = await createOrder(side.port, side.tokens[client] ?? '', client, 'sandbox')
      orders.push(no)
      await payAtGateway(side.partyPort, no)
    },
    () => allDelivered(side.stage.db, orders),
  )
}

async function settles({ side, count, tag, nos }: Turn): Promise<Measured> {
  return await measure(
    pidsOf(side),
    count,
    CLIENTS,
    async (index) => await sendPaid(side.port, nos[index] ?? '', `evt_${tag}_${index}`),
    () => inboxEmpty(side.stage.db),
  )
}

const IDLE_SECONDS = 20
async function idle({ side, count }: Turn): Promise<Measured> {
  const seconds = Math.max(5, (IDLE_SECONDS * count) / 1000)
  const cpu = (): number[] => pidsOf(side).map(treeCpuMs)
  const before = cpu()
  await new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000)
  })
  const byPid = cpu().map((ms, index) => (ms - (before[index] ?? 0)) / seconds)
  return { byPid, cpuMs: byPid.reduce((sum, ms) => sum + ms, 0), perSecond: 1 }
}

/** A way to pay of the demo's gateway. */
const METHOD = 'sandbox_bank'

const operations: Operation[] = [
  { key: 'idle', what: 'nobody there, a second', count: 1000, run: idle },
  {
    key: 'create',
    what: 'webCreate',
    count: 2000,
    run: ({ side, count }) =>
      measure(pidsOf(side), count, CLIENTS, async (_index, client) => {
        await createOrder(side.port, side.tokens[client] ?? '', client, 'hcpoint')
      }),
  },
  {
    key: 'method',
    what: 'webCreate with a way to pay by name',
    count: 2000,
    run: ({ side, count }) =>
      measure(pidsOf(side), count, CLIENTS, async (_index, client) => {
        // An earlier version may know no names.
        const method = side.where ? undefined : METHOD
        await createOrder(side.port, side.tokens[client] ?? '', client, 'sandbox', method)
      }),
  },
  {
    key: 'channels',
    what: 'webPayChannel',
    count: 4000,
    run: ({ side, count }) =>
      measure(pidsOf(side), count, CLIENTS, async (_index, client) => {
        const question = { ...roleOf(client), cp_goods_id: 'gem_60', ...(side.where ? {} : { methods: true }) }
        const token = side.tokens[client] ?? ''
        const { text } = await post(side.port, '/api/order/webPayChannel', JSON.stringify(question), { token })
        if (!text.startsWith('{"code":0')) throw new Error(text)
      }),
  },
  { key: 'settle', what: 'settle by webhook', count: 1500, run: settles, orders: true },
  { key: 'life', what: 'whole life of an order', count: 600, run: lives },
]

async function open(name: string, where: Version | undefined): Promise<Side> {
  const stage = await openStage()
  await stopNode(await startOnce(stage.databaseUrl, where))
  await crowd(stage.db)
  return { name, where, stage, port: await freePort(), partyPort: await freePort(), shop: undefined, tokens: [] }
}

async function serve(side: Side): Promise<void> {
  // On a busy machine the shop must not refuse the measured calls as overload.
  const env = { MAX_LOOP_DELAY_MS: '60000', DEMO_METHODS: '1' }
  side.shop = await startShop(side.port, side.partyPort, side.stage.databaseUrl, env, side.where)
  side.tokens = await players(side.stage.db, side.port)
}

async function leave(side: Side): Promise<void> {
  if (side.shop) await stopNode(side.shop)
  side.shop = undefined
}

async function prepare(side: Side, { orders }: Operation, count: number, tag: string): Promise<Turn> {
  // A turn warms up with one eighth more; a few extra orders are always enough.
  const nos = orders ? await pendingPacks(side.stage.db, Math.ceil(count * 1.125) + 1) : []
  return { side, count, tag, nos }
}

async function writes(side: Side, operation: Operation): Promise<WalUse> {
  const turn = await prepare(side, operation, 400, `${operation.key}_wal`)
  const wal = await openWal(side.stage.db)
  await operation.run(turn)
  return await wal.written(450)
}

type Row = { what: string; before: number; after: number; ratios: number[] }
const cell = (value: number, digits = 3): string => value.toFixed(digits).padStart(10)

function print(rows: Row[], wal: { what: string; before: WalUse; after: WalUse }[], before: string): void {
  const say = (text: string): void => {
    process.stdout.write(`${text}\n`)
  }
  say(`${'processor time, ms'.padEnd(28)}${before.padStart(10)}${'this'.padStart(10)}     ratio  of single pairs`)
  for (const row of rows) {
    const ratios = [...row.ratios].sort((a, b) => a - b)
    const range = `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}, ${ratios.length} pairs`
    say(`${row.what.padEnd(28)}${cell(row.before)}${cell(row.after)}    ×${median(ratios).toFixed(3)}  ${range}`)
  }
  for (const { what, before: old, after } of wal) {
    const kinds = [
      ['WAL, kB', old.bytes / 1000, after.bytes / 1000],
      ['B-tree insertions', old.inserts, after.inserts],
    ] as const
    for (const [kind, item, other] of kinds)
      say(`${`${what}: ${kind}`.padEnd(28)}${cell(item, 2)}${cell(other, 2)}    ×${(other / item).toFixed(3)}`)
  }
}

/** Every trigger that writes an audit line. Only the owner of the tables can disable one. */
async function withoutAudit(db: Stage['db']): Promise<void> {
  const { rows } = await db.query<{ text: string }>(
    `select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname) as text from pg_trigger t
       join pg_proc p on p.oid = t.tgfoid join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'desk' and p.proname like 'audit%' and not t.tgisinternal`,
  )
  if (rows.length === 0) throw new Error('the audit has no trigger')
  for (const { text } of rows) await db.query(text)
}

/** `against`: a commit, or this version with a part switched off. */
type Options = {
  against: { commit: string } | 'without audit'
  scale: number
  pairs: number
  sittings: number
  only: readonly string[] | undefined
}

/** Runs the pairs and prints the table; gives the median ratios by operation. @throws where the commit cannot be run */
export async function comparePairs({
  against,
  scale,
  pairs,
  sittings,
  only,
}: Options): Promise<ReadonlyMap<string, number>> {
  const names = operations.filter(({ key }) => only === undefined || only.includes(key))
  const other = against === 'without audit' ? undefined : await checkOut(against.commit)
  const heading = other?.commit ?? 'no audit'
  process.stdout.write(
    `this version against ${other ? `${other.commit}, "${other.subject}"` : 'itself without the triggers of the audit'}\n`,
  )
  const ends: (() => Promise<void>)[] = []
  try {
    const partyStage = await openStage()
    ends.unshift(() => partyStage.end())
    const sides: Side[] = []
    for (const [name, where] of [
      ['before', other],
      ['this', undefined],
    ] as const) {
      const side = await open(name, where)
      if (name === 'before' && !other) await withoutAudit(side.stage.db)
      sides.push(side)
      ends.unshift(() => side.stage.end())
      ends.unshift(() => leave(side))
      await partyStage.db.query(`create database ${name}`)
      const databaseUrl = partyStage.databaseUrl.replace(/\/\w+$/, `/${name}`)
      const parties = await startParties(side.partyPort, side.port, databaseUrl)
      ends.unshift(() => stopNode(parties))
    }
    const [before, after] = sides
    if (!before || !after) throw new Error('two sides are needed')
    const turns = new Map(names.map(({ key }) => [key, { before: [] as number[], after: [] as number[] }]))
    const wal: { what: string; before: WalUse; after: WalUse }[] = []
    for (let sitting = 0; sitting < sittings; sitting++) {
      for (const side of sides) await serve(side)
      for (const operation of names)
        for (let pair = 0; pair < pairs; pair++) {
          // The two sides swap their turns from pair to pair.
          for (const side of pair % 2 === 0 ? [before, after] : [after, before]) {
            const turn = await prepare(
              side,
              operation,
              Math.round(operation.count * scale),
              `${operation.key}_${sitting}_${pair}`,
            )
            const { cpuMs } = await operation.run(turn)
            turns.get(operation.key)?.[side === before ? 'before' : 'after'].push(cpuMs)
          }
          const { before: old, after: now } = turns.get(operation.key) ?? { before: [], after: [] }
          process.stderr.write(`${operation.what}: ×${((now.at(-1) ?? 0) / (old.at(-1) ?? 0)).toFixed(3)}\n`)
        }
      if (sitting === sittings - 1)
        for (const operation of names.filter(({ key }) => key === 'settle' || key === 'life'))
          wal.push({
            what: operation.what,
            before: await writes(before, operation),
            after: await writes(after, operation),
          })
      for (const side of sides) await leave(side)
    }
    const rows = names.map(({ key, what }) => {
      const { before: old = [], after: now = [] } = turns.get(key) ?? {}
      const ratios = old.map((ms, index) => (now[index] ?? 0) / ms)
      return { what, before: median(old), after: median(now), ratios }
    })
    print(rows, wal, heading)
    return new Map(names.map(({ key }, index) => [key, median(rows[index]?.ratios ?? [])]))
  } finally {
    for (const end of ends) await end()
  }
}
