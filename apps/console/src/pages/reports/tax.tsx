import type { DeskResult } from '@hc/contract/desk/calls'
import { toMajor } from '@hc/domain/money/currency-digits'
import { useTranslations } from 'use-intl'
import { countryName } from '../../kit/country-name.ts'
import { monthText } from '../../kit/date-time.ts'
import { major, utc } from '../../kit/csv.ts'
import { count, joinWords, money, When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { OrderLink } from '../../kit/order-link.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { rateText } from '../documents/documents.tsx'

type Row = DeskResult<'report/tax'>['rows'][number]
type Weak = DeskResult<'report/tax'>['weak'][number]

const columnsOf = (t: DeskTexts): readonly Column<Row>[] => {
  const amount = (key: string, label: string, of: (row: Row) => number): Column<Row> => ({
    key,
    label,
    cell: (row) => money(of(row), row.currency),
    text: (row) => toMajor(of(row), row.currency),
    numeric: true,
  })
  return [
    { key: 'month', label: t('reports.tax.month'), cell: (row) => monthText(row.month), text: (row) => row.month },
    {
      key: 'country',
      label: t('documents.country'),
      cell: (row) => (row.country === '' ? '–' : countryName(row.country)),
      text: (row) => row.country,
    },
    {
      key: 'rate',
      label: t('reports.tax.rate'),
      cell: (row) => [row.name, rateText(row.rate_ppm)].filter(Boolean).join(' '),
      text: (row) => rateText(row.rate_ppm),
    },
    { key: 'currency', label: t('reports.tax.currency'), cell: (row) => row.currency, text: (row) => row.currency },
    {
      key: 'payments',
      label: t('reports.tax.payments'),
      cell: (row) => count(row.payments),
      text: (row) => row.payments,
      numeric: true,
    },
    amount('gross', t('documents.gross'), (row) => row.gross_minor),
    amount('tax', t('documents.tax'), (row) => row.tax_minor),
    amount('net', t('reports.tax.net'), (row) => row.gross_minor - row.tax_minor),
    amount('back', t('reports.tax.back'), (row) => row.back_minor),
    amount('back_tax', t('reports.tax.backTax'), (row) => row.back_tax_minor),
  ]
}

const weakColumns = (t: DeskTexts): readonly Column<Weak>[] => [
  {
    key: 'order',
    label: t('documents.order'),
    cell: (row) => <OrderLink no={row.order_no} />,
    text: (row) => row.order_no,
  },
  {
    key: 'country',
    label: t('documents.country'),
    cell: (row) => (row.country === '' ? '–' : countryName(row.country)),
    text: (row) => row.country,
  },
  {
    key: 'signs',
    label: t('reports.tax.signs'),
    cell: (row) => joinWords(row.signs.map(countryName)) || '–',
    text: (row) => row.signs.join(' '),
  },
  {
    key: 'gross',
    label: t('documents.gross'),
    cell: (row) => money(row.gross_minor, row.currency),
    text: (row) => major(row.gross_minor, row.currency),
    numeric: true,
  },
  {
    key: 'paid',
    label: t('reports.tax.paid'),
    cell: (row) => <When at={row.paid_at} />,
    text: (row) => utc(row.paid_at),
  },
]

/** The tax inside payments and refunds, and orders with weak evidence of their country. */
export function Tax({ from, to }: { from: string; to: string }) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('report/tax', { from, to })
  return (
    <>
      <p className="soft">{t('reports.tax.lead')}</p>
      <List
        name="report-tax"
        caption={t('reports.tax.title')}
        rows={result?.rows ?? null}
        error={error}
        reload={reload}
        columns={columnsOf(t)}
        id={(row) => `${row.month} ${row.country} ${row.name} ${row.rate_ppm} ${row.currency}`}
        empty={{ title: t('reports.tax.empty'), text: t('reports.tax.emptyText') }}
      />
      {result && (
        <section aria-label={t('reports.tax.weak')}>
          <h2>{t('reports.tax.weak')}</h2>
          <p className="soft">{t('reports.tax.weakText')}</p>
          <List
            name="report-tax-weak"
            caption={t('reports.tax.weak')}
            rows={result.weak}
            error={null}
            reload={reload}
            columns={weakColumns(t)}
            id={(row) => row.order_no}
            empty={{ title: t('reports.tax.weakEmpty'), text: t('reports.tax.weakNone') }}
            total={{ n: result.weak.length, exact: result.weak_all }}
          />
        </section>
      )}
    </>
  )
}
