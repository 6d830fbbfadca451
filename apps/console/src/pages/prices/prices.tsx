import type { DeskBook, DeskPrice } from '@hc/contract/desk/prices'
import { useTranslations } from 'use-intl'
import { Badge } from '../../kit/badge.tsx'
import { Facts, joinWords, When } from '../../kit/facts.tsx'
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
import { CopyPrices, EndPrice, type Item, NewPrice, runningOf } from './price-forms.tsx'

const tones = { now: 'good', over: 'neutral', planned: 'warn', ended: 'neutral' } as const

export function Line({ price, book, item, ends }: { price: DeskPrice; book: DeskBook; item: Item; ends: boolean }) {
  const t = useTranslations('desk')
  const { state, amount_minor, starts_at, ends_at, by } = price
  return (
    <li>
      <span>
        <Badge tone={tones[state]}>{t(`prices.states.${state}`)}</Badge> {priceText(amount_minor, book.currency)}
        <br />
        <span className="soft">
          <When at={starts_at} />
          {ends_at !== null && (
            <>
              {' – '}
              <When at={ends_at} />
            </>
          )}
          {` · ${by}`}
        </span>
      </span>
      {ends && state !== 'ended' && <EndPrice price={price} currency={book.currency} item={item} />}
    </li>
  )
}

const columnsOf = (t: DeskTexts, book: DeskBook, changes: boolean): Column<Item>[] => [
  {
    key: 'item',
    label: t('prices.item'),
    cell: ({ name, active }) => (
      <>
        {name} {!active && <Badge>{t('products.offSale')}</Badge>}
      </>
    ),
    text: ({ cp_goods_id }) => cp_goods_id,
  },
  {
    key: 'now',
    label: t('prices.now'),
    cell: (item) => {
      const running = runningOf(item)
      return running ? priceText(running.amount_minor, book.currency) : <Badge>{t('prices.notSold')}</Badge>
    },
    text: (item) => runningOf(item)?.amount_minor ?? null,
    numeric: true,
  },
  {
    key: 'prices',
    label: t('prices.all'),
    cell: (item) =>
      item.prices.length > 0 && (
        <ul className="rows">
          {item.prices.map((price) => (
            <Line key={price.price_id} price={price} book={book} item={item} ends={changes} />
          ))}
        </ul>
      ),
  },
  ...(changes
    ? [{ key: 'new', label: t('products.action'), cell: (item: Item) => <NewPrice book={book} item={item} /> }]
    : []),
]

/** One book: its countries, and the past, current and planned price of each item. */
export default function Prices({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const id = params.book ?? ''
  const { result, error, reload } = useCall('book/prices', { book_id: id }, { ofPage: true })
  const list = useCall('book/list', {})
  const changes = may(me, 'product.price')
  if (!result)
    return (
      <Page title={t('prices.title')}>
        {error === null ? <output className="state">{t('loading')}</output> : <Failed error={error} again={reload} />}
      </Page>
    )
  const { book, items } = result
  const others = (list.result?.books ?? []).map(({ book_id }) => book_id).filter((other) => other !== id)
  return (
    <Page
      title={t('prices.titleOf', { book: id })}
      actions={
        changes && (
          <>
            <CopyPrices book={book} items={items} books={others} />
            {list.result && (
              <BookForm
                key={book.version}
                book={book}
                currencies={list.result.currencies}
                sellers={list.result.entities}
              />
            )}
          </>
        )
      }
    >
      <Facts
        facts={[
          [t('prices.currency'), book.currency],
          [t('prices.countries'), joinWords(book.countries.map(countryName)) || t('prices.noCountry')],
          [t('prices.tax'), t(book.tax === 'inclusive' ? 'prices.inclusive' : 'prices.taxNone')],
          [t('prices.protected'), t(book.protected ? 'codes.said.yes' : 'codes.said.no')],
          book.points_minor === null ? null : [t('prices.pointsNow'), priceText(book.points_minor, book.currency)],
        ]}
      />
      <List
        name="prices"
        caption={t('prices.titleOf', { book: id })}
        rows={items}
        error={null}
        reload={reload}
        columns={columnsOf(t, book, changes)}
        id={({ cp_goods_id }) => cp_goods_id}
        empty={{ title: t('prices.empty'), text: t('prices.emptyText') }}
      />
    </Page>
  )
}
