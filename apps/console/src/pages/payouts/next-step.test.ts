import { describe, expect, it } from 'vitest'
import { nextStep } from './next-step.ts'

const monthOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 7)
const on = (day: string): number => Date.parse(day) / 1000
const next = (balance: number, findings: number, payouts: { payout: string; day: string; posted: boolean }[]) =>
  nextStep(
    [{ there_cents: balance, findings }],
    payouts.map(({ payout, day, posted }) => ({ payout, paid_at: on(day), booked_at: posted ? on(day) : null })),
    monthOf,
    '2026-11',
  )

describe('the next step at a gateway', () => {
  it('is to decide its findings, before anything else', () => {
    expect(next(100, 2, [{ payout: 'po_1', day: '2026-10-30', posted: false }])).toEqual({ do: 'decide', n: 2 })
  })
  it('is to post the oldest payout that nobody posted', () => {
    const payouts = [
      { payout: 'po_3', day: '2026-11-03', posted: false },
      { payout: 'po_2', day: '2026-11-02', posted: false },
      { payout: 'po_1', day: '2026-11-01', posted: true },
    ]
    expect(next(100, 0, payouts)).toEqual({ do: 'post', payout: 'po_2' })
  })
  it('is to import the file after the last one, while the gateway has money', () => {
    expect(next(100, 0, [])).toEqual({ do: 'import', month: '2026-11' })
    expect(next(100, 0, [{ payout: 'po_1', day: '2026-10-30', posted: true }])).toEqual({
      do: 'import',
      month: '2026-11',
    })
    expect(next(0, 0, [])).toEqual({ do: 'nothing' })
  })
  it('is nothing where everything is posted', () => {
    expect(next(100, 0, [{ payout: 'po_1', day: '2026-11-20', posted: true }])).toEqual({ do: 'nothing' })
  })
})
