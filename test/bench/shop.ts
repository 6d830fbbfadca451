import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { signWebhook } from '@hc/channels/signature'
import { timeId } from '@hc/domain/order-no'
import pg from 'pg'
import { freePort, post, signIn, startServer, type Version } from './stage.ts'

/** What every run of the bench drives: a shop with players, and the gateway and the game that it speaks with. */
export const CLIENTS = 16
const PLAYERS = 200
const SECRET = `whsec_${Buffer.from('bench-sandbox-webhook-secret-001').toString('base64')}`

let counter = 0
export const orderNo = (): string => timeId(Date.now(), Buffer.from(String(counter++).padStart(10, '0')))

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Accounts with a character each; the game must know them before the shop does. */
export async function crowd(db: pg.Pool): Promise<void> {
  await db.query(
    `insert into account (uid, login, password_hash)
     select 'b' || i, 'bench' || i, (select password_hash from account where login = 'demo')
       from generate_series(1, ${PLAYERS}) i on conflict do nothing`,
  )
  await db.query(
    `insert into game_role select 's1', 'rb' || i, account_id, 'Bench', 1
       from generate_series(1, ${PLAYERS}) i join account on login = 'bench' || i on conflict do nothing`,
  )
}

/** The tokens of the first players, one for each client. */
export async function players(db: pg.Pool, port: number): Promise<string[]> {
  await crowd(db)
  const tokens: string[] = []
  for (let i = 1; i <= CLIENTS; i++) tokens.push(await signIn(port, `bench${i}`, 'Demo1234'))
  return tokens
}

export const roleOf = (client: number): { server_id: string; role_id: string } => ({
  server_id: 's1',
  role_id: `rb${client + 1}`,
})

/**
 * Unpaid orders for a pack, spread over many players, as webhooks find them; `inBook`: at the price of a country, whose
 * columns earlier versions do not have.
 */
export async function pendingPacks(db: pg.Pool, count: number, inBook = false): Promise<string[]> {
  const nos = Array.from({ length: count }, orderNo)
  await db.query(
    `insert into orders (order_no, account_id, uid, order_type, cp_goods_id, amount_cents, bonus_pct, channel_code,
       created_at, expires_at, next_check_at${inBook ? ', points, base_cents' : ''})
     select no, a.account_id, a.uid, 'coin', 'coin_1000', 1000, 5, 'sandbox',
            now(), now() + interval '300 s', now() + interval '300 s'${inBook ? ', 1000, 1000' : ''}
       from unnest($1::text[]) with ordinality t(no, i)
       join (select account_id, uid, row_number() over () - 1 as k, count(*) over () as n
               from account where login like 'bench%') a on a.k = t.i % a.n`,
    [nos],
  )
  await db.query('vacuum analyze orders')
  return nos
}

/**
 * A whole second shop whose sandbox gateway and demo game serve the first one. Its processor time never counts. The
 * game knows its players before the shop does.
 */
export async function startParties(port: number, shopPort: number, databaseUrl: string): Promise<ChildProcess> {
  const parties = await startServer({
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${shopPort}`,
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_PER_MINUTE: '100000000',
    SANDBOX_WEBHOOK_SECRET: SECRET,
  })
  const db = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  await crowd(db)
  await db.end()
  return parties
}

export function startShop(
  port: number,
  partyPort: number,
  databaseUrl: string,
  env: Record<string, string> = {},
  where?: Version,
): Promise<ChildProcess> {
  return startServer(
    {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      RATE_LIMIT_PER_MINUTE: '100000000',
      SANDBOX_WEBHOOK_SECRET: SECRET,
      REPAIR_AFTER_SECONDS: '300',
      SANDBOX_URL: `http://127.0.0.1:${partyPort}/sandbox`,
      SANDBOX_PAGE_URL: `http://127.0.0.1:${port}`,
      GAME_URL: `http://127.0.0.1:${partyPort}/demo/game/deliver`,
      ...env,
    },
    where,
  )
}

/** A start migrates and seeds the database. */
export async function startOnce(databaseUrl: string, where?: Version): Promise<ChildProcess> {
  const env = { PORT: String(await freePort()), HOST: '127.0.0.1', DATABASE_URL: databaseUrl }
  return await startServer(env, where)
}

/** Creates an order of a player, perhaps with a way to pay by name; gives its number. */
export async function createOrder(
  port: number,
  token: string,
  client: number,
  channel: string,
  method?: string,
): Promise<string> {
  const body = JSON.stringify({ ...roleOf(client), cp_goods_id: 'gem_60', channel_code: channel, method })
  const { text } = await post(port, '/api/order/webCreate', body, { token, 'idempotency-key': randomUUID() })
  if (!text.startsWith('{"code":0')) throw new Error(text)
  return (JSON.parse(text) as { result: { sdk_order_id: string } }).result.sdk_order_id
}

/** The gateway tells that a pack is paid. */
export async function sendPaid(port: number, no: string, id: string): Promise<void> {
  const body = JSON.stringify({
    id,
    type: 'payment.paid',
    merchant_order: no,
    txn: `hook_${id}`,
    amount_cents: 1000,
    currency: 'USD',
  })
  const seconds = Math.floor(Date.now() / 1000)
  const answer = await post(port, '/api/pay/sandbox/webhook', body, {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signWebhook(SECRET, id, seconds, body),
  })
  if (answer.status !== 200) throw new Error(answer.text)
}

/** The player pays at the gateway. */
export async function payAtGateway(partyPort: number, no: string): Promise<void> {
  await post(partyPort, `/sandbox/v1/payments/${no}/outcome`, '{"outcome":"paid"}')
}

/** Waits until every stored webhook is worked. */
export async function inboxEmpty(db: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await db.query(`select 1 from inbox where state = 'new' limit 1`)
    if (rows.length === 0) return
    await sleep(20)
  }
}

/** Waits until every one of these orders is delivered; `schema`: where the orders of a yardstick are. */
export async function allDelivered(
  db: pg.Pool,
  nos: readonly string[],
  schema: 'public' | 'bare' = 'public',
): Promise<void> {
  for (;;) {
    const { rows } = await db.query<{ n: number }>(
      `select count(*)::int as n from ${schema}.orders where status <> 4 and order_no = any($1)`,
      [nos],
    )
    if (rows[0]?.n === 0) return
    await sleep(50)
  }
}
