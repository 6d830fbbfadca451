import { describe, expect, it } from 'vitest'
import type { Product } from '@hc/contract/calls'
import { neighboursOf } from './neighbours.ts'

const goods = (cp_goods_id: string, price: number, quantity = 1): Product =>
  ({ cp_goods_id, price, quantity }) as Product

const row = [goods('e', 50), goods('a', 1), goods('pass', 5, 0), goods('c', 10), goods('b', 5), goods('d', 20)]
const idsBeside = (id: string): string => {
  const item = row.find(({ cp_goods_id }) => cp_goods_id === id)
  return item
    ? neighboursOf(item, row)
        .map(({ cp_goods_id }) => cp_goods_id)
        .join('')
    : ''
}

describe('other sizes of an item', () => {
  it('are the three nearest by price, in the order of price, and never the item itself', () => {
    expect(['a', 'b', 'c', 'd', 'e'].map(idsBeside)).toEqual(['bcd', 'acd', 'bde', 'bce', 'bcd'])
  })

  it('exist only for amounts: a pass has no other size', () => {
    expect(idsBeside('pass')).toBe('')
    expect(neighboursOf(goods('x', 1), [])).toEqual([])
  })
})
