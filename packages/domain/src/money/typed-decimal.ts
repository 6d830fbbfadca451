import { numberText } from '../typed-text.ts'

type Signs = { group: string; decimal: string }
/** By language. A formatter is slow to make, and a form reads its amount at every key. */
const byName = new Map<string, Signs>()

/** The signs by which a language parts thousands and decimals, such as `,` and `.` in English (Unicode CLDR). */
function signsOf(locale: string): Signs {
  const before = byName.get(locale)
  if (before) return before
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1234567.5)
  const sign = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  const signs = { group: sign('group'), decimal: sign('decimal') }
  byName.set(locale, signs)
  return signs
}

const escaped = (sign: string): string => sign.replace(/[.\\]/g, '\\$&')
/** No amount of a shop has more digits, and all of them are exact. */
const MOST_DIGITS = 15

/**
 * A typed decimal number in units of its last digit: `1,000.50` in English with two digits is 100050. It reads exactly
 * or not at all: thousands are parted as the language parts them, in threes; the other sign is a decimal one where no
 * reader could take it for thousands (`4,99` in English). A number with more decimals than `digits` is nothing.
 *
 * @returns NaN for whatever is no such number: an empty text, `0x10`, `1e3`, `1,00`, `12.345` with two digits, and
 *   `0,500` in English, which may be a half
 */
export function readDecimal(typed: string, locale: string, digits: number): number {
  const text = numberText(typed).replace('\u2212', '-')
  const { group, decimal } = signsOf(locale)
  const [ownId, other] = [escaped(decimal), escaped(group)]
  const fraction = digits === 0 ? '' : `(?:${ownId}(\\d{1,${digits}}))?`
  const inThrees = new RegExp(`^(-?)([1-9]\\d{0,2}(?:${other}\\d{3})+|\\d+)${fraction}$`).exec(text)
  // Three digits behind the language's sign for thousands are thousands.
  const byOther = new RegExp(`^(-?)(\\d+)${other}(\\d{1,${Math.max(1, digits)}})$`).exec(text)
  const match = inThrees ?? (digits > 0 && byOther?.[3]?.length !== 3 ? byOther : null)
  if (!match) return Number.NaN
  const [, minus = '', whole = '', rest = ''] = match
  const all = whole.replaceAll(group, '') + rest.padEnd(digits, '0')
  return all.length > MOST_DIGITS ? Number.NaN : Number(`${minus}${all}`) + 0
}

/** The same number as a person of this language types it, without signs between thousands. */
export const writeDecimal = (units: number, locale: string, digits: number): string =>
  new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(units / 10 ** digits)
