import type { LawPack } from './pack.ts'

/** The states of the European Union, and of the European Economic Area, which take its rules over. */
export const euCountries: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO'.split(' ')

/**
 * Fourteen days to withdraw from a distance contract, by a button that is always there. A buyer of digital content
 * gives the right up by agreeing to delivery at once and knowing that it ends with it. Both must be confirmed on a
 * durable medium: a mail.
 */
export const euPacks: readonly LawPack[] = euCountries.map((country) => ({
  country,
  version: 1,
  validFrom: '2026-06-19',
  rules: { withdrawal: { days: 14, waivable: true, ask: true } },
  source:
    'Directive 2011/83/EU, articles 9, 11, 11a and 16 point m, as changed by Directive (EU) 2023/2673; to be applied from 19 June 2026',
  note: 'National law may name the authority and the wording. Points that are not spent count as not delivered (CPC principles on in-game currencies, 21 March 2025, principle 5).',
}))
