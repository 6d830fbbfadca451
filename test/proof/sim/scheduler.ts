import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { Agent, type Dispatcher } from 'undici'
import type { Query, Row, Statement } from '../../../apps/server/src/platform/db.ts'
import { count, type Rng, type Tally } from './rng.ts'
import { gate, type Lane, type Slot, waits } from './slots.ts'

/** Header names in small letters; the body as it was sent. */
export type HttpAsk = { method: string; url: string; headers: Record<string, string>; body: string }
export type HttpAnswer = { status: number; text: string; headers?: Record<string, string> }
/** The outside world: what happens when a call arrives, and what it answers. */
export type World = { answer(ask: HttpAsk): HttpAnswer }

type Sql = {
  kind: 'sql'
  statement: Statement
  args: readonly unknown[]
  attempt: number
  resolve: (rows: Row[]) => void
  reject: (error: unknown) => void
}
type Http = { kind: 'http'; ask: HttpAsk; resolve: (answer: HttpAnswer) => void; reject: (error: unknown) => void }
type Pending = Sql | Http
/** A use case that waits for its next statement or outside call to be granted. */
type Op = { pending: Pending[]; dead: boolean }
/** After a statement: its answer comes, its process dies before it comes, or only the connection does. */
type After = 'ok' | 'crash' | 'drop'
/**
 * A statement under way. One that stands at a `yield` point or is `blocked` by such a one moves only when granted; one
 * that does not `stop` is let through at once.
 */
type Flight = { request: Sql; state: 'running' | 'yield' | 'blocked'; after: After; stops: boolean }
/** `inside`: between two statements of a transaction, whose locks others may wait for. */
type Actor = {
  slot: Slot
  op: Op | null
  inside: boolean
  flight: Flight | null
  landed: { flight: Flight; finish: () => void } | null
}

/** Probabilities a grant. `gate`: a statement's yield points wait for grants. */
export type Faults = {
  crash: number
  insideCrash: number
  lostCommit: number
  dropped: number
  http: number
  gate: number
}
export const noFaults: Faults = { crash: 0, insideCrash: 0, lostCommit: 0, dropped: 0, http: 0, gate: 0 }

class Crash extends Error {}
const current = new AsyncLocalStorage<Op>()
const RETRY = new Set(['40P01', '40001', '55P03'])
/** Statements that move money: run into each other more often than the rest. */
const MONEY = new Set(['pay-with-points', 'apply-paid', 'apply-refunded', 'apply-refused', 'work-inbox', 'redeem-code'])
/** How often a call fails, by what it asks for: money back most of all. */
const OUTSIDE: [RegExp, number][] = [
  [/^POST .*\/refunds?$/, 3],
  [/(?:token|verify-webhook-signature)$/, 0.4],
  [/^GET |\/(?:payments|sessions|orders|paymentLinks)$/, 1],
]
const tick = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/**
 * The real adapters speak HTTP through undici: in a simulation such a call waits for its grant, and the world answers
 * it.
 */
