import type { Row, Statement } from './db.ts'
import type { ArgTypes } from './named-call.ts'

/**
 * How to call a function for many inputs at once: its name, the types of its arguments, the columns to select from its
 * row, and the index of the argument that orders the batch.
 */
export type Batch = {
  fn: string
  types: readonly string[]
  columns: readonly string[]
  orderBy: number
  /** After so many ms in flight, a statement lets another one start beside it. The default is SLOW_MS. */
  patienceMs?: number
  /** The function takes an array for each argument, and returns a row with `ord` (from 1) for each input. */
  lists?: boolean
  /** The last argument is often the same: the function takes each value once, and a list of each input's place. */
  shared?: boolean
  /**
   * The least time between two starts, in ms: calls in between share the later statement. Soon after a shared statement
   * a call waits as long for others, too. At rest no call waits.
   */
  paceMs?: number
}

type Item = { args: readonly unknown[]; done: (rows: Row[]) => void; fail: (error: unknown) => void }
type Queue = {
  waiting: Item[]
  inFlight: number
  slow: number
  /** When the last statement began, and when the last one of several calls ended: ms of `performance.now()`. */
  begun: number
  sharedUntil: number
  paced: boolean
}
const newQueue = (): Queue => ({
  waiting: [],
  inFlight: 0,
  slow: 0,
  begun: -Infinity,
  sharedUntil: -Infinity,
  paced: false,
})
/** Calls `dawdles` once a statement has run for `patienceMs`. Returns a function that cancels this. */
type Watch = (dawdles: () => void, patienceMs: number) => () => void
/** Calls `go` once `paceMs` have passed since `from`. Returns false, and calls nothing, if they already have. */
type Pace = (go: () => void, from: number, paceMs: number) => boolean
type Send = <R extends Row>(statement: Statement, args: readonly unknown[]) => Promise<R[]>

// Decision 3.
const BATCH_MAX = 32
/** So many waiting calls go at once, despite the pace: a larger batch would save little more. */
const ENOUGH = 16
/** Callers of a shared statement that ended less than so long ago are about to call again. Decision 588. */
const MORE_COME_MS = 25
/**
 * If a statement takes longer than SLOW_MS (a lock, a slow disk), another starts beside it, up to IN_FLIGHT_MAX at
 * once. Decision 118.
 */
const SLOW_MS = 25
const IN_FLIGHT_MAX = 4
const byTime: Watch = (dawdles, patienceMs) => {
  const timer = setTimeout(dawdles, patienceMs)
  return () => clearTimeout(timer)
}
const byClock: Pace = (go, from, paceMs) => {
  const early = from + paceMs - performance.now()
  if (early > 0) setTimeout(go, early)
  return early > 0
}

/** `orderBy`: the argument that sorts a batch, by default the first one. `paceMs`: see Batch. */
type Sharing<A extends ArgTypes> = { orderBy?: keyof A; paceMs?: number }
const placeOf = <A extends ArgTypes>(args: A, name: keyof A | undefined): number =>
  name === undefined ? 0 : Object.keys(args).indexOf(String(name))

/**
 * A statement that calls `fn(...)` and returns the named columns of its row. Calls that arrive while one is in flight
 * go out together. The columns are named, so a newer version of the function may return more.
 */
export function batchable<A extends ArgTypes>(
  name: string,
  fn: string,
  args: A,
  columns: readonly string[],
  { orderBy, paceMs = 0 }: Sharing<A> = {},
): Statement {
  const types = Object.values(args)
  const call = `${fn}(${types.map((type, i) => `$${i + 1}::${type}`).join(', ')})`
  return {
    name,
    text: `select ${columns.map((column) => `f.${column}`).join(', ')} from ${call} f`,
    batch: { fn, types, columns, orderBy: placeOf(args, orderBy), paceMs },
  }
}

/**
 * The patience for a function of lists. Its time is work for each input, so a second statement at once gains nothing.
 */
const PATIENCE_MS = 200

/**
 * The same for a function that takes all inputs at once, so that it takes their locks in one order. `fn` takes an array
 * for each argument, even for one input.
 */
export function batchableLists<A extends ArgTypes>(
  name: string,
  fn: string,
  args: A,
  columns: readonly string[],
  { orderBy, paceMs = 0, shared = false }: Sharing<A> & { shared?: boolean } = {},
): Statement {
  const types = Object.values(args)
  const lists = types.map((type, i) => `array[$${i + 1}::${type}]`)
  const call = `${fn}(${[...lists, ...(shared ? ['array[1]'] : [])].join(', ')})`
  return {
    name,
    text: `select ${columns.map((column) => `f.${column}`).join(', ')} from ${call} f`,
    batch: {
      fn,
      types,
      columns,
      orderBy: placeOf(args, orderBy),
      lists: true,
      shared,
      patienceMs: PATIENCE_MS,
      paceMs,
    },
  }
}

