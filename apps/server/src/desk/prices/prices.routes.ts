import type { DeskParsed, DeskResult } from '@hc/contract/desk/calls'
import type { LocalTime } from '@hc/contract/desk/editing'
import type { DeskBook } from '@hc/contract/desk/prices'
import { AppError } from '@hc/contract/errors'
import { currencies } from '@hc/domain/money/currencies'
import { stepOf } from '@hc/domain/money/currency-digits'
import { BASE_CURRENCY } from '@hc/domain/money/offer'
import type { DeskContext, DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Weight } from '../../http/desk/weighed-calls.ts'
import type { Query } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { momentOf, writer } from '../kit/changes.ts'
import { bookOf, readBooks } from './book-rows.ts'
import { conflictOf, formatAmount } from './price-conflict.ts'

type Line = DeskParsed<'price/save'>['lines'][number]
type Item = DeskResult<'book/prices'>['items'][number]

const NAME = `coalesce(g.texts->'en-US'->>'name', g.cp_goods_id)`
/** The number of ended prices that are shown of an item. */
const ENDED = 10

const localText = (when: LocalTime): string => `${when.local} ${when.zone}`

/**
 * The Unix time of a future local time.
 *
 * @throws AppError TimePassed, TimeSkipped, TimeTwice, ZoneUnknown
 */
async function future(q: Query, when: LocalTime | null): Promise<number | null> {
  if (!when) return null
  const at = await momentOf(q, when)
  const [row] = await q<{ past: boolean }>({ text: 'select to_timestamp($1) <= app_now() as past' }, [at])
  if (row?.past) throw new AppError('TimePassed', { local: when.local })
  return at
}

/** @throws AppError InvalidParams if an amount is off the currency's step, which it names */
function onStep(lines: readonly Line[], currency: string): void {
  const step = stepOf(currency)
  const issues = lines.flatMap(({ amount_minor: amount }, n) =>
    amount % step === 0
      ? []
      : [{ path: `lines.${n}.amount_minor`, message: `is not a multiple of ${formatAmount(step, currency)}` }],
  )
  if (issues.length > 0) throw new AppError('InvalidParams', { issues })
}

type Standing = { item: string; seen: number; amount: number | null; by: string; at: number | null }
/** The present price of each item in a book, and the price that was written last. */
const standing = async (q: Query, book: string, items: readonly string[]): Promise<Standing[]> =>
  await q<Standing>(
    {
      text: `select g.cp_goods_id as item, coalesce(l.price_id, 0) as seen, n.amount_minor as amount,
          coalesce(${writer('l.by')}, '') as by, ${epochSeconds('l.created_at')} as at
        from product g
          left join price n on n.price_id = price_at($1, g.cp_goods_id, app_now())
          left join lateral (select p.price_id, p.by, p.created_at from price p where p.book_id = $1
            and p.cp_goods_id = g.cp_goods_id order by p.price_id desc limit 1) l on true
       where g.cp_goods_id = any($2)`,
    },
    [book, items],
  )

/** Another price of this item was written meanwhile: it is not overwritten unseen. */
const priceConflict = ({ item, seen, amount, by, at }: Standing, currency: string): AppError =>
  new AppError('VersionConflict', {
    version: seen,
    by,
    at,
    theirs: { cp_goods_id: item, amount: amount === null ? null : formatAmount(amount, currency) },
  })

async function weighPrices(body: DeskParsed<'price/save'>, { q }: DeskContext): Promise<Weight> {
  const { book_id: id, lines, starts, ends } = body
  const { currency } = await bookOf(q, id)
  onStep(lines, currency)
  const now = await standing(
    q,
    id,
    lines.map((line) => line.cp_goods_id),
  )
  const rows = lines.map((line) => {
    const before = now.find(({ item }) => item === line.cp_goods_id)
    if (!before) throw new AppError('RowNotFound', { kind: 'product' })
    if (before.seen !== line.seen) throw priceConflict(before, currency)
    return { ...line, was: before.amount }
  })
  const from = await future(q, starts)
  const until = await future(q, ends)
  if (until !== null && from !== null && until <= from) throw new AppError('TimePassed', { local: ends?.local })
  const [only] = rows.length === 1 ? rows : []
  return {
    amount: 0,
    kind: 'price',
    target: only ? `${id} ${only.cp_goods_id}` : id,
    versions: Object.fromEntries(rows.map(({ cp_goods_id: item, seen }) => [item, seen])),
    forecast: {
      before: {
        prices: rows.map(
          ({ cp_goods_id: item, was }) => `${item}: ${was === null ? '–' : formatAmount(was, currency)}`,
        ),
      },
      after: {
        prices: rows.map(({ cp_goods_id: item, amount_minor: amount }) => `${item}: ${formatAmount(amount, currency)}`),
        ...(starts ? { from: localText(starts) } : {}),
        ...(ends ? { until: localText(ends) } : {}),
      },
    },
  }
}

