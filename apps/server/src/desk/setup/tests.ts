import { randomBytes } from 'node:crypto'
import { type Channel, Refused } from '@hc/channels/channel'
import { jsonCall, NoAnswer } from '@hc/channels/http'
import { timeId } from '@hc/domain/order-no'
import type { Ctx, Game } from '../../ctx.ts'
import { PROOF_PATH, proofOf } from '../../http/address-proof.ts'
import { payPath } from '../../shop/payment/payments.ts'
import { tryChannel } from '../channels/try-channel.ts'

/** What a test says: the outcome's sentence, and the other party's words. */
export type Outcome = { ok: boolean; outcome: string; detail: string }
const outcomeOf = (ok: boolean, outcome: string, detail = ''): Outcome => ({
  ok,
  outcome,
  detail: detail.replaceAll(/\s+/g, ' ').slice(0, 200),
})

/** What a test of the gateways needs. */
export type Gateways = Pick<Ctx, 'channels' | 'now' | 'random'> & {
  order: Pick<Ctx['order'], 'publicUrl' | 'webhookBase'>
}

const MINUTE_MS = 60_000
/** A test ends in words within ten seconds. */
const TEST_MS = 8_000

/** Asks the shop for its proof, by its public address and over verified TLS. */
export async function testAddress(publicUrl: string, secret: string): Promise<Outcome> {
  const nonce = randomBytes(16).toString('hex')
  try {
    const url = `${publicUrl}${PROOF_PATH}/${nonce}`
    const { status, json } = await jsonCall({ method: 'GET', url, timeoutMs: TEST_MS })
    const proof = typeof json === 'object' && json !== null && 'proof' in json ? json.proof : null
    return proof === proofOf(secret, nonce) ? outcomeOf(true, 'answers') : outcomeOf(false, 'other', `HTTP ${status}`)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return error.status > 0
      ? outcomeOf(false, 'other', `HTTP ${error.status}`)
      : outcomeOf(false, 'silent', error.message)
  }
}

/**
 * Both hosts over verified TLS, each answered by this shop. A desk that only listed
 * networks reach may refuse this machine.
 */
export async function testTls({ publicUrl, consoleUrl, consoleIsListed }: TlsHosts, secret: string): Promise<Outcome> {
  for (const url of [publicUrl, ...(consoleUrl === null ? [] : [consoleUrl])]) {
    if (!url.startsWith('https:')) return outcomeOf(false, 'plain', url)
    const outcome = await testAddress(url, secret)
    const isRefused = consoleIsListed && url === consoleUrl && outcome.detail === 'HTTP 404'
    if (!outcome.ok && !isRefused) return { ...outcome, detail: `${url}: ${outcome.detail}` }
  }
  return outcomeOf(true, 'answers')
}
type TlsHosts = { publicUrl: string; consoleUrl: string | null; consoleIsListed: boolean }

/** Makes a payment at the sandbox and cancels it. No other gateway is paid: its webhook would tell of no order. */
async function rehearse(ctx: Gateways, channel: Channel): Promise<Outcome> {
  const orderNo = timeId(ctx.now(), ctx.random(10))
  const payment = {
    orderNo,
    amountCents: 100,
    currency: 'USD',
    title: 'Connection test',
    ref: null,
    returnUrl: `${ctx.order.publicUrl}${payPath(orderNo)}`,
    webhookUrl: `${ctx.order.webhookBase}/api/pay/${channel.code}/webhook`,
    expiresAtMs: ctx.now() + 15 * MINUTE_MS,
  }
  try {
    const { ref } = await channel.create(payment)
    const { state } = await channel.cancel({ ...payment, ref })
    return state === 'cancelled' ? outcomeOf(true, 'made') : outcomeOf(false, 'silent', state)
  } catch (error) {
    if (error instanceof Refused) return outcomeOf(false, 'refuses', error.message)
    if (!(error instanceof NoAnswer)) throw error
    return outcomeOf(false, error.status === 401 || error.status === 403 ? 'refuses' : 'silent', error.message)
  }
}

/** Asks each gateway. The first one that does not answer decides. */
export async function testGateways(ctx: Gateways, codes: readonly string[]): Promise<Outcome> {
  const outcomes = await Promise.all(
    codes.map(async (code): Promise<Outcome> => {
      const channel = ctx.channels.get(code)
      if (!channel) return outcomeOf(false, 'none')
      if (code === 'sandbox') return await rehearse(ctx, channel)
      const { state, detail } = await tryChannel(channel, ctx.now)
      if (state === 'none') return outcomeOf(true, 'no_question')
      return outcomeOf(state === 'answers', state, `${channel.name}: ${detail}`)
    }),
  )
  return outcomes.find(({ ok }) => !ok) ?? outcomes[0] ?? outcomeOf(false, 'none')
}

/** A delivery for a character that cannot exist: whatever the game answers, nobody gets anything. */
const impossible = (now: number, random: Uint8Array) => {
  const number = timeId(now, random)
  return {
    id: `dlv_${number}`,
    attempt: 1,
    payload: {
      delivery_id: `dlv_${number}`,
      sdk_order_id: number,
      uid: '0',
      server_id: 'hc-connection-test',
      role_id: 'hc-connection-test',
      items: [{ cp_goods_id: 'hc-connection-test', quantity: 1, bonus: 0 }],
    },
  }
}

/**
 * Sends the game a delivery that it must refuse by a reason, and the same with a signature that it must not believe.
 * `forged`: the game's address, signed by another key. A game that pulls must have called within five minutes.
 */
export async function testGame(
  ctx: Pick<Ctx, 'game' | 'now' | 'random'>,
  forged: Game,
  pulled: boolean,
): Promise<Outcome> {
  if (ctx.game.off) return pulled ? outcomeOf(true, 'pulls') : outcomeOf(false, 'no_call')
  const answer = await ctx.game.deliver(impossible(ctx.now(), ctx.random(10)))
  if (answer.state === 'confirmed') return outcomeOf(false, 'granted')
  if (answer.state === 'unknown')
    return outcomeOf(false, /HTTP 40[13]/.test(answer.detail) ? 'refuses_key' : 'silent', answer.detail)
  const other = await forged.deliver(impossible(ctx.now(), ctx.random(10)))
  return other.state === 'unknown' ? outcomeOf(true, 'refuses', answer.reason) : outcomeOf(false, 'unsigned')
}
