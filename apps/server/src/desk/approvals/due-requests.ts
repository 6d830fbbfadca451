import type { Locale } from '@hc/contract/locales'
import { deskTexts } from '@hc/i18n/texts'
import type { Alone, WeighedCalls } from '../../http/desk/weighed-calls.ts'
import { type Actor, deskTransaction } from '../../http/desk/transaction.ts'
import type { Database, Query } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import { repeat } from '../../platform/repeat.ts'
import type { Seal } from '../../platform/seal.ts'
import { fill, frame } from '../../shop/message/frame.ts'
import { queueToOwners } from '../../shop/message/queue-letter.ts'
import type { Site } from '../../shop/message/site.ts'
import { type Request, runApproved } from './run-approved.ts'

const LOOK_MS = 5_000

/** Tells every owner by mail that a request runs by itself unless it is withdrawn. */
export function tellOwners(seal: Seal, site: Site, desk: string, locale: Locale) {
  return async (q: Query, { approval, call, reason, who, runsAt }: Alone): Promise<void> => {
    const words = deskTexts(locale).approvals.mail
    const values = { approval, call, reason, who: who.name, at: runsAt.toISOString().slice(0, 16).replace('T', ' ') }
    const letter = frame(locale, site, {
      subject: fill(words.subject, values),
      blocks: [
        { kind: 'text', text: fill(words.text, values) },
        { kind: 'quote', text: reason },
        { kind: 'button', text: words.open, url: `${desk}/approvals` },
        { kind: 'small', text: words.why },
      ],
    })
    await queueToOwners(q, seal, { kind: 'desk_alone', locale, letter })
  }
}

/** Whether a request has lapsed, or waits to run by itself. */
const DUE_REQUESTS = {
  name: 'approvals-due',
  text: `select exists (select from desk.approval
      where state in ('open', 'alone') and (state = 'alone' or lapses_at <= app_now())) as due`,
}

const JOB: Actor = {
  actor: 'job:approvals',
  action: 'approval/run',
  reason: '',
  address: '',
  browser: '',
  requestId: '',
  approval: null,
}

/** Runs one request whose ten minutes are over. False: none is due. */
async function runOneAlone(db: Pick<Database, 'pool'>, calls: WeighedCalls): Promise<boolean> {
  return await deskTransaction(db, JOB, async (q) => {
    const [request] = await q<Request>({
      text: `select a.approval_no, a.asked_by, a.call, a.permission, a.command, a.command_hash, a.amount, a.kind,
          a.target, a.versions, a.reason from desk.approval a
        where a.state = 'alone' and a.runs_at <= app_now() and a.lapses_at > app_now()
          and not exists (select 1 from desk.two_people) and not desk.others_decide(a.asked_by, a.decided_by)
        order by a.runs_at limit 1 for no key update skip locked`,
    })
    if (!request) return false
    const { state, why } = await runApproved(q, calls, request, JOB, undefined)
    await q({ text: 'select desk.end_approval($1, $2, null, $3)' }, [request.approval_no, state, why])
    return true
  })
}

/** Ends lapsed requests, and runs due requests of a person who was alone at the desk. */
export async function approvalRound(db: Pick<Database, 'pool'>, calls: WeighedCalls): Promise<void> {
  await deskTransaction(db, { ...JOB, action: 'approval/lapse' }, (q) => q({ text: 'select desk.lapse_approvals()' }))
  for (;;) if (!(await runOneAlone(db, calls))) return
}

/** Each process of the desk looks every few seconds. The lock of a request's row lets one process run it. */
export function watchApprovals(
  db: Pick<Database, 'pool' | 'query'>,
  calls: WeighedCalls,
  log: Log,
  lookMs: number,
): { stop(): Promise<void> } {
  return repeat(
    async () => {
      const [row] = await db.query<{ due: boolean }>(DUE_REQUESTS)
      if (row?.due) await approvalRound(db, calls)
    },
    Math.min(LOOK_MS, lookMs),
    (error) => log.warn({ err: error }, 'requests of the desk could not be looked at; it will be tried again'),
  )
}
