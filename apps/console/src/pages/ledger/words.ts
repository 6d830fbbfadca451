import { count, money } from '../../kit/facts.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { tOf } from '../../kit/text-of.ts'

/** The name of a ledger account. */
export const accountName = (t: DeskTexts, account: string): string => tOf(t, 'ledger.accounts', account) ?? account

export const isPoints = (unit: string): boolean => unit === 'HCB' || unit === 'HCP'

/** The name of a unit: a currency's code, or the name of points. */
export const unitName = (t: DeskTexts, unit: string): string =>
  unit === 'HCB' ? t('ledger.basic') : unit === 'HCP' ? t('ledger.present') : unit

/** An amount of a unit: money, or points. */
export const amountOf = (amount: number, unit: string): string => (isPoints(unit) ? count(amount) : money(amount, unit))
