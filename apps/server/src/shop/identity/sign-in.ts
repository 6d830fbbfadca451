import { AppError, type ErrorKey } from '@hc/contract/errors'
import { WRONG_PASSWORDS_MAX, WRONG_PASSWORDS_WINDOW_MINUTES } from '@hc/domain/limits'
import { accountName, mailAddress } from '@hc/domain/typed-text'
import { addressKey } from '../../platform/address.ts'
import type { Query } from '../../platform/db.ts'
import type { Refusal } from '../../sql-refusals.ts'
import { hashCode } from './codes.ts'
import { decryptPassword, type Passwords } from './password.ts'
import { type Account, newSession } from './session.ts'

export type SignInRules = {
  /** Every refusal has the same answer and duration, from an unknown account to a wrong password. */
  uniformErrors: boolean
  /** The most failed sign-ins from one address in the window of limits.ts, over all accounts. */
  failuresPerAddress: number
}
export type SignInDeps = { q: Query; passwords: Passwords; rules: SignInRules }
/** `passwd`: AES and Base64, as the specification has it. */
export type PasswordGiven = { account: string; passwd: string; clientKey: string; ip: string }
export type PhoneSignIn = { phone: string; code: string; secrets: readonly string[]; ip: string; remember: boolean }
export type SignedIn = { account: Account; token: string }
/** The verified credential. The statement that uses it compares it with the account again, under the account's lock. */
export type Verified = { account: Account; hash: string; email: string | null; renewed: string | null }

type Login = {
  account_id: number
  uid: string
  login: string
  email: string | null
  phone: string | null
  password_hash: string | null
  email_login: boolean
  disabled: boolean
}
const GIVE_BACK = { name: 'give-try-back', text: 'delete from sign_in_failure where try_id = $1' }
// Decision 151.
const OPEN = { name: 'open-session', text: 'select refusal from open_session($1, $2, $3, $4, $5, $6, $7)' }
// Decision 153.
const RESERVE = {
  name: 'reserve-try',
  text: 'select refusal, try_id, counted from reserve_try($1, $2, $3, $4, $5, $6)',
}
type Try = { refusal: Refusal<'reserve_try'> | null; try_id: number; counted: boolean }

const WINDOW = `${WRONG_PASSWORDS_WINDOW_MINUTES} minutes`
const RETRY_SECONDS = WRONG_PASSWORDS_WINDOW_MINUTES * 60
/** The most attempts at a sign-in whose account changes while its password is checked. */
const ANEW_MAX = 3
/** The hash to verify if there is no account, so that all answers take the same time. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5bm9ib2Q$aGVyZSBpcyBub2JvZHkgYW5kIG5vIG9uZSBhdCBhbGw'

const tooManyWrong = (): AppError =>
  new AppError(
    'SystemBusy',
    { reason: 'too many wrong passwords', minutes: WRONG_PASSWORDS_WINDOW_MINUTES },
    RETRY_SECONDS,
  )
const tooManyHere = (): AppError => new AppError('TooManyRequests', null, RETRY_SECONDS)

const accountOf = (row: Omit<Login, 'password_hash' | 'email_login' | 'disabled'>): Account => ({
  accountId: row.account_id,
  uid: row.uid,
  login: row.login,
  email: row.email,
  phone: row.phone,
})

async function find(q: Query, name: string, byEmail: boolean, uid: string): Promise<Login | undefined> {
  const [login] = await q<Login>(
    {
      name: byEmail ? 'sign-in-by-email' : 'sign-in-by-name',
      text: `select account_id, uid, login, email, phone, password_hash, email_login, disabled from account
            where ${byEmail ? 'email = $1' : 'login = $1 or uid = $2'}`,
    },
    byEmail ? [name] : [name, uid],
  )
  return login
}

/** Records a try before anything is checked. @throws AppError SystemBusy, TooManyRequests */
async function reserve({ q, rules }: SignInDeps, uid: string | null, name: string, address: string): Promise<Try> {
  const [tried] = await q<Try>(RESERVE, [
    uid,
    rules.uniformErrors ? name : null,
    address,
    WRONG_PASSWORDS_MAX,
    rules.failuresPerAddress,
    WINDOW,
  ])
  if (!tried) throw new Error('reserve_try returned no row')
  if (tried.refusal === 'address') throw tooManyHere()
  if (tried.refusal === 'account') throw tooManyWrong()
  return tried
}

