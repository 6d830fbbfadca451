import { phoneDigits } from '@hc/domain/typed-text'

/**
 * A phone number in E.164 as the numbering plan of its country writes it: without the national prefix that people type
 * between the country's code and the number, `+49 (0)151 …`, and without the 1 that numbers of mobile phones in Mexico
 * had before the plan of 3 August 2019 (ITU operational bulletin 1151). Undefined if the text is no possible number.
 */
export async function phoneNumber(typed: string): Promise<string | undefined> {
  const digits = phoneDigits(typed)?.replace(/^\+521(?=\d{10}$)/, '+52')
  if (digits === undefined) return undefined
  // The world's numbering plans are loaded at the first phone number.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const parsed = parsePhoneNumberFromString(digits)
  return parsed?.isPossible() ? parsed.number : undefined
}
