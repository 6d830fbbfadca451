import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { bounded, Filter, numbered, span } from '../../http/desk/bounded-lists.ts'
import { betweenNumbers, type FinanceDeps } from '../ledger/ledger.routes.ts'

type Tax = DeskResult<'report/tax'>
type Span = { from: number; to: number }
const DAY_SECONDS = 86_400
const MOST_WEAK = 1_000

/** @throws AppError InvalidParams: there is no such day */
function secondsOf(path: string, day: string): number {
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isFinite(at.getTime()) && at.toISOString().startsWith(day)) return at.getTime() / 1000
  throw new AppError('InvalidParams', { issues: [{ path, message: 'is no day' }] })
}

/**
 * What journals moved on the accounts of sales and of tax, for taxed payments: so the report agrees with
 * the books. The rate is the rate of the day of payment. Decision 406.
 */
async function taxRows(q: Query, within: Span): Promise<Tax['rows']> {
  const filter = new Filter()
    .add('j.created_at >= to_timestamp(?)', within.from)
    .add('j.created_at < to_timestamp(?)', within.to)
  await betweenNumbers(q, filter, within)
  return await q<Tax['rows'][number]>(
    {
      text: `with moved as (
          select j.journal_id, to_char(j.created_at at time zone 'UTC', 'YYYY-MM') as month, j.order_no, c.currency,
              c.tax_minor, c.at, -sum(e.amount) as gross,
              coalesce(-sum(e.amount) filter (where e.ledger_account_id = system_account('tax', c.currency)), 0) as tax
            from ledger_journal j
            join capture c on c.order_no = j.order_no and c.outcome = 'applied' and c.tax_minor is not null
            join ledger_entry e on e.journal_id = j.journal_id and e.unit = c.currency and e.ledger_account_id in
              (system_account('sales', c.currency), system_account('tax', c.currency))
           where ${filter.where} group by 1, 2, 3, 4, 5, 6)
        select m.month, coalesce(t.tax_country, '') as country, coalesce(t.tax_name, '') as name,
            case when m.tax_minor > 0 then coalesce(d.rate_ppm, tax_rate_on(t.tax_country, m.at), t.rate_ppm, 0)
              else 0 end as rate_ppm, m.currency, (count(*) filter (where m.gross > 0))::int as payments,
            coalesce(sum(m.gross) filter (where m.gross > 0), 0)::bigint as gross_minor,
            coalesce(sum(m.tax) filter (where m.gross > 0), 0)::bigint as tax_minor,
            coalesce(-sum(m.gross) filter (where m.gross <= 0), 0)::bigint as back_minor,
            coalesce(-sum(m.tax) filter (where m.gross <= 0), 0)::bigint as back_tax_minor
          from moved m join order_terms t using (order_no)
          left join document_due d on d.kind = 'receipt' and d.source = m.order_no
         group by 1, 2, 3, 4, 5 order by 1 desc, 2, 4, 5`,
    },
    filter.values,
  )
}

/** Paid orders of the span with fewer signs of their country than the seller requires, newest first. */
async function weakRows(q: Query, within: Span): Promise<Pick<Tax, 'weak' | 'weak_all'>> {
  const filter = numbered(new Filter(), 't.order_no', within).plain('t.weak').plain('order_weak(t)')
  const rows = await q<Tax['weak'][number]>(
    {
      text: `select t.order_no, ${epochSeconds('c.at')} as paid_at, coalesce(t.tax_country, '') as country,
          array(select s->>'country' from jsonb_array_elements(coalesce(t.evidence, '[]')) s
            union all select v.country from order_evidence v where v.order_no = t.order_no) as signs,
          c.currency, c.amount_cents::bigint as gross_minor
        from order_terms t
        join capture c on c.order_no = t.order_no and c.outcome = 'applied' and c.tax_minor is not null
       where ${filter.where} order by t.order_no desc limit ${MOST_WEAK + 1}`,
    },
    filter.values,
  )
  return { weak: rows.slice(0, MOST_WEAK), weak_all: rows.length <= MOST_WEAK }
}

/** The report of taxes: in the currency of each order, and never summed across currencies. */
export function taxReportRoutes(register: DeskRegister, { db, now }: FinanceDeps): void {
  register('report/tax', async ({ from, to }) => {
    const within = span(secondsOf('from', from), secondsOf('to', to) + DAY_SECONDS, now())
    return await bounded(db, async (q) => ({ rows: await taxRows(q, within), ...(await weakRows(q, within)) }))
  })
}
