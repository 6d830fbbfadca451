import type { DeskResult } from '@hc/contract/desk/calls'

type Totals = Pick<DeskResult<'gateway/totals'>[number], 'there_cents' | 'findings'>
type Payout = Pick<DeskResult<'settlement/list'>[number], 'payout' | 'paid_at' | 'booked_at'>
export type NextStep =
  | { do: 'decide'; n: number }
  | { do: 'post'; payout: string }
  | { do: 'import'; month: string }
  | { do: 'nothing' }

const DECEMBER = 12
const monthAfter = (month: string): string => {
  const [year = 0, n = 0] = month.split('-').map(Number)
  return n === DECEMBER ? `${year + 1}-01` : `${year}-${String(n + 1).padStart(2, '0')}`
}

/**
 * What a gateway's books wait for. Findings come first, then payouts that nobody posted, the oldest first. A gateway
 * that has money, and no payout of this month, waits for its next file.
 *
 * @param payouts of this gateway, the newest first
 * @param monthOf the month of a moment in the desk's zone: 2026-11
 * @param now this month
 */
export function nextStep(
  totals: readonly Totals[],
  payouts: readonly Payout[],
  monthOf: (at: number) => string,
  now: string,
): NextStep {
  const n = totals[0]?.findings ?? 0
  if (n > 0) return { do: 'decide', n }
  const open = payouts.findLast(({ booked_at: at }) => at === null)
  if (open) return { do: 'post', payout: open.payout ?? '' }
  if (totals.every(({ there_cents: balance }) => balance === 0)) return { do: 'nothing' }
  const [last] = payouts
  if (!last) return { do: 'import', month: now }
  const month = monthOf(last.paid_at)
  return month >= now ? { do: 'nothing' } : { do: 'import', month: monthAfter(month) }
}
