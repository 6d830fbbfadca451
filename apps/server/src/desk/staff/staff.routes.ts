import { AppError } from '@hc/contract/errors'
import { type DeskContext, type DeskRegister, hashOf } from '../../http/desk/desk-calls.ts'
import type { Database, Query } from '../../platform/db.ts'
import { MONEY } from '../roles/roles.routes.ts'
import { invite } from './invitations.ts'
import { addPasskey, checkAssertion, creationOptions, requestOptions } from './passkeys.ts'
import { newRecoveryCodes, recoveryHash } from './recovery.ts'
import { Sso } from './sso.ts'
import type { StaffDeps } from './staff-deps.ts'
import { checkStaffPassword } from './staff-password.ts'
import { type Opening, openSession } from './staff-sessions.ts'
import { byPassword, byRecovery, reserveTry, spendCode } from './staff-sign-in.ts'
import { newSecret, stepOf, totpUri } from './totp.ts'

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)
const maybeSeconds = (at: Date | null): number | null => (at === null ? null : seconds(at))
const FRESH_MINUTES = 5

/** Signing in, and what a person does with the own sessions and factors. */
export function staffRoutes(register: DeskRegister, db: Pick<Database, 'pool'>, deps: StaffDeps): void {
  const opened = ({ by, reply }: DeskContext, opening: Opening) => openSession(db, deps, by, reply, opening)
  const sso = new Sso(deps, db)
  sessionRoutes(register, deps, opened, sso)
  ssoRoutes(register, deps, opened, sso)
  factorRoutes(register, deps)
  peopleRoutes(register, deps, opened, sso)
}

type Open = (context: DeskContext, opening: Opening) => ReturnType<typeof openSession>

function ssoRoutes(register: DeskRegister, deps: StaffDeps, opened: Open, sso: Sso): void {
  register('session/ssoOptions', async (_body, { request, reply }) => await sso.begin(request, reply))
  register('session/sso', async ({ query }, context) => {
    // A state cannot be guessed, so only the address counts.
    const tryId = await reserveTry(deps.q, `sso ${hashOf(query).toString('hex')}`, context.by.address)
    const staffId = await sso.finish(context, query)
    return await opened(context, { staffId, hash: null, enrolOnly: false, stale: true, tryId })
  })
  register('session/ssoStepUpOptions', async (_body, { who }) => await sso.beginStepUp(who()))
  register('session/ssoStepUp', async ({ query }, context) => {
    const me = context.who()
    const tryId = await reserveTry(deps.q, `step up ${me.staff_id}`, context.by.address)
    const departure = await sso.take(query, { who: me })
    context.after(async () => ({ fresh_until: await sso.stepUp(context, query, departure, tryId) }))
    return { fresh_until: 0 }
  })
}

