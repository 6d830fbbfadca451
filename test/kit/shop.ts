import type { ChildProcess } from 'node:child_process'
import { createCipheriv, randomUUID } from 'node:crypto'
import type { CallName, OrderRecord, Redemption, ResultOf, SessionInfo } from '@hc/contract/calls'
import pg from 'pg'
import { freePort, type Program, readyProgram, startProgram, stopProgram } from './program.ts'

export { freePort }

const CLIENT_KEY = 'hcportal-demo-01'

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Waits until `probe` returns a truthy value, and returns it. Throws after `ms`. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | null | false>,
  ms = 60_000,
): Promise<T> {
  for (const end = Date.now() + ms; ;) {
    const result = await probe()
    if (result) return result
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain: ${what}`)
    await sleep(50)
  }
}

/** The password field of a sign-in: AES-128-ECB, PKCS7, Base64. */
export function encrypt(text: string, key = CLIENT_KEY): string {
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(key), null)
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}

/** The `data` that a refusal may have: the faults of the body, a reason, an existing redemption. */
export type Refusal = Partial<Redemption> & {
  issues?: { path: string; message: string }[]
  reason?: string
  date?: number
}

/** An answer of the shop. `result` is present if `code` is 0; otherwise `data` may be. */
export type Reply<Result = unknown> = {
  status: number
  code: number
  msg: string
  result: Result
  data: Refusal | null
  total: number
  headers: Headers
}

/** POSTs to `/api/{name}`, and returns the contract's result. It sends any body, because tests send wrong ones, too. */
export type Ask = <N extends string>(
  name: N,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply<N extends CallName ? ResultOf<N> : unknown>>

/** The items that the demo's game has granted to a character. */
export type Inventory = {
  grants: {
    delivery_id: string
    sdk_order_id: string
    grant_id: string
    server_id: string
    role_id: string
    arrivals: number
    items: { cp_goods_id: string; quantity: number; bonus: number }[]
  }[]
}

/** A letter or a text message of the demo's viewer. */
export type Letter = {
  channel: string
  target: string
  kind: string
  subject: string
  text: string
  html: string
  /** The code in it; '' if it has none. */
  code: string
  /** The names of the files that go with it. */
  files: string[]
}

/** A row of a test's own query. */
export type Row = pg.QueryResultRow

export type Shop = {
  url: string
  databaseUrl: string
  db: pg.Pool
  /** The rows of a test's own query. */
  rows<R extends Row = Row>(text: string, ...values: unknown[]): Promise<R[]>
  process: ChildProcess
  errors: () => string
  call: Ask
  /** Sends a sign-in with a password, and returns its answer. */
  login(account: string, password: string, more?: object, headers?: Record<string, string>): Promise<Reply<SessionInfo>>
  signIn(account: string, password: string, remember?: boolean): Promise<Player>
  /** Sends the sandbox gateway an outcome, as its page's buttons do. `payer`: the card's country. */
  outcome(order: string, outcome: string, payer?: string): Promise<Reply>
  inventory(role: string): Promise<Inventory>
  /** The letters that the demo has sent. */
  letters(): Promise<Letter[]>
  restart(env?: Record<string, string>): Promise<void>
  /** A second process on the same database. */
  beside(env?: Record<string, string>): Promise<{ url: string; stop(): Promise<void> }>
  stop(): Promise<void>
}

export type Player = {
  /** The session, which a test may replace. */
  token: string
  call: Ask
  /** Creates an order, by default for r1001 on s1, and returns its number. */
  order(goods: string, channel?: string, more?: object): Promise<string>
  /** The player's own order as order/record returns it. */
  record(order: string): Promise<OrderRecord>
  /** Waits until the player's own order has a status, and returns it. */
  reach(order: string, status: number, ms?: number): Promise<OrderRecord>
  /** Opens the page of an order's payment at the sandbox, pays there, and waits until the shop knows. */
  pay(order: string): Promise<OrderRecord>
  /** Creates an order at the sandbox, pays it there, waits until it is delivered, and returns its number. */
  buy(goods: string, more?: object): Promise<string>
  balance(): Promise<ResultOf<'epoint/balance'>>
}

export async function read<Result = unknown>(response: Response): Promise<Reply<Result>> {
  const json = (await response.json()) as Record<string, unknown>
  return {
    status: response.status,
    headers: response.headers,
    total: 0,
    data: null,
    result: undefined,
    ...json,
  } as Reply<Result>
}

/** The PostgreSQL server of the test run. */
export function testServer(): string {
  const url = process.env.HC_TEST_PG
  if (!url) throw new Error('no test PostgreSQL: run through npm test')
  return url
}

export async function asAdmin(sql: string): Promise<void> {
  const admin = new pg.Client({ connectionString: testServer() })
  await admin.connect()
  await admin.query(sql)
  await admin.end()
}

/** Settings that change the rows that a first start writes. */
const SEEDS = /^(?:DEMO(?!_HISTORY)|BRAND|GAME_NAME$|SESSION_SECRET$|PASSWORD_|CLIENT_KEY$|NODE_ENV$)/

/** True if a shop with these settings begins with the rows of the demo. */
export const isDemo = (env: Record<string, string>): boolean => !Object.keys(env).some((key) => SEEDS.test(key))

/** @returns the address of a new database, a copy of `template`. Copying files costs half as much as copying pages. */
export async function copyDatabase(template: string, name = `t_${randomUUID().replaceAll('-', '')}`): Promise<string> {
  await asAdmin(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(testServer())
  url.pathname = `/${name}`
  return url.toString()
}

/**
 * A test's shop lives for seconds, so it collects garbage less often than production's flags ask for: a sixth of its
 * processor time. Suites that measure memory or speed start their programs with production's flags.
 */
const SHORT_LIFE = ['--max-semi-space-size=32', '--min-semi-space-size=16', '--heap-growing-percent=0']

/** Starts a process of the shop, and waits for its ready line. */
export async function launch(port: number, databaseUrl: string, env: Record<string, string>): Promise<Program> {
  return await readyProgram(
    startProgram(
      {
        PORT: String(port),
        HOST: '127.0.0.1',
        DATABASE_URL: databaseUrl,
        DB_POOL: '8',
        LOG_LEVEL: 'info',
        // No desk: two test shops could collide at the port after theirs.
        CONSOLE_PORT: '0',
        // Chores, imports and requests wait for the shop's next look.
        LOOK_SECONDS: '0.5',
        // Other suites on the same machine must not count as overload of the shop.
        MAX_LOOP_DELAY_MS: '60000',
        // A currency is open only if a test opens it.
        DEMO_MARKETS: '0',
        ...env,
      },
      { flags: SHORT_LIFE },
    ),
  )
}

/**
 * A whole shop of its own: a real process, a real database, the demo's data, real HTTP. `database`: the URL of a
 * database that the test made. The shop drops it when it stops.
 */
export async function startShop(env: Record<string, string> = {}, database?: string): Promise<Shop> {
  const port = Number(env.PORT ?? (await freePort()))
  const databaseUrl = database ?? (await copyDatabase(isDemo(env) ? 'hc_demo' : 'hc_template'))
  const url = `http://127.0.0.1:${port}`
  let running = await launch(port, databaseUrl, env)
  const db = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  db.on('error', () => undefined)
  const post = async <Result>(path: string, body: unknown, headers: Record<string, string>): Promise<Reply<Result>> =>
    await read(
      await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )
  const shop: Shop = {
    url,
    databaseUrl,
    db,
    rows: async <R extends Row>(text: string, ...values: unknown[]) => (await db.query<R>(text, values)).rows,
    process: running.child,
    errors: () => running.errors(),
    call: async (name, body = {}, headers = {}) => await post(`/api/${name}`, body, headers),
    outcome: async (order, outcome, payer = '') =>
      await post(`/sandbox/v1/payments/${order}/outcome`, { outcome, payer_country: payer }, {}),
    inventory: async (role) =>
      (await (await fetch(`${url}/demo/game/inventory.json?role_id=${role}`)).json()) as Inventory,
    letters: async () => (await (await fetch(`${url}/demo/outbox.json`)).json()) as Letter[],
    login: async (account, password, more = {}, headers = {}) =>
      await shop.call(
        'user/login',
        { channel_code: 'account', account, passwd: encrypt(password), encrypt: 1, ...more },
        headers,
      ),
    async signIn(account, password, remember) {
      const answer = await shop.login(account, password, remember === undefined ? {} : { remember })
      if (answer.code !== 0) throw new Error(`sign-in of ${account}: ${answer.msg}\n${shop.errors().slice(-1000)}`)
      return playerOf(shop, answer.result.token)
    },
    async restart(more = {}) {
      await stopProgram(running)
      running = await launch(port, databaseUrl, { ...env, ...more })
      shop.process = running.child
    },
    async beside(more = {}) {
      const port = Number(more.PORT ?? (await freePort()))
      const other = await launch(port, databaseUrl, { ...env, ...more })
      return {
        url: `http://127.0.0.1:${port}`,
        stop: async () => void (await stopProgram(other)),
      }
    },
    async stop() {
      await stopProgram(running)
      await db.end()
      // The server's maintenance visits every database again and again, so unused ones are dropped.
      await asAdmin(`drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`)
    },
  }
  return shop
}

export function playerOf(shop: Shop, token: string): Player {
  const player: Player = {
    token,
    call: async (name, body, headers = {}) => await shop.call(name, body, { token: player.token, ...headers }),
    async order(goods, channel = 'sandbox', more = {}) {
      const answer = await player.call('order/webCreate', {
        role_id: 'r1001',
        server_id: 's1',
        cp_goods_id: goods,
        channel_code: channel,
        ...more,
      })
      if (answer.code !== 0) throw new Error(`webCreate: ${answer.msg}\n${shop.errors().slice(-1000)}`)
      return answer.result.sdk_order_id
    },
    async record(order) {
      const answer = await player.call('order/record', {
        page: 1,
        size: 1,
        begin: 0,
        end: 0,
        sdk_order_id: order,
        status: -1,
      })
      const [record] = answer.result
      if (!record) throw new Error(`not an own order: ${order}`)
      return record
    },
    reach: async (order, status, ms) =>
      await until(
        `${order} has status ${status}`,
        async () => {
          const record = await player.record(order)
          return record.status === status && record
        },
        ms,
      ).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${shop.errors().slice(-600)}`)
      }),
    async pay(order) {
      await fetch(`${shop.url}/pay/${order}`, { redirect: 'manual' })
      await shop.outcome(order, 'paid')
      return await until('it is paid', async () => {
        const record = await player.record(order)
        return record.pay_ts > 0 && record
      })
    },
    async buy(goods, more) {
      const order = await player.order(goods, 'sandbox', more)
      await shop.outcome(order, 'paid')
      await player.reach(order, 4)
      return order
    },
    balance: async () => (await player.call('epoint/balance', {})).result,
  }
  return player
}
