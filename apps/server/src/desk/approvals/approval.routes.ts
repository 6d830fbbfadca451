import { AppError } from '@hc/contract/errors'
import type { DeskResult } from '@hc/contract/desk/calls'
import type { DeskContext, DeskRegister, Who } from '../../http/desk/desk-calls.ts'
import type { WeighedCalls } from '../../http/desk/weighed-calls.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import type { Database, Query } from '../../platform/db.ts'
import { changedMeanwhile } from './meanwhile.ts'
import { thingsOf } from './things.ts'
import { type Outcome, type Request, runApproved } from './run-approved.ts'

type Head = DeskResult<'approval/list'>['approvals'][number]
type Full = DeskResult<'approval/read'>

const HEAD = `a.approval_no, a.asked_by, asker.name as asked_by_name, floor(extract(epoch from a.asked_at))::int as asked_at,
  a.call, a.permission, a.amount, a.kind, a.target, a.reason, a.state,
  floor(extract(epoch from a.runs_at))::int as runs_at, floor(extract(epoch from a.lapses_at))::int as lapses_at,
  floor(extract(epoch from a.ended_at))::int as ended_at, coalesce(ender.name, '') as ended_by_name, a.ended_note`
const FROM = `desk.approval a join desk.staff asker on asker.staff_id = a.asked_by
  left join desk.staff ender on ender.staff_id = a.ended_by`
/** The player with an account's number, if the caller may read players (the parameter). */
const uidIf = (mayRead: string): string => `(select p.uid from account p where ${mayRead}
  and a.kind in ('account', 'player') and p.account_id = case when a.target ~ '^\\d{1,18}$' then a.target::bigint end)
  as uid`
const mayOf =
  ({ permissions }: Who) =>
  (right: string): boolean =>
    permissions[right] !== undefined
const readsPlayers = ({ permissions }: Who): boolean => permissions['player.read'] !== undefined
/** $1: the person, $2: what the person decides. */
const WAITS = `(a.state in ('open', 'alone') and a.lapses_at > app_now() and a.asked_by <> $1
  and a.decided_by = any($2) and not exists (select 1 from desk.approval_vote v
    where v.approval_no = a.approval_no and v.staff_id = $1))`

/** Requests that a second person decides. */
export function approvalRoutes(register: DeskRegister, calls: WeighedCalls, db?: Pick<Database, 'pool'>): void {
  register('approval/list', async (request, { q, who, by }) => {
    const { which, kind, target, after, size } = request
    const me = who()
    const all = me.permissions['audit.read'] !== undefined
    const condition = {
      to_decide: WAITS,
      mine: `(a.asked_by = $1 and $2::text[] is not null)`,
      past: `(a.state not in ('open', 'alone') and ($8 or a.asked_by = $1 or a.decided_by = any($2)))`,
    }[which]
    const approvals = await q<Head>(
      {
        text: `select ${HEAD}, ${uidIf('$9')} from ${FROM}
          where ${condition} and ($3 = '' or a.kind = $3) and ($4 = '' or a.target = $4)
            and ($5::bigint = 0 or a.approval_no < $5) and $7 and ($8 or true)
          order by a.approval_no desc limit $6`,
      },
      [me.staff_id, me.decides, kind, target, after, size, true, all, readsPlayers(me)],
    )
    if (db) await noteExport(db, by, 'approvals', request)
    const thingOf = await thingsOf(q, approvals, mayOf(me))
    const named = approvals.map((approval) => {
      const thing = thingOf(approval)
      if (!thing) return approval
      const { goods_name, icon, order } = thing
      return { ...approval, goods_name, icon, ...(order && { player: { uid: order.uid, role_name: order.role_name } }) }
    })
    return { approvals: named, next: approvals.length === size ? (approvals.at(-1)?.approval_no ?? null) : null }
  })
  register('approval/read', async ({ approval_no }, { q, who }) => await read(q, who(), approval_no))
  register('approval/decide', async ({ approval_no, yes, note }, context) =>
    decide(calls, context, approval_no, yes, note),
  )
  register('approval/withdraw', async ({ approval_no }, { q, who }) => {
    const [answer] = await q<{ refusal: string | null }>(
      { text: 'select refusal from desk.withdraw_approval($1, $2)' },
      [approval_no, who().staff_id],
    )
    if (answer?.refusal === 'not_found') throw new AppError('ApprovalNotFound')
    if (answer?.refusal === 'over') throw new AppError('ApprovalOver')
    return {}
  })
  register('approval/counts', async (_body, { q, who }) => {
    const me = who()
    const [row] = await q<DeskResult<'approval/counts'>>(
      {
        text: `select (select count(*)::int from desk.approval a where ${WAITS}) as to_decide,
            (select count(*)::int from desk.approval a where a.asked_by = $1 and a.state in ('open', 'alone'))
              as mine_open,
            (select count(*)::int from desk.approval a where a.asked_by = $1
              and a.state in ('done', 'refused', 'lapsed', 'stale') and a.seen_at is null) as mine_ended`,
      },
      [me.staff_id, me.decides],
    )
    return row ?? { to_decide: 0, mine_open: 0, mine_ended: 0 }
  })
  register('approval/seen', async (_body, { q, who }) => {
    await q(
      {
        text: 'update desk.approval set seen_at = app_now() where asked_by = $1 and ended_at is not null and seen_at is null',
      },
      [who().staff_id],
    )
    return {}
  })
}

