import { AppError } from '@hc/contract/errors'
import type { Locale } from '@hc/contract/locales'
import type { AppDeps } from '../../app-deps.ts'
import { passwordChangedMail } from '../message/compose.ts'
import { hashCode } from './codes.ts'
import { checkNewPassword } from './new-password.ts'
import { hashPassword } from './password.ts'

const NOTICE_HOURS = 24

/**
 * Sets a new password by a code. The password is judged first, so that a weak one costs no try; the code is taken, the
 * password set and every session ended in one statement. The account's mailbox is told.
 * @throws AppError InvalidParams (password), or `wrongCode` for every wrong, old, used or foreign code
 */
export async function resetPassword(
  { config, ctx, bus, messages, wake }: Pick<AppDeps, 'config' | 'ctx' | 'bus' | 'messages' | 'wake'>,
  target: string, code: string, password: string, wrongCode: 'InvalidEmailCode' | 'InvalidMobileCode', locale: Locale,
): Promise<void> {
  await checkNewPassword(password, config.game.name)
  // No hash is made where no code is open: asking costs an attacker more than us. Open codes exist without accounts too.
  const [open] = await ctx.q<{ open: boolean }>({
    name: 'open-code', text: `select exists (select 1 from verification_code where target = $1 and purpose = 'reset' and used_at is null and tries < 5 and expires_at > app_now()) as open`,
  }, [target])
  if (!open?.open) throw new AppError(wrongCode)
  const hash = await hashPassword(password)
  const [done] = await ctx.q<{ account_id: number | null }>({ name: 'reset-password', text: 'select reset_password($1, $2, $3) as account_id' },
    [target, hashCode(config.sessionSecrets, target, 'reset', code), hash])
  if (!done?.account_id) throw new AppError(wrongCode)
  bus.local('session', String(done.account_id))
  const [account] = await ctx.q<{ login: string; email: string | null }>({ text: 'select login, email from account where account_id = $1' }, [done.account_id])
  if (account?.email && messages.offered.has('email')) {
    await messages.write('email', account.email, 'password_changed', locale, passwordChangedMail(locale, { name: config.game.name, url: config.publicUrl }, account.login), NOTICE_HOURS)
    wake('message')
  }
}
