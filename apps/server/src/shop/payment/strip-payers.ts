import { parsedBody } from '@hc/channels/parsed-body'
import { keptFields } from '@hc/channels/registry'

/**
 * The parts of a webhook that we keep for operators: numbers, states, amounts and times, which each provider names for
 * its own. Payers' names, addresses and cards are at the gateway. What a refund's or a dispute's reason says stands in
 * `detail`.
 */
function keep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keep)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => keptFields.has(name))
      .map(([name, inner]) => [name, keep(inner)]),
  )
}

/**
 * A verified webhook's body without what is about persons. Nothing reads it again: what the shop needs stands in
 * columns of its own.
 * Decisions 102 and 113.
 */
export function withoutPayers(raw: Buffer): string {
  try {
    return JSON.stringify(keep(parsedBody(raw)))
  } catch {
    return ''
  }
}
