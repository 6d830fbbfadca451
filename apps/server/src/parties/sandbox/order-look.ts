import { defaultLocale, matchLocale } from '@hc/contract/locales'
import type { Query } from '../../platform/db.ts'
import type { Catalog } from '../../shop/catalog/catalog.ts'
import type { ShownOrder } from './pay-page.ts'

type Row = { locale: string | null; cp_goods_id: string; points: number | null; role: string }

/** Reads what the sandbox's page shows of an order: the demo's shop tells its gateway, as real ones take pictures. */
export const orderLook =
  (q: Query, catalog: Pick<Catalog, 'find' | 'text'>) =>
  async (order: string): Promise<ShownOrder | undefined> => {
    const [row] = await q<Row>(
      {
        name: 'sandbox-order-look',
        text: `select locale, cp_goods_id, points, case when order_type = 'item' then role_name else '' end as role
          from orders where order_no = $1`,
      },
      [order],
    )
    if (!row) return undefined
    const locale = (row.locale === null ? undefined : matchLocale(row.locale)) ?? defaultLocale
    const icon = catalog.find(row.cp_goods_id)?.icon ?? ''
    return {
      locale,
      name: catalog.text(row.cp_goods_id, locale, row.points).name,
      art: icon.startsWith('/art/') ? icon : `/art/items/${encodeURIComponent(row.cp_goods_id)}.svg`,
      role: row.role,
    }
  }
