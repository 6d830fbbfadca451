import { AppError } from '@hc/contract/errors'
import { defaultLocale } from '@hc/contract/locales'
import type { Law, WithdrawalRule } from './law.ts'

export type LawParts = { law: Pick<Law, 'withdrawal' | 'text'> }

/** The name of a version of a text, as clients send it back: `waiver:1`. */
export const versionName = (kind: 'waiver', version: number): string => `${kind}:${version}`

type Checkout = { country: string; kind: 'item' | 'coin'; consent: readonly string[] | undefined }
type Terms = {
  market: string
  texts: Record<string, number>
  consent?: { kind: 'waiver'; version: number }
}

/**
 * The terms that an order freezes by the law of the buyer's country: the days of the right to withdraw and, for an
 * item, the buyer's wish for immediate delivery. Undefined if that country has no rule here.
 * @throws AppError ConsentMissing: the buyer must agree to the text `data.text` in its present version
 */
export function termsOfLaw({ law }: LawParts, checkout: Checkout): Terms | undefined {
  const rule = law.withdrawal(checkout.country)
  if (!rule) return undefined
  const terms: Terms = { market: checkout.country, texts: { pack: rule.pack, days: rule.days } }
  const waiver = waiverOf({ law }, rule, checkout.kind)
  if (!waiver) return terms
  const name = versionName('waiver', waiver.version)
  if (checkout.consent?.includes(name))
    return {
      ...terms,
      texts: { ...terms.texts, waiver: waiver.version },
      consent: { kind: 'waiver', version: waiver.version },
    }
  if (rule.ask) throw new AppError('ConsentMissing', { text: name })
  return terms
}

/** The consent text for the buyer of an item. A pack of points needs none, because unspent points can go back. */
export function waiverOf(
  { law }: LawParts,
  rule: WithdrawalRule,
  kind: 'item' | 'coin',
): { version: number } | undefined {
  return kind === 'item' && rule.waivable ? law.text('waiver', defaultLocale) : undefined
}
