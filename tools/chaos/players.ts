import { createCipheriv } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { count, type Rng, type Tally } from '../sim/rng.ts'
import type { Told } from '../sim/world-checks.ts'
import type { Payment } from '../sim/world-gateway.ts'
import type { WorldServer } from './world-server.ts'

export type Player = { login: string; roles: string[]; token: string }
type Reply = { status: number; code: number; msg: string; result: Record<string, unknown> | null; data: Record<string, unknown> | null }
type Shop = { ports: readonly number[]; clientKey: string; password: string; figures: Tally; findings: string[]; told: Told; world: WorldServer; rng: Rng; going: () => boolean }

const ITEMS = ['gem_60', 'gem_300', 'gem_980', 'pass_month']
const PACKS = ['coin_500', 'coin_1000']

/** One request, to whichever process answers; asked again, with the same key, until it is answered. */
async function ask(shop: Shop, name: string, body: object, headers: Record<string, string>, tries = 40): Promise<Reply | undefined> {
  for (let attempt = 0; attempt < tries; attempt++) {
    try {
      const response = await fetch(`http://127.0.0.1:${shop.rng.pick(shop.ports)}/api/${name}`, {
        method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers }, signal: AbortSignal.timeout(4000),
      })
      const reply = { result: null, data: null, ...await response.json() as object, status: response.status } as Reply
      count(shop.figures, `http ${response.status}`)
      if (response.status >= 500 && response.status !== 503) shop.findings.push(`${name} was answered ${response.status}`)
      if (response.status < 500 && response.status !== 429) return reply
    } catch { count(shop.figures, 'http without an answer') }
    await sleep(100 + shop.rng.int(300))
  }
  return undefined
}

export async function signIn(shop: Shop, player: Player): Promise<boolean> {
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(shop.clientKey), null)
  const passwd = Buffer.concat([cipher.update(shop.password, 'utf8'), cipher.final()]).toString('base64')
  const reply = await ask(shop, 'user/login', { channel_code: 'account', account: player.login, passwd, encrypt: 1 }, {})
  player.token = typeof reply?.result?.token === 'string' ? reply.result.token : ''
  return player.token !== ''
}

/** A player buys, pays in every way that goes well or wrong, looks after the order, and buys again. */
export async function play(shop: Shop, player: Player, pause: number): Promise<void> {
  const { rng, told, world } = shop
  for (let nth = 0; shop.going() && nth < 1000; nth++) {
    const kind = rng.weigh({ item: 45, pack: 25, points: 30 })
    const key = `${player.login}-${nth}`
    const body = {
      cp_goods_id: kind === 'pack' ? rng.pick(PACKS) : rng.pick(ITEMS), channel_code: kind === 'points' ? 'hcpoint' : 'sandbox',
      ...(kind === 'pack' ? {} : { server_id: 's1', role_id: rng.pick(player.roles) }),
    }
    const create = async (): Promise<string | undefined> => {
      const reply = await ask(shop, 'order/webCreate', body, { token: player.token, 'idempotency-key': key })
      if (reply?.msg === 'tokenFail') { await signIn(shop, player); return undefined }
      const no = reply?.code === 0 ? reply.result?.sdk_order_id : reply?.msg === 'PaymentInitFailed' ? reply.data?.sdk_order_id : undefined
      if (typeof no !== 'string') { if (reply) shop.findings.push(`webCreate was answered ${reply.msg}`); return undefined }
      told.orders.set(key, (told.orders.get(key) ?? new Set()).add(no))
      return no
    }
    // A double click: two requests at once, perhaps to two processes.
    const [no] = (await Promise.all(rng.chance(0.15) ? [create(), create()] : [create()])).filter((one) => one !== undefined)
    if (!no) continue
    count(shop.figures, 'orders told')
    if (kind === 'points') await payPoints(shop, player, no)
    else await payAtGateway(shop, no)
    if (rng.chance(0.35)) {
      const reply = await ask(shop, 'order/check', { sdk_order_id: no }, { token: player.token }, 3)
      if (reply && reply.code !== 0 && reply.msg !== 'tokenFail') shop.findings.push(`order/check was answered ${reply.msg}`)
    }
    if (rng.chance(0.04)) await signIn(shop, player)
    world.figures.set('open hooks', world.gateway.hooks.length)
    await sleep(rng.int(pause * 2))
  }
}

async function payPoints(shop: Shop, player: Player, no: string): Promise<void> {
  const pay = async (): Promise<void> => {
    const reply = await ask(shop, 'payment/order/epoint/pay', { paymentId: no }, { token: player.token }, 6)
    if (reply?.code === 0) shop.told.pointsPaid.add(no)
  }
  if (shop.rng.chance(0.1)) return
  await Promise.all(shop.rng.chance(0.3) ? [pay(), pay()] : [pay()])
}

/** What happens on the gateway's page, and behind it. */
async function payAtGateway(shop: Shop, no: string): Promise<void> {
  const { rng, world: { gateway, faults } } = shop
  // The payment page; it also starts the payment where the first try had no answer.
  for (let i = 0; i < 5 && !gateway.payments.has(no); i++) {
    await fetch(`http://127.0.0.1:${rng.pick(shop.ports)}/pay/${no}`, { redirect: 'manual', signal: AbortSignal.timeout(3000) }).catch(() => undefined)
    await sleep(150)
  }
  const payment = gateway.payments.get(no)
  if (!payment || payment.status === 'cancelled') return
  const how = rng.weigh({ paid: 50, 'paid twice': 8, 'told under two event ids': 6, 'wrong amount': 5, failed: 5, cancelled: 3, 'failed, then paid': 5, 'never told': 6, 'paid late': 5, 'charged back': 5, abandoned: 4 })
  if (how !== 'paid') count(faults, how)
  if (how === 'abandoned') return
  if (how === 'failed' || how === 'cancelled') { gateway.end(payment, how); return }
  if (how === 'failed, then paid') gateway.end(payment, 'failed')
  // The bank moves after the shop has cancelled.
  if (how === 'paid late') { later(shop, payment); return }
  const capture = gateway.charge(payment, how === 'wrong amount' ? payment.amount - 1 - rng.int(20) : payment.amount)
  if (how === 'never told') return
  gateway.tellPaid(payment, capture)
  if (how === 'told under two event ids') gateway.tellPaid(payment, capture)
  if (how === 'paid twice') gateway.tellPaid(payment, gateway.charge(payment))
  if (how === 'charged back') { await sleep(rng.int(600)); gateway.chargeBack(payment, capture, rng.chance(0.3) ? 0.5 : 1) }
}

function later({ world, going }: Shop, payment: Payment): void {
  setTimeout(() => {
    if (going()) world.gateway.tellPaid(payment, world.gateway.charge(payment))
  }, Math.max(0, payment.expiresAt - Date.now() + 1500)).unref()
}
