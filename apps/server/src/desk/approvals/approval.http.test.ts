import { beforeAll, describe, expect, it } from 'vitest'
import { DeskClient, type Member } from '@hc/test/desk'
import { firstOwner } from '@hc/test/desk-people'
import { withFirstOwner } from '@hc/test/fixtures'
import { until } from '@hc/test/shop'
import { codeAt } from '../staff/totp.ts'

const REASON = 'the person changes teams'
const at = withFirstOwner()
const { shop } = at
let owner: Member
let second: Member
let support: Member

const anotherOwner = (email: string): Promise<Member> => firstOwner(shop.databaseUrl, at.desk, email)
const idOf = async ({ email }: Member): Promise<number> => {
  const { rows } = await shop.db.query<{ staff_id: string }>('select staff_id from desk.staff where email = $1', [
    email,
  ])
  return Number(rows[0]?.staff_id)
}
const ask = async (who: Member, staff_id: number, role: string, on = true, key?: string) =>
  await who.client.call('staff/grantRole', { staff_id, role, given: on, reason: REASON }, key ? { key } : {})
const numberOf = ({ data }: { data: Record<string, unknown> | null }): number => Number(data?.approval)
const stateOf = async (approval_no: number): Promise<string> =>
  (await owner.client.call('approval/read', { approval_no })).result.state
const rolesOf = async (member: Member): Promise<string[]> => {
  const { rows } = await shop.db.query<{ role_key: string }>(
    `select role_key from desk.staff_role join desk.staff using (staff_id) where email = $1 order by role_key`,
    [member.email],
  )
  return rows.map(({ role_key }) => role_key)
}

beforeAll(async () => {
  owner = at.owner
  support = await at.invited('suri', ['support'])
})