const listsOf = (types: readonly string[]): string => types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')

const textOf = ({ fn, types, columns, lists, shared }: Batch): string => {
  if (lists) {
    const fields = ['ord', ...columns].map((column) => `f.${column}`)
    return `select ${fields.join(', ')} from ${fn}(${listsOf(shared ? [...types, 'int'] : types)}) f`
  }
  const inputs = types.map((_, i) => `a${i}`)
  return `select ${['i.ord::int as ord', ...columns.map((column) => `f.${column}`)].join(', ')}
    from unnest(${listsOf(types)}) with ordinality i(${inputs.join(', ')}, ord),
    lateral ${fn}(${inputs.map((input) => `i.${input}`).join(', ')}) f order by i.ord`
}

/** Puts the different values of the last list in its place, and after it the place of each input's value, from 1. */
function shareLast(lists: unknown[][]): void {
  const placeOf = new Map<unknown, number>()
  const places = (lists.pop() ?? []).map((value) => {
    const place = placeOf.get(value) ?? placeOf.size + 1
    placeOf.set(value, place)
    return place
  })
  lists.push([...placeOf.keys()], places)
}

/**
 * Under load, calls of the same function share a statement, and so its round trip and its commit. At rest each call
 * goes alone and at once. One statement is in flight at a time, unless it is slow. One argument orders the inputs, so
 * that two batches take their locks in the same order. A failed batch has had no effect: its calls are then made one by
 * one, and only the faulty one fails.
 */
export function createBatcher(
  send: Send,
  watch: Watch = byTime,
  pace: Pace = byClock,
): <R extends Row>(statement: Statement, batch: Batch, args: readonly unknown[]) => Promise<R[]> {
  const queues = new Map<string, Queue>()

  async function alone(statement: Statement, item: Item): Promise<void> {
    try {
      item.done(await send(statement, item.args))
    } catch (error) {
      item.fail(error)
    }
  }

  async function many(statement: Statement, batch: Batch, items: Item[]): Promise<void> {
    const key = (item: Item): string => String(item.args[batch.orderBy])
    items.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
    const columns = batch.types.map((_, i) => items.map((item) => item.args[i]))
    if (batch.shared) shareLast(columns)
    let rows: (Row & { ord: number })[]
    try {
      rows = await send({ name: `${statement.name ?? batch.fn}-batch`, text: textOf(batch) }, columns)
    } catch {
      for (const item of items) await alone(statement, item)
      return
    }
    const byItem = items.map((): Row[] => [])
    for (const { ord, ...row } of rows) byItem[ord - 1]?.push(row)
    for (const [i, item] of items.entries()) item.done(byItem[i] ?? [])
  }

  function pump(statement: Statement, batch: Batch, queue: Queue, isDue = false): void {
    const go = (): void => {
      queue.paced = false
      pump(statement, batch, queue, true)
    }
    while (queue.waiting.length > 0 && queue.inFlight < Math.min(queue.slow + 1, IN_FLIGHT_MAX)) {
      const { paceMs = 0 } = batch
      if (paceMs > 0) {
        const now = performance.now()
        const from = now - queue.sharedUntil < MORE_COME_MS ? now : queue.begun
        if (queue.waiting.length < ENOUGH && !isDue && (queue.paced || pace(go, from, paceMs))) {
          queue.paced = true
          return
        }
        queue.begun = now
      }
      const items = queue.waiting.splice(0, BATCH_MAX)
      const [first] = items
      queue.inFlight++
      let slow = false
      const unwatch = watch(() => {
        slow = true
        queue.slow++
        pump(statement, batch, queue)
      }, batch.patienceMs ?? SLOW_MS)
      const answer = items.length === 1 && first ? alone(statement, first) : many(statement, batch, items)
      void answer.finally(() => {
        unwatch()
        queue.inFlight--
        if (slow) queue.slow--
        if (items.length > 1) queue.sharedUntil = performance.now()
        pump(statement, batch, queue)
      })
    }
  }

  return async (statement, batch, args) =>
    await new Promise((resolve, fail) => {
      const queue = queues.get(batch.fn) ?? newQueue()
      queues.set(batch.fn, queue)
      queue.waiting.push({
        args,
        done: (rows) => resolve(rows as never),
        fail,
      })
      pump(statement, batch, queue)
    })
}
