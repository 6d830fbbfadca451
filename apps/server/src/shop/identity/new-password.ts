import { AppError } from '@hc/contract/errors'
import { isPassword } from '@hc/domain/password'
import { passwordText } from '@hc/domain/typed-text'

/** The most common passwords, as many as ASVS 5.0.0, 6.2.4 requires us to reject. Decision 42. */
const COMMON = 3000
let common: Promise<Set<string>> | undefined

/** Loaded at the first new password, because most processes never need it. */
const commonPasswords = (): Promise<Set<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].slice(0, COMMON).filter((word) => isPassword(word))),
  ))

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '')

/**
 * @throws AppError InvalidParams with an issue at `password`: PasswordFormat (the specification's rule) or
 * PasswordCommon (too easily guessed).
 */
export async function checkNewPassword(typed: string, gameName: string): Promise<void> {
  const password = passwordText(typed)
  const issue = !isPassword(password)
    ? 'PasswordFormat'
    : (await commonPasswords()).has(password.toLowerCase()) ||
        [gameName, ...gameName.split(/\s+/), 'hcportal'].some(
          (name) => name.length > 3 && lettersOf(name) === lettersOf(password),
        )
      ? 'PasswordCommon'
      : null
  if (issue) throw new AppError('InvalidParams', { issues: [{ path: 'password', message: issue }] })
}