type EndingPrice = {
  book_id: string
  item: string
  currency: string
  amount: number
  ends: number | null
  over: boolean
}
/** @throws AppError RowNotFound, TimePassed */
async function priceOf(q: Query, id: number): Promise<EndingPrice> {
  const [price] = await q<EndingPrice>(
    {
      text: `select p.book_id, p.cp_goods_id as item, b.currency, p.amount_minor as amount,
          ${epochSeconds('p.ends_at')} as ends, coalesce(p.ends_at <= app_now(), false) as over
        from price p join price_book b using (book_id) where p.price_id = $1 and p.offer_id = ''`,
    },
    [id],
  )
  if (!price) throw new AppError('RowNotFound', { kind: 'price' })
  if (price.over) throw new AppError('TimePassed')
  return price
}

type Cell = NonNullable<DeskResult<'book/list'>['prices']>[number]
/** The current and the next price of each item in each book, without items that have neither. */
const pricesByBook = async (q: Query): Promise<Cell[]> =>
  await q<Cell>({
    text: `select b.book_id, g.cp_goods_id, n.amount_minor, s.amount_minor as next_minor,
        ${epochSeconds('s.starts_at')} as next_at
      from price_book b cross join product g
        left join price n on n.price_id = price_at(b.book_id, g.cp_goods_id, app_now())
        left join lateral (select p.amount_minor, p.starts_at from price p where p.book_id = b.book_id
          and p.cp_goods_id = g.cp_goods_id and p.offer_id = '' and p.starts_at > app_now()
          order by p.starts_at, p.price_id limit 1) s on true
     where n.price_id is not null or s.starts_at is not null order by b.book_id, g.sort, g.cp_goods_id`,
  })

async function weighBook(body: DeskParsed<'book/save'>, { q }: DeskContext): Promise<Weight> {
  const { book_id: id, version, currency, entity_id, tax, countries, points_minor } = body
  const [current] = await readBooks(q, id)
  if ((current?.version ?? 0) !== version) throw await bookConflict(q, id)
  if (current && current.currency !== currency) {
    const [priced] = await q<{ yes: boolean }>(
      { text: 'select exists (select 1 from price where book_id = $1) as yes' },
      [id],
    )
    if (priced?.yes) throw new AppError('NotPossible', { why: 'has_prices' })
  }
  const others = await q<{ taken: string }>(
    {
      text: `select country || ': ' || book_id as taken from book_country where country = any($1) and book_id <> $2
        order by 1`,
    },
    [countries, id],
  )
  return {
    amount: 0,
    kind: 'book',
    target: id,
    versions: { book: version },
    forecast: {
      before: current
        ? {
            currency: current.currency,
            countries: current.countries,
            entity_id: current.entity_id,
            tax: current.tax === 'inclusive',
            protected: current.protected,
            points_minor: current.points_minor === null ? null : formatAmount(current.points_minor, current.currency),
          }
        : null,
      after: {
        currency,
        countries: [...countries].sort(),
        entity_id,
        tax: tax === 'inclusive',
        protected: body.protected,
        points_minor: points_minor === null ? null : formatAmount(points_minor, currency),
        ...(others.length > 0 ? { from_books: others.map(({ taken }) => taken) } : {}),
      },
    },
  }
}

/** Another person saved the book meanwhile. */
async function bookConflict(q: Query, id: string): Promise<AppError> {
  const [current] = await readBooks(q, id)
  return await conflictOf(q, 'book', id, current)
}

async function saveBook(body: DeskParsed<'book/save'>, { q }: DeskContext): Promise<{ version: number }> {
  const { book_id: id, version, currency, entity_id, tax, countries, points_minor } = body
  const [saved] = await q<{ refusal: string | null; version: number }>(
    { text: 'select refusal, version from desk.save_book($1, $2, $3, $4, $5, $6, $7, $8)' },
    [id, version, currency, entity_id, tax, body.protected, countries, points_minor],
  )
  const { refusal = '' } = saved ?? {}
  if (!saved || refusal === 'exists' || refusal === 'changed') throw await bookConflict(q, id)
  if (refusal === 'unknown') throw new AppError('RowNotFound', { kind: 'currency' })
  if (refusal !== null) throw new AppError('NotPossible', { why: refusal })
  return { version: saved.version }
}

async function savePrices(body: DeskParsed<'price/save'>, { q, by }: DeskContext): Promise<{ saved: number }> {
  const { book_id: id, lines } = body
  const { currency } = await bookOf(q, id)
  const [from, until] = [await future(q, body.starts), await future(q, body.ends)]
  for (const { cp_goods_id: item, amount_minor: amount } of lines) {
    const [saved] = await q<{ refusal: string | null }>(
      {
        text: `select refusal from save_price($1, $2, $3, $4, to_timestamp($5::float8), to_timestamp($6::float8),
          $7)`,
      },
      [id, item, amount, stepOf(currency), from, until, by.actor],
    )
    if (saved?.refusal === 'past') throw new AppError('TimePassed', { local: (body.ends ?? body.starts)?.local })
    if (saved?.refusal !== null) throw new AppError('RowNotFound', { kind: 'product' })
  }
  return { saved: lines.length }
}

