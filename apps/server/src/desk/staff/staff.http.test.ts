import { beforeAll, describe, expect, it } from 'vitest'
import { roleKeys, roleRow } from '@hc/contract/desk/permissions'
import { DeskClient, deskCommand, enrol, type Member } from '@hc/test/desk'
import { firstOwner, PASSWORD } from '@hc/test/desk-people'
import { withFirstOwner } from '@hc/test/fixtures'
import { stopProgram } from '@hc/test/program'
import { freePort, launch, sleep } from '@hc/test/shop'
import { codeAt } from './totp.ts'

const at = withFirstOwner()
const { shop } = at
let owner: Member
beforeAll(() => {
  owner = at.owner
})

const command = (...args: string[]): Promise<string> =>
  deskCommand({ databaseUrl: shop.databaseUrl, desk: at.desk }, 'staff', ...args)

const invited = async (email: string, roles: string[]): Promise<Member> => {
  const { result, msg } = await owner.client.call('staff/invite', { email, name: email.split('@')[0] ?? '', roles })
  if (msg !== 'success') throw new Error(msg)
  return await enrol(at.desk, result.url, PASSWORD)
}

describe('the first owner', () =>
  it('signs in once by the link of a command, and has all rights of the role', async () => {
    const { result } = await owner.client.call('session/me', {})
    expect(result.mode, 'what the shop takes').toEqual('demo')
    expect(result).toMatchObject({ email: 'olga@shop.example', may: 'work', roles: ['owner'], fresh: true })
    expect(result.permissions).toEqual(roleRow('owner').permissions)
    expect(result.decides).toEqual([...roleRow('owner').decides].sort())
    const again = (await command('list')).trim()
    expect(again).toContain('olga@shop.example')
    const { rows } = await shop.db.query<{ url: string }>(
      'select 1 from desk.staff_invitation where used_at is not null',
    )
    expect(rows).toHaveLength(1)
  }))

describe('the roles that come with the shop', () =>
  it('are in the database exactly as in the table of permissions', async () => {
    const { rows } = await shop.db.query<{ role_key: string }>(
      'select role_key, permissions, decides, limits from desk.role where built_in order by role_key',
    )
    expect(rows).toEqual([...roleKeys].sort().map((role) => ({ role_key: role, ...roleRow(role) })))
  }))

describe('signing in with a password', () => {
  it('asks for the one-time code only after the right password, and accepts each code once', async () => {
    const client = new DeskClient(at.desk)
    const { email, password, secret } = owner
    expect((await client.call('session/password', { email, password })).msg).toBe('FactorNeeded')
    expect((await client.call('session/password', { email, password: 'wrong-wrong-wrong' })).msg).toBe(
      'StaffSignInFailed',
    )
    expect((await client.call('session/password', { email: 'nobody@shop.example', password })).msg).toBe(
      'StaffSignInFailed',
    )
    const code = codeAt(secret, Date.now())
    // As an authenticator shows it, and as a keyboard of full width writes it.
    const typed = [...`${code.slice(0, 3)} ${code.slice(3)}`]
      .map((sign) => (sign === ' ' ? ' ' : String.fromCodePoint(0xff10 + Number(sign))))
      .join('')
    const signed = await client.call('session/password', { email, password, code: typed })
    expect(signed.result).toMatchObject({ may: 'work' })
    expect(signed.setCookie).toMatch(/^hc_desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/)
    expect((await new DeskClient(at.desk).call('session/password', { email, password, code })).msg).toBe(
      'StaffSignInFailed',
    )
  })
  it('counts its failures for the person, whichever form of the address is typed', async () => {
    await invited('vera@shop.example', ['support'])
    const client = new DeskClient(at.desk)
    const answers: string[] = []
    for (let n = 0; n < 11; n++) {
      const email = ['vera@shop.example', 'vera', ' VERA@shop.example'][n % 3] ?? ''
      answers.push((await client.call('session/password', { email, password: 'wrong-wrong-wrong' })).msg)
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 'StaffSignInFailed'), 'SystemBusy'])
  })
  it('is throttled after ten failures in a quarter of an hour, for that person alone', async () => {
    const client = new DeskClient(at.desk)
    const tries = Array.from({ length: 11 }, () =>
      client.call('session/password', { email: 'guessed@shop.example', password: 'wrong-wrong-wrong' }),
    )
    const answers = (await Promise.all(tries)).map(({ msg }) => msg)
    expect(answers.filter((msg) => msg === 'StaffSignInFailed')).toHaveLength(10)
    expect(answers.filter((msg) => msg === 'SystemBusy')).toHaveLength(1)
    expect((await client.call('session/password', { email: owner.email, password: PASSWORD })).msg).toBe('FactorNeeded')
  })
})

