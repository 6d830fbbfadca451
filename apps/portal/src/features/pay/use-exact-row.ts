import type { Product } from '@hc/contract/calls'
import { useCall } from '../../lib/use-call.ts'

export type ExactRow = {
  asked: boolean
  /** Answered, though perhaps with no row: not everywhere are points sold by their number. */
  known: boolean
  row: Product | undefined
  reload: () => Promise<void>
}

/** Exactly so many HC Points, as they are sold to this player; 0 asks for none. */
export function useExactRow(need: number): ExactRow {
  const { result, error, reload } = useCall('order/webCoinProduct', need > 0 ? { need } : null)
  return { asked: need > 0, known: result !== null || error !== null, row: result?.[0], reload }
}
