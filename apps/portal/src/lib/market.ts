import type { Market } from '@hc/contract/calls'
import { api } from './api.ts'
import { createStore, useStore } from './store.ts'

/** The player's market; undefined until it is known, null if the call failed: then the base prices are shown. */
export const marketStore = createStore<Market | null | undefined>(undefined)

export const useMarket = (): Market | null | undefined => useStore(marketStore)

/** The number of the last call: answers to earlier ones are ignored. */
let turn = 0

export async function loadMarket(): Promise<void> {
  const ownTurn = ++turn
  const market = await api.call('market/get', {}).catch(() => null)
  if (ownTurn === turn) marketStore.set(market)
}

export function setMarket(market: Market): void {
  turn++
  marketStore.set(market)
}