describe('the own password', () =>
  it('is changed by whoever knows the present one, and ends the other sessions', async () => {
    const { client, email } = await invited('wanda@shop.example', ['support'])
    const change = (present: string, password: string) => client.call('session/changePassword', { present, password })
    const fresh = 'Harbour-lantern-24'
    expect((await change('wrong-wrong-wrong', fresh)).msg).toBe('StaffSignInFailed')
    expect((await change(PASSWORD, 'password1234')).data).toMatchObject({ issues: [{ message: 'PasswordCommon' }] })
    await shop.db.query(
      `insert into desk.staff_session (staff_id, token_hash, csrf, address, browser, ends_at, fresh_until)
        select staff_id, '\\x77', 'x', '', '', now() + interval '1 hour', now()
          from desk.staff where email = $1`,
      [email],
    )
    expect((await change(PASSWORD, fresh)).result).toEqual({ ended: 1 })
    expect((await client.call('session/me', {})).msg).toBe('success')
    const elsewhere = new DeskClient(at.desk)
    expect((await elsewhere.call('session/password', { email, password: PASSWORD })).msg).toBe('StaffSignInFailed')
    expect((await elsewhere.call('session/password', { email, password: fresh })).msg).toBe('FactorNeeded')
    const { rows } = await shop.db.query(`select line from desk.audit where action = 'session/changePassword'`)
    expect(JSON.stringify(rows)).not.toMatch(/argon2|Harbour/)
  }))

describe('an open invitation', () =>
  it('is listed, and its link is void as soon as somebody takes it back', async () => {
    const invitation = { email: 'xenia@shop.example', name: 'Xenia', roles: ['support'] }
    const { result } = await owner.client.call('staff/invite', invitation)
    const token = result.url.split('#')[1] ?? ''
    const listed = async () =>
      (await owner.client.call('staff/invitations', {})).result.filter(({ email }) => email === invitation.email)
    expect(await listed()).toMatchObject([invitation])
    expect((await new DeskClient(at.desk).call('invitation/read', { token })).msg).toBe('success')
    const takeBack = { email: invitation.email, reason: 'the wrong address' }
    expect((await owner.client.call('staff/takeBackInvitation', takeBack)).result).toEqual({ ended: 1 })
    expect(await listed()).toEqual([])
    expect((await new DeskClient(at.desk).call('invitation/read', { token })).msg).toBe('InvitationOver')
    expect((await owner.client.call('staff/takeBackInvitation', takeBack)).msg).toBe('InvitationOver')
  }))

describe('a recovery code', () =>
  it('opens the desk once, only to enrol a new factor', async () => {
    const { client, email } = await invited('rita@shop.example', ['support'])
    const { result } = await client.call('factor/recoveryCodes', {})
    expect(new Set(result.codes).size).toBe(10)
    const loser = new DeskClient(at.desk)
    const credentials = { email, password: PASSWORD, recovery_code: (result.codes[3] ?? '').toLowerCase() }
    expect((await loser.call('session/recover', credentials)).result).toMatchObject({ may: 'enrol' })
    expect(await loser.call('session/list', {})).toMatchObject({ status: 403, msg: 'NotAllowed' })
    expect((await new DeskClient(at.desk).call('session/recover', credentials)).msg).toBe('StaffSignInFailed')
    expect((await client.call('factor/list', {})).result.recovery_left).toBe(9)
    const { rows } = await shop.db.query(`select target from message where kind = 'desk_recovery'`)
    expect(rows).toEqual([{ target: owner.email }])
  }))

