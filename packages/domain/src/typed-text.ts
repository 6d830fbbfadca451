/**
 * Normal forms of what people type or paste, one for each kind of value, for every door: the game's calls, the player's
 * calls, the portal and the desk.
 */

/** What nobody sees, such as U+200B, and a text carries along from chats and web pages (Unicode, UAX #44). */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** A text without invisible characters, in the form NFC, without spaces around it. */
export const plainText = (typed: string): string => typed.replace(INVISIBLE, '').normalize('NFC').trim()

/** The name of an account (RFC 8265, section 3.3: the form NFC). Letter case counts. */
export const accountName = (typed: string): string => plainText(typed)

/** A password (RFC 8265, section 4.2: the form NFC). Nothing else of it changes: its spaces count. */
export const passwordText = (typed: string): string => typed.normalize('NFC')

/** The value of a decimal digit of any script: each script has ten of them in a row (Unicode, section 4.6). */
function digitValue(digit: string): string {
  const at = digit.codePointAt(0) ?? 0
  let first = at
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first--
  return String((at - first) % 10)
}

/** A text that has numbers: its digits in ASCII, without invisible characters, full-width signs as plain ones. */
export const numberText = (typed: string): string =>
  typed
    .replace(INVISIBLE, '')
    .replace(/\p{Nd}/gu, digitValue)
    .normalize('NFKC')
    .trim()

/** A one-time code: its digits in ASCII, without spaces, dashes and invisible characters. */
export const oneTimeCode = (typed: string): string =>
  typed
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/\p{Nd}/gu, digitValue)

/**
 * A redeem code in the form that is stored and compared: other case, spaces, dashes and full-width letters are one.
 * A capital letter can be two signs, and a letter that stands for another one can be invisible: NFKC comes twice.
 */
export const redeemCodeText = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Pd}_]/gu, '')
    .normalize('NFKC')

/** The characters of RFC 5321, section 4.1.2 ("Atom"), and letters of all scripts (RFC 6531). */
const LOCAL = /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~.]{1,64}(?<!\.)$/u
const DOMAIN = /^(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u
const MAIL_MAX = 128

/**
 * A mail address: in lower case, without invisible characters, its domain in ASCII (RFC 5891). Undefined if the text is
 * none.
 */
export function mailAddress(typed: string): string | undefined {
  const text = plainText(typed.toLowerCase())
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
  if (!LOCAL.test(local) || !DOMAIN.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  const { hostname } = new URL(`http://${domain}`)
  const address = `${local}@${hostname}`
  return !DOMAIN.test(hostname) || address.length > MAIL_MAX ? undefined : address
}

/**
 * A phone number as `+` and 7 to 15 digits (ITU-T E.164), without separators; a leading 00 becomes `+`. A national 0
 * behind the country's code may be left: numbering plans know it. Undefined if the text is no phone number.
 */
export function phoneDigits(typed: string): string | undefined {
  const number = numberText(typed)
    .replace(/[\s().\p{Pd}/]/gu, '')
    .replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined
}
