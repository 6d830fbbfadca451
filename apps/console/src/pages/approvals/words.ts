import { listed, money } from '../../kit/facts.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { localeNow } from '../../lib/language.ts'

/** What a call does, in words; its own name where it has none yet. */
export function callName(t: DeskTexts, call: string): string {
  const key = `approvals.calls.${call.replace('/', '_')}` as 'approvals.calls.refund_part'
  return t.has(key) ? t(key) : call
}

/** What a fact of a forecast is called. */
export function factName(t: DeskTexts, name: string): string {
  const key = `approvals.facts.${name}` as 'approvals.facts.left_cents'
  // The number of a row stays as it is.
  if (name.includes(' ')) {
    const [row, field = ''] = name.split(' ')
    return `${row}: ${factName(t, field)}`
  }
  return t.has(key) ? t(key) : name.replaceAll('_', ' ')
}

/** A value of a forecast, as people read it. */
export function factText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number' && name.endsWith('_cents')) return money(value)
  if (typeof value === 'number') return value.toLocaleString(localeNow())
  if (typeof value === 'boolean') return value ? '✓' : '✗'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return listed(value.map((one) => factText('', one))) || '–'
  return listed(
    Object.entries(value)
      .filter(([, one]) => one !== null)
      .map(([key, one]) => (key === 'role' ? factText('', one) : `${key} ${factText(key, one)}`)),
  )
}

export type Fact = { name: string; before: unknown; after: unknown }

/** Both sides of a forecast, fact by fact; what a call gives in another form is shown as it is. */
export function factsOf(forecast: unknown): Fact[] {
  const sides = forecast as { before?: Record<string, unknown> | null; after?: Record<string, unknown> | null } | null
  if (!sides || typeof sides !== 'object' || !('after' in sides))
    return [{ name: 'forecast', before: null, after: forecast }]
  const before = sides.before ?? {}
  const after = sides.after ?? {}
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => ({
    name,
    before: before[name],
    after: after[name],
  }))
}
