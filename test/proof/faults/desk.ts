import { randomUUID } from 'node:crypto'
import type { DeskCallName } from '@hc/contract/desk/calls'
import { errors } from '@hc/contract/errors'
import type { Query } from '../../../apps/server/src/platform/db.ts'
import { DeskClient, deskCommand, enrol, invitationLink } from '../../kit/desk.ts'
import { sleep } from '../../kit/shop.ts'
import { count, type Rng, type Tally } from '../sim/rng.ts'
import type { Players } from './players.ts'

const PASSWORD = 'Lantern-harbour-42'
type Person = 'lead' | 'finance' | 'owner'
/** The end of a call for its caller: `unknown` without an answer. */
type End = 'done' | 'asked' | 'refused' | 'unknown'
type Act = { name: DeskCallName; by: Person; reason: string; subject: string; end: End; data: unknown }

export type Desk = {
  acts: Act[]
  /** Calls that were sent, and unanswered calls that were repeated under their key. */
  calls: number
  repeated: number
  /** Answers without an outcome: the desk is busy, or gateway and game did not answer. */
  unknowing: number
  /** The longest that one call went without an answer, in seconds. */
  longest: number
  /** Works while `open` says so. */
  work(open: () => boolean): Promise<void>
}
type Options = { q: Query; databaseUrl: string; base: string; players: Players; rng: Rng; faults: Tally }

/**
 * People at the desk while everything around them fails: one who asks within limits, one of finance, an owner who
 * decides. Each call is repeated under its key until it is answered, and at times it goes out twice at once.
 */
export async function openDesk({ q, databaseUrl, base, players, rng, faults }: Options): Promise<Desk> {
  const people = await enrolAll(q, databaseUrl, base)
  const desk: Desk = { acts: [], calls: 0, repeated: 0, unknowing: 0, longest: 0, work }
  const requests: number[] = []

  type Answer = { status: number; code: number; result?: Record<string, unknown>; data: Record<string, unknown> | null }
  async function once(by: Person, name: DeskCallName, body: object, key: string): Promise<Answer> {
    const client = people.get(by)
    const answer = await fetch(`${base}/console/api/${name}`, {
      method: 'POST',
      signal: AbortSignal.timeout(6000),
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: client?.cookie ?? '',
        'x-csrf': client?.csrf ?? '',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    })
    return { ...((await answer.json()) as Omit<Answer, 'status'>), status: answer.status }
  }
  async function call(
    by: Person,
    name: DeskCallName,
    body: object,
  ): Promise<(Answer & { again: boolean }) | undefined> {
    const key = randomUUID()
    const startMs = Date.now()
    for (let tries = 0; Date.now() < startMs + 120_000; tries++) {
      desk.calls++
      if (tries > 0) desk.repeated++
      try {
        const two = await Promise.allSettled(
          Array.from({ length: rng.chance(0.15) ? 2 : 1 }, () => once(by, name, body, key)),
        )
        const answers = two.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
        desk.unknowing += answers.filter(({ status }) => status >= 500).length
        const answer = answers.find(hasAnswer)
        if (answer) {
          desk.longest = Math.max(desk.longest, (Date.now() - startMs) / 1000)
          return { ...answer, again: tries > 0 }
        }
      } catch {
        /* No answer: the same call again. */
      }
      await sleep(200 + rng.int(300))
    }
    return undefined
  }
  /** An answer with the outcome of the call. */
  const hasAnswer = ({ status }: Answer): boolean => status < 500 && status !== 429

  async function act(by: Person, name: DeskCallName, subject: string, body: object): Promise<void> {
    const reason = `fault run ${desk.acts.length} ${rng.hex(4)}`
    const candidate: Act = { name, by, reason, subject, end: 'unknown', data: null }
    desk.acts.push(candidate)
    const answer = await call(by, name, { ...body, reason })
    if (!answer) return
    // A try that got no answer may still run after a later try was refused: the state that refused it may be over.
    const refused = answer.again ? 'unknown' : 'refused'
    // A request for the same thing is answered with the first one's number, and writes nothing.
    const isFirst = answer.code === errors.NeedsApproval.code && answer.data?.again !== true
    candidate.end = answer.code === 0 ? 'done' : isFirst ? 'asked' : refused
    candidate.data = answer.code === 0 ? answer.result : answer.data
    count(faults, `desk: ${name} ${candidate.end}`)
    if (candidate.end === 'asked') requests.push(Number(answer.data?.approval))
  }
  /** This process cannot see later what an order was asked for, so it notes it before the answer. */
  async function giveBack(by: Person, order_no: string): Promise<void> {
    players.told.refunds.add(order_no)
    await act(by, 'refund/make', order_no, { order_no })
  }
  async function decide(): Promise<void> {
    const approval_no = requests.shift()
    if (approval_no === undefined) return
    const answer = await call('owner', 'approval/decide', { approval_no, yes: rng.chance(0.85), note: 'fault run' })
    count(faults, `desk: a request is ${answer?.code === 0 ? String(answer.result?.state) : 'over'}`)
  }
  async function stopped(): Promise<string | undefined> {
    const rows = await q<{ order_no: string }>({
      text: `select order_no from outbox where kind = 'refund' and state in ('refused', 'failed', 'parked') limit 20`,
    }).catch(() => [])
    return rows.length > 0 ? rng.pick(rows).order_no : undefined
  }
  async function actOnce(): Promise<void> {
    const order_no = rng.pick([...players.made.values()])
    const who = rng.pick(['lead', 'finance'] as const)
    const what = rng.weigh({ ask: 4, part: 6, retell: 2, whole: 1, settle: 2, retry: 2, points: 2, decide: 4 })
    if (what === 'ask') {
      const asks: Act = { name: 'order/ask', by: who, reason: '', subject: order_no, end: 'unknown', data: null }
      desk.acts.push(asks)
      const answer = await call(who, 'order/ask', { order_no })
      if (answer) asks.end = answer.code === 0 ? 'done' : 'refused'
      if (answer?.result?.payment === 'unknown') desk.unknowing++
      count(faults, 'desk: gateway and game are asked')
    } else if (what === 'part') await act(who, 'refund/part', order_no, { order_no, cents: 1 + rng.int(80) })
    else if (what === 'retell') await act(who, 'order/retell', order_no, { number: order_no })
    else if (what === 'whole') await giveBack(who, order_no)
    else if (what === 'points') {
      const body = { uid: `f${1 + rng.int(16)}`, basic: 1 + rng.int(40), present: 0 }
      await act('lead', 'points/adjust', body.uid, body)
    } else if (what === 'decide') await decide()
    else {
      const order = await stopped()
      if (!order) return
      if (what === 'retry') await act(who, 'refund/retry', order, { order_no: order })
      else {
        // This may end the order.
        players.told.refunds.add(order)
        await act('finance', 'refund/settleElsewhere', order, { order_no: order, reference: `bank ${rng.hex(6)}` })
      }
    }
  }
  async function work(open: () => boolean): Promise<void> {
    const person = async (): Promise<void> => {
      while (open()) {
        await sleep(100 + rng.int(400))
        if (players.made.size > 10) await actOnce()
      }
    }
    await Promise.all([person(), person()])
    while (requests.length > 0) await decide()
  }
  return desk
}

