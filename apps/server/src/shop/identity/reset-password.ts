import { AppError } from '@hc/contract/errors'
import type { Locale } from '@hc/contract/locales'
import type { Ctx } from '../../ctx.ts'
import { addressKey } from '../../platform/address.ts'
import { passwordChangedMail } from '../message/compose.ts'
import type { Messages } from '../message/messages.ts'
import { siteOf } from '../message/site.ts'
import { hashCode, type LetterConfig } from './codes.ts'
import { checkNewPassword } from './new-password.ts'
import type { Passwords } from './password.ts'
import type { Sessions } from './session.ts'

const NOTICE_HOURS = 24

export type Reset = { target: string; code: string; password: string; ip: string }
type Deps = {
  config: LetterConfig
  ctx: Pick<Ctx, 'q'>
  passwords: Passwords
  sessions: Pick<Sessions, 'changed'>
  messages: Pick<Messages, 'offered' | 'write'>
  wake: (job: 'message') => void
}

/**
 * Sets a new password by a code. The password is checked first, so a weak one costs no try. A wrong code costs a try
 * but no hash. One statement takes the code, sets the password and ends every session. The account's mailbox gets a
 * notice.
 * @throws AppError InvalidParams (password), or `wrongCode` for every wrong, old, used or foreign code
 */
export async function resetPassword(
  { config, ctx, sessions, passwords, messages, wake }: Deps,
  { target, code, password, ip }: Reset,
  wrongCode: 'InvalidEmailCode' | 'InvalidMobileCode',
  locale: Locale,
): Promise<void> {
  await checkNewPassword(password, config.game.name)
  const codeHash = hashCode(config.sessionSecrets, target, 'reset', code)
  const isCode = { name: 'is-code', text: `select is_code($1, 'reset', $2) as right` }
  const [codeCheck] = await ctx.q<{ right: boolean }>(isCode, [target, codeHash])
  if (!codeCheck?.right) throw new AppError(wrongCode)
  const hash = await passwords.admit({ account: target, address: addressKey(ip) }, (inTurn) =>
    inTurn((hashing) => hashing.hash(password)),
  )
  const [reset] = await ctx.q<{ account_id: number | null }>(
    { name: 'reset-password', text: 'select reset_password($1, $2, $3) as account_id' },
    [target, codeHash, hash],
  )
  if (!reset?.account_id) throw new AppError(wrongCode)
  sessions.changed(reset.account_id)
  const [account] = await ctx.q<{ login: string; email: string | null }>(
    { text: 'select login, email from account where account_id = $1' },
    [reset.account_id],
  )
  if (account?.email && messages.offered.has('email')) {
    await messages.write(
      'email',
      account.email,
      'password_changed',
      locale,
      passwordChangedMail(locale, siteOf(config), account.login),
      NOTICE_HOURS,
    )
    wake('message')
  }
}
