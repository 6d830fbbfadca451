/** Accounts with their own number in a file for DATEV; `other`: all others. */
export const datevAccounts = [
  'gateway',
  'bank',
  'fees',
  'sales',
  'tax',
  'suspense',
  'settled_elsewhere',
  'differences',
  'other',
] as const
type DatevAccount = (typeof datevAccounts)[number]
export type DatevNumbers = Readonly<Record<DatevAccount, string>>

type WrongNumber = { account: DatevAccount; wrong: 'form' | 'length' }

const FITS = /^\d{4,8}$/

/** The error of a number: its form, or its length, because DATEV's header has one length for all accounts. */
export function wrongDatevNumbers(numbers: DatevNumbers): WrongNumber[] {
  const length = datevAccounts.map((account) => numbers[account]).find((number) => FITS.test(number))?.length
  return datevAccounts.flatMap<WrongNumber>((account) => {
    if (!FITS.test(numbers[account])) return [{ account, wrong: 'form' }]
    return numbers[account].length === length ? [] : [{ account, wrong: 'length' }]
  })
}
