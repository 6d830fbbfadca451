import { AppError } from '@hc/contract/errors'
import { WRONG_PASSWORDS_MAX, WRONG_PASSWORDS_WINDOW_MINUTES } from '@hc/domain/limits'
import type { Query } from '../../platform/db.ts'
import { decryptPassword, verifyPassword } from './password.ts'
import type { Account } from './session.ts'

type AccountRow = {
  account_id: number; uid: string; login: string; email: string | null; phone: string | null
  password_hash: string | null; email_login: boolean; disabled: boolean; failures: number
}

export type SignIn = { account: string; passwd: string; encrypted: boolean; clientKey: string }

/**
 * Checks an account id or email with its password and returns the account.
 * @throws AppError GameAccountNotFound, EmailAccountNotFound, canNoEmailLogin, InvalidPassword, AuthFail
 * (disabled), SystemBusy (10 wrong passwords in 15 minutes: no password is checked until they age).
 */
export async function signIn(q: Query, input: SignIn): Promise<Account> {
  const byEmail = input.account.includes('@')
  const name = byEmail ? input.account.trim().toLowerCase() : input.account.trim()
  const [account] = await q<AccountRow>({
    text: `select a.account_id, a.uid, a.login, a.email, a.phone, a.password_hash, a.email_login, a.disabled,
                  (select count(*) from sign_in_failure f where f.login_key = a.uid
                      and f.failed_at > app_now() - interval '${WRONG_PASSWORDS_WINDOW_MINUTES} minutes') as failures
             from account a where ${byEmail ? 'a.email = $1' : '(a.login = $1 or a.uid = $1)'}`,
  }, [name])
  if (!account) throw new AppError(byEmail ? 'EmailAccountNotFound' : 'GameAccountNotFound')
  if (byEmail && !account.email_login) throw new AppError('canNoEmailLogin')
  if (account.failures >= WRONG_PASSWORDS_MAX) {
    throw new AppError('SystemBusy', { reason: 'too many wrong passwords', minutes: WRONG_PASSWORDS_WINDOW_MINUTES }, WRONG_PASSWORDS_WINDOW_MINUTES * 60)
  }
  const password = input.encrypted ? decryptPassword(input.passwd, input.clientKey) : input.passwd
  if (password === undefined || !await verifyPassword(password, account.password_hash)) {
    await q({ text: 'insert into sign_in_failure (login_key, failed_at) select uid, app_now() from account where account_id = $1' }, [account.account_id])
    throw new AppError('InvalidPassword')
  }
  if (account.disabled) throw new AppError('AuthFail')
  return { accountId: account.account_id, uid: account.uid, login: account.login, email: account.email, phone: account.phone }
}
