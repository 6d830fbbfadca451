import { AppError } from '@hc/contract/errors'
import { toMajor } from '@hc/domain/money/currency-digits'
import type { GameResult } from '@hc/contract/game/game'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Ctx } from '../../ctx.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Query } from '../../platform/db.ts'
import { type OrderTerms, termFields, termsOf } from '../document/terms.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { ackDelivery, pullDeliveries } from '../delivery/outbox.sql.ts'
import { issueToken, takeTicket } from '../identity/one-time-token.ts'
import type { Passwords } from '../identity/password.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { putMany, putOne } from './accounts.ts'
import { createGameKeys, gameKeySeal } from './game-keys.ts'
import { chosenGoods, handOverUrl } from './hand-over.ts'
import { gameRegistrar, type RegisterGame } from './signed-calls.ts'

const WEB_TOKEN_SECONDS = 300

type State = GameResult<'ack'>['state']
type Parts = { config: Config; ctx: Ctx; bus: Bus; passwords: Passwords; catalog: Catalog }

/** `/game/v1`: the API for the publisher's servers (contract, section 7). */
export async function gameRoutes(fastify: FastifyInstance, app: Parts): Promise<void> {
  const { q, log } = app.ctx
  const keys = createGameKeys(
    q,
    app.bus,
    gameKeySeal(app.config.sessionSecrets),
    log,
    () => app.ctx.now(),
    app.config.demo,
  )
  await fastify.register((scope, _options, ready) => {
    const register = gameRegistrar(scope, app, keys)
    peopleRoutes(register, app)
    deliveryRoutes(register, app)
    ready()
  })
}

async function activeAccount(
  q: Query,
  column: 'uid' | 'account_id',
  value: string | number,
): Promise<{ account_id: number; uid: string }> {
  const [account] = await q<{ account_id: number; uid: string; disabled: boolean }>(
    { text: `select account_id, uid, disabled from account where ${column} = $1` },
    [value],
  )
  if (!account) throw new AppError('GameAccountNotFound')
  if (account.disabled) throw new AppError('AuthFail')
  return account
}

function peopleRoutes(register: RegisterGame, app: Parts): void {
  const { ctx, config, bus, passwords } = app
  const { q } = ctx
  const stores = { q, bus, passwords }
  register('putAccount', ({ params, body }) => putOne(stores, { type: 'account', ...params, ...body }))
  register('putServer', ({ params, body }) => putOne(stores, { type: 'server', ...params, ...body }))
  register('putRole', ({ params, body }) => putOne(stores, { type: 'role', ...params, ...body }))
  register('bulk', ({ body }) => putMany(stores, body.operations))

  register('webToken', async ({ params, body }) => {
    const { account_id } = await activeAccount(q, 'uid', params.uid)
    const goods = await chosenGoods(app, account_id, body)
    const seconds = body.minutes === undefined ? WEB_TOKEN_SECONDS : body.minutes * 60
    const { token, expires } = await issueToken(q, account_id, 'web', seconds)
    // Decision 385.
    const hasQuery = Object.values(body).some((value) => value !== undefined)
    return {
      hctoken: token,
      expires,
      ...(hasQuery ? { url: handOverUrl(config.order.publicUrl, token, params.uid, body, goods) } : {}),
    }
  })

  register('verifyTicket', async ({ body }) => {
    const accountId = await takeTicket(q, body.ticket, config.sessionSecrets, ctx.now())
    if (accountId === undefined) throw new AppError('TicketNotFound')
    return { uid: (await activeAccount(q, 'account_id', accountId)).uid }
  })
}

type OrderRow = {
  order_no: string
  uid: string
  status: number
  order_type: 'item' | 'coin'
  cp_goods_id: string
  amount_cents: number
  currency: string
  bonus: number
  channel_code: string
  method: string | null
  server_id: string
  role_id: string
  created: number
  paid: number
  delivered: number
  refunded: number
  points: number | null
  terms: OrderTerms | null
  delivery_id: string | null
  state: State
  proof: string | null
  detail: string | null
}
const ts = (column: string): string => `coalesce(${epochSeconds(column)}, 0)`

/** A delivery's state for the game; `refused` is the game's reason of a refusal; our own details stay private. */
const outcome = (row: {
  state: State
  proof: string | null
  detail: string | null
}): { state: State; grant_id: string | null; refused: string | null } => ({
  state: row.state,
  grant_id: row.proof,
  refused: row.state === 'refused' ? row.detail : null,
})

function deliveryRoutes(register: RegisterGame, { ctx }: Pick<Parts, 'ctx'>): void {
  const { q, log } = ctx
  register('order', async ({ params }) => {
    const [row] = await q<OrderRow>(
      {
        name: 'game-order',
        text: `select o.order_no, o.uid, o.status, o.order_type, o.cp_goods_id, o.amount_cents, o.currency,
          coalesce(o.bonus_granted, o.bonus_pct) as bonus, o.channel_code, o.method,
                    o.server_id, o.role_id, ${ts('o.created_at')} as created, ${ts('o.paid_at')} as paid,
                    ${ts('o.delivered_at')} as delivered, ${ts('o.refunded_at')} as refunded,
                    o.points, ${termsOf('o')}, b.outbox_id as delivery_id, b.state, b.proof, b.detail
               from orders o left join outbox b on b.outbox_id = 'dlv_' || o.order_no
               where o.order_no = $1`,
      },
      [params.sdk_order_id],
    )
    if (!row) throw new AppError('OrderNotFound')
    return {
      sdk_order_id: row.order_no,
      uid: row.uid,
      status: row.status,
      order_type: row.order_type,
      cp_goods_id: row.cp_goods_id,
      amount: toMajor(row.amount_cents, row.currency),
      currency: row.currency,
      bonus: row.bonus,
      channel_code: row.channel_code,
      ...(row.method !== null && { method: row.method.split('/')[0] ?? '' }),
      server_id: row.server_id,
      role_id: row.role_id,
      create_ts: row.created,
      pay_ts: row.paid,
      arrive_ts: row.delivered,
      refund_ts: row.refunded,
      delivery: row.delivery_id === null ? null : { delivery_id: row.delivery_id, ...outcome(row) },
      ...termFields(ctx.order.publicUrl, row),
    }
  })

  register('deliveries', async ({ query }) => {
    const rows = await pullDeliveries(q, query.limit, query.server_id, query.after)
    return { result: rows.map((row) => ({ ...row.payload, create_ts: row.created })), total: rows[0]?.waiting ?? 0 }
  })

  register('ack', async ({ params, body }) => {
    const grant = 'grant_id' in body ? body.grant_id : null
    const refused = 'refused' in body ? body.refused : null
    const row = await ackDelivery(q, params.delivery_id, grant, refused)
    if (!row) throw new AppError('DeliveryNotFound')
    if (grant !== null && row.proof !== grant)
      log.warn(
        { delivery: params.delivery_id, kept: row.proof, said: grant },
        'the game named another grant for a delivery',
      )
    return { delivery_id: params.delivery_id, ...outcome(row) }
  })
}
