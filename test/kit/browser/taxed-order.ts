import { createHash, randomBytes } from 'node:crypto'
import { timeId } from '@hc/domain/order-no'
import { type Player, type Shop, until } from '../shop.ts'

/** A paid order at a Japanese price, a part of which was given back: it has a receipt and a credit note. */
export async function taxedOrder(shop: Shop, player: Player): Promise<string> {
  const sql = (text: string, values: unknown[] = []) => shop.db.query<{ order_no: string }>(text, values)
  await sql(`select open_currency('JPY')`)
  await sql(`insert into legal_entity (entity_id, name, address, country, tax_ids) values ('paper', 'Nova Games Ltd',
    E'12 Harbour Road\nDublin 2', 'IE', '{"VAT": "IE1234567T"}') on conflict do nothing`)
  const { rows } = await sql(
    `select order_no from place_order($1, $2, null, null, 'gem_60', 'item', 1500, 0, 'sandbox', 's1', 'r1003', 300, 30,
      '', null, null, '60 Star Gems', null, 'en-US', 'JPY', null, 99, $3)`,
    [
      createHash('sha256').update(player.token).digest(),
      timeId(Date.now(), randomBytes(10)),
      JSON.stringify({
        market: 'JP',
        entity_id: 'paper',
        tax_country: 'JP',
        tax_name: 'JCT',
        rate_ppm: 100_000,
        evidence: [],
        weak: false,
      }),
    ],
  )
  const no = rows[0]?.order_no ?? ''
  await sql(`select apply_capture('sandbox', $1, 't' || $1, 1500, 'JPY', 'webhook', null)`, [no])
  await sql(`select apply_refunded_in('sandbox', $1, 't' || $1, 'r' || $1, 500, 'JPY')`, [no])
  await until('its documents are written', async () => {
    const { result } = await player.call('order/receipt', { sdk_order_id: no })
    return result.documents.length === 2
  })
  return no
}
