import type { Product } from '@hc/contract/calls'
import { useCall } from '../../lib/use-call.ts'

export type ExactRow = {
  asked: boolean
  /** The server has answered, though perhaps with no row: points are not sold by their number everywhere. */
  known: boolean
  row: Product | undefined
  reload: () => Promise<void>
}

/** The offer of exactly `need` HC Points for this player; 0 asks for none. */
export function useExactRow(need: number): ExactRow {
  const { result, error, reload } = useCall('order/webCoinProduct', need > 0 ? { need } : null)
  return { asked: need > 0, known: result !== null || error !== null, row: result?.[0], reload }
}
