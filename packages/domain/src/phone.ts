/**
 * A phone number as E.164 (`+` and 7 to 15 digits, ITU-T E.164): separators are removed, a leading 00 becomes `+`.
 * Undefined if the text is not a phone number.
 */
export function toE164(text: string): string | undefined {
  const number = text.replace(/[\s().\-\u2010-\u2015]/g, '').replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined
}
