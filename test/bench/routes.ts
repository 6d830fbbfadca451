import { inTurns, measure, type Measured } from './cpu.ts'
import { CLIENTS, createOrder, orderNo, roleOf } from './shop.ts'
import { freePort, get, post, type Stage, startNode, stopNode } from './stage.ts'

/**
 * The players' calls and pages, each relative to a bare route of `bare.ts` that does as little as possible. A bare
 * page is the same answer with the same headers.
 */
type Compared = {
  what: string
  ours: string
  bare: string
  /** The product's processor time relative to the bare route's. */
  limit: number
  /** Calls of each kind in all turns. */
  count: number
  /** One call of the product, and one of the bare route. */
  call: (index: number, client: number) => Promise<void>
  bareCall: (index: number, client: number) => Promise<void>
}

const TURNS = 15
const PAGES = ['/main/home', '/main/event', '/main/event/detail/a06'] as const
const asBrowser = { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en-US,en;q=0.9' }
/** Headers that the server writes itself. */
const BY_NODE = new Set(['date', 'connection', 'keep-alive', 'content-length'])
const RECORD = { page: 1, size: 10, begin: 0, end: 0, sdk_order_id: '', status: -1 }

async function send(port: number, path: string, body: object, headers?: Record<string, string>): Promise<void> {
  const { text } = await post(port, path, JSON.stringify(body), headers)
  if (!text.startsWith('{"code":0')) throw new Error(`${path}: ${text}`)
}

const look = async (port: number, address: string): Promise<void> => {
  const { status } = await get(port, address, asBrowser)
  if (status !== 200) throw new Error(`${address}: ${status}`)
}

async function routes(stage: Stage, port: number, bare: number, tokens: string[]): Promise<Compared[]> {
  const { rows: sessions } = await stage.db.query<{ token_hash: Buffer }>(
    'select token_hash from session where revoked_at is null limit 16',
  )
  const hashes = sessions.map((row) => row.token_hash.toString('base64url'))
  const { rows: accounts } = await stage.db.query<{ account_id: number }>(
    `select account_id::int from account where login like 'bench%' order by substr(login, 6)::int limit ${CLIENTS}`,
  )
  const tokenOf = (client: number): string => tokens[client] ?? ''
  return [
    {
      what: 'webCreate over the bare route with its INSERT',
      ours: 'webCreate, channel hcpoint',
      bare: 'bare Fastify: the order INSERT behind a POST',
      limit: 1.3,
      count: 15_000,
      call: async (_index, client) => {
        await createOrder(port, tokenOf(client), client, 'hcpoint')
      },
      bareCall: () =>
        send(bare, '/insert', { no: orderNo(), goods: 'gem_60', channel: 'hcpoint', server: 's1', role: 'r1' }),
    },
    {
      what: 'webProduct over the bare route with its session look-up',
      ours: 'webProduct',
      bare: 'bare Fastify: the products from memory after a session look-up',
      limit: 1.5,
      count: 20_000,
      call: (_index, client) => send(port, '/api/order/webProduct', roleOf(client), { token: tokenOf(client) }),
      bareCall: (_index, client) =>
        send(bare, '/products', { server_id: 's1', role_id: 'r1' }, { token: hashes[client % hashes.length] ?? '' }),
    },
    {
      what: 'order/record over the bare route with its query',
      ours: 'order/record, first page',
      bare: "bare Fastify: the first page of a player's orders",
      limit: 1.5,
      count: 10_000,
      call: (_index, client) => send(port, '/api/order/record', RECORD, { token: tokenOf(client) }),
      bareCall: (_index, client) => send(bare, '/records', { account: accounts[client]?.account_id }),
    },
    ...PAGES.map((path, at) => ({
      what: `${path} over a fixed page from memory`,
      ours: path,
      bare: `${path} as a fixed page from memory`,
      limit: 1.5,
      count: 40_000,
      call: () => look(port, path),
      bareCall: () => look(bare, `/page/${at}`),
    })),
  ]
}

/** Measures each route of the product and its bare one in turns: medians of the ratios count. */
export async function overBareRoutes(
  stage: Stage,
  { port, pids, tokens }: { port: number; pids: number[]; tokens: string[] },
  scaled: (count: number) => number,
  report: (
    what: Pick<Compared, 'what' | 'ours' | 'bare' | 'limit'>,
    bare: Measured,
    shop: Measured,
    ratio: number,
  ) => void,
): Promise<void> {
  const barePort = await freePort()
  const list = await post(port, '/api/order/webProduct', JSON.stringify(roleOf(0)), { token: tokens[0] ?? '' })
  const pages: object[] = []
  for (const path of PAGES) {
    const { headers, body } = await get(port, path, asBrowser)
    const head = Object.fromEntries(Object.entries(headers).filter(([name]) => !BY_NODE.has(name)))
    pages.push({ head, body: body.toString('base64') })
  }
  const bare = await startNode(
    'test/bench/bare.ts',
    {
      PORT: String(barePort),
      DATABASE_URL: stage.databaseUrl,
      PRODUCTS: JSON.stringify((JSON.parse(list.text) as { result: unknown }).result),
      PAGES: JSON.stringify(pages),
    },
    'ready',
  )
  const barePids = [stage.postmaster, bare.pid ?? 0]
  try {
    for (const route of await routes(stage, port, barePort, tokens)) {
      const count = Math.ceil(scaled(route.count) / TURNS)
      const { first, second, ratio } = await inTurns(TURNS, (isOurs) =>
        isOurs ? measure(pids, count, CLIENTS, route.call) : measure(barePids, count, CLIENTS, route.bareCall),
      )
      report(route, first, second, ratio)
    }
  } finally {
    await stopNode(bare)
  }
}
