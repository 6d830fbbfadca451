import { EXACT_PACK } from '@hc/domain/money/exact'
import { fieldsOf } from '@hc/domain/known'
import { keys, readJson, writeJson } from '../../lib/storage.ts'

type After = { order: string; goods: string }

const isAfter = (value: unknown): value is After => {
  const { order, goods } = fieldsOf(value)
  return typeof order === 'string' && typeof goods === 'string'
}

export const isExact = ({ cp_goods_id: id }: { cp_goods_id: string }): boolean => id === EXACT_PACK

/** Notes which item the points of an order are for. The payment's own window knows it, too. */
export function noteAfter(order: string, goods: string): void {
  if (goods !== '') writeJson(keys.afterPoints, { order, goods })
}

/** The item that the points of an order are for; '' where none is known. */
export function goodsAfter(order: string): string {
  const after = readJson(keys.afterPoints, isAfter)
  return after?.order === order ? after.goods : ''
}
