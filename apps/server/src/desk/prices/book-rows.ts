import type { DeskBook } from '@hc/contract/desk/prices'
import { AppError } from '@hc/contract/errors'
import { digitsOf } from '@hc/domain/money/currency-digits'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import type { Query } from '../../platform/db.ts'

/** `ratio`: the price of the median item, in minor units per cent of its base price. */
type Row = Omit<DeskBook, 'worth'> & { ratio: number | null }

const booksText = `select b.book_id, b.currency, coalesce(c.enabled, false) as open, b.entity_id, b.tax, b.protected,
    coalesce((select array_agg(x.country order by x.country) from book_country x where x.book_id = b.book_id), '{}')
      as countries,
    coalesce((select array_agg(x.country order by x.country) from book_country x where x.book_id = b.book_id
      and b.tax = 'inclusive' and tax_rate_on(x.country, app_now()) is null), '{}') as untaxed,
    (select r.minor_per_1000_points from point_rate r where r.book_id = b.book_id) as points_minor, b.version,
    n.items, n.ratio
  from price_book b left join currency c on c.code = b.currency
    cross join lateral (select count(distinct p.cp_goods_id)::int as items,
        percentile_cont(0.5) within group (order by p.amount_minor::float8 / g.price_cents)
          filter (where g.active and p.price_id = price_at(b.book_id, p.cp_goods_id, app_now())) as ratio
      from price p join product g using (cp_goods_id) where p.book_id = b.book_id and p.starts_at <= app_now()
        and (p.ends_at is null or p.ends_at > app_now())) n`

type Rate = { per_usd: number; day: string }

/** The bank's rates to the dollar, of the newest day that the desk's limits may use (decision 417). */
async function ratesOf(q: Query, currencies: readonly string[]): Promise<Map<string, Rate>> {
  const foreign = currencies.filter((code) => code !== BASE_CURRENCY)
  const rows = await q<Rate & { currency: string }>(
    {
      text: `select c.code as currency, (r.rate ->> 'per_usd')::float8 as per_usd, r.rate ->> 'day' as day
        from unnest($1::text[], $2::int[]) c (code, digits), desk.in_base(1, c.code, c.digits) r (rate)
       where r.rate ->> 'day' is not null`,
    },
    [foreign, foreign.map(digitsOf)],
  )
  return new Map(rows.map((row) => [row.currency, row]))
}

/** All books, or one, with their price level relative to the base prices. Decision 530. */
export async function readBooks(q: Query, id: string | null = null): Promise<DeskBook[]> {
  const rows = await q<Row>({ text: `${booksText} where b.book_id = $1 or $1::text is null order by b.book_id` }, [id])
  const rates = await ratesOf(q, [...new Set(rows.map(({ currency }) => currency))])
  return rows.map(({ ratio, ...book }) => {
    const rate = book.currency === BASE_CURRENCY ? { per_usd: 1, day: '' } : rates.get(book.currency)
    if (!rate || ratio === null) return { ...book, worth: null }
    const share = (ratio / 10 ** digitsOf(book.currency) / rate.per_usd) * 100
    return { ...book, worth: { percent: Math.round(share * 100), day: rate.day } }
  })
}

/** @throws AppError RowNotFound */
export async function bookOf(q: Query, id: string): Promise<DeskBook> {
  const [book] = await readBooks(q, id)
  if (!book) throw new AppError('RowNotFound', { kind: 'book' })
  return book
}
