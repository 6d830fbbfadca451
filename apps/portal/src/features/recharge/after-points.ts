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

/** The address of the top-up with an exact number of points, for an item. Not in paths.ts, which every page loads. */
export const exactPath = (need: number, goods: string): string =>
  `/main/recharge?tab=packs&item=${EXACT_PACK}&need=${need}&for=${encodeURIComponent(goods)}`

/** The address of that item, to be paid with points. */
export const withPointsPath = (goods: string): string => `${paths.buy(goods, false)}&pay=hcpoint`

/** Stores for which item the points of an order are. The window of the payment reads it, too. */
export function noteAfter(order: string, goods: string): void {
  if (goods !== '') writeJson(KEY, { order, goods })
}

/** The item for which the points of an order are; '' if none is known. */
export function goodsAfter(order: string): string {
  const after = readJson(KEY, isAfter)
  return after?.order === order ? after.goods : ''
}