function sessionRoutes(register: DeskRegister, deps: StaffDeps, opened: Open, sso: Sso): void {
  register('session/passkeyOptions', async () => {
    sso.refuseOthers()
    return { ...(await requestOptions(deps, 'sign_in', null)) }
  })
  register('session/passkey', async ({ credential }, context) => {
    sso.refuseOthers()
    const tryId = await reserveTry(deps.q, `key ${hashOf(credential.id).toString('hex')}`, context.by.address)
    const staffId = await checkAssertion(deps, 'sign_in', null, credential)
    return await opened(context, { staffId, hash: null, enrolOnly: false, tryId })
  })
  register('session/password', async (body, context) => {
    sso.refuseOthers()
    return await opened(context, await byPassword(deps, { ...body, code: body.code, address: context.by.address }))
  })
  register('session/recover', async (body, context) => {
    const opening = await byRecovery(deps, { ...body, code: body.recovery_code, address: context.by.address })
    return await opened(context, { ...opening, also: (q) => deps.letters.recovered(q, opening.staffId) })
  })
  register('session/me', (_body, { who }) => {
    const me = who()
    return Promise.resolve({
      staff_id: me.staff_id,
      email: me.email,
      name: me.name,
      locale: me.locale,
      zone: me.zone,
      csrf: me.csrf,
      may: me.recovery ? ('enrol' as const) : ('work' as const),
      mode: deps.mode,
      ...(deps.visitors && { visitor: true as const }),
      fresh: me.fresh,
      ends_at: seconds(me.ends_at),
      roles: me.roles,
      permissions: me.permissions,
      decides: me.decides,
      limits: me.limits,
    })
  })
  register('session/list', async (_body, { q, who }) => {
    const me = who()
    const rows = await q<{ session_id: string; created_at: Date; seen_at: Date; address: string; browser: string }>(
      {
        text: `select session_id, created_at, seen_at, address, browser from desk.staff_session
          where staff_id = $1 and ended_at is null and ends_at > app_now() order by created_at desc`,
      },
      [me.staff_id],
    )
    return rows.map((row) => ({
      ...row,
      created_at: seconds(row.created_at),
      seen_at: seconds(row.seen_at),
      this_one: row.session_id === me.session_id,
    }))
  })
  register('session/end', async ({ session_id }, { q, who }) => {
    const me = who()
    const [row] = await q<{ ended: number }>({ text: 'select desk.end_sessions($1, $2, $3, $4) as ended' }, [
      me.staff_id,
      session_id ?? null,
      session_id ? null : me.session_id,
      'ended',
    ])
    return { ended: row?.ended ?? 0 }
  })
  register('session/changePassword', async ({ present, password }, { q, who, by }) => {
    const me = who()
    const tryId = await reserveTry(deps.q, `step up ${me.staff_id}`, by.address)
    await checkStaffPassword(password, me.email)
    const hash = await deps.passwords.admit({ account: `desk ${me.email}`, address: by.address }, (inTurn) =>
      inTurn(async (hashing) => {
        const [row] = await q<{ password_hash: string | null }>(
          { text: 'select password_hash from desk.staff where staff_id = $1 for update' },
          [me.staff_id],
        )
        const right = row?.password_hash ? await hashing.verify(present, row.password_hash) : false
        return right ? await hashing.hash(password) : null
      }),
    )
    if (hash === null) throw new AppError('StaffSignInFailed')
    await q({ text: 'delete from desk.staff_failure where try_id = $1' }, [tryId])
    await q({ text: 'update desk.staff set password_hash = $2 where staff_id = $1' }, [me.staff_id, hash])
    const [row] = await q<{ ended: number }>({ text: 'select desk.end_sessions($1, null, $2, $3) as ended' }, [
      me.staff_id,
      me.session_id,
      'ended',
    ])
    return { ended: row?.ended ?? 0 }
  })
  register('session/leave', async (_body, { q, who, reply }) => {
    const me = who()
    await q({ text: 'select desk.end_sessions($1, $2, null, $3)' }, [me.staff_id, me.session_id, 'left'])
    deps.cookie.clear(reply)
    return {}
  })
  register('session/stepUpOptions', async (_body, { who }) => ({
    ...(await requestOptions(deps, 'step_up', who().staff_id)),
  }))
  register('session/stepUp', async ({ code, credential }, { q, who, by }) => {
    const me = who()
    const tryId = await reserveTry(deps.q, `step up ${me.staff_id}`, by.address)
    if (credential) await checkAssertion(deps, 'step_up', me.staff_id, credential)
    else {
      const [row] = await q<{ secret: Buffer }>(
        { text: 'select secret from desk.staff_totp where staff_id = $1 and confirmed_at is not null' },
        [me.staff_id],
      )
      if (!row || code === undefined) throw new AppError('StaffSignInFailed')
      await spendCode(deps, me.staff_id, row.secret, code)
    }
    const [fresh] = await q<{ fresh_until: Date }>(
      {
        text: `with back as (delete from desk.staff_failure where try_id = $3)
          update desk.staff_session set fresh_until = app_now() + make_interval(mins => $2)
           where session_id = $1 returning fresh_until`,
      },
      [me.session_id, FRESH_MINUTES, tryId],
    )
    if (!fresh) throw new AppError('StaffSessionOver')
    await q({ text: `select desk.note('staff', $1)` }, [String(me.staff_id)])
    return { fresh_until: seconds(fresh.fresh_until) }
  })
}

