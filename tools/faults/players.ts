import { randomUUID } from 'node:crypto'
import type { Query } from '../../apps/server/src/platform/db.ts'
import { encrypt, sleep } from '../../apps/server/src/testing/shop.ts'
import type { World } from './world.ts'

export type Players = {
  /** Idempotency key → order number, for every create that was answered. */
  made: Map<string, string>
  pointOrders: number
  calls: number
  /** Buys until `end` (ms) and until at least `orders` were made. */
  shop(end: number, orders: number): Promise<void>
}

const PLAYERS = 8
const items = ['gem_60', 'gem_300', 'gem_980', 'pass_month'] as const
const packs = ['coin_500', 'coin_1000'] as const

/** Players who never give up: every call is repeated, with its key, until it is answered. */
export async function openPlayers(q: Query, ports: readonly number[], world: World, random: () => number): Promise<Players> {
  for (let i = 1; i <= PLAYERS; i++) {
    await q({ text: `insert into account (uid, login, password_hash) select $1, $2, password_hash from account where login = 'demo'` }, [`f${i}`, `fault${i}`])
    await q({ text: `insert into game_role select 's1', $1, account_id, 'Fault', 1 from account where uid = $2` }, [`rf${i}`, `f${i}`])
    await q({ text: `select grant_points($1, 30000, 5000, 'opening')` }, [`f${i}`])
  }
  const players: Players = { made: new Map(), pointOrders: 0, calls: 0, shop }
  const tokens: string[] = []
  type Answer = { code: number; msg: string; result: Record<string, string>; status: number }

  async function call(name: string, body: object, headers: Record<string, string>): Promise<Answer> {
    for (const give = Date.now() + 60_000; ;) {
      const port = ports[Math.floor(random() * ports.length)] ?? 0
      players.calls++
      try {
        const answer = await fetch(`http://127.0.0.1:${port}/api/${name}`, {
          method: 'POST', signal: AbortSignal.timeout(6000), headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body),
        })
        const json = await answer.json() as Answer
        if (answer.status < 500 && json.msg !== 'PaymentInitFailed' && json.msg !== 'SystemBusy') return { ...json, status: answer.status }
      } catch { /* no answer: the same call again */ }
      if (Date.now() > give) throw new Error(`${name} was never answered`)
      await sleep(150 + random() * 250)
    }
  }

  async function signIn(i: number): Promise<void> {
    const answer = await call('user/login', { channel_code: 'account', account: `fault${i}`, passwd: encrypt('Demo1234'), encrypt: 1 }, {})
    tokens[i] = answer.result.token ?? ''
  }

  async function buy(i: number): Promise<void> {
    const headers = { token: tokens[i] ?? '' }
    const kind = random()
    const goods = kind < 0.25 ? packs[Math.floor(random() * packs.length)] : items[Math.floor(random() * items.length)]
    const channel = kind > 0.7 ? 'hcpoint' : 'sandbox'
    const key = randomUUID()
    const body = { role_id: `rf${i}`, server_id: 's1', cp_goods_id: goods, channel_code: channel }
    // Sometimes the button is pressed twice, at two processes.
    const twice = random() < 0.15
    const answers = await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => call('order/webCreate', body, { ...headers, 'idempotency-key': key })))
    const nos = new Set(answers.map((answer) => answer.result.sdk_order_id))
    const [order] = nos
    if (nos.size !== 1 || !order) throw new Error(`one key made ${JSON.stringify(answers)}`)
    players.made.set(key, order)
    if (channel === 'hcpoint') {
      players.pointOrders++
      if (random() < 0.9) await call('payment/order/epoint/pay', { paymentId: order }, headers)
      return
    }
    world.pay(order)
    if (random() < 0.3) await call('order/check', { sdk_order_id: order }, headers)
  }

  async function shop(end: number, orders: number): Promise<void> {
    for (let i = 1; i <= PLAYERS; i++) await signIn(i)
    const limit = end + 90_000
    await Promise.all(Array.from({ length: PLAYERS }, async (_, index) => {
      while ((Date.now() < end || players.made.size < orders) && Date.now() < limit) {
        await buy(index + 1)
        await sleep(random() * 500)
      }
    }))
  }
  return players
}
