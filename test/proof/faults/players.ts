import { randomUUID } from 'node:crypto'
import { requestRefund } from '../../../apps/server/src/shop/payment/refund-order.ts'
import type { Query } from '../../../apps/server/src/platform/db.ts'
import { encrypt, sleep } from '../../kit/shop.ts'
import { count, type Rng } from '../sim/rng.ts'
import type { AnswerLog } from '../sim/world-checks.ts'
import type { World } from './world.ts'

/** A request that is under way at a process; `answered` once a byte came back. */
type Flight = { port: number; answered: boolean; ended: boolean }

export type Players = {
  told: AnswerLog
  /** Idempotency key → order number, for every create that was answered, and when (ms) each answer came. */
  made: Map<string, string>
  acknowledged: number[]
  /** Order number → every status that a player was shown. */
  seen: Map<string, Set<number>>
  pointOrders: number
  calls: number
  /** Requests that are under way at this process now. */
  inHand(port: number): Flight[]
  /** Buys while `open` says so. */
  shop(open: () => boolean): Promise<void>
}

const PLAYERS = 16
const items = ['gem_60', 'gem_300', 'gem_980', 'pass_month'] as const
const packs = ['coin_500', 'coin_1000'] as const

/**
 * Players who never give up: every call is repeated, with its key, until it is answered. `webs`: the processes that the
 * balancer sends to.
 */
export async function openPlayers(
  q: Query,
  webs: () => readonly number[],
  world: World,
  rng: Rng,
  giveUpMs = 90_000,
): Promise<Players> {
  for (let i = 1; i <= PLAYERS; i++) {
    await q(
      {
        text: `insert into account (uid, login, password_hash) select $1, $2, password_hash from account
          where login = 'demo'`,
      },
      [`f${i}`, `fault${i}`],
    )
    await q({ text: `insert into game_role select 's1', $1, account_id, 'Fault', 1 from account where uid = $2` }, [
      `rf${i}`,
      `f${i}`,
    ])
    await q({ text: `select grant_points($1, 60000, 5000, 'opening')` }, [`f${i}`])
  }
  const flights = new Set<Flight>()
  const players: Players = {
    told: { orders: new Map(), pointsPaid: new Set(), redeemed: new Set(), refunds: new Set(), withdrawals: new Set() },
    made: new Map(),
    acknowledged: [],
    seen: new Map(),
    pointOrders: 0,
    calls: 0,
    shop,
    inHand: (port) => [...flights].filter((flight) => flight.port === port),
  }
  const tokens: string[] = []
  type Answer = { code: number; msg: string; result: Record<string, never>; status: number }

  async function once(port: number, name: string, body: object, headers: Record<string, string>): Promise<Answer> {
    const flight = { port, answered: false, ended: false }
    flights.add(flight)
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/${name}`, {
        method: 'POST',
        signal: AbortSignal.timeout(6000),
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      const json = (await answer.json()) as Answer
      flight.answered = true
      return { ...json, status: answer.status }
    } finally {
      flight.ended = true
      flights.delete(flight)
    }
  }

  async function call(name: string, body: object, headers: Record<string, string>): Promise<Answer> {
    for (const give = Date.now() + giveUpMs; ;) {
      players.calls++
      try {
        const answer = await once(rng.pick(webs()), name, body, headers)
        if (answer.status < 500 && answer.msg !== 'PaymentInitFailed' && answer.msg !== 'SystemBusy') return answer
      } catch {
        /* no answer: the same call again */
      }
      if (Date.now() > give) throw new Error(`${name} was never answered`)
      await sleep(150 + rng.int(250))
    }
  }

  async function signIn(i: number): Promise<void> {
    const answer = await call(
      'user/login',
      { channel_code: 'account', account: `fault${i}`, passwd: encrypt('Demo1234'), encrypt: 1 },
      {},
    )
    tokens[i] = answer.result.token ?? ''
  }

  async function buy(i: number): Promise<void> {
    const headers = { token: tokens[i] ?? '' }
    const kind = rng.next()
    const goods = kind < 0.25 ? rng.pick(packs) : rng.pick(items)
    const channel = kind > 0.7 ? 'hcpoint' : 'sandbox'
    const key = randomUUID()
    const body = { role_id: `rf${i}`, server_id: 's1', cp_goods_id: goods, channel_code: channel }
    // Sometimes the button is pressed twice, at two processes.
    const answers = await Promise.all(
      Array.from({ length: rng.chance(0.15) ? 2 : 1 }, () =>
        call('order/webCreate', body, { ...headers, 'idempotency-key': key }),
      ),
    )
    players.told.orders.set(key, new Set(answers.map((answer) => String(answer.result.sdk_order_id))))
    const order = String(answers[0]?.result.sdk_order_id)
    if (answers[0]?.code !== 0) throw new Error(`webCreate answered ${JSON.stringify(answers)}`)
    players.made.set(key, order)
    players.acknowledged.push(Date.now())
    if (channel === 'hcpoint') {
      players.pointOrders++
      if (rng.chance(0.9) && (await call('payment/order/epoint/pay', { paymentId: order }, headers)).code === 0)
        players.told.pointsPaid.add(order)
      return
    }
    world.pay(order)
    if (rng.chance(0.3)) await look(order, headers)
  }

  async function look(order: string, headers: Record<string, string>): Promise<void> {
    const answer = await call('order/check', { sdk_order_id: order }, headers)
    const status = Number((answer.result.record as { status?: number } | undefined)?.status ?? 0)
    if (answer.code === 0) players.seen.set(order, (players.seen.get(order) ?? new Set()).add(status))
  }

  /**
   * An operator gives money back, at times twice at once; it may fail with the database, and is asked again only if
   * told so.
   */
  async function operator(): Promise<void> {
    const order = rng.pick([...players.made.values()])
    const requests = await Promise.all(
      Array.from({ length: rng.chance(0.3) ? 2 : 1 }, () =>
        requestRefund(q, order, 'fault run', 'operator').catch(() => null),
      ),
    )
    // Without an answer the refund may still have been requested.
    if (requests.some((answer) => answer === null || 'state' in answer)) {
      players.told.refunds.add(order)
      count(world.faults, 'refund by an operator')
    }
  }

  async function shop(open: () => boolean): Promise<void> {
    for (let i = 1; i <= PLAYERS; i++) await signIn(i)
    const others = (async () => {
      while (open()) {
        await sleep(300 + rng.int(700))
        if (players.made.size > 20 && world.bank() && rng.chance(0.5)) await operator()
      }
    })()
    await Promise.all(
      Array.from({ length: PLAYERS }, async (_, index) => {
        while (open()) {
          await buy(index + 1)
          await sleep(rng.int(600))
        }
      }),
    )
    await others
  }
  return players
}
