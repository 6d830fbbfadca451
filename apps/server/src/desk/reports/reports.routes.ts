import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister, Who } from '../../http/desk/desk-calls.ts'
import type { Database } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { reportRight, shapeOf } from '@hc/contract/desk/figures'
import { bounded } from '../../http/desk/bounded-lists.ts'
import { campaignNames, figuresOf, methodNames } from './figures.ts'
import { funnelRows } from './reports.ts'
import { checkDays } from './day-sums.ts'

/** Reports that a person may save. */
const MOST_SAVED = 20

/** @throws AppError NotAllowed: the report is about money, and the person may see only service reports */
function checkKind({ permissions }: Who, kind: string): void {
  const permission = reportRight(kind)
  if (!permissions[permission]) throw new AppError('NotAllowed', { permission })
}

/** The funnel, and a person's saved reports. */
export function reportRoutes(register: DeskRegister, db: Pick<Database, 'pool'>): void {
  register('report/funnel', async ({ from, to }, { q }) => {
    checkDays(from, to)
    const rows = await funnelRows(q, from, to)
    return { rows: rows.map(({ at: _at, ...row }) => row), at: Math.max(0, ...rows.map(({ at }) => at)) }
  })
  register('report/counts', async ({ kind, from, to, by }, { who }) => {
    checkKind(who(), kind)
    checkDays(from, to)
    if (!shapeOf(kind).by.includes(by))
      throw new AppError('InvalidParams', { issues: [{ path: 'by', message: `is not what ${kind} is grouped by` }] })
    return await bounded(db, async (q) => {
      const [state] = await q<{ at: number; due: number }>(
        {
          text: `select coalesce(${epochSeconds("nullif(m.at, '-infinity')")}, 0) as at,
            (select count(*)::int from desk.report_due d where d.day between $1 and $2) as due
          from desk.report_mark m`,
        },
        [from, to],
      )
      const figures = await figuresOf(q, kind, { from, to }, by)
      const keys = figures.rows.map(({ key }) => key)
      const names = by === 'campaign' ? await campaignNames(q, keys) : by === 'method' ? methodNames(keys) : {}
      return { ...figures, names, at: state?.at ?? 0, due: state?.due ?? 0 }
    })
  })
  register(
    'report/saved',
    async (_body, { q, who }) =>
      await q<DeskResult<'report/saved'>[number]>(
        {
          text: `select report_id, name, kind, grouped_by as by, days, weekly, ${epochSeconds('next_at')} as next_at
            from desk.saved_report where staff_id = $1 order by name, report_id`,
        },
        [who().staff_id],
      ),
  )
  register('report/save', async ({ name, kind, by, days, weekly }, { q, who }) => {
    checkKind(who(), kind)
    // Calls queue, so that the limit also holds for two tabs.
    await q({ text: 'select 1 from desk.staff where staff_id = $1 for no key update' }, [who().staff_id])
    const [report] = await q<{ report_id: number }>(
      {
        text: `insert into desk.saved_report (staff_id, name, kind, grouped_by, days, weekly, next_at, at)
          select $1, $2, $3, $4, $5, $6, desk.next_monday(), app_now()
           where (select count(*) from desk.saved_report where staff_id = $1) < $7 returning report_id`,
      },
      [who().staff_id, name, kind, by, days, weekly, MOST_SAVED],
    )
    if (!report) throw new AppError('NotPossible', { most: MOST_SAVED })
    return report
  })
  register('report/weekly', async ({ report_id, weekly }, { q, who }) => {
    const changed = await q(
      {
        text: `update desk.saved_report set weekly = $3, next_at = desk.next_monday()
          where report_id = $1 and staff_id = $2 returning report_id`,
      },
      [report_id, who().staff_id, weekly],
    )
    if (changed.length === 0) throw new AppError('RowNotFound', { kind: 'report' })
    return {}
  })
  register('report/forget', async ({ report_id }, { q, who }) => {
    const rows = await q(
      { text: 'delete from desk.saved_report where report_id = $1 and staff_id = $2 returning report_id' },
      [report_id, who().staff_id],
    )
    if (rows.length === 0) throw new AppError('RowNotFound', { kind: 'report' })
    return {}
  })
}
