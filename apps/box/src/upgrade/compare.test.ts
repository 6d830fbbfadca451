import { describe, expect, it } from 'vitest'
import { compare, slowerSales, wrongMigration, wrongSales } from './compare.ts'
import type { ProbeAnswer } from './probe.ts'

const shelf = (price: number, more: object = {}) => ({
  '/api/order/webProduct en-US': { code: 0, result: [{ id: 'gem_60', price_cents: price, ...more }] },
})

describe('answers of two releases', () => {
  it('are alike where each field is', () => {
    expect(compare(shelf(99), shelf(99), shelf(99), [])).toEqual([])
  })
  it('differ by another value, a field that came or went, a longer list, or a call that is no more', () => {
    expect(compare(shelf(99), shelf(99), shelf(98), [])).toEqual([
      '/api/order/webProduct en-US result.0.price_cents: 99 became 98',
    ])
    expect(compare(shelf(99), shelf(99), shelf(99, { tag: 'new' }), [])).toEqual([
      '/api/order/webProduct en-US result.0.tag: nothing became "new"',
    ])
    expect(compare(shelf(99, { tag: 'new' }), shelf(99, { tag: 'new' }), shelf(99), [])).toHaveLength(1)
    expect(compare({ '/api/a en-US': [1] }, { '/api/a en-US': [1] }, { '/api/a en-US': [1, 2] }, [])).toEqual([
      '/api/a en-US 1: nothing became 2',
    ])
    expect(compare({ '/api/a en-US': [] }, { '/api/a en-US': [] }, { '/api/a en-US': {} }, [])).toHaveLength(1)
    expect(compare(shelf(99), shelf(99), {}, [])).toHaveLength(3)
  })
  it('may differ where the old release answers otherwise each time', () => {
    expect(compare(shelf(99, { at: 1 }), shelf(99, { at: 2 }), shelf(99, { at: 3 }), [])).toEqual([])
  })
  it('may differ in what the release says of itself, and in nothing beside it', () => {
    const says = (field: string, call = 'POST /api/order/webProduct') => [{ call, field }]
    const differ = (allowed: { call: string; field: string }[]) =>
      compare(shelf(99), shelf(99), shelf(98), allowed).length
    expect(differ(says('result.price_cents'))).toBe(0)
    expect(differ(says('result'))).toBe(0)
    expect(differ(says('result.price'))).toBe(1)
    expect(differ(says('result.price_cents', 'POST /api/webProduct'))).toBe(1)
    expect(differ(says('result.price_cents', 'POST /api/order/webCoinProduct'))).toBe(1)
  })
})

const answer = (more: Partial<ProbeAnswer> = {}): ProbeAnswer => ({
  reads: {},
  orders: [1, 2].map(() => ({ amount: '0.99', currency: 'USD', status: 4 })),
  makeMs: [30, 30, 30],
  failures: [],
  ...more,
})

describe('orders of two releases', () => {
  it('are alike where each has the same amount and end', () => {
    expect(wrongSales(answer(), answer())).toBeNull()
  })
  it('differ where one of them has another amount, or fails', () => {
    const [order] = answer().orders
    const other = answer({ orders: [...(order ? [order] : []), { amount: '0.98', currency: 'USD', status: 4 }] })
    expect(wrongSales(answer(), other)).toMatch(/an order was otherwise: .*0\.99.* became .*0\.98/)
    expect(wrongSales(answer(), answer({ failures: ['webCreate: 500'] }))).toBe('1 of 4 orders failed: webCreate: 500')
    expect(wrongSales(answer({ failures: ['x'] }), answer({ failures: ['x'] }))).toBeNull()
  })
  it('are slower where half of them take twice as long and 100 ms more', () => {
    const of = (ms: number): ProbeAnswer => answer({ makeMs: [1, ms, 5000] })
    expect(slowerSales(of(30), of(330))).toBe('an order takes 330 ms (half of them), and 30 with the old release')
    expect(slowerSales(of(30), of(120))).toBeNull()
    expect(slowerSales(of(300), of(550))).toBeNull()
  })
})

describe('a migration', () => {
  it('may lock a table for two seconds, and take a minute', () => {
    expect(wrongMigration(59_000, [{ table: 'orders', ms: 1900 }])).toBeNull()
    expect(
      wrongMigration(5000, [
        { table: 'account', ms: 10 },
        { table: 'orders', ms: 2400 },
      ]),
    ).toBe('its migration holds a lock on orders for 2.4 s: players would wait')
    expect(wrongMigration(61_000, [])).toBe('it needs 61 s to migrate: players would wait')
  })
})
