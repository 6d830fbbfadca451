import type { LawPack } from './pack.ts'

/** The states of the European Union. */
export const euCountries: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
/**
 * The other states of the European Economic Area. They adopt the Union's rules, each by its own act from its own day.
 */
export const eeaCountries: readonly string[] = ['IS', 'LI', 'NO']

const rules: LawPack['rules'] = { withdrawal: { days: 14, waivable: true, ask: true } }
const unspent =
  'Points that are not spent count as not delivered (CPC principles on in-game currencies, 21 March 2025, principle 5).'

/**
 * Fourteen days to withdraw from a distance contract, by a button that is always available. A buyer of digital content
 * waives the right by agreeing to immediate delivery and acknowledging that the right ends with it. Both must be
 * confirmed on a durable medium: a mail.
 */
export const euPacks: readonly LawPack[] = euCountries.map((country) => ({
  country,
  version: 1,
  validFrom: '2026-06-19',
  rules,
  source:
    'Directive 2011/83/EU, articles 9, 11, 11a and 16 point m, as changed by Directive (EU) 2023/2673; to be applied from 19 June 2026',
  note: `National law may name the authority and the wording. ${unspent}`,
}))

/** The same right. No public source was found that the button is the law there, too. Decision 529. */
export const eeaPacks: readonly LawPack[] = eeaCountries.map((country) => ({
  country,
  version: 2,
  validFrom: '2014-02-01',
  rules,
  source:
    'Directive 2011/83/EU, articles 9, 11 and 16 point m, in the EEA Agreement; to be implemented by 1 February 2014 (EFTA Surveillance Authority, "Late implementation: Iceland and Liechtenstein to be brought to court", read on 2026-11-25)',
  note: `Whether the EEA Agreement has Directive (EU) 2023/2673, the button, was not found by 2026-11-25: the shop has the button all the same. National law may name the authority and the wording. ${unspent}`,
}))
