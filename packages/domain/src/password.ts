import { PASSWORD_LIMITS } from './limits.ts'
import { passwordText } from './typed-text.ts'

/** 6-16 characters with at least two of digits, letters and special characters (product specification, section 5). */
export function isPassword(typed: string): boolean {
  const text = passwordText(typed)
  if (text.length < PASSWORD_LIMITS.min || text.length > PASSWORD_LIMITS.max) return false
  const kinds = [/[0-9]/, /\p{L}/u, /[^0-9\p{L}]/u].filter((kind) => kind.test(text))
  return kinds.length >= 2
}
