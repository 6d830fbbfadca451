import type { Query } from '../../platform/db.ts'

/** The last signs of an order's number that name it well enough. */
const SUFFIX = /^[0-9A-HJKMNP-TV-Z]{6,26}$/
/** The most orders, players or items that a text may name; further ones are left out. */
const MOST = 200

/** What a search text names: orders and players by an exact key, else items by a part of their name. */
export type Target = { orders: string[]; accounts: number[]; goods: string[]; suffix: string }

const EXACT = `select o.order_no from orders o where o.order_no = upper($1)
  union select c.order_no from payment_channel h join capture c using (channel_code) where c.txn = $1
  union select r.order_no from payment_channel h join gateway_refund r using (channel_code) where r.refund_txn = $1
  union select b.order_no from outbox b where b.outbox_id in ($1, 'dlv_' || upper($1))
  limit ${MOST}`
const PLAYERS = `select f.account_id from desk.find_account($1) f
  union select g.account_id from game_role g where g.role_id = $1 or lower(g.name) = lower($1) limit ${MOST}`
const ITEMS = `select p.cp_goods_id from product p where lower(p.cp_goods_id) = lower($1)
    or exists (select 1 from jsonb_each(p.texts) t where strpos(lower(t.value ->> 'name'), lower($1)) > 0)
  limit ${MOST}`

/** @param maySeePlayers without it the text is not looked up among players */
export async function targetOf(q: Query, text: string, maySeePlayers: boolean): Promise<Target> {
  const orders = (await q<{ order_no: string }>({ text: EXACT }, [text])).map(({ order_no }) => order_no)
  const players = maySeePlayers ? await q<{ account_id: number }>({ text: PLAYERS }, [text]) : []
  const goods = await q<{ cp_goods_id: string }>({ text: ITEMS }, [text])
  const ending = text.replace(/^…/, '').toUpperCase()
  return {
    orders,
    accounts: players.map(({ account_id }) => account_id),
    goods: goods.map(({ cp_goods_id }) => cp_goods_id),
    suffix: SUFFIX.test(ending) ? ending : '',
  }
}
