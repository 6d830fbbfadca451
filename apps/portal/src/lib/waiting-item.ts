import type { Product } from '@hc/contract/calls'
import { productArt } from '../features/recharge/product-art.ts'
import { sessionStore } from './session.ts'

/** What a guest is about to buy, kept for the tab, so that the login page shows it without a call. */
export type WaitingItem = { id: string; name: string; price: string; art: string }

const WAITING_ITEM = 'hc_item'

/** A press on a price; a player's leads past the login page. */
export function keepItem(goods: Pick<Product, 'cp_goods_id' | 'name' | 'icon'>, price: string): void {
  const item: WaitingItem = { id: goods.cp_goods_id, name: goods.name, price, art: productArt(goods) }
  try {
    if (sessionStore.get().status === 'anonymous') sessionStorage.setItem(WAITING_ITEM, JSON.stringify(item))
  } catch {
    /* Without storage the login page names no item. */
  }
}

const TEXTS = ['id', 'name', 'price', 'art'] as const

/** The kept item, if the address to return to asks for it; else null. Any code may have written to the storage. */
export function keptItem(redirect: string): WaitingItem | null {
  try {
    const item = JSON.parse(sessionStorage.getItem(WAITING_ITEM) ?? 'null') as WaitingItem | null
    const wantedId = new URLSearchParams(redirect.split('?')[1]).get('item')
    const isWhole = TEXTS.every((key) => typeof item?.[key] === 'string')
    return isWhole && item?.id === wantedId && item.art.startsWith('/art/') ? item : null
  } catch {
    return null
  }
}
