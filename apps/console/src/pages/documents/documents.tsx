import type { DeskResult } from '@hc/contract/desk/calls'
import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import { major } from '../../kit/csv.ts'
import { dateTime } from '../../kit/date-time.ts'
import { joinWords, money, percent } from '../../kit/facts.tsx'
import { CallList, type RowOf } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice, days, words } from '../../kit/list/field.ts'
import { List } from '../../kit/list/list.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import type { PageProps } from '../../kit/menu.ts'

type DocumentList = DeskResult<'document/list'>
type Row = RowOf<'document/list'>
type DueDocument = DeskResult<'document/due'>[number]
const kinds = ['receipt', 'credit_note'] as const
const PPM_OF_PERCENT = 10_000
/** A rate in parts per million as a percentage. */
export const rateText = (ppm: number): string => percent(ppm / PPM_OF_PERCENT)

function columns(t: DeskTexts): readonly Column<Row>[] {
  const c = columnsOf<Row>(t)
  return [
    c.text('number', t('documents.number'), { phone: 'title' }),
    c.word('kind', t('documents.kind'), (kind) => t(`documents.kinds.${kind}`), { phone: 'badge' }),
    { ...c.order('order_no', t('documents.order'), { phone: 'under' }), key: 'order' },
    { ...c.money('gross_minor', t('documents.gross'), 'currency', { phone: 'end' }), key: 'gross' },
    {
      key: 'tax',
      label: t('documents.tax'),
      cell: (row) => `${money(row.tax_minor, row.currency)} (${rateText(row.rate_ppm)})`,
      text: (row) => major(row.tax_minor, row.currency),
      numeric: true,
    },
    c.text('currency', t('reports.tax.currency'), { extra: true }),
    { ...c.text('country', t('documents.country')), cell: ({ country }) => country || '–' },
    { ...c.when('issued_at', t('documents.issued'), { phone: 'age' }), key: 'issued' },
    { ...c.text('of', t('documents.of'), { extra: true }), cell: (row) => row.of || '–' },
    c.text('series', t('documents.series'), { extra: true }),
  ]
}

function dueColumns(t: DeskTexts): readonly Column<DueDocument>[] {
  const c = columnsOf<DueDocument>(t)
  return [
    { ...c.order('order_no', t('documents.order'), { phone: 'title' }), key: 'order' },
    c.word('kind', t('documents.kind'), (kind) => t(`documents.kinds.${kind}`), { phone: 'badge' }),
    { ...c.text('entity', t('documents.seller'), { phone: 'under' }), key: 'seller' },
    { ...c.money('gross_minor', t('documents.gross'), 'currency', { phone: 'end' }), key: 'gross' },
    c.text('currency', t('reports.tax.currency'), { extra: true }),
    { ...c.when('at', t('documents.since'), { phone: 'age' }), key: 'since' },
  ]
}

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
  const series = new URLSearchParams(useSearch()).get('series') ?? ''
  // The chains and the series are the same for all filters.
  const { result } = useCall('document/list', { size: 1 })
  return (
    <Page>
      <p className="soft">{t('documents.lead')}</p>
      {result && <Chains checked_at={result.checked_at} broken={result.broken} />}
      <DueDocuments />
      <CallList
        me={me}
        call="document/list"
        page="/documents"
        name="documents"
        caption={t('documents.title')}
        fields={[
          days(t('list.days.label')),
          choice(
            'kind',
            t('documents.kind'),
            kinds.map((kind) => [kind, t(`documents.kinds.${kind}`)]),
          ),
          choice(
            'series',
            t('documents.series'),
            (result?.series ?? (series ? [series] : [])).map((option) => [option, option]),
          ),
          words('number', t('documents.number')),
          words('order_no', t('documents.order')),
        ]}
        columns={columns(t)}
        id={({ number }) => number}
        href={({ number }) => `/documents/${encodeURIComponent(number)}`}
        empty={{ title: t('documents.empty'), text: t('documents.emptyText') }}
      />
    </Page>
  )
}
