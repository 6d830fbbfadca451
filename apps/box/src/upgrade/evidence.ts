/**
 * Whether events, such as failed calls, come more often than a rate explains. The answer may be asked for after each
 * window: the weight is the logarithm of a likelihood ratio, averaged over several rates that are worse. If the rate is
 * right, it passes `PROOF` in one of 10,000 series, however often and however long one looks (Ville's inequality).
 */
export type Count = {
  /** What happened so often … */
  events: number
  /** … of so many times. */
  of: number
  /** The share that the old release explains. */
  rate: number
}

/** By how much more of the calls a worse release may be worse. */
const lifts = [0.005, 0.02, 0.1, 0.4, 0.9] as const
/** The weight of one in 10,000. */
export const PROOF = Math.log(10_000)
/** The weight of one in 100, which a single window must have where two of them are asked for. */
export const HINT = Math.log(100)

export function weightOf(counts: readonly Count[]): number {
  const weights = lifts.map((lift) =>
    counts.reduce((sum, { events, of, rate }) => {
      const worse = rate + (1 - rate) * lift
      return sum + events * Math.log(worse / rate) + (of - events) * Math.log((1 - worse) / (1 - rate))
    }, 0),
  )
  const top = Math.max(...weights)
  return top + Math.log(weights.reduce((sum, weight) => sum + Math.exp(weight - top), 0) / weights.length)
}

/** How large the share may be of which so many events were seen: Wilson's bound, passed in one of 20 cases. */
export function highestShare(events: number, of: number): number {
  if (of === 0) return 1
  const z2 = 1.645 ** 2
  const share = events / of
  const middle = share + z2 / (2 * of)
  return (middle + Math.sqrt(z2 * ((share * (1 - share)) / of + z2 / (4 * of * of)))) / (1 + z2 / of)
}
