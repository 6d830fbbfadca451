import type { Redemption } from '@hc/contract/calls'
import type { ListAnswer } from '@hc/contract/envelope'
import { AppError, type ErrorKey } from '@hc/contract/errors'
import { defaultLocale, type Locale } from '@hc/contract/locales'
import { timeId } from '@hc/domain/order-no'
import { redeemCodeText } from '@hc/domain/typed-text'
import type { Ctx } from '../../ctx.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import type { Refusal } from '../../sql-refusals.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { deliveryState } from '../delivery/delivery-state.ts'

/** The window in which `redeem_code` counts wrong codes. */
const WRONG_CODES_WINDOW_SECONDS = 3600

type Row = {
  number: string
  texts: Partial<Record<Locale, { name: string }>>
  items: { cp_goods_id: string; quantity: number }[]
  basic_points: number
  present_points: number
  server_id: string
  server_name: string
  role_id: string
  role_name: string
  state: string | null
  created: number
}

const columns = `r.number, c.texts, r.items, r.basic_points, r.present_points, r.server_id,
  coalesce(v.name, '') as server_name, r.role_id, coalesce(g.name, '') as role_name,
  b.state, ${epochSeconds('r.created_at')} as created`
const tables = `redemption r join redeem_campaign c using (campaign_id)
  left join outbox b on b.outbox_id = 'dlv_' || r.number
  left join game_server v on v.server_id = r.server_id
  left join game_role g on g.server_id = r.server_id and g.role_id = r.role_id`

/** Names the items of a redemption. */
type TextParts = { catalog: Pick<Catalog, 'text'> }

const toRedemption = (app: TextParts, row: Row, locale: Locale): Redemption => ({
  sdk_order_id: row.number,
  name: (row.texts[locale] ?? row.texts[defaultLocale])?.name ?? '',
  items: row.items.map(({ cp_goods_id, quantity }) => ({
    cp_goods_id,
    quantity,
    name: app.catalog.text(cp_goods_id, locale).name,
  })),
  basicNum: row.basic_points,
  presentNum: row.present_points,
  server_id: row.server_id,
  server_name: row.server_name,
  role_id: row.role_id,
  role_name: row.role_name,
  state: row.items.length === 0 ? 'delivered' : deliveryState(row.state),
  create_ts: row.created,
})

export async function findRedemption(q: Query, app: TextParts, number: string, locale: Locale): Promise<Redemption> {
  const [row] = await q<Row>({ text: `select ${columns} from ${tables} where r.number = $1` }, [number])
  if (!row) throw new Error(`no redemption ${number}`)
  return toRedemption(app, row, locale)
}

export async function listRedemptions(
  q: Query,
  app: TextParts,
  accountId: number,
  { page, size }: { page: number; size: number },
  locale: Locale,
): Promise<ListAnswer<Redemption[]>> {
  const rows = await q<Row>(
    { text: `select ${columns} from ${tables} where r.account_id = $1 order by r.number desc limit $2 offset $3` },
    [accountId, size, (page - 1) * size],
  )
  const [count] = await q<{ total: number }>(
    { text: 'select count(*) as total from redemption where account_id = $1' },
    [accountId],
  )
  return { result: rows.map((row) => toRedemption(app, row, locale)), total: count?.total ?? 0 }
}

export type RedeemInput = { tokenHash: Buffer; code: string; serverId: string; roleId: string }
type Outcome = {
  refusal: Refusal<'redeem_code'> | null
  data: { number?: string; reason?: string; date?: number } | null
}

/**
 * Redeems a code in one statement, all or nothing. @returns the redemption's number, or the refusal; 'session' if the
 * token is no longer live.
 */
export async function redeemCode(
  ctx: Pick<Ctx, 'q' | 'now' | 'random'>,
  input: RedeemInput,
): Promise<'session' | { number: string } | { refusal: ErrorKey; data: Outcome['data'] }> {
  const [outcome] = await ctx.q<Outcome>(
    { name: 'redeem-code', text: 'select refusal, data from redeem_code($1, $2, $3, $4, $5)' },
    [
      input.tokenHash,
      `RDM${timeId(ctx.now(), ctx.random(10))}`,
      redeemCodeText(input.code),
      input.serverId,
      input.roleId,
    ],
  )
  if (!outcome) throw new Error('redeem_code returned no row')
  if (outcome.refusal === 'session') return 'session'
  if (outcome.refusal) return { refusal: outcome.refusal, data: outcome.data }
  return { number: outcome.data?.number ?? '' }
}

/** Throws a refusal as the API's error. A refusal because of an earlier redemption carries that redemption. */
export async function refuseRedeem(
  app: TextParts & { ctx: Pick<Ctx, 'q'> },
  { refusal, data }: { refusal: ErrorKey; data: Outcome['data'] },
  locale: Locale,
): Promise<never> {
  if (!data?.number)
    throw new AppError(refusal, data, refusal === 'SystemBusy' ? WRONG_CODES_WINDOW_SECONDS : undefined)
  throw new AppError(refusal, { reason: data.reason, ...(await findRedemption(app.ctx.q, app, data.number, locale)) })
}