/**
 * Checks the password of an account id, uid or email. The try is recorded first. It stays if the password is wrong, and
 * is deleted if it is right.
 * @throws AppError GameAccountNotFound, EmailAccountNotFound, canNoEmailLogin, InvalidPassword, AuthFail (disabled),
 * SystemBusy (after 10 wrong passwords in 15 minutes none is checked until they age; or the machine is busy),
 * TooManyRequests (the address, or too many at once)
 */
export async function checkPassword(deps: SignInDeps, input: PasswordGiven): Promise<Verified> {
  const { q, passwords, rules } = deps
  const { account: typed, passwd, clientKey, ip } = input
  const byEmail = typed.includes('@')
  const name = byEmail ? (mailAddress(typed) ?? typed.toLowerCase()) : accountName(typed)
  const address = addressKey(ip)
  const refused = (key: ErrorKey): AppError => new AppError(rules.uniformErrors ? 'InvalidPassword' : key)
  // Turns count by the typed name: with uniform errors nothing may reveal the account, and a refusal then costs no
  // query. Decision 154.
  return await passwords.admit({ account: name, address }, async (inTurn) => {
    const login = await find(q, name, byEmail, typed.trim())
    const allowedLogin = login && (!byEmail || login.email_login) ? login : undefined
    if (!allowedLogin && !rules.uniformErrors) {
      await reserve(deps, null, name, address)
      throw refused(login ? 'canNoEmailLogin' : byEmail ? 'EmailAccountNotFound' : 'GameAccountNotFound')
    }
    const password = decryptPassword(passwd, clientKey)
    return await inTurn(async ({ hash, verify }) => {
      const { try_id: tryId, counted } = await reserve(deps, allowedLogin?.uid ?? null, name, address)
      const present = counted ? (allowedLogin?.password_hash ?? null) : null
      const right = await verify(password ?? '', present ?? NOBODY)
      if (!allowedLogin || present === null || password === undefined || !right) throw refused('InvalidPassword')
      if (!allowedLogin.disabled || !rules.uniformErrors) await q(GIVE_BACK, [tryId])
      if (allowedLogin.disabled) throw refused('AuthFail')
      const renewed = passwords.isDated(present) ? await hash(password) : null
      return { account: accountOf(allowedLogin), hash: present, email: byEmail ? name : null, renewed }
    })
  })
}

/**
 * Signs in with a password. If the account changes while its password is checked, the sign-in starts anew.
 * @throws AppError as checkPassword
 */
export async function signIn(deps: SignInDeps, input: PasswordGiven & { remember: boolean }): Promise<SignedIn> {
  for (let round = 0; round < ANEW_MAX; round++) {
    const { account, hash, email, renewed } = await checkPassword(deps, input)
    const session = newSession(input.remember)
    const [opened] = await deps.q<{ refusal: Refusal<'open_session'> | null }>(OPEN, [
      account.accountId,
      hash,
      email,
      renewed,
      session.hash,
      input.remember,
      session.ttl,
    ])
    if (opened?.refusal === null) return { account, token: session.token }
  }
  throw new AppError('SystemBusy', null, 2)
}

type PhoneRow = Omit<Login, 'password_hash' | 'email_login' | 'disabled'> & {
  refusal: Refusal<'open_session_by_phone'> | null
}

/**
 * Signs in with a phone number (E.164) and the code that was sent to it.
 * @throws AppError MobileAccountNotFound, InvalidMobileCode (wrong, old, used, five wrong ones before, or the account
 * was changed since), TooManyRequests
 */
export async function phoneSignIn(deps: Omit<SignInDeps, 'passwords'>, input: PhoneSignIn): Promise<SignedIn> {
  const { q, rules } = deps
  const [tried] = await q<Try>(RESERVE, [
    null,
    null,
    addressKey(input.ip),
    WRONG_PASSWORDS_MAX,
    rules.failuresPerAddress,
    WINDOW,
  ])
  if (!tried || tried.refusal) throw tooManyHere()
  const session = newSession(input.remember)
  const [row] = await q<PhoneRow>(
    {
      name: 'open-session-by-phone',
      text: 'select refusal, account_id, uid, login, email, phone from open_session_by_phone($1, $2, $3, $4, $5, $6)',
    },
    [
      input.phone,
      hashCode(input.secrets, input.phone, 'login', input.code),
      tried.try_id,
      session.hash,
      input.remember,
      session.ttl,
    ],
  )
  const unknown = row?.refusal === 'unknown' && !rules.uniformErrors
  if (!row || row.refusal) throw new AppError(unknown ? 'MobileAccountNotFound' : 'InvalidMobileCode')
  return { account: accountOf(row), token: session.token }
}
