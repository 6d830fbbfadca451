import type { Product } from '@hc/contract/calls'

/** The product's own picture, else the one drawn for its id. Only pictures of this site: the CSP allows no other. */
export const productArt = ({ icon, cp_goods_id }: Pick<Product, 'icon' | 'cp_goods_id'>): string =>
  icon.startsWith('/art/') ? icon : `/art/items/${encodeURIComponent(cp_goods_id)}.svg`
