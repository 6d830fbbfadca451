import { randomBytes } from 'node:crypto'
import { jsonCall } from '@hc/channels/http'
import { AppError } from '@hc/contract/errors'
import type { Ctx } from '../src/ctx.ts'
import type { Database, Query } from '../src/platform/db.ts'
import { hashToken } from '../src/shop/identity/session.ts'
import { createOrder, type SellableProduct } from '../src/shop/order/create-order.ts'
import { openDesk, requestOf } from './history/desk.ts'

/** What a person may try in the demo. */
export type Trial = 'order' | 'refuse' | 'dispute' | 'amount' | 'price'

const GOODS = 'gem_980'
const PRICED = 'gem_300'
const ANSWER_MS = 5_000
const DISPUTE_DAYS = 7
/** Prices that Cam asks for in turn: each differs from the one before. */
const PRICES = [429, 479, 449] as const

/** The demo's shop. `sandboxUrl`: where the shop reaches the sandbox gateway, and the demo's game beside it. */
export type Demo = { db: Database; ctx: Ctx; sandboxUrl: string }
type Character = { account_id: number; server_id: string; role_id: string }

const CHARACTERS = 3

/**
 * A character of the demo whose player is not signed in, so that nobody's session ends, with a session of a minute.
 * @throws AppError NotPossible: every player is signed in.
 */
async function someCharacter(q: Query, tokenHash: Buffer): Promise<Character> {
  // Two people may press at once: each tries another character if the other one was faster.
  for (let tries = 0; tries < CHARACTERS; tries++) {
    const [character] = await q<Character>({
      text: `select r.account_id, r.server_id, r.role_id from game_role r join account a using (account_id)
        where not a.disabled and a.deleted_at is null
          and not exists (select from session s where s.account_id = a.account_id and s.revoked_at is null)
        order by a.login like 'demo-%' desc, random() limit 1`,
    })
    if (!character) break
    const sessions = await q(
      {
        text: `insert into session (token_hash, account_id, remember, expires_at)
          values ($1, $2, false, now() + interval '1 minute') on conflict do nothing returning 1`,
      },
      [tokenHash, character.account_id],
    )
    if (sessions.length > 0) return character
  }
  throw new AppError('NotPossible', { why: 'no_character' })
}

/** An order at the sandbox gateway, made by the shop's own function in a session that ends with it. */
async function placeOrder(ctx: Ctx): Promise<string> {
  const { q } = ctx
  const [product] = await q<SellableProduct>(
    {
      text: `select cp_goods_id, kind, price_cents, bonus_pct, texts -> 'en-US' ->> 'name' as name from product
        where active and kind = 'item' order by cp_goods_id = $1 desc, price_cents limit 1`,
    },
    [GOODS],
  )
  if (!product) throw new AppError('ItemNotFound')
  const tokenHash = hashToken(randomBytes(32).toString('base64url'))
  const { server_id, role_id } = await someCharacter(q, tokenHash)
  try {
    const order = await createOrder(ctx, {
      tokenHash,
      idempotencyKey: null,
      product,
      channelCode: 'sandbox',
      serverId: server_id,
      roleId: role_id,
    })
    if (order !== 'session') return order.sdk_order_id
  } catch (error) {
    // The server is in maintenance, the gateway is off, or the player has too many unpaid orders.
    if (!(error instanceof AppError)) throw error
    ctx.log.info({ reason: error.key }, 'a trial of the demo made no order')
  } finally {
    await q({ text: `update session set revoked_at = now(), revoked_reason = 'logout' where token_hash = $1` }, [
      tokenHash,
    ])
  }
  throw new AppError('NotPossible', { why: 'no_payment' })
}

/** Asks one of the demo's parties. @throws AppError NotPossible */
async function ask(url: string, body: object): Promise<void> {
  const { status } = await jsonCall({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    timeoutMs: ANSWER_MS,
  }).catch(() => ({ status: 0 }))
  if (status !== 200) throw new AppError('NotPossible', { why: 'no_payment' })
}

/** A paid order, and what the bank or the game does with it. */
async function tryOrder({ ctx, sandboxUrl }: Demo, what: Exclude<Trial, 'price'>): Promise<string> {
  const order = await placeOrder(ctx)
  const payment = `${sandboxUrl}/v1/payments/${order}`
  if (what === 'refuse') await ask(new URL('/demo/game/full-bag', sandboxUrl).href, { sdk_order_id: order })
  await ask(`${payment}/outcome`, { outcome: what === 'amount' ? 'paid_wrong_amount' : 'paid' })
  if (what === 'dispute') await ask(`${payment}/dispute`, { reason: 'fraudulent', days: DISPUTE_DAYS })
  return order
}

/** Cam asks for another price, as at the desk. @returns the request's number, which may have been open before. */
async function askPrice(q: Query, { db, ctx }: Demo): Promise<number> {
  const [open] = await q<{ no: number }>(
    {
      text: `select approval_no::int as no from desk.approval
        where kind = 'product' and target = $1 and state in ('open', 'alone') limit 1`,
    },
    [PRICED],
  )
  if (open) return open.no
  const [product] = await q<{ version: number; price_cents: number }>(
    { text: 'select version, price_cents::int from product where cp_goods_id = $1' },
    [PRICED],
  )
  if (!product) throw new AppError('ItemNotFound')
  const price = PRICES[(PRICES.indexOf(product.price_cents as 429) + 1) % PRICES.length]
  const body = { id: PRICED, version: product.version, price_cents: price, when: null, reason: 'A price for newcomers' }
  return requestOf(await openDesk(q, db, ctx)('campaign', ctx.now(), 'product/price', body))
}

/** Where a trial shows, and what the audit says of it. */
export type Tried = { path: string; kind: 'order' | 'product'; target: string }

/**
 * Makes something happen in the demo, by the sandbox gateway, the demo's game and the shop's own functions. `q`: the
 * transaction of the person's call.
 * @throws AppError NotPossible: no character is free, or the gateway does not answer.
 */
export async function tryInDemo(q: Query, demo: Demo, what: Trial): Promise<Tried> {
  if (what === 'price') return { path: `/approvals/${await askPrice(q, demo)}`, kind: 'product', target: PRICED }
  const order = await tryOrder(demo, what)
  return { path: `/orders/${order}`, kind: 'order', target: order }
}
