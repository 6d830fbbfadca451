import { errorCode } from './error-code.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@hc/contract/errors'
import pg from 'pg'
import { type Batch, createBatcher } from './batch.ts'

/**
 * One SQL statement, sent as it is. `name` makes it a prepared statement of the connection. `batch` describes the same
 * call for many inputs at once (batch.ts), for a function that is safe to run for all of them in one transaction.
 */
export type Statement = {
  name?: string
  text: string
  batch?: Batch
  /** How long its answer may take, where that is longer than a call's: it reads whole tables. */ withinMs?: number
}
export type Row = Record<string, unknown>
/** The only way to the database. Every write that matters is one statement, and so one transaction. */
export type Query = <R extends Row>(statement: Statement, args?: readonly unknown[]) => Promise<R[]>

// bigint columns hold cents and counters far below 2^53: they become numbers, not strings.
pg.types.setTypeParser(20, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`)
  return value
})

/**
 * The settings of a session that statements and their readers rely on: what to set, and how PostgreSQL shows it. A
 * database or its user may have others by default, such as days in another order.
 */
export const sessionSettings: Readonly<Record<string, readonly [set: string, ...shown: string[]]>> = {
  lock_timeout: ['3000', '3s'],
  idle_in_transaction_session_timeout: ['10000', '10s'],
  timezone: ['UTC', 'UTC'],
  datestyle: ['ISO,MDY', 'ISO, MDY', 'ISO, DMY', 'ISO, YMD'],
  intervalstyle: ['postgres', 'postgres'],
  bytea_output: ['hex', 'hex'],
  extra_float_digits: ['1', '1', '2', '3'],
  standard_conforming_strings: ['on', 'on'],
  transform_null_equals: ['off', 'off'],
  default_transaction_isolation: ['read\\ committed', 'read committed'],
  search_path: ['public', 'public', '"$user", public'],
}
/**
 * A direct connection to `url` whose session has these settings, and `more` of them (`name=value`). Options that the
 * address has by itself stay, as some hosts ask for them; ours come later and so win.
 */
export function directly(url: string, more: readonly string[] = []): { connectionString: string; options: string } {
  const address = new URL(url)
  const urlOptions = address.searchParams.get('options')
  address.searchParams.delete('options')
  const settings = [...Object.entries(sessionSettings).map(([name, [value]]) => `${name}=${value}`), ...more]
  return {
    connectionString: address.href,
    options: [...(urlOptions ? [urlOptions] : []), ...settings.map((setting) => `-c ${setting}`)].join(' '),
  }
}

/** How long a call waits for a connection. */
const CONNECT_MS = 5_000
/** How long a statement may take. */
const CALL_MS = 20_000
const ADMIT_MS = 50
/** How long a connection may take to be closed. */
const GOODBYE_MS = 2_000

export type Database = {
  query: Query
  pool: pg.Pool
  /** A statement as a client of the pool takes it: prepared, unless a pooler gives the next one to another client. */
  configOf(statement: Statement, values: readonly unknown[]): pg.QueryConfig
  /** Statements that are under way or wait for a connection. */ pending: () => number
  end(): Promise<void>
}

/** SQLSTATEs after which the same statement may be sent again, because it had no effect. */
const RETRY = new Set(['40P01', '40001', '55P03'])

/**
 * Asks a pool again while the server admits no more connections (53300), for as long as a call waits for one. A pool
 * that grows would fail the call, though nothing was sent yet and one of its connections becomes free soon.
 */
export async function onceAdmitted<T>(ask: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + CONNECT_MS; ; await sleep(ADMIT_MS)) {
    try {
      return await ask()
    } catch (error) {
      const full = error instanceof pg.DatabaseError && error.code === '53300'
      if (!full || performance.now() > end) throw error
    }
  }
}

export function openDatabase(
  url: string,
  options: {
    max: number
    onError: (error: Error) => void
    /** The database role to act as. */ role?: string | undefined
    /** The URL is of a pooler in transaction mode, so connections keep no state. */ pooled?: boolean
    clockOffsetMs?: number
  },
): Database {
  const { role, pooled = false } = options
  const more = [
    ...(role ? [`role=${role}`] : []),
    ...(options.clockOffsetMs ? [`hc.clock_offset_ms=${options.clockOffsetMs}`] : []),
  ]
  const pool = new pg.Pool({
    ...(pooled ? { connectionString: url } : directly(url, more)),
    max: options.max,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'hc-portal',
    query_timeout: CALL_MS,
  })
  // An idle connection that the server closed is no request's error. A connection that we close ourselves is not
  // reported.
  let ending = false
  const open = new Set<pg.PoolClient>()
  const onLoss = (error: Error): void => {
    if (!ending) options.onError(error)
  }
  pool.on('error', onLoss)
  pool.on('connect', (client) => {
    open.add(client)
    client.on('error', onLoss)
    client.once('end', () => {
      open.delete(client)
    })
  })
  /**
   * `pool.end()` does not wait until its connections are closed. A database that stops meanwhile sends errors on them.
   */
  async function end(): Promise<void> {
    ending = true
    await pool.end()
    const closed = [...open].map(
      (client) =>
        new Promise<void>((resolve) => {
          client.once('end', () => resolve())
        }),
    )
    await Promise.race([Promise.all(closed), sleep(GOODBYE_MS, undefined, { ref: false })])
  }
  /**
   * Runs one statement as a role. The role ends with the transaction, because any client may get the pooler's
   * connection next.
   */
  async function asRole<R extends Row>(role: string, query: pg.QueryConfig): Promise<pg.QueryResult<R>> {
    const client = await onceAdmitted(() => pool.connect())
    try {
      await client.query(`begin; set local role ${role}`)
      const result = await client.query<R>(query)
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  const configOf = ({ name, text, withinMs }: Statement, values: readonly unknown[]): pg.QueryConfig => ({
    ...(name && !pooled ? { name } : {}),
    ...(withinMs === undefined ? {} : { query_timeout: withinMs }),
    text,
    values: values as unknown[],
  })
  async function send<R extends Row>(statement: Statement, values: readonly unknown[]): Promise<R[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        const config = configOf(statement, values)
        const result = pooled && role ? await asRole<R>(role, config) : await onceAdmitted(() => pool.query<R>(config))
        return result.rows
      } catch (error) {
        const state = error instanceof pg.DatabaseError ? error.code : undefined
        if (!state || !RETRY.has(state) || attempt >= 3) throw error
      }
    }
  }
  const together = createBatcher(send)
  let pending = 0
  const query: Query = async (statement, args = []) => {
    // The pool is ending: every caller that needed an answer has had it, and nobody waits for this one.
    if (ending) throw new AppError('SystemBusy', null, 2)
    pending++
    try {
      return await (statement.batch ? together(statement, statement.batch, args) : send(statement, args))
    } finally {
      pending--
    }
  }
  return { query, pool, configOf, pending: () => pending, end }
}

/**
 * The role, if it exists and this user may assume it; otherwise undefined, as on some hosted databases. From PostgreSQL
 * 16 on, the creator of a role may grant it, but must grant it to itself before it can assume it.
 */
export async function roleOf(q: Query, role: 'hc_app' | 'hc_log' | 'hc_desk'): Promise<string | undefined> {
  const ask = async (): Promise<boolean | undefined> =>
    (
      await q<{ may: boolean }>(
        {
          text: `select case when current_setting('server_version_num')::int < 160000 then true
            else pg_has_role(session_user, oid, 'set') end as may from pg_roles where rolname = $1
            and pg_has_role(session_user, oid, 'member')`,
        },
        [role],
      )
    )[0]?.may
  let may = await ask()
  if (may === false) {
    await q({ text: `grant ${role} to session_user` }).catch(() => undefined)
    may = await ask()
  }
  return may ? role : undefined
}

/**
 * True if the database is reachable and rejected or aborted this statement. It had no effect; another one may succeed.
 */
export const statementFailed = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(08|25|53|57)/.test(error.code ?? '')

/** True if the database is unreachable or overloaded; false if the statement was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  return (
    /^(08|53|57P0|25006|40|55P03)/.test(code) ||
    /^E(CONN|PIPE|TIMEDOUT|HOST|NOTFOUND)/.test(code) ||
    /^(CERT_|ERR_SSL_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(code) ||
    /timeout exceeded|Connection terminated|Query read timeout|not queryable/i.test(error.message)
  )
}
