import { accountMutants } from './mutants-accounts.ts'
import { currencyMutants } from './mutants-currency.ts'
import { deskMutants } from './mutants-desk.ts'
import { lawMutants } from './mutants-law.ts'
import { moneyMutants } from './mutants-money.ts'
import type { Mutant } from './mutant-parts.ts'

export type { Mutant }
export const mutants: readonly Mutant[] = [
  ...moneyMutants,
  ...currencyMutants,
  ...accountMutants,
  ...deskMutants,
  ...lawMutants,
]