describe('a shop where one person could decide', () => {
  it('agrees at once while nothing was ever sold, with a line of the audit, and waits from its first payment on', async () => {
    const adjustment = { uid: '100001', basic: 0, present: 5, reason: REASON }
    expect((await owner.client.call('points/adjust', adjustment)).msg).toBe('success')
    const { rows } = await shop.db.query<{ line: string }>(
      `select line from desk.audit where action = 'points/adjust' order by seq`,
    )
    expect(rows.filter(({ line }) => line.includes('"alone"'))).toHaveLength(1)
    const demo = await shop.signIn('demo', 'Demo1234')
    const order = await demo.order('gem_60')
    await shop.outcome(order, 'paid')
    await until('it is paid', async () => (await demo.record(order)).pay_ts > 0)
  })
  it('tells every owner and runs the request after ten minutes as that person', async () => {
    const answer = await ask(owner, await idOf(support), 'content')
    expect(answer).toMatchObject({ status: 202, msg: 'NeedsApproval' })
    const no = numberOf(answer)
    expect(await stateOf(no)).toBe('alone')
    expect(await rolesOf(support)).toEqual(['support'])
    const { rows: letters } = await shop.db.query(`select target from message where kind = 'desk_alone'`)
    expect(letters).toEqual([{ target: 'olga@shop.example' }])
    await shop.db.query(`update desk.approval set runs_at = now() where state = 'alone'`)
    await until('it has run', async () => (await stateOf(no)) === 'done')
    expect(await rolesOf(support)).toEqual(['content', 'support'])
    const { rows } = await shop.db.query<{ actor: string; line: string }>(
      `select actor, line from desk.audit where action = 'staff/grantRole' and kind = 'staff' order by seq limit 1`,
    )
    expect(rows[0]?.actor).toBe(`staff:${await idOf(owner)}`)
    expect(JSON.parse(rows[0]?.line ?? '')).toMatchObject({ approval: `${no} by job:approvals`, reason: REASON })
    const { rows: others } = await shop.db.query<{ target: string; line: string }>(
      `select kind, target from desk.audit where actor = 'job:approvals' order by seq`,
    )
    expect(others).toContainEqual({ kind: 'approval', target: String(no) })
  })
  it('lets that person withdraw the request until then', async () => {
    const no = numberOf(await ask(owner, await idOf(owner), 'content'))
    expect((await owner.client.call('approval/withdraw', { approval_no: no })).msg).toBe('success')
    expect(await stateOf(no)).toBe('withdrawn')
    expect((await owner.client.call('approval/withdraw', { approval_no: no })).msg).toBe('ApprovalOver')
  })
  it('invites nobody who decides at once: the link goes to the address alone, after ten minutes', async () => {
    const invite = (name: string, role: string) =>
      owner.client.call('staff/invite', { email: `${name}@shop.example`, name, roles: [role] })
    expect((await invite('cora', 'content')).msg).toBe('success')
    for (const [name, role] of [
      ['fay', 'finance'],
      ['lee', 'lead'],
      ['oona', 'owner'],
    ] as const) {
      const answer = await invite(name, role)
      expect([role, answer.status, await stateOf(numberOf(answer))]).toEqual([role, 202, 'alone'])
    }
    await shop.db.query(`update desk.approval set runs_at = now() where state = 'alone'`)
    await until('the letters are written', async () => {
      const { rows } = await shop.db.query(`select target from message where kind = 'desk_invitation' order by 1`)
      return rows.map(({ target }) => String(target)).join() === 'fay@shop.example,lee@shop.example,oona@shop.example'
    })
    await shop.db.query(`delete from message where kind = 'desk_invitation'`)
  })
  it('stops being one for good once a second person signs in, who then decides what was waiting', async () => {
    const no = numberOf(await ask(owner, await idOf(owner), 'content'))
    expect(await stateOf(no)).toBe('alone')
    second = await anotherOwner('otto@shop.example')
    await until('it waits for a person', async () => (await stateOf(no)) === 'open')
    const staff_id = await idOf(second)
    await owner.client.call('staff/suspend', { staff_id, suspended: true, reason: REASON })
    expect(await stateOf(numberOf(await ask(owner, await idOf(owner), 'ops')))).toBe('open')
    await owner.client.call('staff/suspend', { staff_id, suspended: false, reason: REASON })
    second = { ...second, client: (await signedIn(second)).client }
    await owner.client.call('approval/withdraw', { approval_no: no })
  })
})

/** The same person with a new session. */
async function signedIn(member: Member): Promise<Member> {
  const client = new DeskClient(at.desk)
  const { email, password, secret } = member
  const answer = await client.call('session/password', { email, password, code: codeAt(secret, Date.now()) })
  if (answer.code !== 0) throw new Error(answer.msg)
  return { ...member, client }
}

