import { describe, expect, it } from 'vitest'
import { mayMove, nextStatus, orderLabel, orderStatuses, orderStep } from './order-status.ts'

const legal = ['1>2', '1>3', '1>6', '3>2', '6>2', '2>4', '2>5', '4>5']

describe('the order machine', () => {
  it.each(orderStatuses.flatMap((from) => orderStatuses.map((to) => [from, to] as const)))(
    'decides %i > %i as the contract says',
    (from, to) => {
      expect(mayMove(from, to)).toBe(legal.includes(`${from}>${to}`))
    },
  )
  it('lets money revive a failed or overdue order, and nothing revive a refunded one', () => {
    expect(nextStatus(3, 'paid')).toBe(2)
    expect(nextStatus(6, 'paid')).toBe(2)
    expect(nextStatus(5, 'paid')).toBeUndefined()
  })
  it('shows status 4 as step 3 and gives 3, 5 and 6 no step', () => {
    expect(orderStatuses.map(orderStep)).toEqual([1, 2, null, 3, null, null])
  })
  it('labels records as the contract says', () => {
    expect([
      orderLabel(1, false),
      orderLabel(1, true),
      orderLabel(2, true),
      orderLabel(4, true),
      orderLabel(5, true),
    ]).toEqual(['Created', 'Pending', 'FullyPaid', 'FullyPaid', 'Refunded'])
  })
})
