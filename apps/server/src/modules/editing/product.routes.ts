import type { DeskProduct } from '@hc/contract/desk/catalog'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister, Weight } from '../../http/desk/desk-calls.ts'
import type { Query, Row } from '../../platform/db.ts'
import { change, liveOf, plansOf, replan } from './changes.ts'

const PRODUCT = `select p.cp_goods_id as id, p.kind, p.price_cents, p.bonus_pct, p.icon, p.tag, p.sort, p.active,
    p.quantity, p.featured, p.texts, p.version
  from product p`

/** What a change of one field of a product does, before it is done. */
async function weigh(q: Query, id: string, version: number, patch: Record<string, number>): Promise<Weight> {
  const { body } = await liveOf(q, 'product', id)
  const before = Object.fromEntries(Object.keys(patch).map((key) => [key, body?.[key] ?? null]))
  return { amount: 0, kind: 'product', target: id, versions: { product: version }, forecast: { before, after: patch } }
}

/** What is for sale: read, changed now or at a moment, never overwritten. */
export function productRoutes(register: DeskRegister): void {
  register('product/list', async (_body, { q }) =>
    q<DeskProduct & Row>({ text: `${PRODUCT} order by p.kind, p.sort, p.cp_goods_id` }),
  )
  register('product/read', async ({ id }, { q }) => {
    const [product] = await q<DeskProduct & Row>({ text: `${PRODUCT} where p.cp_goods_id = $1` }, [id])
    if (!product) throw new AppError('ItemNotFound')
    return { product, plans: await plansOf(q, 'product', id) }
  })
  register('product/text', async ({ id, version, texts, icon, when }, { q }) =>
    change(q, { kind: 'product', target: id, basedOn: version, patch: { texts, icon }, when }),
  )
  register('product/sell', async ({ id, version, active, sort, tag, featured, when }, { q }) =>
    change(q, { kind: 'product', target: id, basedOn: version, patch: { active, sort, tag, featured }, when }),
  )
  register(
    'product/price',
    async ({ id, version, price_cents, when }, { q }) =>
      change(q, { kind: 'product', target: id, basedOn: version, patch: { price_cents }, when }),
    async ({ id, version, price_cents }, { q }) => weigh(q, id, version, { price_cents }),
  )
  register(
    'product/bonus',
    async ({ id, version, bonus_pct, when }, { q }) =>
      change(q, { kind: 'product', target: id, basedOn: version, patch: { bonus_pct }, when }),
    async ({ id, version, bonus_pct }, { q }) => weigh(q, id, version, { bonus_pct }),
  )
  register('product/create', async ({ id, reason: _reason, ...fields }, { q }) => {
    const patch = { ...fields, active: false, featured: null }
    const { version } = await change(q, { kind: 'product', target: id, basedOn: 0, patch, when: null })
    return { version }
  })
  register('product/replan', async (body, { q }) => replan(q, 'product', body))
}
