import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import type { Database } from '../../platform/db.ts'
import type { Seal } from '../../platform/seal.ts'
import { isAsked, refused } from '../kit/actions.ts'
import { bounded, Filter, pageOf, totalOf } from '../../http/desk/bounded-lists.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import { forecastOf } from '../orders/forecast.ts'
import { countReveal } from '../players/reveals.ts'

type Row = DeskResult<'withdrawal/list'>['rows'][number]

/** The days within which the buyer must get the money back (Directive 2011/83/EU, article 13). */
const REFUND_DAYS = 14

/** Statements of withdrawal: waiting ones, their senders, and decisions. */
export function withdrawalDeskRoutes(
  register: DeskRegister,
  { db }: { db: Pick<Database, 'pool' | 'query'> },
  seal: Seal,
): void {
  register('withdrawal/list', async (body, { by }) => {
    const filter = new Filter().text('(w.order_no = ? or w.refund_order = ?)', body.order_no)
    if (body.open) filter.plain(`w.closed_at is null and w.outcome = 'person'`)
    const page = filter.copy().text(
      `(w.stated_at, w.number) < (to_timestamp(split_part(?, ' ', 1)::float8),
      split_part(?, ' ', 2))`,
      body.after,
    )
    const match = await bounded(db, async (q) => {
      const rows = await q<Row & { place: string }>(
        {
          text: `select w.number, w.order_no, coalesce(w.refund_order, '') as named_order, w.account_id is not null as own, w.outcome,
              ${epochSeconds('w.stated_at')} as stated_at, extract(epoch from w.stated_at) || ' ' || w.number as place,
              case when w.outcome in ('refund', 'person') then
                ${epochSeconds(`w.stated_at + make_interval(days => ${REFUND_DAYS})`)} end as due_at,
              o.amount_cents, coalesce(o.currency, '') as currency, w.told is not null as told,
              coalesce(e.by, '') as decided_by, coalesce(e.reason, '') as why
            from withdrawal w left join orders o on o.order_no = coalesce(w.refund_order, w.order_no)
              left join lateral (select x.by, x.reason from withdrawal_event x where x.number = w.number
                and x.by like 'staff:%' order by x.event_id desc limit 1) e on true
           where ${page.where} order by w.stated_at desc, w.number desc limit ${body.size + 1}`,
        },
        page.values,
      )
      const list = pageOf(rows, ({ place }) => place, body.size)
      return {
        rows: list.rows.map(({ place: _place, ...row }) => row),
        next: list.next,
        total: await totalOf(q, 'withdrawal w', filter, body, list),
      }
    })
    await noteExport(db, by, 'withdrawals', body)
    return match
  })
  register('withdrawal/reveal', async ({ number }, { q, who }) => {
    const [row] = await q<{ name: Buffer; contact: Buffer }>(
      { text: 'select name, contact from withdrawal where number = $1' },
      [number],
    )
    if (!row) throw new AppError('RowNotFound', { kind: 'withdrawal' })
    await countReveal(q, who().staff_id)
    await q({ text: `select desk.note('withdrawal', $1)` }, [number])
    return { name: seal.open(row.name), contact: seal.open(row.contact) }
  })
  register(
    'withdrawal/decide',
    async ({ number, order_no, outcome, reason }, { q, by }) => {
      const [answer] = await q<{ refusal: string | null }>(
        { text: 'select desk.decide_withdrawal($1, $2, $3, $4, $5) as refusal' },
        [number, order_no, outcome, by.actor, reason],
      )
      refused(answer?.refusal ?? null, 'withdrawal')
      return { outcome }
    },
    async ({ number, order_no, outcome }, { q }) => {
      const [row] = await q<{ outcome: string }>({ text: 'select outcome from withdrawal where number = $1' }, [number])
      if (!row) throw new AppError('RowNotFound', { kind: 'withdrawal' })
      const isWaiting = outcome === 'refund' && (await isAsked(q, order_no))
      const { cents, currency, forecast } =
        outcome === 'refund'
          ? await forecastOf(q, order_no)
          : {
              cents: 0,
              currency: BASE_CURRENCY,
              forecast: { before: { state: row.outcome }, after: { state: outcome } },
            }
      return { amount: isWaiting ? 0 : cents, currency, kind: 'withdrawal', target: number, forecast }
    },
  )
}
