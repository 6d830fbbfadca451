import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import { timeZone } from '@hc/domain/time-zone'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'
import { bounded } from '../../http/desk/bounded-lists.ts'
import { CLOSED_TOTALS } from '../../care/doctor/doctor.ts'
import type { FinanceDeps } from '../ledger/ledger.routes.ts'

type Closed = DeskResult<'period/list'>['closed'][number]

const findings = async (q: Query): Promise<number> =>
  (await q<{ n: number }>({ text: 'select count(*)::int as n from reconcile_finding where settled_at is null' }))[0]
    ?.n ?? 0

/** A zone by the name that the last closed month has it by, if that is one of its former names. */
async function zoneAsBefore(q: Query, zone: string): Promise<string> {
  const [last] = await q<{ zone: string }>({
    text: 'select c.zone from desk.period_close c order by c.month desc limit 1',
  })
  return last && timeZone(last.zone) === zone ? last.zone : zone
}

/** Months of the books: the closed ones, and the close of the next one. */
export function periodRoutes(register: DeskRegister, { db }: FinanceDeps): void {
  register('period/list', async () =>
    bounded(db, async (q) => {
      const closed = await q<Closed & { zone: string }>({
        text: `select to_char(c.month, 'YYYY-MM') as month, floor(extract(epoch from c.closed_at))::int as closed_at,
            p.name as closed_by, encode(c.hash, 'hex') as hash, c.audit_seq, c.totals, c.zone
          from desk.period_close c join desk.staff p on p.staff_id = c.closed_by order by c.month desc limit 60`,
      })
      const zone = closed[0]?.zone ?? 'UTC'
      const [next] = await q<{ month: string; over: boolean }>(
        {
          text: `select to_char(m, 'YYYY-MM') as month,
              app_now() >= (m + interval '1 month')::timestamp at time zone $1 + interval '1 hour' as over
            from (select coalesce(
              (select (max(c.month) + interval '1 month')::date from desk.period_close c),
              (select date_trunc('month', min(j.created_at) at time zone $1)::date
                from (select created_at from ledger_journal order by journal_id limit 1000) j),
              date_trunc('month', app_now() at time zone $1)::date) as m) x`,
        },
        [zone],
      )
      // The doctor compares each closed month with its journals at night, and on demand on the health page.
      const faults = await q(
        {
          text: `select from desk.checkup where kind = 'doctor' and broken @> jsonb_build_array(jsonb_build_object('name', $1::text))`,
        },
        [CLOSED_TOTALS],
      )
      return {
        zone,
        next: next?.month ?? '',
        next_is_over: next?.over ?? false,
        findings: await findings(q),
        holds: faults.length === 0,
        closed: closed.map(({ zone: _zone, ...month }) => month),
      }
    }),
  )
  register(
    'period/close',
    async ({ month, zone }, { q, who }) => {
      const [answer] = await q<{ refusal: string | null; hash: string | null }>(
        { text: `select refusal, encode(hash, 'hex') as hash from desk.close_period($1, $2, $3)` },
        [`${month}-01`, await zoneAsBefore(q, zone), who().staff_id],
      )
      if (!answer?.hash) throw new AppError('PeriodRefused', { why: answer?.refusal ?? '' })
      return { hash: answer.hash }
    },
    async ({ month, zone }, { q }) => {
      const [state] = await q<{ over: boolean; closed: boolean; n: number }>(
        {
          text: `select app_now() >= ($1::date + interval '1 month')::timestamp at time zone $2 + interval '1 hour'
              as over, exists (select 1 from desk.period_close where month = $1) as closed,
            (select count(*)::int from desk.period_close) as n`,
        },
        [`${month}-01`, zone],
      )
      if (state?.closed) throw new AppError('PeriodRefused', { why: 'closed' })
      if (!state?.over) throw new AppError('PeriodRefused', { why: 'not_over' })
      return {
        amount: 0,
        kind: 'period',
        target: month,
        versions: { closed: state.n },
        forecast: { before: { closed: false, findings: await findings(q) }, after: { closed: true, month, zone } },
      }
    },
  )
}
