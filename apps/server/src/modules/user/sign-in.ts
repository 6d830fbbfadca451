import { AppError, type ErrorKey } from '@hc/contract/errors'
import { WRONG_PASSWORDS_MAX, WRONG_PASSWORDS_WINDOW_MINUTES } from '@hc/domain/limits'
import type { Query } from '../../platform/db.ts'
import { hashCode } from './codes.ts'
import { decryptPassword, hashPassword, isDated, verifyPassword } from './password.ts'
import type { Account } from './session.ts'

type AccountRow = {
  account_id: number; uid: string; login: string; email: string | null; phone: string | null
  password_hash: string | null; email_login: boolean; disabled: boolean; failures: number
}

export type SignInRules = {
  /** An unknown account, a wrong password and every other refusal are one answer and one time. */
  uniformErrors: boolean
  /** Failed sign-ins from one address in the window of limits.ts, whatever accounts they named. */
  failuresPerAddress: number
}
export type SignIn = { account: string; passwd: string; encrypted: boolean; clientKey: string; ip: string }
export type PhoneSignIn = { phone: string; code: string; secrets: readonly string[]; ip: string }

const RETRY_SECONDS = WRONG_PASSWORDS_WINDOW_MINUTES * 60
/** Checked where there is no account, so that no answer comes sooner than another. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5bm9ib2Q$aGVyZSBpcyBub2JvZHkgYW5kIG5vIG9uZSBhdCBhbGw'

const accountOf = (row: AccountRow): Account => ({ accountId: row.account_id, uid: row.uid, login: row.login, email: row.email, phone: row.phone })

/** @throws AppError TooManyRequests where this address has failed too often; all processes count together. */
async function guardAddress(q: Query, ip: string, rules: SignInRules): Promise<void> {
  const [row] = await q<{ failures: number }>({
    name: 'address-failures', text: `select count(*) as failures from sign_in_failure where client_ip = $1 and failed_at > app_now() - interval '${WRONG_PASSWORDS_WINDOW_MINUTES} minutes'`,
  }, [ip])
  if ((row?.failures ?? 0) >= rules.failuresPerAddress) throw new AppError('TooManyRequests', null, RETRY_SECONDS)
}

const noteFailure = (q: Query, key: string, ip: string): Promise<unknown> =>
  q({ name: 'sign-in-failed', text: 'insert into sign_in_failure (login_key, client_ip, failed_at) values ($1, $2, app_now())' }, [key, ip])

const columns = `a.account_id, a.uid, a.login, a.email, a.phone, a.password_hash, a.email_login, a.disabled,
  (select count(*) from sign_in_failure f where f.login_key = a.uid
      and f.failed_at > app_now() - interval '${WRONG_PASSWORDS_WINDOW_MINUTES} minutes') as failures`

/**
 * Checks an account id or email with its password and returns the account.
 * @throws AppError GameAccountNotFound, EmailAccountNotFound, canNoEmailLogin, InvalidPassword, AuthFail
 * (disabled), SystemBusy (10 wrong passwords in 15 minutes: no password is checked until they age), TooManyRequests (the address).
 */
export async function signIn(q: Query, rules: SignInRules, input: SignIn): Promise<Account> {
  await guardAddress(q, input.ip, rules)
  const byEmail = input.account.includes('@')
  const name = byEmail ? input.account.trim().toLowerCase() : input.account.trim()
  const [account] = await q<AccountRow>({ text: `select ${columns} from account a where ${byEmail ? 'a.email = $1' : '(a.login = $1 or a.uid = $1)'}` }, [name])
  const password = input.encrypted ? decryptPassword(input.passwd, input.clientKey) : input.passwd
  const fail = async (key: ErrorKey, failedKey: string): Promise<never> => {
    await noteFailure(q, failedKey, input.ip)
    throw new AppError(rules.uniformErrors ? 'InvalidPassword' : key)
  }
  if (!account || (byEmail && !account.email_login)) {
    if (rules.uniformErrors) await verifyPassword(password ?? '', NOBODY)
    return await fail(account ? 'canNoEmailLogin' : byEmail ? 'EmailAccountNotFound' : 'GameAccountNotFound', '')
  }
  if (account.failures >= WRONG_PASSWORDS_MAX) {
    throw new AppError('SystemBusy', { reason: 'too many wrong passwords', minutes: WRONG_PASSWORDS_WINDOW_MINUTES }, RETRY_SECONDS)
  }
  const right = await verifyPassword(password ?? '', account.password_hash ?? NOBODY)
  if (password === undefined || !right) return await fail('InvalidPassword', account.uid)
  if (account.disabled) throw new AppError(rules.uniformErrors ? 'InvalidPassword' : 'AuthFail')
  if (isDated(account.password_hash)) {
    await q({ text: 'update account set password_hash = $3 where account_id = $1 and password_hash = $2' }, [account.account_id, account.password_hash, await hashPassword(password)])
  }
  return accountOf(account)
}

/**
 * Checks a phone number (E.164) with the code that was sent to it.
 * @throws AppError MobileAccountNotFound, InvalidMobileCode (wrong, old, used, or five wrong ones before), AuthFail (disabled), TooManyRequests
 */
export async function phoneSignIn(q: Query, rules: SignInRules, input: PhoneSignIn): Promise<Account> {
  await guardAddress(q, input.ip, rules)
  const [account] = await q<AccountRow>({ text: `select ${columns} from account a where a.phone = $1` }, [input.phone])
  const [tried] = await q<{ who: number | null }>({ name: 'try-code', text: `select try_code($1, 'login', $2) as who` },
    [input.phone, hashCode(input.secrets, input.phone, 'login', input.code)])
  if (!account || tried?.who !== account.account_id) {
    await noteFailure(q, '', input.ip)
    throw new AppError(account || rules.uniformErrors ? 'InvalidMobileCode' : 'MobileAccountNotFound')
  }
  if (account.disabled) throw new AppError(rules.uniformErrors ? 'InvalidMobileCode' : 'AuthFail')
  return accountOf(account)
}
