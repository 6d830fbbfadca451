import type { LawPack } from './pack.ts'

/** The same right as in the European Union, which the United Kingdom kept in its own regulations. */
export const gbPacks: readonly LawPack[] = [
  {
    country: 'GB',
    version: 1,
    validFrom: '2014-06-13',
    rules: { withdrawal: { days: 14, waivable: true, ask: true } },
    source:
      'The Consumer Contracts (Information, Cancellation and Additional Charges) Regulations 2013 (S.I. 2013/3134), regulations 16, 29, 30 and 37; for contracts from 13 June 2014 (legislation.gov.uk, read on 2026-11-26)',
    note: 'Digital content may be supplied within the 14 days only with express consent and the acknowledgement that the right to cancel is lost (regulation 37); the confirmation has both (regulation 16). The button of the Union is not the law here: the shop has it all the same.',
  },
]
