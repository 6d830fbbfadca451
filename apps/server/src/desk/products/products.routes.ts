import type { DeskParsed } from '@hc/contract/desk/calls'
import type { DeskProduct } from '@hc/contract/desk/products'
import type { LocalTime } from '@hc/contract/desk/editing'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Row } from '../../platform/db.ts'
import { type Change, change, conflict, liveOf, plansOf, replan, weighChange, weighReplan } from '../kit/changes.ts'
import { requestsAbout } from '../../http/desk/open-requests.ts'
import { salesOfItems, soldByDay } from '../channels/sales.ts'

const PRODUCT = `select p.cp_goods_id as id, p.kind, p.price_cents, p.bonus_pct, p.icon, p.tag, p.sort, p.active,
    p.quantity, p.featured, p.texts, p.version
  from product p`

type Dated = { id: string; version: number; when: LocalTime | null }
const priced = ({ id, version, when, price_cents }: Dated & { price_cents: number }): Change => ({
  kind: 'product',
  target: id,
  basedOn: version,
  patch: { price_cents },
  when,
})
const rewarded = ({ id, version, when, bonus_pct }: Dated & { bonus_pct: number }): Change => ({
  kind: 'product',
  target: id,
  basedOn: version,
  patch: { bonus_pct },
  when,
})

/** Products: read, and changed now or at a planned time. No change overwrites a version that its author did not see. */
export function productRoutes(register: DeskRegister): void {
  register('product/list', async (_body, { q, who }) => {
    const products = await q<DeskProduct & Row>({ text: `${PRODUCT} order by p.kind, p.sort, p.cp_goods_id` })
    const salesOf = await salesOfItems(q, who(), '')
    const soldOf = await soldByDay(q)
    return products.map((product) => ({ ...product, sales: salesOf(product.id), sold: soldOf(product.id) }))
  })
  register('product/read', async ({ id }, { q, who }) => {
    const [product] = await q<DeskProduct & Row>({ text: `${PRODUCT} where p.cp_goods_id = $1` }, [id])
    if (!product) throw new AppError('ItemNotFound')
    const salesOf = await salesOfItems(q, who(), id)
    return {
      product,
      plans: await plansOf(q, 'product', id),
      requests: await requestsAbout(q, ['product'], id),
      sales: salesOf(id),
    }
  })
  register('product/text', async ({ id, version, texts, icon, when }, { q }) =>
    change(q, { kind: 'product', target: id, basedOn: version, patch: { texts, icon }, when }),
  )
  register('product/sell', async ({ id, version, active, sort, tag, featured, when }, { q }) =>
    change(q, { kind: 'product', target: id, basedOn: version, patch: { active, sort, tag, featured }, when }),
  )
  register('product/arrange', async ({ kind, products }, { q }) => {
    const [answer] = await q<{ other: string | null; moved: number }>(
      { text: 'select other, moved from desk.arrange_products($1, $2, $3)' },
      [kind, products.map(({ id }) => id), products.map(({ version }) => version)],
    )
    if (!answer) throw new AppError('ItemNotFound')
    if (answer.other !== null) throw await conflict(q, 'product', answer.other)
    if (answer.moved === 0) await q({ text: `select desk.note('product', '')` })
    return { moved: answer.moved }
  })
  register(
    'product/price',
    async (body, { q }) => change(q, priced(body)),
    async (body, { q }) => weighChange(q, priced(body)),
  )
  register(
    'product/bonus',
    async (body, { q }) => change(q, rewarded(body)),
    async (body, { q }) => weighChange(q, rewarded(body)),
  )
  const creation = ({ id, reason: _reason, ...fields }: DeskParsed<'product/create'>): Change => ({
    kind: 'product',
    target: id,
    basedOn: 0,
    patch: { ...fields, active: false, featured: null },
    when: null,
  })
  register(
    'product/create',
    async (body, { q }) => {
      const { version } = await change(q, creation(body))
      return { version }
    },
    // The first price and bonus of a product are a price and a bonus.
    async (body, { q }) => {
      if ((await liveOf(q, 'product', body.id)).version > 0) throw new AppError('ProductTaken')
      const { kind, price_cents, bonus_pct, quantity } = body
      return {
        amount: 0,
        kind: 'product',
        target: body.id,
        under: ['product.price', ...(bonus_pct > 0 ? ['product.bonus'] : [])],
        forecast: { before: null, after: { kind, price_cents, bonus_pct, quantity } },
      }
    },
  )
  register(
    'product/replan',
    async (body, { q }) => replan(q, 'product', body),
    async (body, { q }) => weighReplan(q, 'product', body),
  )
}