describe('a request', () => {
  it('is kept under the key of its call: sent again, it has the same number', async () => {
    const staff_id = await idOf(owner)
    const first = await ask(owner, staff_id, 'ops', true, 'the-key-of-this-dialog')
    const again = await ask(owner, staff_id, 'ops', true, 'the-key-of-this-dialog')
    expect(again).toMatchObject({ status: 202, data: { approval: numberOf(first) } })
    await owner.client.call('approval/withdraw', { approval_no: numberOf(first) })
  })
  it('is decided only by another person with the right and with a fresh factor', async () => {
    const no = numberOf(await ask(owner, await idOf(owner), 'ops'))
    const yes = { approval_no: no, yes: true }
    expect(await owner.client.call('approval/decide', yes)).toMatchObject({
      msg: 'NotAllowed',
      data: { reason: 'own' },
    })
    expect(await (await signedIn(support)).client.call('approval/decide', yes)).toMatchObject({ msg: 'NotAllowed' })
    await shop.db.query(
      `update desk.staff_session set fresh_until = now()
        where staff_id = (select staff_id from desk.staff where email = $1)`,
      [second.email],
    )
    expect(await second.client.call('approval/decide', yes)).toMatchObject({ status: 428, msg: 'StepUpNeeded' })
    await shop.db.query(`update desk.staff_session set fresh_until = now() + interval '5 minutes'`)
    const approval = await second.client.call('approval/read', { approval_no: no })
    expect(approval.result).toMatchObject({
      may_decide: true,
      may_withdraw: false,
      command: { role: 'ops', given: true },
      forecast: { before: { roles: [{ role: 'owner' }] }, after: { roles: [{ role: 'owner' }, { role: 'ops' }] } },
    })
    expect((await second.client.call('approval/counts', {})).result.to_decide).toBeGreaterThan(0)
    const waits = async (client: typeof second.client) =>
      (await client.call('waiting/list', { mine: true })).result.rows.map(({ kind, subject }) => `${kind} ${subject}`)
    expect(await waits(second.client)).toContain(`approval ${no}`)
    expect(await waits(owner.client)).not.toContain(`approval ${no}`)
    await second.client.call('approval/decide', { ...yes, yes: false, note: 'not this week' })
    expect(await stateOf(no)).toBe('refused')
    expect(await waits(second.client)).not.toContain(`approval ${no}`)
    expect(await second.client.call('approval/decide', yes)).toMatchObject({ msg: 'ApprovalOver' })
  })
  it('is decided once and runs as its requester, and the audit names both people', async () => {
    const target = await idOf(support)
    const no = numberOf(await ask(owner, target, 'campaign'))
    const answers = await Promise.all(
      [1, 2, 3].map(() => second.client.call('approval/decide', { approval_no: no, yes: true })),
    )
    expect(answers.map(({ msg }) => msg).toSorted()).toEqual(['ApprovalOver', 'ApprovalOver', 'success'])
    expect(await rolesOf(support)).toContain('campaign')
    const { rows } = await shop.db.query<{ actor: string; line: string }>(
      `select actor, line from desk.audit where kind = 'staff' and target = $1 order by seq desc limit 1`,
      [String(target)],
    )
    expect(rows[0]?.actor).toBe(`staff:${await idOf(owner)}`)
    expect(JSON.parse(rows[0]?.line ?? '')).toMatchObject({
      action: 'staff/grantRole',
      approval: `${no} by staff:${await idOf(second)}`,
    })
    expect((await owner.client.call('approval/counts', {})).result.mine_ended).toBeGreaterThan(0)
    expect((await owner.client.call('pulse/read', {})).result.ended).toBeGreaterThan(0)
    await owner.client.call('approval/seen', {})
    expect((await owner.client.call('approval/counts', {})).result.mine_ended).toBe(0)
    expect((await owner.client.call('pulse/read', {})).result.ended).toBe(0)
  })
  it('does nothing if its data changed meanwhile or its requester lost the right', async () => {
    const target = await idOf(second)
    const changed = numberOf(await ask(owner, target, 'ops'))
    await shop.db.query(`select desk.count_version('staff', $1)`, [String(target)])
    const stale = await second.client.call('approval/decide', { approval_no: changed, yes: true })
    expect(stale.result).toEqual({ state: 'stale', why: 'version' })
    const third = await anotherOwner('tara@shop.example')
    const lostNo = numberOf(await ask(third, target, 'ops'))
    await shop.db.query(`update desk.staff set suspended_at = now() where email = $1`, [third.email])
    const without = await second.client.call('approval/decide', { approval_no: lostNo, yes: true })
    expect(without.result).toEqual({ state: 'stale', why: 'right' })
    expect(await rolesOf(second)).toEqual(['owner'])
  })
  it('does nothing if the requester’s roles change at the moment of the decision', async () => {
    const target = await idOf(support)
    const no = numberOf(await ask(owner, target, 'ops'))
    const hand = await shop.db.connect()
    try {
      await hand.query('begin')
      await hand.query('select 1 from desk.staff where staff_id = $1 for no key update', [target])
      await hand.query(`select desk.count_version('staff', $1)`, [String(target)])
      const deciding = second.client.call('approval/decide', { approval_no: no, yes: true })
      await until('the decision waits for the other change', async () => {
        const { rows } = await shop.db.query(`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%weigh_roles%'`)
        return rows.length > 0
      })
      await hand.query('commit')
      expect((await deciding).result).toEqual({ state: 'stale', why: 'version' })
    } finally {
      hand.release()
    }
    expect(await rolesOf(support)).not.toContain('ops')
  })
  it('replaces an invitation as owner, and the link goes by mail to the address alone', async () => {
    const answer = await owner.client.call('staff/invite', {
      email: 'omar@shop.example',
      name: 'Omar',
      roles: ['owner'],
    })
    expect([answer.status, answer.msg, answer.result]).toEqual([202, 'NeedsApproval', undefined])
    const { rows: none } = await shop.db.query(`select 1 from desk.staff_invitation where email = 'omar@shop.example'`)
    expect(none).toEqual([])
    const yes = { approval_no: numberOf(answer), yes: true }
    expect((await owner.client.call('approval/decide', yes)).msg).toBe('NotAllowed')
    expect((await second.client.call('approval/decide', yes)).result).toEqual({ state: 'done', why: '' })
    const { rows } = await shop.db.query(`select target, kind from message where kind = 'desk_invitation'`)
    expect(rows).toEqual([{ target: 'omar@shop.example', kind: 'desk_invitation' }])
    const { rows: line } = await shop.db.query(`select 1 from desk.audit where line like '%omar%'`)
    expect(line).toEqual([])
    const other = await owner.client.call('staff/invite', {
      email: 'sue@shop.example',
      name: 'Sue',
      roles: ['support'],
    })
    expect(other.msg).toBe('success')
  })
  it('does nothing if its call is refused at the time of the decision', async () => {
    const role = { role: 'night', version: 0, name: 'Night', permissions: {}, decides: [], limits: {}, reason: REASON }
    const roleRequest = numberOf(await owner.client.call('role/edit', role))
    await shop.db.query(
      `insert into desk.role (role_key, name, permissions, limits, decides, built_in)
        values ('night', 'Nights', '{}', '{}', '{}', false)`,
    )
    const { result } = await second.client.call('approval/decide', { approval_no: roleRequest, yes: true })
    expect(result).toEqual({ state: 'stale', why: 'VersionConflict' })
  })
  it('is one for one thing: asking again names it, whoever asks and for whichever values, until it has ended', async () => {
    const role = { version: 0, permissions: {}, decides: [], limits: {}, reason: REASON }
    const ask = (client: typeof owner.client, name: string, key = 'dawn') =>
      client.call('role/edit', { ...role, role: key, name })
    const both = await Promise.all([ask(owner.client, 'Dawn'), ask(owner.client, 'Dusk')])
    const no = both[0].data?.approval
    expect(both.map(({ msg, data }) => [msg, data?.approval])).toEqual([
      ['NeedsApproval', no],
      ['NeedsApproval', no],
    ])
    expect(both.filter(({ data }) => data?.again === true)).toHaveLength(1)
    expect((await ask(owner.client, 'Other', 'noon')).data?.approval).not.toBe(no)
    await owner.client.call('approval/withdraw', { approval_no: Number(no) })
    const later = await ask(owner.client, 'Dawn')
    expect([later.data?.again, later.data?.approval === no]).toEqual([undefined, false])
    // Points add up: only the same points for the same player are the same request.
    const points = { uid: '100001', basic: 0, present: 800_000, reason: REASON }
    const asker = (await at.invited('sid', ['support'])).client
    const first = await asker.call('points/adjust', points)
    expect(first.msg).toBe('NeedsApproval')
    expect((await asker.call('points/adjust', { ...points, reason: 'once more' })).data).toEqual({
      approval: first.data?.approval,
      again: true,
    })
    expect((await asker.call('points/adjust', { ...points, present: 700_000 })).data?.again).toBeUndefined()
  })
  it('lapses after 72 hours', async () => {
    const no = numberOf(await ask(owner, await idOf(support), 'finance'))
    const client = await shop.db.connect()
    await client.query(`set session_replication_role = replica`)
    await client.query(`update desk.approval set lapses_at = now() where state = 'open'`)
    client.release(true)
    expect((await second.client.call('approval/decide', { approval_no: no, yes: true })).msg).toBe('ApprovalOver')
    await until('it is over', async () => (await stateOf(no)) === 'lapsed')
  })
  it('never changes after it is made, not even from psql', async () => {
    const change = shop.db.query(`update desk.approval set command = '{}' where approval_no = 1`)
    await expect(change).rejects.toThrow('a request stays as it was asked')
    await expect(shop.db.query(`update desk.approval set state = 'open', ended_at = null`)).rejects.toThrow(
      'a request ends once',
    )
  })
})

