import { randomUUID } from 'node:crypto'
import { inTurns, measure, type Measured } from './cpu.ts'
import { allDelivered, CLIENTS, createOrder, payAtGateway, startParties } from './shop.ts'
import { freePort, openStage, post, type Stage, startNode, stopNode } from './stage.ts'

/** Tables that a paid and delivered order writes. */
const TABLES = [
  'orders',
  'order_event',
  'capture',
  'ledger_journal',
  'ledger_entry',
  'rebate_progress',
  'outbox',
  'inbox',
]
const TURNS = 9

/** Copies with the same columns, defaults, checks and indexes, and without triggers and foreign keys. */
async function bareTables(db: Stage['db']): Promise<void> {
  const copies = TABLES.map((table) => `create table bare.${table} (like public.${table} including all)`)
  await db.query(`create schema if not exists bare; ${copies.join('; ')}`)
}

type Shop = { port: number; partyPort: number; pids: number[]; tokens: string[] }

/**
 * The whole life of an order (created, paid at the gateway, delivered to the game, acknowledged) beside the same life
 * in a program without rules (bare-life.ts), in turns. Each has a gateway and a game of its own, which are not
 * counted.
 */
export async function lives(
  stage: Stage,
  { port, partyPort, pids, tokens }: Shop,
  count: number,
): Promise<{ bare: Measured; ours: Measured; ratio: number }> {
  await bareTables(stage.db)
  const [barePort, bareParty, others] = [await freePort(), await freePort(), await openStage()]
  const parties = await startParties(bareParty, barePort, others.databaseUrl)
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  const bare = await startNode(
    'test/bench/bare-life.ts',
    {
      PORT: String(barePort),
      DATABASE_URL: stage.databaseUrl,
      PARTY: `http://127.0.0.1:${bareParty}`,
      SELF: `http://127.0.0.1:${barePort}`,
      API_KEY: 'sandbox-demo-api-key',
      GAME_SECRET: `whsec_${base64('demo-game-delivery-secret-000001')}`,
    },
    'ready',
  )
  const create = async (client: number): Promise<string> => {
    const { text } = await post(barePort, '/create', JSON.stringify({ client, key: randomUUID() }))
    if (!text.startsWith('{"code":0')) throw new Error(text)
    return (JSON.parse(text) as { result: { sdk_order_id: string } }).result.sdk_order_id
  }
  try {
    const { first, second, ratio } = await inTurns(TURNS, (isOurs) => {
      const orders: string[] = []
      return measure(
        isOurs ? pids : [stage.postmaster, bare.pid ?? 0],
        Math.ceil(count / TURNS),
        CLIENTS,
        async (_index, client) => {
          const no = isOurs ? await createOrder(port, tokens[client] ?? '', client, 'sandbox') : await create(client)
          orders.push(no)
          await payAtGateway(isOurs ? partyPort : bareParty, no)
        },
        () => allDelivered(stage.db, orders, isOurs ? 'public' : 'bare'),
      )
    })
    return { bare: first, ours: second, ratio }
  } finally {
    await stopNode(bare)
    await stopNode(parties)
    await others.end()
  }
}
