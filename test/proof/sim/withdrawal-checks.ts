import type { Query } from '../../../apps/server/src/platform/db.ts'
import type { Violation } from '../../../apps/server/src/care/doctor/invariants.ts'
import { type Withdrawals, words } from './withdrawals.ts'
import type { AnswerLog } from './world-checks.ts'

type Row = {
  number: string
  order_no: string
  own: boolean
  gone: boolean
  outcome: string
  told: string | null
  events: string[]
  status: number | null
  /** A refund that failed after it was done waits for a person. */
  failed: boolean
  request: string | null
  refunded: boolean
  points_back: number
  points: boolean
  stated: Date
  created: Date | null
  paid: Date | null
  /** The days of the period as the order froze them; null: no right. */
  days: number | null
  /** The refund that this statement requested. */
  asked: boolean
}

const DAY = 86_400_000
/** When the period ends: the day of the contract does not count, and a day is given on top. Decision 393. */
const endOf = ({ paid, created, days }: Row): number => {
  const day = Math.floor((paid ?? created ?? new Date(0)).getTime() / DAY)
  return (day + (days ?? 0) + 2) * DAY
}

/** At rest: compares the outcome of each statement of withdrawal with the sent mails. */
export async function checkWithdrawals(
  q: Query,
  { left, offersMail }: Pick<Withdrawals, 'left' | 'offersMail'>,
  answers: AnswerLog,
): Promise<{ checks: number; outcomes: string[]; violations: Violation[] }> {
  const failures = new Map<string, unknown[]>()
  const expect = (name: string, holds: boolean, row: unknown): void => {
    failures.set(name, [...(failures.get(name) ?? []), ...(holds ? [] : [row])].slice(0, 5))
  }
  const rows = await q<Row>({
    text: `select w.number, w.order_no, w.account_id is not null as own, a.deleted_at is not null as gone, w.outcome,
        w.told, (select array_agg(e.outcome order by e.event_id) from withdrawal_event e where e.number = w.number)
          as events, o.status, r.state as request, o.refunded_cents = o.paid_cents and o.paid_cents > 0 as refunded,
        exists (select from refund_failure f where f.order_no = w.order_no) as failed,
        (select count(*) from ledger_journal j where j.order_no = w.order_no and j.reason = 'refund') as points_back,
        o.channel_code = 'hcpoint' as points, w.stated_at as stated, o.created_at as created, o.paid_at as paid,
        (t.texts ->> 'days')::int as days, coalesce(r.reason = 'withdrawal ' || w.number, false) as asked
      from withdrawal w left join orders o using (order_no) left join account a on a.account_id = o.account_id
        left join refund_request r using (order_no)
        left join order_terms t on t.order_no = o.order_no order by w.number`,
  })
  const mails = [...left.values()]
  for (const row of rows) {
    const { number, order_no: no, outcome, status } = row
    if (row.events.includes('waived')) {
      const confirmed = mails.some(({ text }) => text.includes(words.legal.waiver) && text.includes(no))
      expect('nobody loses the right to withdraw before a mail confirmed what they agreed to', confirmed, row)
    }
    expect(
      'an unpaid order that is withdrawn from ends unpaid',
      outcome !== 'cancelled' || status === 3 || status === 6,
      row,
    )
    expect(
      'what a withdrawal gives back is given back whole, and once',
      outcome !== 'refunded' ||
        (status === 5 && (row.refunded || row.failed) && (!row.points || row.points_back === 1)),
      row,
    )
    expect(
      'a withdrawal that waits for its money has a refund under way',
      outcome !== 'refund' || (status !== 5 && row.request !== null && !['refused', 'failed'].includes(row.request)),
      row,
    )
    const [first] = row.events
    if (row.own && row.days === null)
      expect('where there is no right, a statement says so', first === 'no_right' || first === 'refunded', row)
    expect('no right is said where there is none', first !== 'no_right' || row.days === null, row)
    expect(
      'a statement comes late after the period of a paid order, and never before',
      first !== 'late' || (row.paid !== null && row.stated.getTime() >= endOf(row)),
      row,
    )
    if (row.own && (first === 'refund' || first === 'waived'))
      expect('what is given back or was given up was within the period', row.stated.getTime() < endOf(row), row)
    expect(
      'nothing goes back for a statement without a right, but by a person',
      !row.asked || row.events.includes('refund'),
      row,
    )
    expect('every outcome was told, or is of no mail', row.told === outcome, row)
    const acks = mails.filter(({ text }) => text.includes(number) && !text.includes(words.mail.answer)).length
    const least = offersMail && row.own && !row.gone ? 1 : 0
    expect('a statement is acknowledged by one mail', acks >= least && acks <= 1, { ...row, acks })
  }
  const ownOrders = rows.filter((row) => row.own).map(({ order_no: no }) => no)
  expect('two statements of one order are one', new Set(ownOrders).size === ownOrders.length, rows)
  const numbers = new Set(rows.map(({ number }) => number))
  for (const number of answers.withdrawals) expect('an acknowledged statement stands', numbers.has(number), { number })
  return {
    checks: failures.size,
    outcomes: rows.map(({ own, events }) => `${own ? 'own' : 'visitor'} ${events.join(', ')}`),
    violations: [...failures].filter(([, bad]) => bad.length > 0).map(([name, bad]) => ({ name, rows: bad })),
  }
}
