import type { DeskResult } from '@hc/contract/desk/calls'
import type { DeskProduct } from '@hc/contract/desk/products'
import { defaultLocale, locales } from '@hc/contract/locales'
import { buttonClass } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { Badge } from '../../kit/badge.tsx'
import { count, joinWords, money, percent } from '../../kit/facts.tsx'
import { languageName } from '../../kit/languages.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice } from '../../kit/list/field.ts'
import { FilterBar } from '../../kit/list/filter-bar.tsx'
import { List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import { ItemPicture } from '../../kit/picture.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { Spark } from '../../kit/spark.tsx'
import { useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { Arrange } from './arrange.tsx'
import { paidFor } from './sales.ts'
import { ExportButton } from '../imports/export-button.tsx'

const nameOf = ({ id, texts }: DeskProduct): string => texts[defaultLocale]?.name ?? id

/** Puts a product on or off sale at once; open orders stay unchanged. */
export function SellButton({ product }: { product: DeskProduct }) {
  const t = useTranslations('desk')
  const { id, version, active, sort, tag, featured } = product
  const label = t(active ? 'products.off' : 'products.on')
  return (
    <ActionDialog
      name="product/sell"
      label={label}
      about={`${label}: ${nameOf(product)}`}
      title={`${label}: ${nameOf(product)}`}
      confirm={label}
      reason={false}
      done={t(active ? 'products.isOff' : 'products.isOn', { name: nameOf(product) })}
      body={() => ({ id, version, sort, tag, featured, active: !active })}
    >
      <p>{t(active ? 'products.offText' : 'products.onText')}</p>
    </ActionDialog>
  )
}

type ListedProduct = DeskResult<'product/list'>[number]

function columns(t: DeskTexts, maySell: boolean, seesSales: boolean): readonly Column<ListedProduct>[] {
  const c = columnsOf<ListedProduct>(t)
  return [
    {
      key: 'name',
      label: t('products.name'),
      cell: (product) => (
        <span className="pictured">
          <ItemPicture icon={product.icon} />
          <span className="one-line">{nameOf(product)}</span>
        </span>
      ),
      under: ({ id }) => id,
      text: nameOf,
      phone: 'title',
    },
    c.text('id', t('products.id'), { fileOnly: true }),
    {
      key: 'price',
      label: t('products.price'),
      numeric: true,
      cell: ({ price_cents: cents }) => money(cents),
      text: ({ price_cents: cents }) => cents / 100,
      phone: 'end',
    },
    {
      ...c.number('bonus_pct', t('products.bonus')),
      key: 'bonus',
      cell: ({ bonus_pct: bonus }) => percent(bonus),
    },
    {
      key: 'active',
      label: t('products.state'),
      cell: ({ active }) => (
        <Badge tone={active ? 'good' : 'neutral'}>{t(active ? 'products.onSale' : 'products.offSale')}</Badge>
      ),
      text: ({ active }) => (active ? 'on' : 'off'),
      phone: 'badge',
    },
    c.text('tag', t('products.tag'), { extra: true }),
    c.number('sort', t('products.sort'), { extra: true }),
    {
      key: 'sold',
      label: t('products.sold'),
      numeric: true,
      cell: ({ sold }) => {
        const n = sold.reduce((sum, day) => sum + day, 0)
        return (
          <span className="sold">
            <Spark values={sold} /> {count(n)}
          </span>
        )
      },
      text: ({ sold }) => sold.reduce((sum, day) => sum + day, 0),
    },
    ...(seesSales ? salesColumns(t) : []),
    {
      key: 'missing',
      label: t('products.missing'),
      cell: ({ texts }) => {
        const lacks = locales.filter((locale) => !texts[locale])
        const [n, of] = [locales.length - lacks.length, locales.length]
        return (
          <span title={joinWords(lacks.map(languageName))}>
            {t('revisions.translated', { n: String(n), of: String(of) })}
          </span>
        )
      },
      phone: 'under',
    },
    ...(maySell
      ? [
          {
            key: 'do',
            label: t('products.action'),
            cell: (row: ListedProduct) => <SellButton product={row} />,
            phone: 'acts' as const,
          },
        ]
      : []),
  ]
}

/** The sales of the last 30 days, for people with the permission to see revenue. */
const salesColumns = (t: DeskTexts): readonly Column<ListedProduct>[] => [
  {
    key: 'paid',
    label: t('products.paid'),
    numeric: true,
    cell: ({ sales }) => (sales && sales.orders > 0 ? paidFor(t, sales) : '–'),
    text: ({ sales }) => (sales ? paidFor(t, sales) : ''),
  },
]

/** The products. */
export default function Products({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(['kind', 'state', 'lacks', 'q'])
  const list = useCall('product/list', {})
  const { kind, state, lacks, q } = filters.values
  const rows = list.result?.filter(
    (product) =>
      (kind === '' || product.kind === kind) &&
      (state === '' || product.active === (state === 'on')) &&
      (lacks === '' || locales.some((locale) => !product.texts[locale])) &&
      (product.id.includes(q.trim()) ||
        Object.values(product.texts).some(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()))),
  )
  return (
    <Page
      actions={
        <>
          {may(me, 'product.create') && (
            <Link href="/products/new" className={buttonClass('primary', 'small')}>
              {t('products.create')}
            </Link>
          )}
          {may(me, 'product.sell') && list.result && (
            <>
              <Arrange kind="item" products={list.result} />
              <Arrange kind="coin" products={list.result} />
            </>
          )}
          <ExportButton kind="products" label={t('imports.exportProducts')} />
          <ExportButton kind="texts" label={t('imports.exportTexts')} />
        </>
      }
    >
      <List
        head={(tools) => (
          <>
            <Views me={me} page="/products" />
            <FilterBar
              filters={filters}
              search={t('products.search')}
              chips={[
                { label: t('products.onSale'), query: { state: 'on' } },
                { label: t('products.offSale'), query: { state: 'off' } },
                { label: t('products.lacks'), query: { lacks: 'yes' } },
              ]}
              fields={[
                choice('kind', t('products.kind'), [
                  ['item', t('products.item')],
                  ['coin', t('products.coin')],
                ]),
                choice('state', t('products.state'), [
                  ['on', t('products.onSale')],
                  ['off', t('products.offSale')],
                ]),
                choice('lacks', t('products.missing'), [['yes', t('products.lacks')]]),
              ]}
            >
              {tools}
            </FilterBar>
          </>
        )}
        name="products"
        caption={t('products.title')}
        rows={rows ?? null}
        error={list.error}
        reload={list.reload}
        columns={columns(t, may(me, 'product.sell'), may(me, 'report.money'))}
        id={({ id }) => id}
        href={({ id }) => `/products/${id}`}
        empty={{ title: t('products.empty'), text: t('products.emptyText') }}
      />
    </Page>
  )
}
