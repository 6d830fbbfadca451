import type { Market } from '@hc/contract/calls'
import { api } from './api.ts'
import { createStore, useStore } from './store.ts'

/** Undefined until it is known; null where it could not be asked: the base prices are shown then. */
export const marketStore = createStore<Market | null | undefined>(undefined)

export const useMarket = (): Market | null | undefined => useStore(marketStore)

/** One question at a time: the last one counts. */
let asked = 0

export async function loadMarket(): Promise<void> {
  const mine = ++asked
  const market = await api.call('market/get', {}).catch(() => null)
  if (mine === asked) marketStore.set(market)
}

export function setMarket(market: Market): void {
  asked++
  marketStore.set(market)
}
