import { EXACT_PACK } from '@hc/domain/money/exact-points'
import type { Player, Reply, Row, Shop } from './shop.ts'

/** The header of a player whose connection is in a country. */
export const from = (country: string): Record<string, string> => ({ 'x-demo-country': country })

/** The refusal of a price that has changed. */
export const changed = (offer: unknown): object => ({ code: 30019, msg: 'PriceChanged', data: { offer } })

/** The first row of a query. */
export const firstRow = async ({ db }: Shop, text: string, values: readonly unknown[]): Promise<Row> =>
  (await db.query<Row>(text, [...values])).rows[0] as Row

/** Creates an order of a player in a country: for r1001 on s1, at the sandbox, unless `more` differs. */
export const createIn = async (
  player: Player,
  country: string,
  item: string,
  more: object,
  headers: Record<string, string> = {},
): Promise<Reply<{ sdk_order_id: string }>> =>
  await player.call(
    'order/webCreate',
    { role_id: 'r1001', server_id: 's1', cp_goods_id: item, channel_code: 'sandbox', ...more },
    { ...from(country), ...headers },
  )

/** The offer that a player in a country sees for exactly so many points, or for those of the smallest payment. */
export type Exact = { points: number; currency: string; amount_minor: number }
export async function exactIn(player: Player, country: string, need: number): Promise<Exact & { name: string }> {
  const { result } = await player.call('order/webCoinProduct', { need }, from(country))
  const [row] = result
  if (!row?.offer || result.length > 1 || row.cp_goods_id !== EXACT_PACK || row.bonus !== 0)
    throw new Error(`no points by their number in ${country}: ${JSON.stringify(result)}`)
  if (row.price !== row.quantity / 100) throw new Error(`a point is worth a cent: ${JSON.stringify(row)}`)
  const { currency, amount_minor } = row.offer
  return { points: row.quantity, currency, amount_minor, name: row.name }
}

/** The part of the offer that an order names. */
export const priceFields = ({ points, currency, amount_minor }: Exact): Exact => ({ points, currency, amount_minor })
