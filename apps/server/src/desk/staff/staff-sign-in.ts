import { AppError } from '@hc/contract/errors'
import { addressKey } from '../../platform/address.ts'
import type { Query } from '../../platform/db.ts'
import type { StaffDeps } from './staff-deps.ts'
import type { Opening } from './staff-sessions.ts'
import { stepOf } from './totp.ts'
import { recoveryHash } from './recovery.ts'

/** Ten failures in a quarter of an hour: throttled, never locked for good (console design, section 3). */
const TRIES = { person: 10, address: 50, minutes: 15 }
/** Checked where there is nobody, so that no answer comes sooner than another. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5bm9ib2Q$aGVyZSBpcyBub2JvZHkgYW5kIG5vIG9uZSBhdCBhbGw'

type Person = {
  staff_id: number
  password_hash: string | null
  suspended: boolean
  secret: Buffer | null
  sso: boolean
}
export type PasswordTry = { email: string; password: string; address: string }

/** Writes a try down before anything is checked. @throws AppError SystemBusy: there were too many */
export async function reserveTry(q: Query, who: string, address: string): Promise<number> {
  const [tried] = await q<{ try_id: number | null }>(
    { text: 'select try_id from desk.reserve_try($1, $2, $3, $4, make_interval(mins => $5))' },
    [who, addressKey(address), TRIES.person, TRIES.address, TRIES.minutes],
  )
  if (tried?.try_id == null)
    throw new AppError('SystemBusy', { reason: 'too many tries', minutes: TRIES.minutes }, TRIES.minutes * 60)
  return tried.try_id
}

type Checked = { found: Person; hash: string | null; tryId: number }

/**
 * An unknown address, a suspended person and a wrong password have the same answer after the same time. `without`: a
 * person without a password, who signs in by single sign-on alone, needs none.
 */
async function checkPassword(
  deps: StaffDeps,
  { email, password, address }: PasswordTry,
  without = false,
): Promise<Checked> {
  const { q, passwords } = deps
  return await passwords.admit({ account: `desk ${email}`, address: addressKey(address) }, async (inTurn) => {
    // A name without @ is the beginning of an address, where one person alone has it.
    const [person, another] = await q<Person>(
      {
        text: `select p.staff_id, p.password_hash, p.suspended_at is not null as suspended,
            case when t.confirmed_at is not null then t.secret end as secret,
            exists (select 1 from desk.staff_sso l where l.staff_id = p.staff_id) as sso
          from desk.staff p left join desk.staff_totp t using (staff_id)
          where p.email = $1 or ($1 !~ '@' and split_part(p.email, '@', 1) = $1)`,
      },
      [email],
    )
    // Tries count for the person, whichever form of the address was typed.
    const who = person && !another ? `staff ${person.staff_id}` : `mail ${email}`
    const tryId = await reserveTry(q, who, address)
    const right = await inTurn(({ verify }) => verify(password, person?.password_hash ?? NOBODY))
    const none = without && person?.sso === true && person.password_hash === null
    if (!person || another || person.suspended || !(right || none)) throw new AppError('StaffSignInFailed')
    return { found: person, hash: person.password_hash, tryId }
  })
}

/** Uses a one-time code of a person, once. @throws AppError StaffSignInFailed */
export async function spendCode(deps: StaffDeps, staffId: number, sealed: Buffer, code: string): Promise<void> {
  const step = stepOf(deps.seal.open(sealed), code, deps.now())
  if (step === null) throw new AppError('StaffSignInFailed')
  const [used] = await deps.q<{ ok: boolean }>({ text: 'select desk.use_step($1, $2) as ok' }, [staffId, step])
  if (!used?.ok) throw new AppError('StaffSignInFailed')
}

const giveBack = (q: Query, tryId: number): Promise<unknown> =>
  q({ text: 'delete from desk.staff_failure where try_id = $1' }, [tryId])

/**
 * Signs in with a password and a one-time code. A person without an authenticator gets in to enrol one, and nothing
 * else.
 *
 * @throws AppError StaffSignInFailed, FactorNeeded (the password is right, the code is missing), SystemBusy
 */
export async function byPassword(deps: StaffDeps, input: PasswordTry & { code: string | undefined }): Promise<Opening> {
  const { found, hash, tryId } = await checkPassword(deps, input)
  if (found.secret === null) {
    const [passkeys] = await deps.q<{ n: number }>(
      { text: 'select count(*)::int as n from desk.staff_passkey where staff_id = $1' },
      [found.staff_id],
    )
    // A person with a passkey must use it: a password alone opens nothing.
    if (passkeys?.n) throw new AppError('StaffSignInFailed')
    return { staffId: found.staff_id, hash, enrolOnly: true, tryId }
  }
  if (input.code === undefined) {
    await giveBack(deps.q, tryId)
    throw new AppError('FactorNeeded')
  }
  await spendCode(deps, found.staff_id, found.secret, input.code)
  return { staffId: found.staff_id, hash, enrolOnly: false, tryId }
}

/**
 * Signs in with a password and a recovery code, to enrol a new factor.
 *
 * @throws AppError StaffSignInFailed, SystemBusy
 */
export async function byRecovery(deps: StaffDeps, input: PasswordTry & { code: string }): Promise<Opening> {
  const { found, hash, tryId } = await checkPassword(deps, input, true)
  const used = await deps.q(
    {
      text: `update desk.staff_recovery set used_at = app_now()
        where code_hash = $1 and staff_id = $2 and used_at is null returning 1`,
    },
    [recoveryHash(input.code), found.staff_id],
  )
  if (used.length === 0) throw new AppError('StaffSignInFailed')
  return { staffId: found.staff_id, hash, enrolOnly: true, tryId }
}
