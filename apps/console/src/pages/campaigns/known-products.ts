import type { DeskProduct } from '@hc/contract/desk/products'
import { defaultLocale } from '@hc/contract/locales'

export type Products = ReadonlyMap<string, DeskProduct>
export const productsById = (list: readonly DeskProduct[]): Products =>
  new Map(list.map((product) => [product.id, product]))
/** The name of a product; a deleted or unread one has its number. */
export const nameOf = (products: Products, id: string): string => products.get(id)?.texts[defaultLocale]?.name ?? id
