import { randomBytes } from 'node:crypto'
import { hashOf } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'

/** Hours for which an invitation is good, once. */
export const INVITATION_HOURS = 24

export type Invitation = { email: string; name: string; roles: string[]; by: string }
export type Invited = { refusal: 'taken' } | { refusal: 'role'; role: string } | { url: string; expiresAt: Date }

/** Invites somebody to the desk. The link carries its token behind `#`, so no server and no log sees it. */
export async function invite(q: Query, origin: string, { email, name, roles, by }: Invitation): Promise<Invited> {
  const [address] = await q<{ taken: boolean; unknown: string | null }>(
    {
      text: `select not desk.may_be_invited($1) as taken,
        (select r from unnest($2::text[]) r where not exists (select 1 from desk.role where role_key = r) limit 1)
          as unknown`,
    },
    [email, roles],
  )
  if (address?.taken) return { refusal: 'taken' }
  if (address?.unknown) return { refusal: 'role', role: address.unknown }
  await q({ text: `select case when desk.would_decide($1, $2) then desk.must_be_agreed('staff.invite.owner') end` }, [
    roles,
    email,
  ])
  const token = randomBytes(24).toString('base64url')
  const [invitation] = await q<{ expires_at: Date }>(
    {
      text: `insert into desk.staff_invitation (token_hash, email, name, roles, invited_by, expires_at)
        values ($1, $2, $3, $4, $5, app_now() + make_interval(hours => $6)) returning expires_at`,
    },
    [hashOf(token), email, name, roles, by, INVITATION_HOURS],
  )
  if (!invitation) throw new Error('no invitation was written')
  return { url: `${origin}/invitation#${token}`, expiresAt: invitation.expires_at }
}