describe('a session', () => {
  it('ends everywhere at once when its person is suspended', async () => {
    const { client } = await invited('sam@shop.example', ['support'])
    const { result: me } = await client.call('session/me', {})
    const ended = await owner.client.call('staff/suspend', {
      staff_id: me.staff_id,
      suspended: true,
      reason: 'left the company',
    })
    expect(ended.msg).toBe('success')
    expect(await client.call('session/me', {})).toMatchObject({ status: 401, msg: 'StaffSessionOver' })
  })
  it('ends within a second in the other processes of the desk, too', async () => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const env = { ROLE: 'console', CONSOLE_PORT: String(port), CONSOLE_URL: url }
    const other = await launch(await freePort(), shop.databaseUrl, env)
    try {
      const { client } = await invited('sue@shop.example', ['support'])
      const elsewhere = new DeskClient(url)
      Object.assign(elsewhere, { cookie: client.cookie, csrf: client.csrf })
      const { result: me, msg } = await elsewhere.call('session/me', {})
      expect(msg).toBe('success')
      await owner.client.call('staff/suspend', { staff_id: me.staff_id, suspended: true, reason: 'left the company' })
      await sleep(1000)
      expect(await elsewhere.call('session/me', {})).toMatchObject({ status: 401, msg: 'StaffSessionOver' })
    } finally {
      await stopProgram(other)
    }
  })
  it('never leaves the shop without an owner who can sign in', async () => {
    const { result: me } = await owner.client.call('session/me', {})
    // Another owner, whose factors were reset.
    await shop.db.query(
      `with lost as (insert into desk.staff (email, name) values ('lost@shop.example', 'Lost') returning staff_id)
        insert into desk.staff_role (staff_id, role_key) select staff_id, 'owner' from lost`,
    )
    const answer = await owner.client.call('staff/suspend', {
      staff_id: me.staff_id,
      suspended: true,
      reason: 'by mistake',
    })
    expect(answer.msg).toBe('LastOwner')
    await expect(command('suspend', owner.email)).rejects.toMatchObject({ code: 2 })
  })
  it('ends after half an hour without activity; requests of the page itself do not count', async () => {
    const { client } = await invited('ida@shop.example', ['support'])
    const { staff_id } = (await client.call('session/me', {})).result
    const later = (minutes: number) =>
      shop.db.query(
        `update desk.staff_session set seen_at = seen_at - make_interval(mins => $2)
          where staff_id = $1 and ended_at is null`,
        [staff_id, minutes],
      )
    const pulse = (unattended: boolean) =>
      client.call('pulse/read', {}, { headers: unattended ? { 'x-unattended': '1' } : {} })
    await later(20)
    expect((await pulse(true)).code).toBe(0)
    await later(9)
    expect((await pulse(false)).code).toBe(0)
    await later(20)
    expect((await pulse(true)).code).toBe(0)
    await later(11)
    expect((await pulse(true)).msg).toBe('StaffSessionOver')
    expect((await pulse(false)).msg).toBe('StaffSessionOver')
  })
  it('asks for a factor again after five minutes, and a call that is repeated under its key runs once', async () => {
    const { client, secret } = await firstOwner(shop.databaseUrl, at.desk, 'fay@shop.example')
    await shop.db.query(
      `update desk.staff_session set fresh_until = now()
        where staff_id = (select staff_id from desk.staff where email = 'fay@shop.example')`,
    )
    const invitation = { email: 'new@shop.example', name: 'New', roles: ['content'] }
    const key = 'the-key-of-this-dialog'
    expect(await client.call('staff/invite', invitation, { key })).toMatchObject({ status: 428, msg: 'StepUpNeeded' })
    expect((await client.call('session/stepUp', { code: codeAt(secret, Date.now()) })).msg).toBe('success')
    const first = await client.call('staff/invite', invitation, { key })
    expect(first.msg).toBe('success')
    expect((await client.call('staff/invite', invitation, { key })).result).toEqual(first.result)
    expect(await client.call('staff/invite', { ...invitation, name: 'Other' }, { key })).toMatchObject({
      status: 409,
      msg: 'KeyOfAnother',
    })
  })
})

