import { AppError } from '@hc/contract/errors'
import { defaultLocale } from '@hc/contract/locales'
import type { AppDeps } from '../../app-deps.ts'
import type { WithdrawalRule } from './law.ts'

/** The name of a version of a text, as clients send it back: `waiver:1`. */
export const versionName = (kind: 'waiver', version: number): string => `${kind}:${version}`

type Asked = { country: string; kind: 'item' | 'coin'; consent: readonly string[] | undefined }
type Terms = {
  market: string
  texts: Record<string, number>
  consent?: { kind: 'waiver'; version: number }
}

/**
 * What the law of the buyer's country has an order freeze: the days in which it can be withdrawn from, and, of an item,
 * that the buyer wants it at once. Undefined where that country has no rule here.
 * @throws AppError ConsentMissing: the text of `data.text` must be agreed to, in its present version
 */
export function termsOfLaw({ law }: Pick<AppDeps, 'law'>, asked: Asked): Terms | undefined {
  const rule = law.withdrawal(asked.country)
  if (!rule) return undefined
  const terms: Terms = { market: asked.country, texts: { pack: rule.pack, days: rule.days } }
  const waiver = waiverOf({ law }, rule, asked.kind)
  if (!waiver) return terms
  const name = versionName('waiver', waiver.version)
  if (asked.consent?.includes(name))
    return {
      ...terms,
      texts: { ...terms.texts, waiver: waiver.version },
      consent: { kind: 'waiver', version: waiver.version },
    }
  if (rule.ask) throw new AppError('ConsentMissing', { text: name })
  return terms
}

/** The consent of an item's buyer. A pack of points needs none, because unspent points can go back. */
export function waiverOf(
  { law }: Pick<AppDeps, 'law'>,
  rule: WithdrawalRule,
  kind: 'item' | 'coin',
): { version: number } | undefined {
  return kind === 'item' && rule.waivable ? law.text('waiver', defaultLocale) : undefined
}