/** An enrolment's session is a working one from the first factor on. */
const nowWorks = (q: Query, sessionId: string, hours: number): Promise<unknown> =>
  q(
    {
      text: `update desk.staff_session set recovery = false, ends_at = created_at + make_interval(hours => $2)
        where session_id = $1 and recovery`,
    },
    [sessionId, hours],
  )

function factorRoutes(register: DeskRegister, deps: StaffDeps): void {
  register('factor/list', async (_body, { q, who }) => {
    const me = who()
    const [row] = await q<{ password: boolean; totp: boolean; recovery_left: number }>(
      {
        text: `select p.password_hash is not null as password,
            exists (select 1 from desk.staff_totp t where t.staff_id = $1 and t.confirmed_at is not null) as totp,
            (select count(*)::int from desk.staff_recovery r where r.staff_id = $1 and r.used_at is null)
              as recovery_left
          from desk.staff p where p.staff_id = $1`,
      },
      [me.staff_id],
    )
    const keys = await q<{ credential_id: string; name: string; created_at: Date; used_at: Date | null }>(
      {
        text: `select credential_id, name, created_at, used_at from desk.staff_passkey
          where staff_id = $1 order by created_at`,
      },
      [me.staff_id],
    )
    if (!row) throw new AppError('StaffSessionOver')
    return {
      ...row,
      sso: deps.sso !== null,
      passkeys: keys.map((key) => ({
        ...key,
        created_at: seconds(key.created_at),
        used_at: maybeSeconds(key.used_at),
      })),
    }
  })
  register('factor/totpBegin', async (_body, { q, who }) => {
    const me = who()
    const secret = newSecret()
    await q(
      {
        text: `insert into desk.staff_totp (staff_id, next_secret) values ($1, $2)
          on conflict (staff_id) do update set next_secret = excluded.next_secret`,
      },
      [me.staff_id, deps.seal.close(secret)],
    )
    return { secret, uri: totpUri(secret, deps.issuer, me.email) }
  })
  register('factor/totpConfirm', async ({ code }, { q, who, by }) => {
    const me = who()
    const tryId = await reserveTry(deps.q, `confirm ${me.staff_id}`, by.address)
    const [row] = await q<{ secret: Buffer }>(
      {
        text: `select next_secret as secret from desk.staff_totp
          where staff_id = $1 and next_secret is not null for update`,
      },
      [me.staff_id],
    )
    const step = row && stepOf(deps.seal.open(row.secret), code, deps.now())
    if (step == null) throw new AppError('StaffSignInFailed')
    await q({ text: 'delete from desk.staff_failure where try_id = $1' }, [tryId])
    await q(
      {
        text: `update desk.staff_totp set secret = next_secret, next_secret = null, confirmed_at = app_now(),
          last_step = $2 where staff_id = $1`,
      },
      [me.staff_id, step],
    )
    await q({ text: `select desk.end_sessions($1, null, $2, 'factor')` }, [me.staff_id, me.session_id])
    await nowWorks(q, me.session_id, deps.sessionHours)
    return {}
  })
  register('factor/passkeyOptions', async (_body, { who }) => ({ ...(await creationOptions(deps, who())) }))
  register('factor/passkeyAdd', async ({ name, credential }, { q, who }) => {
    const me = who()
    const id = await addPasskey(deps, q, me.staff_id, name, credential)
    await nowWorks(q, me.session_id, deps.sessionHours)
    return { credential_id: id }
  })
  register('factor/passkeyRemove', async ({ credential_id }, { q, who }) => {
    const me = who()
    await q({ text: 'select 1 from desk.staff where staff_id = $1 for update' }, [me.staff_id])
    const rows = await q(
      {
        text: `delete from desk.staff_passkey k where k.credential_id = $1 and k.staff_id = $2
            and (exists (select 1 from desk.staff_passkey o where o.staff_id = $2 and o.credential_id <> $1)
              or exists (select 1 from desk.staff_totp t join desk.staff p using (staff_id)
                where t.staff_id = $2 and t.confirmed_at is not null and p.password_hash is not null)) returning 1`,
      },
      [credential_id, me.staff_id],
    )
    if (rows.length === 0) throw new AppError('LastFactor')
    await q({ text: `select desk.end_sessions($1, null, $2, 'factor')` }, [me.staff_id, me.session_id])
    return {}
  })
  register('factor/recoveryCodes', async (_body, { q, who }) => {
    const me = who()
    const codes = newRecoveryCodes()
    await q({ text: 'delete from desk.staff_recovery where staff_id = $1' }, [me.staff_id])
    await q({ text: 'insert into desk.staff_recovery (code_hash, staff_id) select unnest($2::bytea[]), $1' }, [
      me.staff_id,
      codes.map(recoveryHash),
    ])
    return { codes }
  })
}