describe('the limits of a person', () => {
  const judge = async (staffId: number, amount: number): Promise<string | null> => {
    const client = await shop.db.connect()
    try {
      await client.query('begin')
      await client.query(`select desk.lock_limits($1, 'refund.make')`, [staffId])
      const { rows } = await client.query<{ verdict: string | null }>(
        `select verdict from desk.judge($1, 'refund/part', 'refund.make', $2, 'order')`,
        [staffId, amount],
      )
      await client.query('commit')
      return rows[0]?.verdict ?? null
    } finally {
      client.release()
    }
  }
  it('hold for each call and for a day, also from many tabs at once', async () => {
    const staff = await idOf(await at.invited('lou', ['support']))
    expect(await judge(staff, 2001)).toBe('ask')
    const verdicts = await Promise.all(Array.from({ length: 12 }, () => judge(staff, 1900)))
    expect(verdicts.filter((verdict) => verdict === 'run')).toHaveLength(5)
    expect(verdicts.filter((verdict) => verdict === 'ask')).toHaveLength(7)
    await shop.db.query(`update desk.spent set at = at - interval '25 hours' where staff_id = $1`, [staff])
    expect(await judge(staff, 2000)).toBe('run')
  })
  it('include the approval rules for larger amounts', async () => {
    const staff = await idOf(await at.invited('fin', ['finance']))
    expect(await judge(staff, 40_000)).toBe('run')
    const rule = {
      rule: 'refund_large',
      version: 0,
      permission: 'refund.make',
      condition: 'above' as const,
      amount: 30_000,
      decided_by: 'refund.make',
      people: 2,
      active: true,
      reason: 'after the audit of spring',
    }
    const no = numberOf(await owner.client.call('rule/edit', rule))
    expect((await second.client.call('approval/decide', { approval_no: no, yes: true })).result.state).toBe('done')
    expect(await judge(staff, 40_000)).toBe('ask')
    expect(await judge(staff, 30_000)).toBe('run')
    const { result } = await owner.client.call('rule/list', {})
    expect(result.find((entry) => entry.rule === 'refund_large')).toMatchObject({ people: 2, version: 1 })
  })
  it('allow one rule for each case: a new rule for a taken name or case fails at its field, without a request', async () => {
    const open = async () => (await owner.client.call('approval/counts', {})).result
    const before = await open()
    const [takenRule] = (await owner.client.call('rule/list', {})).result.filter(({ rule }) => rule === 'refund')
    if (!takenRule) throw new Error('no rule')
    const add = async (more: object) =>
      await owner.client.call('rule/edit', { ...takenRule, version: 0, reason: 'a second one', ...more })
    for (const [more, path] of [
      [{ condition: 'always' }, 'rule'],
      [{ rule: 'refund_twin', people: 3 }, 'permission'],
    ] as const)
      expect(await add(more)).toMatchObject({
        msg: 'InvalidParams',
        data: { issues: [expect.objectContaining({ path })] },
      })
    expect(await open()).toEqual(before)
    numberOf(await add({ rule: 'refund_each', condition: 'always' }))
  })
  it('grant nothing to a person without the permission', async () => {
    expect(await judge(await idOf(await at.invited('cleo', ['content'])), 1)).toBeNull()
  })
})
