import { AppError } from '@hc/contract/errors'

/**
 * A new password of somebody at the desk: not one that many people have, nor the person's own address.
 * @throws AppError InvalidParams with an issue `PasswordCommon` at `password`
 */
export async function checkStaffPassword(password: string, email: string): Promise<void> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const plain = password.toLowerCase()
  const letters = plain.replace(/[^\p{L}]/gu, '')
  const common =
    dictionary['passwords-common'].includes(plain) ||
    dictionary['passwords-common'].slice(0, 1000).includes(letters) ||
    [email, email.split('@')[0] ?? ''].some((part) => part.length > 3 && plain.includes(part.toLowerCase()))
  if (common) throw new AppError('InvalidParams', { issues: [{ path: 'password', message: 'PasswordCommon' }] })
}
