import { EXACT_PACK } from '@hc/domain/money/exact-points'
import { fieldsOf } from '@hc/domain/record'
import { paths } from '../../paths.ts'
import { readJson, writeJson } from '../../lib/storage.ts'

const KEY = 'hc_after_points'

type After = { order: string; goods: string }

const isAfter = (value: unknown): value is After => {
  const { order, goods } = fieldsOf(value)
  return typeof order === 'string' && typeof goods === 'string'
}

export const isExact = ({ cp_goods_id: id }: { cp_goods_id: string }): boolean => id === EXACT_PACK

/** The top-up with points by their number, for an item. Not in paths.ts, which every page carries. */
export const exactPath = (need: number, goods: string): string =>
  `/main/recharge?tab=packs&item=${EXACT_PACK}&need=${need}&for=${encodeURIComponent(goods)}`

/** Back to that item, to be paid with points. */
export const withPointsPath = (goods: string): string => `${paths.buy(goods, false)}&pay=hcpoint`

/** Notes which item the points of an order are for. The payment's own window knows it, too. */
export function noteAfter(order: string, goods: string): void {
  if (goods !== '') writeJson(KEY, { order, goods })
}

/** The item that the points of an order are for; '' where none is known. */
export function goodsAfter(order: string): string {
  const after = readJson(KEY, isAfter)
  return after?.order === order ? after.goods : ''
}
