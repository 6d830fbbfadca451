import { describe, expect, it } from 'vitest'
import { orderLabel, orderStatuses, orderStep } from './order-status.ts'

describe('the status of an order', () => {
  it('shows status 4 as step 3 and gives 3, 5 and 6 no step', () =>
    expect(orderStatuses.map(orderStep)).toEqual([1, 2, null, 3, null, null]))
  it('labels records as the contract says', () =>
    expect([
      orderLabel(1, false),
      orderLabel(1, true),
      orderLabel(2, true),
      orderLabel(4, true),
      orderLabel(5, true),
    ]).toEqual(['Created', 'Pending', 'FullyPaid', 'FullyPaid', 'Refunded']))
})