async function enrolAll(q: Query, databaseUrl: string, base: string): Promise<Map<Person, DeskClient>> {
  const link = await deskCommand({ databaseUrl, desk: base }, 'staff', 'invite-owner', 'owner@shop.example')
  const { client: owner } = await enrol(base, link.split('\n')[0] ?? '', PASSWORD)
  const people = new Map<Person, DeskClient>([['owner', owner]])
  for (const role of ['lead', 'finance'] as const) {
    const person = { email: `${role}@shop.example`, name: role, roles: [role] }
    people.set(role, (await enrol(base, await invitationLink({ databaseUrl, desk: base }, person), PASSWORD)).client)
  }
  await q({ text: `update desk.staff_session set fresh_until = now() + interval '2 hours'` })
  return people
}

/** Audit lines that break the chain. */
export const brokenLines = `select a.seq
  from (select x.*, lag(x.hash) over (order by x.seq) as before from desk.audit x) a
  where a.prev <> coalesce(a.before, '\\x')
    or a.hash <> sha256(coalesce(a.before, '\\x') || convert_to(a.line, 'UTF8')) or a.actor = ''`

type Line = { reason: string; requests: number; approved: number }

/** Each action at the desk happened once or not at all, with its audit line. */
export async function deskAgrees(q: Query, desk: Desk): Promise<{ checks: number; failed: string[] }> {
  // A call that was done twice has lines of two requests.
  const lines = new Map(
    (
      await q<Line>({
        text: `select line::jsonb ->> 'reason' as reason,
            count(distinct line::jsonb ->> 'request') filter (where line::jsonb ->> 'approval' is null)::int as requests,
            count(distinct line::jsonb ->> 'request') filter (where line::jsonb ->> 'approval' is not null)::int
              as approved
          from desk.audit where line::jsonb ->> 'reason' like 'fault run %' group by 1`,
      })
    ).map((row) => [row.reason, row]),
  )
  const parts = await countsBy(q, `select reason as key, count(*)::int as n from refund_part group by 1`)
  const points = await countsBy(q, `select note as key, count(*)::int as n from point_adjustment group by 1`)
  const reasoned = desk.acts.filter(({ reason }) => reason !== '')
  const faultyActs = (right: (act: Act, line: Line) => boolean, of: readonly Act[] = reasoned): string[] =>
    of
      .filter((act) => !right(act, lines.get(act.reason) ?? { reason: act.reason, requests: 0, approved: 0 }))
      .map((act) => `${act.name} ${act.end} ${act.reason} ${JSON.stringify(lines.get(act.reason))}`)
  const numberOf = (act: Act): number | undefined =>
    act.name === 'refund/part'
      ? (parts.get(act.reason) ?? 0)
      : act.name === 'points/adjust'
        ? (points.get(act.reason) ?? 0)
        : undefined
  const asks = desk.acts.filter(({ name }) => name === 'order/ask')
  const [questions] = await q<{ n: number }>({
    text: `select count(*)::int as n from desk.audit where action = 'order/ask' and actor like 'staff:%'`,
  })
  const answerCount = asks.filter(({ end }) => end === 'done').length
  const chain = await q({ text: brokenLines })
  const twice = await q<{ approval_no: number }>({
    text: `select (line::jsonb ->> 'approval') as approval_no from desk.audit
      where line::jsonb ->> 'approval' is not null
      group by 1 having count(distinct line::jsonb ->> 'request') > 1`,
  })
  const unasked = await q<{ approval_no: number }>({
    text: `select approval_no from desk.approval a where a.state = 'done' and not exists (select 1 from desk.audit l
      where split_part(l.line::jsonb ->> 'approval', ' ', 1) = a.approval_no::text)`,
  })
  const results: [string, string[]][] = [
    [
      'what the desk was told is done is done once, with its line of the audit',
      // A second request for a refund is answered with the first one.
      faultyActs(({ end, name, data }, line) => {
        if (end !== 'done') return true
        const nothing = name === 'refund/make' || (data as { did?: boolean } | null)?.did === false
        return line.requests === 1 || (nothing && line.requests === 0)
      }),
    ],
    [
      'what it was refused is not done',
      faultyActs(({ end }, line) => end !== 'refused' || line.requests + line.approved === 0),
    ],
    [
      'what became a request is asked once, and done at most once',
      faultyActs(({ end }, line) => end !== 'asked' || (line.requests === 1 && line.approved <= 1)),
    ],
    [
      'what nobody answered is done at most once',
      faultyActs(({ end }, line) => end !== 'unknown' || line.requests <= 1),
    ],
    [
      'a part and an adjustment stand once where they were done, and at most once where nobody knows',
      faultyActs((act, line) => {
        const n = numberOf(act)
        if (n === undefined) return true
        return act.end === 'done' ? n === 1 : act.end === 'asked' ? n === Math.min(1, line.approved) : n <= 1
      }),
    ],
    [
      'each question to gateway and game has its line, once',
      (questions?.n ?? 0) >= answerCount && (questions?.n ?? 0) <= asks.length
        ? []
        : [`${questions?.n} of ${answerCount}`],
    ],
    ['each request is done in one call', twice.map(({ approval_no }) => String(approval_no))],
    ['each request that was done has its line of the audit', unasked.map(({ approval_no }) => String(approval_no))],
    ['the audit is one chain', chain.map((row) => JSON.stringify(row))],
    [
      'people work at the desk',
      answerCount > 0 && reasoned.some(({ end }) => end === 'done') ? [] : ['nothing was done'],
    ],
  ]
  return {
    checks: results.length,
    failed: results
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => `${name}: ${rows.length} broken, ${rows.slice(0, 4).join('; ')}`),
  }
}

const countsBy = async (q: Query, text: string): Promise<Map<string, number>> =>
  new Map((await q<{ key: string; n: number }>({ text })).map(({ key, n }) => [key, n]))

/** The number of the desk's calls by their end. */
export const endsOf = ({ acts }: Desk): Record<End, number> => {
  const n = (end: End): number => acts.filter((act) => act.end === end).length
  return { done: n('done'), asked: n('asked'), refused: n('refused'), unknown: n('unknown') }
}
