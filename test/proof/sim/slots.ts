import pg from 'pg'
// Also sets how the driver reads bigint columns.
import '../../../apps/server/src/platform/db.ts'
import type { Query } from '../../../apps/server/src/platform/db.ts'
import { SLOTS } from './sizes.ts'

/** One process of the shop, with its one connection. */
export type Slot = {
  id: number
  client: pg.Client | null
  pid: number
  /** The one of its two advisory locks that the next yield point waits for. */
  turn: number
  /** The lock that the scheduler holds to make a yield point wait. */
  held: number | null
  clockMs: number
  onYield: (turn: number) => void
  /** The database refused something, and the function that asked went on. */
  onRefusal: () => void
}

/** A database with its processes' connections and the scheduler's own. */
export type Lane = {
  ctl: pg.Client
  q: Query
  slots: readonly Slot[]
  open(slot: Slot): Promise<pg.Client>
  cut(slot: Slot): Promise<void>
  close(): Promise<void>
}

// One plan a statement: which plan, and with it the order of rows, must not depend on what a connection did in earlier
// seeds.
async function connect(url: string, options: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    options: `-c timezone=UTC -c deadlock_timeout=10ms -c plan_cache_mode=force_generic_plan ${options}`,
  })
  // A terminated connection is the simulation's own doing.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export async function openLane(url: string): Promise<Lane> {
  const ctl = await connect(url, '')
  const slots = Array.from({ length: SLOTS }, (_, at): Slot => ({
    id: at + 1,
    client: null,
    pid: 0,
    turn: 0,
    held: null,
    clockMs: 0,
    onYield: () => undefined,
    onRefusal: () => undefined,
  }))
  return {
    ctl,
    slots,
    q: async (statement, args = []) => (await ctl.query({ ...statement, values: [...args] })).rows,
    async open(slot) {
      if (slot.client) return slot.client
      const client = await connect(url, `-c hc.sim_slot=${slot.id}`)
      client.on('notice', ({ message = '' }) => {
        const turn = /^sim_yield ([01])$/.exec(message)?.[1]
        if (slot.client !== client) return
        if (turn !== undefined) slot.onYield(Number(turn))
        else if (message.startsWith('sim_refusal')) slot.onRefusal()
      })
      slot.client = client
      slot.clockMs = 0
      slot.pid = (client as unknown as { processID: number }).processID
      return client
    },
    async cut(slot) {
      const { client } = slot
      if (!client) return
      slot.client = null
      // Its socket closes when the backend has gone, and its locks with it.
      const exit = new Promise<void>((resolve) => {
        client.once('end', resolve)
      })
      await ctl.query('select pg_terminate_backend($1)', [slot.pid])
      await exit
      if (slot.held !== null) await ctl.query('select pg_advisory_unlock($1::int, $2::int)', [slot.id, slot.held])
      slot.held = null
    },
    async close() {
      for (const slot of slots) await slot.client?.end().catch(() => undefined)
      await ctl.end().catch(() => undefined)
    },
  }
}

/** Makes the slot's next yield point wait for a grant, or lets it pass. */
export async function gate({ ctl }: Lane, slot: Slot, isOpen: boolean): Promise<void> {
  const { held, turn } = slot
  if (isOpen ? held === turn : held === null) return
  if (isOpen)
    await ctl.query({ name: 'lock', text: 'select pg_advisory_lock($1::int, $2::int)', values: [slot.id, turn] })
  // Before the unlock: the next yield point may be told of before the unlock is answered.
  slot.held = isOpen ? turn : null
  if (held !== null)
    await ctl.query({ name: 'unlock', text: 'select pg_advisory_unlock($1::int, $2::int)', values: [slot.id, held] })
}

/** The connections that wait for a lock, and the holders. */
export async function waits({ ctl }: Lane, pids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await ctl.query<{ pid: number; by: number[] }>({
    name: 'waits',
    text: 'select pid, pg_blocking_pids(pid) as by from unnest($1::int[]) pid',
    values: [pids],
  })
  return new Map(rows.map((row) => [row.pid, row.by]))
}
