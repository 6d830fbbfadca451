import type { DeskBody } from '@hc/contract/desk/calls'
import { beforeAll, describe, expect, it } from 'vitest'
import { deskCommand } from '@hc/test/desk'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk()

beforeAll(async () => {
  await at.rows(`update desk.staff_session set fresh_until = now() + interval '1 hour'`)
  // The demo's people are not of this desk.
  await at.rows(`update desk.staff set suspended_at = now() where email like '%@demo.example'`)
  const demo = await at.shop.signIn('demo', 'Demo1234')
  await at.shop.outcome(await demo.order('gem_60'), 'paid')
})

const REASON = 'as agreed in the morning'
const numberOf = ({ data }: { data: Record<string, unknown> | null }): number => Number(data?.approval)
const decide = async (who: 'finance' | 'owner' | 'lead', approval_no: number) =>
  await at.as(who).call('approval/decide', { approval_no, yes: true })

/** Facts that one person alone may not change: how their tables are written in SQL, and the gate before it. */
const facts = [
  { writes: /\b(insert into|update) product\b/i, gate: /must_be_agreed\('product\.price'\)/ },
  {
    writes: /\binsert into (redeem|rebate)_campaign\b|\bupdate (redeem|rebate)_campaign x set texts\b/i,
    gate: /must_be_agreed\('campaign\.start'\)/,
  },
  { writes: /\binsert into desk\.scheduled_change\b/i, gate: /must_be_agreed/ },
  { writes: /\bupdate desk\.scheduled_change s set\s+state = case when p_local/i, gate: /must_be_agreed/ },
  { writes: /\b(insert into|update|delete from) desk\.staff_role\b/i, gate: /must_be_agreed|staff_invitation/ },
  { writes: /\b(insert into|update) desk\.role\b/i, gate: /must_be_agreed\('role\.edit'\)/ },
  { writes: /\b(insert into|update) desk\.approval_rule\b/i, gate: /must_be_agreed\('rule\.edit'\)/ },
  { writes: /\badjust_points\(p_uid/i, gate: /must_be_agreed\('points\.adjust'\)/ },
  { writes: /\binsert into ledger_correction\b/i, gate: /agreed is null/ },
  { writes: /\binsert into payout\b/i, gate: /must_be_agreed\('ledger\.correct'\)/ },
] as const

describe('a fact that needs two people', () => {
  it('is written by no function without its gate', async () => {
    const functions = await at.rows(
      `select n.nspname || '.' || p.proname as name, p.prosrc as text from pg_proc p
        join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('desk', 'public') and p.prolang <> 12`,
    )
    for (const { writes, gate } of facts) {
      const writers = functions.filter(({ text }) => writes.test(String(text)))
      expect([String(writes), writers.length > 0]).toEqual([String(writes), true])
      // The seed of the demo and the migrations' own functions act for nobody.
      const open = writers.filter(({ name, text }) => !gate.test(String(text)) && !/seed|demo/.test(String(name)))
      expect(open.map(({ name }) => name)).toEqual([])
    }
  })

  it('is not written for a person whom nothing let write it, whatever calls the function', async () => {
    const client = await at.shop.db.connect()
    const attempt = async (text: string): Promise<string> => {
      await client.query('begin')
      await client.query(`select desk.act('staff:1', 'test', '', '', '', '', '')`)
      try {
        await client.query(text)
        return 'written'
      } catch (error) {
        return (error as Error).message
      } finally {
        await client.query('rollback')
      }
    }
    const [{ version } = {}] = await at.rows(`select version from product where cp_goods_id = 'gem_60'`)
    for (const [text, permission] of [
      [
        `select desk.apply_revision('product', 'gem_60', ${String(version)}, '{"price_cents": 1}', null)`,
        'product.price',
      ],
      [
        `select desk.apply_revision('product', 'gem_60', ${String(version)}, '{"bonus_pct": 9}', null)`,
        'product.bonus',
      ],
      [`select desk.give_role(1, 'finance', true, null)`, 'staff.role'],
      [`select desk.adjust_a_player('100001', 1, 0, 'x')`, 'points.adjust'],
    ] as const)
      expect(await attempt(text)).toBe(`nobody agreed on a change that needs ${permission}`)
    expect(
      await attempt(`select desk.agree('product.price'), desk.apply_revision('product', 'gem_60',
      ${String(version)}, '{"price_cents": 1}', null)`),
    ).toBe('written')
    client.release()
  })
})

describe('an invitation', () => {
  it('to a role that decides is a request, and its link is shown to nobody', async () => {
    for (const role of ['finance', 'lead', 'ops', 'owner']) {
      const invited = { email: `sock-${role}@shop.example`, name: 'Sock', roles: [role] }
      const answer = await at.as('owner').call('staff/invite', invited)
      expect([role, answer.status, answer.msg]).toEqual([role, 202, 'NeedsApproval'])
      const [{ command_holds_link: link } = {}] = await at.rows(
        `select command like '%invitation#%' as command_holds_link from desk.approval where approval_no = $1`,
        numberOf(answer),
      )
      expect(link).toBe(false)
      await at.as('owner').call('approval/withdraw', { approval_no: numberOf(answer) })
    }
  })

  it('after a reset of factors is weighed by the roles that the person has, not by those that are typed', async () => {
    await deskCommand({ databaseUrl: at.shop.databaseUrl, desk: at.desk }, 'staff', 'reset-factors', 'ops@shop.example')
    const again = { email: 'ops@shop.example', name: 'Ops', roles: ['support'] }
    const answer = await at.as('owner').call('staff/invite', again)
    expect([answer.status, answer.msg]).toEqual([202, 'NeedsApproval'])
  })
})

describe('a plan that two people agreed on', () => {
  const day = (n: number): DeskBody<'product/price'>['when'] => ({
    local: new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 16),
    zone: 'UTC',
    which: '',
  })
  const planned = async (price_cents: number, days: number): Promise<number> => {
    const [{ version } = {}] = await at.rows(`select version from product where cp_goods_id = 'gem_300'`)
    const body = { id: 'gem_300', version: Number(version), price_cents, when: day(days), reason: REASON }
    const answer = await at.as('owner').call('product/price', body)
    expect((await decide('finance', numberOf(answer))).result).toEqual({ state: 'done', why: '' })
    const [{ id } = {}] = await at.rows('select max(change_id) as id from desk.scheduled_change')
    return Number(id)
  }
  it('needs two again to end later or not at all, but one may withdraw or delay what would give more', async () => {
    const [cheap, end] = [await planned(100, 2), await planned(999, 3)]
    for (const when of [null, day(40)])
      expect((await at.as('owner').call('product/replan', { id: end, when })).msg).toBe('NeedsApproval')
    expect((await at.as('owner').call('product/replan', { id: cheap, when: day(1) })).msg).toBe('NeedsApproval')
    expect((await at.as('owner').call('product/replan', { id: cheap, when: day(5) })).msg).toBe('success')
    expect((await at.as('owner').call('product/replan', { id: cheap, when: null })).msg).toBe('success')
  })
})

describe('a decider with a limit', () =>
  it('allows others no more than the own limit, and refuses anything', async () => {
    const adjustmentNo = async (basic: number): Promise<number> =>
      numberOf(await at.as('support').call('points/adjust', { uid: '100001', basic, present: 0, reason: REASON }))
    const much = await adjustmentNo(5_000_000)
    expect(await decide('lead', much)).toMatchObject({ msg: 'NotAllowed', data: { reason: 'limit' } })
    expect((await decide('owner', much)).result).toEqual({ state: 'done', why: '' })
    expect((await decide('lead', await adjustmentNo(400))).result).toEqual({ state: 'done', why: '' })
    const refused = await at
      .as('lead')
      .call('approval/decide', { approval_no: await adjustmentNo(9_000), yes: false, note: 'no' })
    expect(refused.result.state).toBe('refused')
  }))