export async function installHttp(): Promise<void> {
  // Loaded now, because the first call would load it.
  await import('stripe')
  const dispatch = (
    { origin, path, method, headers, body }: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean => {
    const op = current.getStore()
    if (!op) throw new Error('an outside call outside of the simulation')
    const controller = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: [],
      abort: () => undefined,
      pause: () => undefined,
      resume: () => undefined,
    } as unknown as Dispatcher.DispatchController
    const ask = {
      method,
      url: `${String(origin)}${path}`,
      body: typeof body === 'string' ? body : '',
      headers: Object.fromEntries(
        Object.entries(headers as Record<string, string>).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    }
    handler.onRequestStart?.(controller, {})
    new Promise<HttpAnswer>((resolve, reject) => {
      if (op.dead) reject(new Crash())
      else op.pending.push({ kind: 'http', ask, resolve, reject })
    }).then(
      ({ status, text, headers: responseHeaders = {} }) => {
        handler.onResponseStart?.(controller, status, responseHeaders, '')
        handler.onResponseData?.(controller, Buffer.from(text))
        handler.onResponseEnd?.(controller, {})
      },
      (error: unknown) => {
        handler.onResponseError?.(controller, error instanceof Error ? error : new Error('no answer'))
      },
    )
    return true
  }
  Agent.prototype.dispatch = dispatch
}

type Options = {
  lane: Lane
  rng: Rng
  figures: Tally
  faults: Tally
  world: World
  onError: (op: string, error: unknown) => void
}
export type Scheduler = ReturnType<typeof createScheduler>

/** Runs use cases statement by statement: the seed, not time, decides what runs next and what fails. */
export function createScheduler({ lane, rng, figures, faults, world, onError }: Options) {
  const actors = lane.slots.map((slot): Actor => ({ slot, op: null, inside: false, flight: null, landed: null }))
  let rates = noFaults
  let clockMs = 0
  let bell = (): void => undefined
  let latest: Actor | undefined
  for (const actor of actors) {
    actor.slot.onRefusal = () => count(figures, 'refusals')
    actor.slot.onYield = (turn) => {
      actor.slot.turn = 1 - turn
      if (actor.flight && actor.slot.held === turn) {
        actor.flight.state = 'yield'
        bell()
      }
    }
  }

  const queryOf =
    (op: Op): Query =>
    <R extends Row>(statement: Statement, args: readonly unknown[] = []) =>
      new Promise<R[]>((resolve, reject) => {
        if (op.dead) reject(new Crash())
        else
          op.pending.push({
            kind: 'sql',
            statement,
            args,
            attempt: 1,
            resolve: resolve as (rows: Row[]) => void,
            reject,
          })
      })

  function start(name: string, run: (q: Query) => Promise<unknown>): void {
    const actor = actors.find((candidate) => !candidate.op)
    if (!actor) throw new Error('no process is free')
    const op: Op = { pending: [], dead: false }
    actor.op = op
    count(figures, 'operations')
    current
      .run(op, () => run(queryOf(op)))
      .catch((error: unknown) => {
        if (!(error instanceof Crash)) onError(name, error)
      })
      .finally(() => {
        op.dead = true
        if (actor.op === op) actor.op = null
      })
  }

  /** Kills the process: its pending answers never come, and its open transaction is rolled back. */
  async function kill(actor: Actor): Promise<void> {
    const { op } = actor
    actor.op = null
    actor.inside = false
    actor.flight = null
    await lane.cut(actor.slot)
    release()
    if (op) op.dead = true
    for (const request of op?.pending.splice(0) ?? []) request.reject(new Crash())
  }
  const release = (): void => {
    for (const { flight } of actors) if (flight?.state === 'blocked') flight.state = 'running'
  }

  function land(actor: Actor, flight: Flight, finish: () => void): void {
    if (actor.flight !== flight) return
    actor.flight = null
    actor.landed = { flight, finish }
    release()
    bell()
  }
  function failed({ op, inside }: Actor, request: Sql, error: unknown): void {
    const state = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
    if (state === '40P01') count(figures, 'deadlocks')
    if (/^(23|42501)/.test(state)) count(figures, 'refusals')
    if (RETRY.has(state) && request.attempt < 3 && !inside)
      op?.pending.push({ ...request, attempt: request.attempt + 1 })
    else request.reject(error)
  }

  async function grantSql(actor: Actor, request: Sql): Promise<void> {
    const { slot } = actor
    const draw = rng.next()
    if (draw < rates.crash) {
      count(faults, 'crash before a statement')
      await kill(actor)
      request.reject(new Crash())
      return
    }
    const after: After =
      draw < rates.crash + rates.lostCommit
        ? 'crash'
        : draw < rates.crash + rates.lostCommit + rates.dropped
          ? 'drop'
          : 'ok'
    const stops = rng.chance(MONEY.has(request.statement.name ?? '') ? rates.gate * 1.6 : rates.gate)
    const client = await lane.open(slot)
    // While another one stands, a yield point is always held: two statements never run in parallel.
    await gate(lane, slot, stops || actors.some(({ flight }) => flight))
    // Time stands still inside a transaction, whose end would also reset the setting.
    if (slot.clockMs !== clockMs && !actor.inside) {
      await client.query(`set hc.clock_offset_ms = ${clockMs}`)
      slot.clockMs = clockMs
    }
    count(figures, 'statements')
    const flight: Flight = { request, state: 'running', after, stops }
    actor.flight = flight
    client.query({ ...request.statement, values: [...request.args] }).then(
      ({ rows }) => {
        if (/^(begin|commit|rollback)$/.test(request.statement.text)) actor.inside = request.statement.text === 'begin'
        land(actor, flight, () => request.resolve(rows as Row[]))
      },
      (error: unknown) => land(actor, flight, () => failed(actor, request, error)),
    )
  }

  async function grantHttp(actor: Actor, { ask, resolve, reject }: Http): Promise<void> {
    const often = OUTSIDE.find(([what]) => what.test(`${ask.method} ${ask.url}`))?.[1] ?? 2
    const fault = rng.chance(rates.http * often)
      ? rng.weigh({
          unreachable: 25,
          'answer lost': 25,
          'crash after the effect': 15,
          'error status': 10,
          'error after the effect': 10,
          'answer without content': 15,
        })
      : 'none'
    if (fault !== 'none') count(faults, `outside: ${fault}`)
    count(figures, 'outsideCalls')
    const failure = (): Error => new Error('connection refused')
    switch (fault) {
      case 'unreachable':
        reject(failure())
        return
      case 'answer lost':
        world.answer(ask)
        reject(failure())
        return
      case 'crash after the effect':
        world.answer(ask)
        await kill(actor)
        reject(new Crash())
        return
      case 'error status':
        resolve({ status: 503, text: '{}' })
        return
      case 'error after the effect':
        world.answer(ask)
        resolve({ status: 500, text: 'Internal Server Error' })
        return
      case 'answer without content':
        resolve({ status: 200, text: rng.chance(0.3) ? '<html>' : '{"ok":true}' })
        return
      case 'none':
        resolve(world.answer(ask))
    }
  }

  /** Grants one thing to one process, chosen by the seed. False when nobody waits for a grant. */
  async function grant(): Promise<boolean> {
    const open = actors.flatMap((actor): { actor: Actor; request?: Pending }[] => {
      if (actor.flight?.state === 'yield') return [{ actor }]
      return (actor.op?.pending ?? [])
        .filter((request) => request.kind === 'http' || !actor.flight)
        .map((request) => ({ actor, request }))
    })
    if (open.length === 0) return false
    // Mostly the last one continues: otherwise all would stand near the start of their statements.
    const same = open.find((item) => item.actor === latest && !item.request)
    const { actor, request } = same && rng.chance(0.65) ? same : rng.pick(open)
    latest = actor
    if (!request) {
      if (rng.chance(rates.insideCrash)) {
        count(faults, 'crash inside a transaction')
        await kill(actor)
      } else {
        count(figures, 'steps')
        if (actor.flight) actor.flight.stops = rng.chance(0.9)
        await goOn(actor)
      }
    } else {
      actor.op?.pending.splice(actor.op.pending.indexOf(request), 1)
      if (request.kind === 'sql') await grantSql(actor, request)
      else await grantHttp(actor, request)
    }
    await settle()
    return true
  }

  async function goOn({ slot, flight }: Actor): Promise<void> {
    if (flight) flight.state = 'running'
    await gate(lane, slot, true)
  }

  /** Delivers the answers of ended statements, in the order of processes and not of arrival. */
  async function answer(actor: Actor): Promise<void> {
    const { landed } = actor
    actor.landed = null
    if (!landed) return
    const { flight, finish } = landed
    if (flight.after === 'ok') {
      finish()
      return
    }
    count(faults, flight.after === 'crash' ? 'crash after a commit' : 'connection lost after a commit')
    if (flight.after === 'crash') {
      await kill(actor)
      flight.request.reject(new Crash())
      return
    }
    await lane.cut(actor.slot)
    actor.inside = false
    release()
    flight.request.reject(new Error('Connection terminated unexpectedly'))
  }

  /** Waits until every process needs a grant or waits for a lock of a standing one. */
  async function settle(): Promise<void> {
    for (const end = Date.now() + 30_000; Date.now() < end;) {
      await tick()
      const running = actors.filter(({ flight }) => flight?.state === 'running')
      const through = actors.find(({ flight }) => flight?.state === 'yield' && !flight.stops)
      const ended = actors.find(({ landed }) => landed)
      if (running.length === 0 && through) await goOn(through)
      else if (running.length === 0 && ended) await answer(ended)
      else if (running.length === 0) {
        if (actors.every(({ op, flight }) => !op || op.pending.length > 0 || flight)) return
      } else {
        // If no other stands inside a statement, no lock is held, and this one finishes.
        const alone =
          running.length === 1 && actors.every(({ flight, inside }) => (flight ? flight.state === 'running' : !inside))
        if (!(await ring(alone ? 1000 : 2))) await findBlocked(running)
      }
    }
    throw new Error(
      `the simulation stands still: ${actors.map(({ flight }) => `${flight?.state ?? '-'} ${flight?.request.statement.name ?? ''}`).join(', ')}`,
    )
  }

  /** Waits until a statement has ended or stands; false when it takes longer. */
  const ring = async (ms: number): Promise<boolean> =>
    await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms)
      bell = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })

  async function findBlocked(running: readonly Actor[]): Promise<void> {
    const by = await waits(
      lane,
      actors.filter(({ flight }) => flight).map(({ slot }) => slot.pid),
    )
    const stands = (pid: number, entries: readonly number[]): boolean => {
      const actor = actors.find(({ slot }) => slot.pid === pid)
      if (actor?.inside && !actor.flight) return true
      const flight = actor?.flight
      if (!flight || entries.includes(pid)) return false
      return flight.state !== 'running' || (by.get(pid) ?? []).some((blocker) => stands(blocker, [...entries, pid]))
    }
    for (const { slot, flight } of running) {
      if (flight?.state === 'running' && (by.get(slot.pid) ?? []).some((blocker) => stands(blocker, [slot.pid]))) {
        flight.state = 'blocked'
        count(figures, 'lockWaits')
      }
    }
  }

  return {
    start,
    grant,
    settle,
    free: () => actors.filter(({ op }) => !op).length,
    busy: () => actors.some(({ op }) => op),
    setFaults(next: Faults) {
      rates = next
    },
    setClock(ms: number) {
      clockMs = ms
    },
    /** Ends every process at once. */
    async killAll() {
      for (const actor of actors) if (actor.op) await kill(actor)
    },
  }
}
