/**
 * A country's rules for selling to consumers, as data with a date and a source. A pack is not legal advice: the
 * publisher's lawyer decides whether to switch it on.
 */
export type LawPack = {
  /** ISO 3166-1 alpha-2. */
  country: string
  version: number
  /** The day from which the rule applies, YYYY-MM-DD. */
  validFrom: string
  rules: LawRules
  source: string
  note: string
}

/** The closed list of rules that a pack may have. */
export type LawRules = {
  /**
   * The right to withdraw from a contract, within `days` after the day of the contract. `waivable`: a buyer of an item
   * can waive it for immediate delivery. `ask`: the shop asks for that before it takes the order.
   */
  withdrawal?: { days: number; waivable: boolean; ask: boolean }
}

/** The rules in a row's JSON; empty if they are invalid. */
export function rulesOf(value: unknown): LawRules {
  if (typeof value !== 'object' || value === null || !('withdrawal' in value)) return {}
  const rule = value.withdrawal
  if (typeof rule !== 'object' || rule === null) return {}
  const { days, waivable, ask } = rule as Record<string, unknown>
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > 365) return {}
  return { withdrawal: { days, waivable: waivable === true, ask: ask === true } }
}
