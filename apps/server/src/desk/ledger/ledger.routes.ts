import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { deskTransaction } from '../../http/desk/transaction.ts'
import type { Database, Query } from '../../platform/db.ts'
import { bounded, Filter, span } from '../../http/desk/bounded-lists.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import { change } from '../kit/changes.ts'
import { exported } from './exports.ts'
import { NUMBERS, numbersOf } from './datev-numbers.ts'

export type FinanceDeps = { db: Pick<Database, 'pool'>; now: () => number }
/** The largest distance between the time in a journal's number and its date. */
const SLACK_SECONDS = 60
type Journal = DeskResult<'ledger/journals'>['journals'][number]
type Cause = DeskResult<'ledger/journal'>['cause']

const JOURNAL = `j.journal_id, floor(extract(epoch from j.created_at))::int as at, j.reason, j.source_id as source,
  coalesce(j.order_no, '') as order_no, j.account_id, j.basic_points, j.present_points,
  (select coalesce(sum(e.amount), 0)::bigint from ledger_entry e
    where e.journal_id = j.journal_id and e.unit = 'USD' and e.amount > 0) as usd_cents,
  coalesce(m.unit, '') as unit, coalesce(m.amount, 0)::bigint as amount`
/** The money that a journal `j` moved; its entries have at most one currency. */
const MOVED = `left join lateral (select e.unit, sum(e.amount) as amount from ledger_entry e
  where e.journal_id = j.journal_id and e.unit not in ('HCB', 'HCP') and e.amount > 0
  group by e.unit order by e.unit limit 1) m on true`

/** The books: journals, balances at a moment, and exports of both. */
export function ledgerRoutes(register: DeskRegister, { db, now }: FinanceDeps): void {
  register('ledger/currencies', async (_body, { q }) =>
    (await q<{ code: string }>({ text: `select code from currency order by code <> 'USD', code` })).map(
      ({ code }) => code,
    ),
  )
  register('ledger/numbers', async (_body, { q }) => await numbersOf(q))
  register('ledger/number', async ({ numbers, version }, { q }) =>
    change(q, { kind: 'setting', target: NUMBERS, basedOn: version, patch: { value: numbers }, when: null }),
  )
  register('ledger/journals', async (body, { by }) => {
    const { from, to, reason, account, order_no, uid, unit, after, size } = body
    const within = span(from, to, now())
    // Numbers bound the span, or an order or a player does. The moment filters what they leave: as an indexed column it
    // made the planner expect too few rows, and a day took a second.
    const filter = new Filter()
      .add('extract(epoch from j.created_at) >= ?::bigint', within.from)
      .add('extract(epoch from j.created_at) < ?::bigint', within.to)
      .text('j.reason = ?', reason)
      .text('j.order_no = ?', order_no)
    filter.text('exists (select 1 from ledger_entry e where e.journal_id = j.journal_id and e.unit = ?)', unit)
    if (after > 0) filter.add('j.journal_id < ?', after)
    filter.text(
      `exists (select 1 from ledger_entry e join ledger_account l using (ledger_account_id)
        where e.journal_id = j.journal_id and l.kind = 'system' and l.name = ?)`,
      account,
    )
    const journals = await bounded(db, async (q) => {
      if (uid !== '') await ofPlayer(q, filter, uid)
      // The journals of a player or an order have their own index.
      if (order_no === '' && uid === '') await betweenNumbers(q, filter, within)
      return await q<Journal>(
        {
          text: `select ${JOURNAL} from (select j.* from ledger_journal j where ${filter.where}
            order by j.journal_id desc limit ${size}) j ${MOVED} order by j.journal_id desc`,
        },
        filter.values,
      )
    })
    await noteExport(db, by, 'journals', body)
    return { journals, next: journals.length === size ? (journals.at(-1)?.journal_id ?? null) : null }
  })
  register('ledger/journal', async ({ journal_id }, { q }) => {
    const [row] = await q<Journal & { uid: string }>(
      {
        text: `select ${JOURNAL}, coalesce((select a.uid from account a where a.account_id = j.account_id), '') as uid
          from ledger_journal j ${MOVED} where j.journal_id = $1`,
      },
      [journal_id],
    )
    if (!row) throw new AppError('NotFound')
    const entries = await q<{ account: string; unit: string; amount: number }>(
      {
        text: `select case l.kind when 'system' then l.name else l.kind end as account, e.unit, e.amount
          from ledger_entry e join ledger_account l using (ledger_account_id) where e.journal_id = $1
          order by e.unit desc, e.amount desc`,
      },
      [journal_id],
    )
    const corrections = await q<{ journal_id: number; corrects: number | null }>(
      {
        text: `select j.journal_id, c.corrects from ledger_correction c
            join ledger_journal j on j.reason = 'correction' and j.source_id = c.channel_code || ':' || c.correction_no
           where c.corrects = $1 or j.journal_id = $1 order by j.journal_id`,
      },
      [journal_id],
    )
    return {
      ...row,
      entries,
      cause: await causeOf(q, row),
      corrects: corrections.find((correction) => correction.journal_id === journal_id)?.corrects ?? null,
      corrected_by: corrections
        .filter(({ corrects }) => corrects === journal_id)
        .map((correction) => correction.journal_id),
    }
  })
  register('ledger/balances', async ({ at, unit: only }) => {
    const moment = at === 0 ? Math.floor(now() / 1000) + 1 : at
    return await bounded(db, async (q) => {
      const balances = await q<{ account: string; unit: string; amount: number }>(
        { text: 'select account, unit, amount from desk.balances(to_timestamp($1))' },
        [moment],
      )
      const [close] = await q<{ month: string }>(
        {
          text: `select to_char(month, 'YYYY-MM') as month from desk.period_close
            where until <= to_timestamp($1) order by month desc limit 1`,
        },
        [moment],
      )
      const of = (account: string, unit: string): number =>
        balances.find((row) => row.account === account && row.unit === unit)?.amount ?? 0
      const units = [...new Set(balances.map(({ unit }) => unit))]
      return {
        at: moment,
        balances: balances.filter(({ unit }) => only === '' || unit === only),
        sums: units.map((unit) => ({
          unit,
          amount: balances.filter((row) => row.unit === unit).reduce((sum, { amount }) => sum + amount, 0),
        })),
        liability: {
          basic: of('wallet', 'HCB'),
          present: of('wallet', 'HCP'),
          debt: 0 - of('debt', 'HCB') - of('debt', 'HCP'),
        },
        since_close: close?.month ?? null,
      }
    })
  })
  register('ledger/export', async ({ from, to, form, zone, currency }, { by }) => {
    const within = span(from, to, now())
    const file = await bounded(db, (inside) => exported(inside, form, within, { zone, currency }))
    // The export is in the audit before the file leaves.
    await deskTransaction(db, by, (q) =>
      q({ text: `select desk.note('ledger', $1, $2)` }, [
        form,
        JSON.stringify({ ...within, rows: file.rows, ...(form === 'datev' && { currency }) }),
      ]),
    )
    return file
  })
}

