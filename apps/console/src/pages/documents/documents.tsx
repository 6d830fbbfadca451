import type { DeskResult } from '@hc/contract/desk/calls'
import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { major, utc } from '../../kit/csv.ts'
import { dateTime } from '../../kit/date-time.ts'
import { joinWords, money, percent, When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { secondsOf, useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'

type DocumentList = DeskResult<'document/list'>
type Row = DocumentList['rows'][number]
type DueDocument = DeskResult<'document/due'>[number]
const names = ['from', 'to', 'kind', 'series', 'number', 'order_no'] as const
const kinds = ['receipt', 'credit_note'] as const
const PPM_OF_PERCENT = 10_000
/** A rate in parts per million as a percentage. */
export const rateText = (ppm: number): string => percent(ppm / PPM_OF_PERCENT)

const columnsOf = (t: DeskTexts): Column<Row>[] => [
  { key: 'number', label: t('documents.number'), cell: (row) => row.number, text: (row) => row.number },
  {
    key: 'kind',
    label: t('documents.kind'),
    cell: ({ kind }) => t(`documents.kinds.${kind}`),
    text: ({ kind }) => t(`documents.kinds.${kind}`),
  },
  {
    key: 'order',
    label: t('documents.order'),
    cell: ({ order_no }) => (
      <Link className="link" href={`/orders/${order_no}`}>
        {order_no}
      </Link>
    ),
    text: ({ order_no }) => order_no,
  },
  {
    key: 'gross',
    label: t('documents.gross'),
    cell: (row) => money(row.gross_minor, row.currency),
    text: (row) => major(row.gross_minor, row.currency),
    numeric: true,
  },
  {
    key: 'tax',
    label: t('documents.tax'),
    cell: (row) => `${money(row.tax_minor, row.currency)} (${rateText(row.rate_ppm)})`,
    text: (row) => major(row.tax_minor, row.currency),
    numeric: true,
  },
  {
    key: 'currency',
    label: t('reports.tax.currency'),
    cell: (row) => row.currency,
    text: (row) => row.currency,
    extra: true,
  },
  { key: 'country', label: t('documents.country'), cell: (row) => row.country || '–', text: (row) => row.country },
  {
    key: 'issued',
    label: t('documents.issued'),
    cell: (row) => <When at={row.issued_at} />,
    text: (row) => utc(row.issued_at),
  },
  { key: 'of', label: t('documents.of'), cell: (row) => row.of || '–', text: (row) => row.of, extra: true },
  { key: 'series', label: t('documents.series'), cell: (row) => row.series, text: (row) => row.series, extra: true },
]

const dueColumns = (t: DeskTexts): Column<DueDocument>[] => [
  {
    key: 'order',
    label: t('documents.order'),
    cell: (row) => (
      <Link className="link" href={`/orders/${row.order_no}`}>
        {row.order_no}
      </Link>
    ),
    text: (row) => row.order_no,
  },
  {
    key: 'kind',
    label: t('documents.kind'),
    cell: ({ kind }) => t(`documents.kinds.${kind}`),
    text: ({ kind }) => t(`documents.kinds.${kind}`),
  },
  { key: 'seller', label: t('documents.seller'), cell: (row) => row.entity, text: (row) => row.entity },
  {
    key: 'gross',
    label: t('documents.gross'),
    cell: (row) => money(row.gross_minor, row.currency),
    text: (row) => major(row.gross_minor, row.currency),
    numeric: true,
  },
  {
    key: 'currency',
    label: t('reports.tax.currency'),
    cell: (row) => row.currency,
    text: (row) => row.currency,
    extra: true,
  },
  { key: 'since', label: t('documents.since'), cell: (row) => <When at={row.at} />, text: (row) => utc(row.at) },
]

/** Whether the chains of documents were intact at the doctor's last check; broken ones are named. */
function Chains({ checked_at, broken }: Pick<DocumentList, 'checked_at' | 'broken'>) {
  const t = useTranslations('desk')
  if (broken.length > 0) return <Notice tone="bad">{t('documents.broken', { numbers: joinWords(broken) })}</Notice>
  if (checked_at === 0) return <p className="soft">{t('documents.never')}</p>
  return <Notice tone="good">{t('documents.holds', { at: dateTime(checked_at) })}</Notice>
}

/** Due documents that are not written yet. */
function DueDocuments() {
  const t = useTranslations('desk')
  const dueDocuments = useCall('document/due', {})
  if (dueDocuments.result?.length === 0) return <p className="soft">{t('documents.dueNone')}</p>
  return (
    <section aria-label={t('documents.due')}>
      <h2>{t('documents.due')}</h2>
      <List
        name="documents-due"
        caption={t('documents.due')}
        rows={dueDocuments.result}
        error={dueDocuments.error}
        reload={dueDocuments.reload}
        columns={dueColumns(t)}
        id={(row) => row.due_id}
        empty={{ title: t('documents.dueNone'), text: '' }}
      />
    </section>
  )
}

/** Receipts and credit notes, by number, order, day, kind and series. */
export default function Documents({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(names)
  const { from, to, number, order_no, series } = filters.values
  const filter = {
    from: secondsOf(from),
    to: secondsOf(to, 1),
    number,
    order_no,
    series,
    kind: kinds.find((candidate) => candidate === filters.values.kind) ?? ('' as const),
  }
  const list = useCall('document/list', { ...filter, after: filters.after })
  const { result } = list
  return (
    <Page half={filters.half}>
      <p className="soft">{t('documents.lead')}</p>
      {result && <Chains checked_at={result.checked_at} broken={result.broken} />}
      <DueDocuments />
      <Views me={me} page="/documents" />
      <FilterBar
        filters={filters}
        fields={[
          { name: 'from', label: t('documents.from'), type: 'date' },
          { name: 'to', label: t('documents.to'), type: 'date' },
          {
            name: 'kind',
            label: t('documents.kind'),
            options: kinds.map((kind) => [kind, t(`documents.kinds.${kind}`)] as const),
          },
          {
            name: 'series',
            label: t('documents.series'),
            options: (result?.series ?? (series ? [series] : [])).map((option) => [option, option] as const),
          },
          { name: 'number', label: t('documents.number') },
          { name: 'order_no', label: t('documents.order') },
        ]}
      />
      <List
        name="documents"
        caption={t('documents.title')}
        rows={result?.rows ?? null}
        error={list.error}
        reload={list.reload}
        columns={columnsOf(t)}
        id={(row) => row.number}
        href={(row) => `/documents/${encodeURIComponent(row.number)}`}
        empty={{ title: t('documents.empty'), text: t('documents.emptyText') }}
        total={result?.total}
        next={result?.next ?? null}
        after={filters.after}
        turn={filters.turn}
        pages={(after, size) => call('document/list', { ...filter, after, size })}
      />
    </Page>
  )
}
