import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Database, Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import type { Seal } from '../../platform/seal.ts'
import { DOCUMENT_CHAIN } from '../../care/doctor/doctor.ts'
import { buyerText, DOCUMENT, type DocumentRow, shownDocument } from '../../shop/document/document-row.ts'
import { bounded, Filter, pageOf, span, totalOf } from '../../http/desk/bounded-lists.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import { countReveal } from '../players/reveals.ts'

type Row = DeskResult<'document/list'>['rows'][number]
type Place = { series: string; number: number }

/** The most due, unwritten documents that are listed; more are one finding. */
const MOST_DUE = 200

/** The series of a printed number and the place in it; undefined if there is no such series. */
async function placeOf(q: Query, printed: string): Promise<Place | undefined> {
  const [, prefix = '', number = ''] = /^(.*?-)0*(\d{1,15})$/.exec(printed.trim().toUpperCase()) ?? []
  const [row] = await q<{ series: string }>(
    { text: 'select series from document_series where prefix = $1' },
    // The year belongs to the prefix; the number follows the last hyphen.
    [prefix],
  )
  return row && { series: row.series, number: Number(number) }
}

/** The doctor's last check of the chains: its time, and the numbers of broken documents. */
async function chains(q: Query): Promise<{ checked_at: number; broken: string[] }> {
  const [checked] = await q<{ at: number }>({
    text: `select ${epochSeconds('at')} as at from desk.checkup where kind = 'doctor'`,
  })
  const brokenNumbers = await q<{ number: string }>(
    {
      text: `select coalesce(document_number(x.series, x.number), x.series || ' ' || x.number) as number
        from desk.checkup c, jsonb_array_elements(c.broken) b,
          jsonb_to_recordset(coalesce(b->'documents', '[]')) x (series text, number bigint)
       where c.kind = 'doctor' and b->>'name' = $1 order by x.series, x.number`,
    },
    [DOCUMENT_CHAIN],
  )
  return { checked_at: checked?.at ?? 0, broken: brokenNumbers.map(({ number }) => number) }
}

/** Receipts and credit notes at the desk. The buyer is shown separately, with an audit line. Decision 405. */
export function documentDeskRoutes(
  register: DeskRegister,
  { db, now }: { db: Pick<Database, 'pool' | 'query'>; now: () => number },
  seal: Seal,
): void {
  register('document/list', async (body, { by }) => {
    const filter = new Filter().text('d.order_no = ?', body.order_no).text('d.series = ?', body.series)
    filter.text('d.kind = ?', body.kind)
    // One document, or the documents of one order, are found at any date.
    if (body.number === '' && body.order_no === '') {
      const within = span(body.from, body.to, now())
      filter.add('d.issued_at >= to_timestamp(?)', within.from).add('d.issued_at < to_timestamp(?)', within.to)
    }
    const page = await bounded(db, async (q) => {
      if (body.number !== '') {
        const place = await placeOf(q, body.number)
        filter.add('d.series = ?', place?.series ?? '').add('d.number = ?', place?.number ?? 0)
      }
      const page = filter
        .copy()
        .text(
          `(d.issued_at, d.due_id) < (to_timestamp(split_part(?, ' ', 1)::numeric::float8), split_part(?, ' ', 2)::bigint)`,
          body.after,
        )
      const rows = await q<Row & { place: string }>(
        {
          text: `select document_number(d.series, d.number) as number, d.series, d.kind, d.order_no,
              coalesce(document_number(d.of_series, d.of_number), '') as of, d.currency, d.gross_minor, d.tax_minor,
              coalesce(d.rate_ppm, 0) as rate_ppm, coalesce(d.tax_country, '') as country,
              ${epochSeconds('d.issued_at')} as issued_at, extract(epoch from d.issued_at) || ' ' || d.due_id as place
            from document d where ${page.where} order by d.issued_at desc, d.due_id desc limit ${body.size + 1}`,
        },
        page.values,
      )
      const list = pageOf(rows, ({ place }) => place, body.size)
      const series = await q<{ series: string }>({ text: 'select series from document_series order by series' })
      return {
        rows: list.rows.map(({ place: _place, ...row }) => row),
        next: list.next,
        total: await totalOf(q, 'document d', filter, body, list),
        series: series.map((entry) => entry.series),
        ...(await chains(q)),
      }
    })
    await noteExport(db, by, 'documents', body)
    return page
  })
  register('document/due', async () =>
    bounded(db, (q) =>
      q<DeskResult<'document/due'>[number]>({
        text: `select d.due_id, d.kind, d.order_no, d.entity_id as entity, coalesce(o.currency, '') as currency,
            d.gross_minor, ${epochSeconds('d.at')} as at
          from document_due d left join orders o using (order_no)
         where d.done_at is null order by d.due_id limit ${MOST_DUE}`,
      }),
    ),
  )
  register('document/read', async ({ number }, { q }) => {
    const place = await placeOf(q, number)
    const [row] = place
      ? await q<DocumentRow & { order_no: string; holds: boolean }>(
          {
            text: `select ${DOCUMENT}, d.order_no, desk.document_holds(d.series, d.number) as holds
              from document d where d.series = $1 and d.number = $2`,
          },
          [place.series, place.number],
        )
      : []
    if (!row) throw new AppError('RowNotFound', { kind: 'document' })
    return { document: shownDocument(row, ''), order_no: row.order_no, holds: row.holds }
  })
  register('document/reveal', async ({ number }, { q, who }) => {
    const place = await placeOf(q, number)
    if (!place) throw new AppError('RowNotFound', { kind: 'document' })
    await countReveal(q, who().staff_id)
    const [row] = await q<{ buyer: Buffer | null }>({ text: 'select desk.document_buyer($1, $2) as buyer' }, [
      place.series,
      place.number,
    ])
    if (!row?.buyer) throw new AppError('RowNotFound', { kind: 'document' })
    return { buyer: buyerText(seal, row.buyer) }
  })
}