/** A player's journals are the ones that moved points; these have an index. */
async function ofPlayer(q: Query, filter: Filter, uid: string): Promise<void> {
  const [row] = await q<{ id: number }>({ text: 'select account_id as id from account where uid = $1' }, [uid])
  filter.add('j.account_id = ?', row?.id ?? 0).plain('(j.basic_points <> 0 or j.present_points <> 0)')
}

/**
 * The span as numbers of journals, so that the list begins and ends there. A journal's number is older than its
 * transaction by 30 seconds at most; a minute on each side allows for more. Decision 394.
 */
export async function betweenNumbers(
  q: Query,
  filter: Filter,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const [ends] = await q<{ least: number | null; most: number | null }>(
    { text: 'select desk.journal_since($1) as least, desk.journal_since($2) as most' },
    [new Date((from - SLACK_SECONDS) * 1000), new Date((to + SLACK_SECONDS) * 1000)],
  )
  // Without a first one, nothing was booked since.
  if (ends?.least) filter.add('j.journal_id >= ?', ends.least)
  else filter.plain('false')
  if (ends?.most) filter.add('j.journal_id <= ?', ends.most)
}

/** The cause of a journal. */
async function causeOf(q: Query, { reason, source, order_no }: Journal): Promise<Cause> {
  const read = async (text: string, values: readonly unknown[]): Promise<Cause> =>
    (await q<Cause>({ text }, values))[0] ?? {}
  if (reason === 'adjust')
    return await read(
      `select basic_points, present_points, note, done_by from point_adjustment where adjustment_no = $1::bigint`,
      [source],
    )
  if (reason === 'payout')
    return await read(
      `select channel_code as channel, payout_id as payout, gross_cents, fee_cents, booked_by
        from payout where channel_code || ':' || payout_id = $1`,
      [source],
    )
  if (reason === 'correction')
    return await read(
      `select a.reason as note, coalesce(p.name, c.done_by) as done_by, coalesce(d.name, c.decided_by) as decided_by,
          c.approval_no as approval, c.channel_code as channel
        from ledger_correction c left join desk.approval a using (approval_no)
        left join desk.staff p on c.done_by = 'staff:' || p.staff_id
        left join desk.staff d on c.decided_by = 'staff:' || d.staff_id
       where c.channel_code || ':' || c.correction_no = $1`,
      [source],
    )
  if (order_no === '') return {}
  return await read(
    `select order_no, order_type, channel_code as channel, status, cp_goods_id as item, amount_cents, paid_cents,
      refunded_cents from orders where order_no = $1`,
    [order_no],
  )
}
