import type { Brand } from '../src/shop/brand/brand.ts'
import type { Query } from '../src/platform/db.ts'

type Book = {
  id: string
  currency: string
  tax: 'inclusive' | 'none'
  countries: readonly string[]
  /** What the demo's items and packs cost, in the currency's minor unit, in the order of `goods`. */
  prices: readonly number[]
  /** What 1000 points cost where exactly what is missing is bought: as much as in a pack. */
  points: number
}

const goods = [
  'gem_60',
  'gem_300',
  'gem_980',
  'gem_1980',
  'gem_3280',
  'gem_6480',
  'pass_month',
  'coin_500',
  'coin_1000',
  'coin_5000',
  'coin_10000',
] as const

const books: readonly Book[] = [
  {
    id: 'japan',
    currency: 'JPY',
    tax: 'inclusive',
    countries: ['JP'],
    prices: [160, 800, 2_400, 4_800, 8_000, 16_000, 1_600, 800, 1_600, 8_000, 16_000],
    points: 1_600,
  },
  {
    id: 'korea',
    currency: 'KRW',
    tax: 'inclusive',
    countries: ['KR'],
    prices: [1_500, 7_500, 22_000, 44_000, 75_000, 149_000, 15_000, 7_500, 15_000, 75_000, 149_000],
    points: 15_000,
  },
  {
    id: 'euro',
    currency: 'EUR',
    tax: 'inclusive',
    countries: ['AT', 'DE', 'ES', 'FR', 'IT', 'NL'],
    prices: [119, 599, 1_799, 3_499, 5_999, 11_999, 1_199, 599, 1_199, 5_999, 11_999],
    points: 1_200,
  },
  {
    id: 'kuwait',
    currency: 'KWD',
    tax: 'none',
    countries: ['KW'],
    prices: [300, 1_500, 4_600, 9_200, 15_300, 30_700, 3_100, 1_500, 3_100, 15_300, 30_700],
    points: 3_000,
  },
]

/** Public pages that the rates were compared with; the acts themselves are named at each rate. */
const your = 'compared on 2026-11-25 with a stored copy of europa.eu/youreurope, "VAT rates"'
const avalara = 'compared on 2026-11-25 with avalara.com/vatlive, "Japan raises Consumption Tax to 10%"'
const nhk = 'compared on 2026-11-25 with NHK, "10% consumption tax: international comparison", 30 September 2019'

/**
 * Standard rates: country, parts per million, name, since when, and where that is written. Kuwait has no such tax: of
 * the six Gulf states it and Qatar have not begun with theirs (vatcalc.com, "Kuwait", on the government's plan of
 * February 2024; compared on 2026-11-25).
 */
const rates = [
  ['JP', 100_000, '消費税', '2019-10-01', `Consumption Tax Act and Local Tax Act: 7.8 % and 2.2 %; ${avalara}`],
  ['KR', 100_000, '부가가치세', '1977-07-01', `Value-Added Tax Act, article 30; ${nhk}`],
  ['DE', 190_000, 'MwSt.', '2021-01-01', `UStG, § 12 (1); ${your}`],
  ['AT', 200_000, 'USt.', '1984-01-01', `UStG 1994, § 10 (1); ${your}`],
  ['ES', 210_000, 'IVA', '2012-09-01', `Ley 37/1992, art. 90; ${your}`],
  ['FR', 200_000, 'TVA', '2014-01-01', `Code général des impôts, art. 278; ${your}`],
  ['IT', 220_000, 'IVA', '2013-10-01', `D.P.R. 633/1972, art. 16; ${your}`],
  ['NL', 210_000, 'btw', '2012-10-01', `Wet OB 1968, art. 9 (1); ${your}`],
] as const

/**
 * Books of prices for some countries, the tax inside them, and who sells. Made once, and only where there is no book
 * at all. A player sees them who comes from there, or who opens the demo with `?demo_country=JP`.
 */
export async function seedMarkets(q: Query, { seller }: Brand): Promise<void> {
  const [existing] = await q<{ yes: boolean }>({
    text: 'select exists (select 1 from price_book) or exists (select 1 from demo_ended) as yes',
  })
  if (existing?.yes) return
  await q(
    {
      text: `with sells as (insert into legal_entity (entity_id, name, address, country, tax_ids)
          values ('demo', $1, $2, 'DE', $3) on conflict do nothing),
        rates as (insert into tax_rate (country, rate_ppm, name, valid_from, source)
          select country, rate_ppm, name, valid_from, source from jsonb_to_recordset($4)
            as r (country text, rate_ppm int, name text, valid_from date, source text) on conflict do nothing)
        select open_currency(b.currency) from jsonb_to_recordset($5) as b (currency text)`,
    },
    [
      seller.name,
      // The country stands in a column of its own.
      seller.address.filter((line) => line !== 'Germany').join('\n'),
      JSON.stringify(seller.vat ? { VAT: seller.vat } : {}),
      JSON.stringify(
        rates.map(([country, rate_ppm, name, valid_from, source]) => ({ country, rate_ppm, name, valid_from, source })),
      ),
      JSON.stringify(books),
    ],
  )
  await q(
    {
      text: `with given as materialized (select * from jsonb_to_recordset($1)
            as b (id text, currency text, tax text, countries text[], prices bigint[], points bigint)),
        made as (insert into price_book (book_id, currency, entity_id, tax)
          select id, currency, 'demo', tax from given returning book_id),
        rated as (insert into point_rate (book_id, minor_per_1000_points) select id, points from given),
        placed as (insert into book_country (country, book_id) select c, b.id from given b, unnest(b.countries) c)
        insert into price (book_id, cp_goods_id, amount_minor, starts_at, by)
        select b.id, x.goods, x.amount, app_now(), 'sql:demo'
          from given b, unnest($2::text[], b.prices) x (goods, amount)
         where exists (select 1 from product p where p.cp_goods_id = x.goods)`,
    },
    [JSON.stringify(books), goods],
  )
}
