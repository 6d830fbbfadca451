import type { DeskResult } from '@hc/contract/desk/calls'
import type { DeskBook } from '@hc/contract/desk/prices'
import { SelectField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../kit/badge.tsx'
import { Facts, joinWords, percent } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import type { PageProps } from '../../kit/menu.ts'
import { countryName } from '../../kit/country-name.ts'
import { priceText } from './amounts.ts'
import { BookForm } from './book-form.tsx'
import { Matrix } from './matrix.tsx'

type Offered = DeskResult<'book/preview'>['rows'][number]
/** Stands for every country that has no book; no country has this code. */
const ELSEWHERE = 'ZZ'
const PPM_OF_PERCENT = 10_000

const columnsOf = (t: DeskTexts, sellers: DeskResult<'book/list'>['entities']): Column<DeskBook>[] => [
  { key: 'book', label: t('prices.book'), cell: ({ book_id }) => book_id, text: ({ book_id }) => book_id },
  {
    key: 'currency',
    label: t('prices.currency'),
    cell: ({ currency, open }) => (
      <>
        {currency} {!open && <Badge tone="warn">{t('prices.closed')}</Badge>}
      </>
    ),
    text: ({ currency }) => currency,
  },
  {
    key: 'countries',
    label: t('prices.countries'),
    cell: ({ countries }) => (countries.length > 0 ? joinWords(countries.map(countryName)) : t('prices.noCountry')),
    text: ({ countries }) => countries.join(' '),
  },
  {
    key: 'tax',
    label: t('prices.tax'),
    cell: ({ tax, untaxed }) => (
      <>
        {t(tax === 'inclusive' ? 'prices.inclusive' : 'prices.taxNone')}{' '}
        {untaxed.length > 0 && (
          <Badge tone="warn">{t('prices.noRate', { countries: joinWords(untaxed.map(countryName)) })}</Badge>
        )}
      </>
    ),
    text: ({ tax }) => t(tax === 'inclusive' ? 'prices.inclusive' : 'prices.taxNone'),
  },
  {
    key: 'protected',
    label: t('prices.protected'),
    cell: (book) => t(book.protected ? 'codes.said.yes' : 'codes.said.no'),
    text: (book) => t(book.protected ? 'codes.said.yes' : 'codes.said.no'),
  },
  {
    key: 'seller',
    label: t('prices.seller'),
    cell: ({ entity_id }) => sellers.find((seller) => seller.entity_id === entity_id)?.name ?? t('prices.noSeller'),
    text: ({ entity_id }) => entity_id,
  },
  {
    key: 'items',
    label: t('prices.items'),
    cell: ({ items }) => String(items),
    text: ({ items }) => items,
    numeric: true,
  },
]

/** Price books, and a preview of a country's prices. */
export default function Books({ me }: PageProps) {
  const t = useTranslations('desk')
  const list = useCall('book/list', { prices: true })
  const books = list.result?.books ?? null
  const sellers = list.result?.entities ?? []
  return (
    <Page
      actions={
        list.result &&
        may(me, 'product.price') && (
          <BookForm book={null} currencies={list.result.currencies} sellers={list.result.entities} />
        )
      }
    >
      <p className="soft">{t('prices.lead')}</p>
      <List
        name="books"
        caption={t('prices.title')}
        rows={books}
        error={list.error}
        reload={list.reload}
        columns={columnsOf(t, sellers)}
        id={({ book_id }) => book_id}
        href={({ book_id }) => `/prices/${book_id}`}
        empty={{ title: t('prices.empty'), text: t('prices.emptyText') }}
      />
      {list.result && books && books.length > 0 && <Matrix me={me} books={books} cells={list.result.prices ?? []} />}
      {books && <Preview countries={books.flatMap(({ countries }) => countries).sort()} />}
    </Page>
  )
}

function Preview({ countries }: { countries: readonly string[] }) {
  const t = useTranslations('desk')
  const [country, setCountry] = useState(countries[0] ?? ELSEWHERE)
  const { result, error, reload } = useCall('book/preview', { country })
  const columns: Column<Offered>[] = [
    { key: 'item', label: t('prices.item'), cell: ({ name }) => name, text: ({ name }) => name },
    {
      key: 'price',
      label: t('prices.price'),
      cell: ({ amount_minor }) =>
        amount_minor === null ? <Badge>{t('prices.notSold')}</Badge> : priceText(amount_minor, result?.currency ?? ''),
      text: ({ amount_minor }) => amount_minor,
      numeric: true,
    },
  ]
  return (
    <section className="card part" aria-label={t('prices.preview')}>
      <h2>{t('prices.preview')}</h2>
      <SelectField
        label={t('prices.country')}
        name="country"
        value={country}
        onChange={(event) => setCountry(event.target.value)}
      >
        {countries.map((code) => (
          <option key={code} value={code}>
            {countryName(code)}
          </option>
        ))}
        <option value={ELSEWHERE}>{t('prices.elsewhere')}</option>
      </SelectField>
      {error !== null && <Failed error={error} again={reload} />}
      {result && (
        <>
          <Facts
            facts={[
              [t('prices.book'), result.book_id || t('prices.base')],
              [t('prices.currency'), result.currency],
              [
                t('prices.tax'),
                result.tax_name === ''
                  ? t('prices.taxNone')
                  : `${result.tax_name} ${percent(result.rate_ppm / PPM_OF_PERCENT)}`,
              ],
            ]}
          />
          <List
            name="preview"
            caption={t('prices.preview')}
            rows={result.rows}
            error={null}
            reload={reload}
            columns={columns}
            id={({ cp_goods_id }) => cp_goods_id}
            empty={{ title: t('prices.notSold'), text: t('prices.emptyText') }}
          />
        </>
      )}
    </section>
  )
}