/** Whether somebody of this address and with these roles could decide requests or give roles. */
async function wouldDecide(q: Query, roles: readonly string[], email: string): Promise<boolean> {
  const [row] = await q<{ decides: boolean }>({ text: 'select desk.would_decide($1, $2) as decides' }, [roles, email])
  return row?.decides === true
}

function peopleRoutes(register: DeskRegister, deps: StaffDeps, opened: Open, sso: Sso): void {
  register('invitation/read', async ({ token }, { q }) => {
    const [row] = await q<{ email: string; name: string; expires_at: Date }>(
      {
        text: `select email, name, expires_at from desk.staff_invitation
          where token_hash = $1 and used_at is null and expires_at > app_now()`,
      },
      [hashOf(token)],
    )
    if (!row) throw new AppError('InvitationOver')
    return { ...row, expires_at: seconds(row.expires_at) }
  })
  register('invitation/accept', async ({ token, password }, context) => {
    sso.refuseOthers()
    const [invited] = await deps.q<{ email: string }>(
      {
        text: `select email from desk.staff_invitation
          where token_hash = $1 and used_at is null and expires_at > app_now()`,
      },
      [hashOf(token)],
    )
    if (!invited) throw new AppError('InvitationOver')
    await checkStaffPassword(password, invited.email)
    const hash = await deps.passwords.admit({ account: 'desk invitation', address: context.by.address }, (inTurn) =>
      inTurn((hashing) => hashing.hash(password)),
    )
    const [answer] = await deps.q<{ refusal: string | null; staff_id: number | null }>(
      {
        text: `select refusal, staff_id from desk.act('invitation', 'invitation/accept', '', $3, $4, $5, ''),
          desk.accept_invitation($1, $2)`,
      },
      [hashOf(token), hash, context.by.address, context.by.browser, context.by.requestId],
    )
    if (answer?.staff_id == null) throw new AppError('InvitationOver')
    const { csrf } = await opened(context, { staffId: answer.staff_id, hash, enrolOnly: true, tryId: null })
    return { may: 'enrol' as const, csrf }
  })
  register('staff/list', async (_body, { q }) => {
    const rows = await q<{
      staff_id: number
      email: string
      name: string
      suspended: boolean
      seen_at: Date | null
      roles: { role: string; until: number | null }[]
      passkeys: number
      totp: boolean
      sessions: number
      review: { due_at: number; reviewed_at: number | null; reviewed_by: string } | null
    }>({
      text: `select p.staff_id, p.email, p.name, p.suspended_at is not null as suspended,
          (select max(s.seen_at) from desk.staff_session s where s.staff_id = p.staff_id) as seen_at,
          coalesce((select jsonb_agg(jsonb_build_object('role', h.role_key,
              'until', floor(extract(epoch from h.until))) order by h.role_key)
            from desk.staff_role h where h.staff_id = p.staff_id), '[]') as roles,
          (select count(*)::int from desk.staff_passkey k where k.staff_id = p.staff_id) as passkeys,
          exists (select 1 from desk.staff_totp t where t.staff_id = p.staff_id and t.confirmed_at is not null) as totp,
          (select count(*)::int from desk.staff_session s where s.staff_id = p.staff_id and s.ended_at is null
            and s.ends_at > app_now()) as sessions,
          (select jsonb_build_object('due_at', floor(extract(epoch from v.due_at)),
              'reviewed_at', floor(extract(epoch from v.reviewed_at)), 'reviewed_by', v.reviewed_by)
            from desk.access_reviews() v where v.staff_id = p.staff_id) as review
        from desk.staff p order by p.name, p.staff_id`,
    })
    return rows.map((row) => ({ ...row, seen_at: maybeSeconds(row.seen_at) }))
  })
  register(
    'staff/invite',
    async ({ email, name, roles }, { q, by }) => {
      const invitation = await invite(q, deps.origin, { email, name, roles, by: by.actor })
      if (!('url' in invitation))
        throw invitation.refusal === 'taken'
          ? new AppError('StaffTaken')
          : new AppError('RoleUnknown', { role: invitation.role })
      // Nobody sees the link to an account that decides, where mail works: it goes to the address itself.
      const hidden = by.approval !== null || (deps.mails && (await wouldDecide(q, roles, email)))
      if (hidden) await deps.letters.invited(q, { email, name, ...invitation })
      return { url: hidden ? '' : invitation.url, expires_at: seconds(invitation.expiresAt) }
    },
    async ({ email, name, roles }, { q }) => {
      const decides = await wouldDecide(q, roles, email)
      return {
        amount: 0,
        kind: decides ? 'owner' : 'invitation',
        target: roles.join(','),
        // The roles are the target, so another person is another thing.
        adds: true,
        ...(decides && { otherwise: MONEY }),
        forecast: { before: null, after: { name, email, roles } },
      }
    },
  )
  register('staff/invitations', async (_body, { q }) =>
    (
      await q<{ email: string; name: string; roles: string[]; expires_at: Date }>({
        text: `select email, name, roles, expires_at from desk.staff_invitation
          where used_at is null and expires_at > app_now() order by expires_at desc, email`,
      })
    ).map((row) => ({ ...row, expires_at: seconds(row.expires_at) })),
  )
  register('staff/takeBackInvitation', async ({ email }, { q }) => {
    const ended = await q(
      {
        text: `update desk.staff_invitation set expires_at = app_now()
          where email = $1 and used_at is null and expires_at > app_now() returning 1`,
      },
      [email],
    )
    if (ended.length === 0) throw new AppError('InvitationOver')
    return { ended: ended.length }
  })
  register('staff/suspend', async ({ staff_id, suspended }, { q }) => {
    const [answer] = await q<{ refusal: string | null }>({ text: 'select refusal from desk.suspend($1, $2)' }, [
      staff_id,
      suspended,
    ])
    if (answer?.refusal === 'not_found') throw new AppError('StaffNotFound')
    if (answer?.refusal === 'last_owner') throw new AppError('LastOwner')
    return {}
  })
  register('staff/review', async ({ staff_id, roles }, { q, who }) => {
    const [answer] = await q<{ refusal: string | null }>({ text: 'select desk.review_access($1, $2, $3) as refusal' }, [
      staff_id,
      roles,
      who().staff_id,
    ])
    if (answer?.refusal === 'own') throw new AppError('NotAllowed', { permission: 'staff.suspend', reason: 'own' })
    if (answer?.refusal === 'not_found') throw new AppError('StaffNotFound')
    if (answer?.refusal === 'changed')
      throw new AppError('VersionConflict', { version: 0, by: '', at: 0, theirs: null })
    return {}
  })
  register('staff/endSessions', async ({ staff_id }, { q }) => {
    const [person] = await q<{ n: number }>(
      {
        text: `select desk.end_sessions(staff_id, null, null, 'ended') as n from desk.staff where staff_id = $1`,
      },
      [staff_id],
    )
    if (!person) throw new AppError('StaffNotFound')
    return { ended: person.n }
  })
}
