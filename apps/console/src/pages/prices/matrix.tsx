import type { DeskResult, Me } from '@hc/contract/desk/calls'
import type { DeskBook } from '@hc/contract/desk/prices'
import { defaultLocale } from '@hc/contract/locales'
import { Dialog } from '@hc/ui/dialog'
import { Icon } from '@hc/ui/icon'
import { iconClock } from '@hc/ui/more-icons'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Failed } from '../../kit/failed.tsx'
import { money } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { Moment } from '../../kit/moment.tsx'
import { may } from '../../kit/permission.ts'
import { ItemPicture } from '../../kit/picture.tsx'
import { useCall } from '../../kit/use-call.ts'
import { priceText } from './amounts.ts'
import { NewPriceForm } from './price-forms.tsx'
import { Line } from './prices.tsx'

type Cell = NonNullable<DeskResult<'book/list'>['prices']>[number]
type Product = DeskResult<'product/list'>[number]
type Place = { book: DeskBook; item: string; name: string }
const nameOf = ({ id, texts }: Product): string => texts[defaultLocale]?.name ?? id

/** The present price of each item in each book, and what comes next. A cell opens the form of its price. */
export function Matrix({ me, books, cells }: { me: Me; books: readonly DeskBook[]; cells: readonly Cell[] }) {
  const t = useTranslations('desk')
  const products = useCall('product/list', {})
  const [place, setPlace] = useState<Place | null>(null)
  const byPlace = new Map(cells.map((cell) => [`${cell.book_id} ${cell.cp_goods_id}`, cell]))
  const columns: Column<Product>[] = [
    {
      key: 'item',
      label: t('prices.item'),
      cell: (product) => (
        <span className="pictured">
          <ItemPicture icon={product.icon} />
          <span className="one-line">{nameOf(product)}</span>
        </span>
      ),
      text: ({ id }) => id,
      phone: 'title',
    },
    {
      key: 'base',
      label: t('prices.base'),
      numeric: true,
      cell: ({ price_cents: cents }) => money(cents),
      text: ({ price_cents: cents }) => cents / 100,
      phone: 'end',
    },
    ...books.map((book): Column<Product> => ({
      key: `book ${book.book_id}`,
      label: `${book.book_id} (${book.currency})`,
      numeric: true,
      cell: (product) => {
        const cell = byPlace.get(`${book.book_id} ${product.id}`)
        const amount = cell?.amount_minor ?? null
        const price = amount === null ? t('prices.notSold') : priceText(amount, book.currency)
        return (
          <button
            type="button"
            className="matrix-cell"
            aria-haspopup="dialog"
            onClick={() => setPlace({ book, item: product.id, name: nameOf(product) })}
          >
            <span className="hidden-text">{`${nameOf(product)}, ${book.book_id}: `}</span>
            <span className="matrix-book" aria-hidden="true">
              {book.book_id}
            </span>
            <span className={amount === null ? 'soft' : undefined}>{price}</span>
            {cell?.next_at != null && (
              <span className="matrix-next">
                <Icon name={iconClock} className="size-3" />
                {priceText(cell.next_minor ?? 0, book.currency)} · <Moment at={cell.next_at} />
              </span>
            )}
          </button>
        )
      },
      text: (product) => byPlace.get(`${book.book_id} ${product.id}`)?.amount_minor ?? null,
      phone: 'acts',
    })),
  ]
  return (
    <section className="prose matrix" aria-label={t('prices.matrix')}>
      <h2>{t('prices.matrix')}</h2>
      <List
        name="matrix"
        caption={t('prices.matrix')}
        rows={products.result}
        error={products.error}
        reload={products.reload}
        columns={columns}
        id={({ id }) => id}
        empty={{ title: t('products.empty'), text: t('products.emptyText') }}
      />
      <Dialog
        open={place !== null}
        title={place ? t('prices.newOf', { item: place.name }) : ''}
        closeLabel={t('close')}
        onClose={() => setPlace(null)}
      >
        {place && <PriceOf me={me} place={place} close={() => setPlace(null)} />}
      </Dialog>
    </section>
  )
}

/** The prices of an item in a book, and the form of a new one. */
function PriceOf({ me, place: { book, item: id }, close }: { me: Me; place: Place; close: () => void }) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('book/prices', { book_id: book.book_id })
  if (error !== null) return <Failed error={error} again={reload} />
  const item = result?.items.find(({ cp_goods_id: goods }) => goods === id)
  if (!result || !item) return <output className="state">{t('loading')}</output>
  return (
    <div className="prose">
      {item.prices.length > 0 && (
        <ul className="rows">
          {item.prices.slice(0, 4).map((price) => (
            <Line key={price.price_id} price={price} book={result.book} item={item} ends={false} />
          ))}
        </ul>
      )}
      {may(me, 'product.price') && <NewPriceForm book={result.book} item={item} close={close} />}
    </div>
  )
}