describe('access to the desk', () => {
  it('is confirmed every 90 days by another person, who sees its roles, and is in the waiting list when due', async () => {
    const second = await invited('second@shop.example', ['support'])
    await shop.db.query(`update desk.staff_role set role_key = 'owner'
      where staff_id = (select staff_id from desk.staff where name = 'second')`)
    const helper = await invited('helper@shop.example', ['support'])
    const listed = async () => (await owner.client.call('staff/list', {})).result
    const of = async (name: string) => {
      const person = (await listed()).find((entry) => entry.name === name)
      if (!person) throw new Error(name)
      return person
    }
    const waits = async (who: Member) =>
      (await who.client.call('waiting/list', { kind: 'access_review' })).result.rows.map(({ subject }) => subject)
    expect(await waits(owner)).toEqual([])
    expect(await of('helper')).toMatchObject({ review: { reviewed_at: null, reviewed_by: '' } })
    await shop.db.query(
      `update desk.staff set created_at = now() - interval '91 days' where name in ('helper', 'second')`,
    )
    expect((await waits(owner)).toSorted()).toEqual(['helper', 'second'])
    // A due person sees only others, and a person who may not review sees nobody.
    expect(await waits(second)).toEqual(['helper'])
    expect(await waits(helper)).toEqual([])
    const { staff_id } = await of('helper')
    const review = (who: Member, roles: string[], id = staff_id) =>
      who.client.call('staff/review', { staff_id: id, roles })
    expect((await review(helper, ['support'])).msg).toBe('NotAllowed')
    expect((await review(second, ['owner'], (await of('second')).staff_id)).msg).toBe('NotAllowed')
    expect((await review(owner, ['lead'])).msg).toBe('VersionConflict')
    expect((await review(owner, ['support'], 999_999)).msg).toBe('StaffNotFound')
    expect((await review(owner, ['support'])).msg).toBe('success')
    const { review: doneReview } = await of('helper')
    expect(doneReview?.reviewed_by).toBe((await listed()).find(({ email }) => email === 'olga@shop.example')?.name)
    expect((doneReview?.due_at ?? 0) - (doneReview?.reviewed_at ?? 0)).toBe(90 * 86_400)
    expect(await waits(owner)).toEqual(['second'])
    const { lines } = (await owner.client.call('audit/list', { action: 'staff/review', kind: 'staff' })).result
    expect(lines.map(({ target }) => target)).toEqual([String(staff_id)])
    // Where nobody else may review, nothing is due.
    const others = `email <> 'olga@shop.example' and suspended_at is null returning staff_id`
    const { rows } = await shop.db.query(`update desk.staff set suspended_at = now() where ${others}`)
    await shop.db.query(
      `update desk.staff set created_at = now() - interval '91 days' where email = 'olga@shop.example'`,
    )
    expect((await listed()).find(({ email }) => email === 'olga@shop.example')?.review).toBeNull()
    expect(await waits(owner)).toEqual([])
    const back = rows.map(({ staff_id: id }) => Number(id))
    await shop.db.query('update desk.staff set suspended_at = null where staff_id = any($1)', [back])
  })
})

describe('the audit', () => {
  it('has the actor, the change and the IP address of each change, without names or mail addresses', async () => {
    await invited('abel@shop.example', ['content'])
    const { rows } = await shop.db.query<{ line: string; actor: string; action: string }>(
      'select line, actor, action from desk.audit order by seq',
    )
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['staff/invite', 'invitation/accept']))
    expect(rows.some(({ line }) => /shop\.example|abel/i.test(line))).toBe(false)
    expect(rows.find(({ action }) => action === 'cli.invite-owner')?.actor).toMatch(/^cli:/)
  })
  it('records SQL by hand, and its chain reveals rows that are altered, deleted, inserted, swapped or cut', async () => {
    await shop.db.query(`update desk.staff set zone = 'Asia/Tokyo' where email = $1`, [owner.email])
    const { rows } = await shop.db.query<{ actor: string; action: string; line: string }>(
      'select actor, action, line from desk.audit order by seq desc limit 1',
    )
    expect(rows[0]).toMatchObject({ action: 'sql.update' })
    expect(rows[0]?.actor).toMatch(/^sql:/)
    expect(JSON.parse(rows[0]?.line ?? '')).toMatchObject({ before: { zone: 'UTC' }, after: { zone: 'Asia/Tokyo' } })
    const holds = await owner.client.call('audit/verify', {})
    expect(holds.result).toMatchObject({ holds: true, broken: null })
    const client = await shop.db.connect()
    const tamper = async (text: string): Promise<{ broken: number | null; why: string | null }> => {
      await client.query(`begin; set local session_replication_role = replica; ${text}`)
      const { rows: faults } = await client.query<{ broken: number | null; why: string | null }>(
        'select broken::int, why from desk.verify_audit()',
      )
      await client.query('rollback')
      return faults[0] ?? { broken: null, why: null }
    }
    try {
      expect(await tamper(`update desk.audit set line = line || ' ' where seq = 3`)).toEqual({
        broken: 3,
        why: 'the row was altered',
      })
      expect((await tamper('delete from desk.audit where seq = 4')).broken).toBe(4)
      expect(
        (
          await tamper(
            `update desk.audit set seq = -1 where seq = 5; update desk.audit set seq = 5 where seq = 6; update desk.audit set seq = 6 where seq = -1`,
          )
        ).broken,
      ).toBe(5)
      expect((await tamper(`update desk.audit set actor = 'staff:99' where seq = 2`)).why).toBe(
        'a column does not say what the line says',
      )
      const cut = `insert into desk.audit_anchor
          select current_date, seq, hash from desk.audit order by seq desc limit 1;
        delete from desk.audit where seq = (select max(seq) from desk.audit)`
      expect((await tamper(cut)).why).toMatch(/^the chain does not have the hash that was kept on /)
    } finally {
      client.release()
    }
    await expect(shop.db.query('delete from desk.audit where seq = 1')).rejects.toThrow('the audit is only added to')
  })
})
