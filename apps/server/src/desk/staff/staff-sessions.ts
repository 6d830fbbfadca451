import { randomBytes } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import type { FastifyReply } from 'fastify'
import { hashOf } from '../../http/desk/desk-calls.ts'
import { type Actor, deskTransaction } from '../../http/desk/transaction.ts'
import type { Database, Query } from '../../platform/db.ts'
import type { StaffDeps } from './staff-deps.ts'

/** Minutes for which a shown factor counts. */
const FRESH = 5
/** Minutes for which a recovery code or an invitation opens the desk, to enrol a factor. */
const ENROL = 15

export type Opened = { may: 'work' | 'enrol'; csrf: string }
export type Opening = {
  staffId: number
  /** The password's hash that was checked; null where a passkey did. */
  hash: string | null
  enrolOnly: boolean
  /** No factor was shown just now: the next call that wants one asks. */
  stale?: boolean
  /** The try that is given back; null where none was written down. */
  tryId: number | null
  /** What belongs to it, in its transaction. */
  also?: (q: Query) => Promise<void>
}

/** Opens a session and sets its cookie. @throws AppError StaffSignInFailed: the person was changed meanwhile */
export async function openSession(
  db: Pick<Database, 'pool'>,
  deps: StaffDeps,
  by: Actor,
  reply: FastifyReply,
  { staffId, hash, enrolOnly, stale = false, tryId, also }: Opening,
): Promise<Opened> {
  const token = randomBytes(32).toString('base64url')
  const csrf = randomBytes(18).toString('base64url')
  const minutes = enrolOnly ? ENROL : deps.sessionHours * 60
  const refused = await deskTransaction(db, { ...by, actor: `staff:${staffId}` }, async (q) => {
    const [opened] = await q<{ refusal: string | null }>(
      {
        text: `select refusal from desk.open_session($1, $2, $3, $4, make_interval(mins => $5),
          make_interval(mins => $6), $7, $8, $9, $10)`,
      },
      [
        staffId,
        hash,
        hashOf(token),
        csrf,
        minutes,
        stale ? 0 : enrolOnly ? ENROL : FRESH,
        enrolOnly,
        by.address,
        by.browser,
        tryId,
      ],
    )
    if (opened?.refusal === null) await also?.(q)
    return opened?.refusal !== null
  })
  if (refused) throw new AppError('StaffSignInFailed')
  deps.cookie.write(reply, token, minutes * 60)
  return { may: enrolOnly ? 'enrol' : 'work', csrf }
}
