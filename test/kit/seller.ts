import { createHash, randomBytes } from 'node:crypto'
import { timeId } from '@hc/domain/order-no'
import type { Player, Shop } from './shop.ts'

/** Opens yen, and adds a seller whose yen prices include 10 % tax, for orders of the country QJ. */
export async function openYen({ db }: Shop): Promise<void> {
  await db.query(`select open_currency('JPY')`)
  await db.query(`insert into legal_entity (entity_id, name, address, country, tax_ids)
    values ('seller', 'Seller Ltd', '1 Main Street', 'IE', '{"VAT": "IE1"}')`)
  await db.query(`insert into price_book (book_id, currency, entity_id, tax)
    values ('seller-jp', 'JPY', 'seller', 'inclusive')`)
  await db.query(`insert into tax_rate (country, valid_from, rate_ppm, name, source)
    values ('QJ', '2019-10-01', 100000, 'Consumption tax', 'test')`)
  await db.query(`insert into book_country (country, book_id) values ('QJ', 'seller-jp')`)
}

/**
 * Makes a paid order of that seller, by default in yen, and returns its number. `more` adds to the facts that the order
 * freezes.
 */
export async function soldInYen(
  shop: Shop,
  player: Player,
  amount: number,
  more: Readonly<Record<string, unknown>> = {},
  currency = 'JPY',
): Promise<string> {
  const terms = {
    market: 'QJ',
    entity_id: 'seller',
    tax_country: 'QJ',
    tax_name: 'Consumption tax',
    rate_ppm: 100_000,
    evidence: [],
    weak: false,
  }
  const { rows } = await shop.db.query<{ refusal: string | null; order_no: string }>(
    `select refusal, order_no from place_order($1, $2, null, null, 'gem_60', 'item', $3, 0, 'sandbox', 's1', 'r1001',
      300, 30, '', null, null, 'Title', null, 'ja-JP', $5, null, 99, $4)`,
    [
      createHash('sha256').update(player.token).digest(),
      timeId(Date.now(), randomBytes(10)),
      amount,
      JSON.stringify({ ...terms, ...more }),
      currency,
    ],
  )
  const no = rows[0]?.order_no
  if (!no) throw new Error(rows[0]?.refusal ?? 'no order')
  await player.pay(no)
  return no
}
