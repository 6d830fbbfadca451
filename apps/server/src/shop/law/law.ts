import { defaultLocale, type Locale } from '@hc/contract/locales'
import { rulesOf } from '@hc/domain/law/pack'
import type { Changes } from '../../platform/changes.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'

export type WithdrawalRule = { pack: number; days: number; waivable: boolean; ask: boolean }
export type LegalKind = 'waiver' | 'withdrawal'
export type LegalText = { version: number; body: string }

/** The enabled packs of law, and the legal texts, from memory. */
export type Law = {
  /** The right to withdraw of a country (ISO 3166-1 alpha-2) at this moment. */
  withdrawal(country: string): WithdrawalRule | undefined
  /** True if any country has that right here. */
  hasWithdrawal(): boolean
  /** Grows whenever a pack or a text changes. */
  version(): number
  /** The text in force now, or the given version of it; in English if the language is missing. */
  text(kind: LegalKind, locale: Locale, version?: number): LegalText | undefined
}

type Pack = { country: string; version: number; rules: unknown; from: number }
type Row = { kind: LegalKind; version: number; locale: Locale; body: string; from: number }

export async function loadLaw(q: Query, changes: Pick<Changes, 'follow'>, now: () => number): Promise<Law> {
  let packs = new Map<string, WithdrawalRule & { from: number }>()
  let texts: Row[] = []
  let version = 0
  await changes.follow('law', async () => {
    const [on, rows] = await Promise.all([
      q<Pack>({
        text: `select country, version, rules, ${epochSeconds('valid_from::timestamptz')} as "from" from law_pack
          where ended_at is null`,
      }),
      q<Row>({
        text: `select kind, version, locale, body, ${epochSeconds('valid_from')} as "from" from legal_text
          order by version desc`,
      }),
    ])
    packs = new Map(
      on.flatMap(({ country, version, rules, from }) => {
        const rule = rulesOf(rules).withdrawal
        return rule ? [[country, { ...rule, pack: version, from }] as const] : []
      }),
    )
    texts = rows
    version++
  })
  const holds = (from: number): boolean => from * 1000 <= now()
  return {
    withdrawal(country) {
      const rule = packs.get(country)
      return rule && holds(rule.from) ? rule : undefined
    },
    version: () => version,
    hasWithdrawal: () => [...packs.values()].some(({ from }) => holds(from)),
    text(kind, locale, wantedVersion) {
      const current = wantedVersion ?? texts.find((row) => row.kind === kind && holds(row.from))?.version
      const of = (language: Locale): Row | undefined =>
        texts.find((row) => row.kind === kind && row.version === current && row.locale === language)
      return of(locale) ?? of(defaultLocale)
    },
  }
}