/** The present offer to a player of a country, straight from the tables. */
async function preview(q: Query, country: string): Promise<DeskResult<'book/preview'>> {
  const [book] = await q<Pick<DeskBook, 'book_id' | 'currency' | 'tax'>>(
    {
      text: `select b.book_id, b.currency, b.tax from book_country c join price_book b using (book_id)
          join currency m on m.code = b.currency and m.enabled where c.country = $1`,
    },
    [country],
  )
  const [rate] = await q<{ name: string; rate_ppm: number }>(
    {
      text: `select name, rate_ppm from tax_rate where country = $1 and region = '' and kind = 'digital'
          and valid_from <= app_now()::date and (valid_to is null or valid_to > app_now()::date) and $2`,
    },
    [country, book?.tax === 'inclusive'],
  )
  return {
    book_id: book?.book_id ?? '',
    currency: book?.currency ?? BASE_CURRENCY,
    tax_name: rate?.name ?? '',
    rate_ppm: rate?.rate_ppm ?? 0,
    rows: await q<{ cp_goods_id: string; name: string; amount_minor: number | null }>(
      {
        text: `select g.cp_goods_id, ${NAME} as name,
            case when $1 = '' then g.price_cents else p.amount_minor end as amount_minor
          from product g left join price p on p.price_id = price_at($1, g.cp_goods_id, app_now())
         where g.active order by g.kind, g.sort, g.cp_goods_id`,
      },
      [book?.book_id ?? ''],
    ),
  }
}

const pricesOf = async (q: Query, id: string): Promise<Item[]> =>
  await q<Item>(
    {
      text: `select g.cp_goods_id, ${NAME} as name, g.active, coalesce(max(p.price_id), 0)::bigint as seen,
          coalesce(jsonb_agg(jsonb_build_object('price_id', p.price_id, 'amount_minor', p.amount_minor,
            'starts_at', p.starts, 'ends_at', p.ends, 'state', p.state, 'by', p.writer)
            order by p.starts_at desc, p.price_id desc) filter (where p.state <> 'ended' or p.nth <= ${ENDED}), '[]')
            as prices
        from product g left join (select x.*, ${epochSeconds('x.starts_at')} as starts,
            ${epochSeconds('x.ends_at')} as ends, ${writer('x.by')} as writer,
            case when x.starts_at > app_now() then 'planned' when x.ends_at <= app_now() then 'ended'
              when x.price_id = price_at($1, x.cp_goods_id, app_now()) then 'now' else 'over' end as state,
            row_number() over (partition by x.cp_goods_id, x.ends_at <= app_now() order by x.starts_at desc) as nth
          from price x where x.book_id = $1 and x.offer_id = '') p using (cp_goods_id)
       group by g.cp_goods_id order by g.kind, g.sort, g.cp_goods_id`,
    },
    [id],
  )

/** Books of prices: two people change what players of a country pay. Decisions 400 and 401. */
export function priceRoutes(register: DeskRegister): void {
  register('book/list', async ({ prices }, { q }) => ({
    books: await readBooks(q),
    ...(prices ? { prices: await pricesByBook(q) } : {}),
    currencies: (await q<{ code: string }>({ text: 'select code from currency where enabled order by code' }))
      .map(({ code }) => code)
      .filter((code) => currencies.has(code)),
    entities: await q<{ entity_id: string; name: string }>({
      text: 'select entity_id, name from legal_entity order by entity_id',
    }),
  }))
  register('book/prices', async ({ book_id: id }, { q }) => ({
    book: await bookOf(q, id),
    items: await pricesOf(q, id),
  }))
  register('book/preview', async ({ country }, { q }) => await preview(q, country))
  register('book/save', saveBook, weighBook)
  register('price/save', savePrices, weighPrices)
  register(
    'price/end',
    async ({ price_id: id, ends }, { q }) => {
      await priceOf(q, id)
      const [ended] = await q<{ refusal: string | null }>(
        { text: 'select refusal from end_price($1, to_timestamp($2::float8)) as refusal' },
        [id, await future(q, ends)],
      )
      if (ended?.refusal === 'past') throw new AppError('TimePassed', { local: ends?.local })
      if (ended?.refusal !== null) throw new AppError('RowNotFound', { kind: 'price' })
      return { ended: true }
    },
    async ({ price_id: id, ends }, { q }) => {
      const { book_id: book, item, currency, amount, ends: until } = await priceOf(q, id)
      await future(q, ends)
      return {
        amount: 0,
        kind: 'price',
        target: `${book} ${item}`,
        versions: { ends: until ?? 0 },
        forecast: {
          before: { prices: [`${item}: ${formatAmount(amount, currency)}`] },
          after: {
            prices: [`${item}: ${formatAmount(amount, currency)}`],
            ...(ends ? { until: localText(ends) } : { closed: true }),
          },
        },
      }
    },
  )
}