/** @throws AppError ApprovalNotFound: also for a request that this person may not see */
async function read(q: Query, me: Who, approvalNo: number): Promise<Full> {
  const [row] = await q<Omit<Full, 'may_decide' | 'may_withdraw'> & { waits: boolean }>(
    {
      text: `select ${HEAD}, ${uidIf('$4')}, a.rule_key as rule, a.decided_by, a.people,
          a.command::jsonb as command, a.versions, a.forecast, a.counted, ${WAITS} as waits,
          coalesce((select jsonb_agg(jsonb_build_object('name', p.name, 'note', v.note,
              'at', floor(extract(epoch from v.at))) order by v.at)
            from desk.approval_vote v join desk.staff p using (staff_id) where v.approval_no = a.approval_no), '[]')
            as votes
        from ${FROM} where a.approval_no = $3`,
    },
    [me.staff_id, me.decides, approvalNo, readsPlayers(me)],
  )
  if (!row || (row.asked_by !== me.staff_id && !me.decides.includes(row.decided_by) && !me.permissions['audit.read']))
    throw new AppError('ApprovalNotFound')
  const { waits, ...full } = row
  const open = row.state === 'open' || row.state === 'alone'
  const thing = (await thingsOf(q, [row], mayOf(me)))(row)
  const meanwhile = row.state === 'stale' ? await changedMeanwhile(q, row) : []
  return {
    ...full,
    ...(thing && { thing }),
    ...(meanwhile.length > 0 && { meanwhile }),
    may_decide: waits,
    may_withdraw: open && row.asked_by === me.staff_id,
  }
}

type Open = Request & {
  weighs: number | null
  decided_by: string
  people: number
  state: string
  open: boolean
  yes: number
  voted: boolean
}

/**
 * Decides a request, once. What the request does is done before anything else is written, for the audit's lock is the
 * last one; the rows that the last statements refer to are locked at the beginning.
 *
 * @throws AppError ApprovalNotFound, ApprovalOver, NotAllowed: of the own request, or without the right to decide
 */
async function decide(
  calls: WeighedCalls,
  { q, who, by, request, reply }: DeskContext,
  approvalNo: number,
  yes: boolean,
  note: string,
): Promise<DeskResult<'approval/decide'>> {
  const me = who()
  const [openRequest] = await q<Open>(
    {
      text: `select a.approval_no, a.asked_by, a.call, a.permission, a.command, a.command_hash, a.amount, a.kind,
          a.target, a.versions, a.reason, a.decided_by, a.people, a.state,
          a.state in ('open', 'alone') and a.lapses_at > app_now() as open,
          coalesce((a.counted ->> 'cents')::bigint, case when a.counted is null then a.amount end) as weighs,
          (select count(*)::int from desk.approval_vote v where v.approval_no = a.approval_no) as yes,
          exists (select 1 from desk.approval_vote v where v.approval_no = a.approval_no and v.staff_id = $2) as voted
        from desk.approval a where a.approval_no = $1 for no key update`,
    },
    [approvalNo, me.staff_id],
  )
  if (!openRequest) throw new AppError('ApprovalNotFound')
  // The person's rights now, not at the start of the call.
  const [rights] = await q<{ decides: boolean; within: boolean }>(
    {
      text: `select $3 = any(h.decides) as decides, desk.decides_within(h.permissions, h.decides, h.limits, $3, $4) as within
        from desk.staff p, lateral desk.held_by(p.staff_id) h
        where p.staff_id in ($1, $2) and p.staff_id = $1 and p.suspended_at is null for key share of p`,
    },
    [me.staff_id, openRequest.asked_by, openRequest.decided_by, openRequest.weighs],
  )
  if (openRequest.asked_by === me.staff_id)
    throw new AppError('NotAllowed', { permission: openRequest.decided_by, reason: 'own' })
  if (!rights?.decides) throw new AppError('NotAllowed', { permission: openRequest.decided_by })
  // Nobody allows more than the own limit would let them do.
  if (yes && !rights.within) throw new AppError('NotAllowed', { permission: openRequest.decided_by, reason: 'limit' })
  if (!openRequest.open || openRequest.voted) throw new AppError('ApprovalOver', { state: openRequest.state })
  const end = (state: string, why: string): Promise<unknown> =>
    q({ text: 'select desk.end_approval($1, $2, $3, $4)' }, [approvalNo, state, me.staff_id, why])
  if (!yes) {
    await end('refused', note)
    return { state: 'refused', why: note }
  }
  const last = openRequest.yes + 1 >= openRequest.people
  const outcome: Outcome | null = last ? await runApproved(q, calls, openRequest, by, { request, reply }) : null
  await q({ text: 'insert into desk.approval_vote (approval_no, staff_id, note, at) values ($1, $2, $3, app_now())' }, [
    approvalNo,
    me.staff_id,
    note,
  ])
  if (!outcome) return { state: 'open', why: '' }
  await end(outcome.state, outcome.state === 'done' ? note : outcome.why)
  return outcome
}
