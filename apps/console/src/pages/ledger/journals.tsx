import { journalReasons } from '@hc/contract/desk-codes'
import type { DeskResult } from '@hc/contract/desk/calls'
import { toMajor } from '@hc/domain/money/currency-digits'
import { Button } from '@hc/ui/button'
import { SelectField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { saidText } from '../../kit/codes.ts'
import { saveFile, utc } from '../../kit/csv.ts'
import { count, money, When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { OrderLink } from '../../kit/order-link.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { Page } from '../../kit/page.tsx'
import { may } from '../../kit/permission.ts'
import { type DeskTexts, useAction } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { secondsOf, useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import { call } from '../../lib/api.ts'
import { notice } from '../../lib/outcome.ts'
import { zone } from '../../lib/zone.ts'
import { CorrectBooks } from './correct.tsx'
import { DatevNumbers } from './datev-numbers.tsx'
import { accountName, unitName } from './words.ts'

type Journal = DeskResult<'ledger/journals'>['journals'][number]
const DAYS = 30
const DAY_SECONDS = 86_400
/** The accounts that do not belong to players. */
const systemAccounts = [
  'gateway',
  'sales',
  'tax',
  'bank',
  'fees',
  'suspense',
  'settled_elsewhere',
  'differences',
  'issued',
  'spent',
  'adjusted',
] as const
const forms = ['csv', 'jsonl', 'beancount', 'datev'] as const

const columnsOf = (t: DeskTexts): Column<Journal>[] => [
  { key: 'no', label: t('ledger.no'), cell: (row) => row.journal_id, text: (row) => row.journal_id },
  { key: 'at', label: t('ledger.when'), cell: (row) => <When at={row.at} />, text: (row) => utc(row.at) },
  { key: 'reason', label: t('ledger.reason'), cell: (row) => saidText(t, row.reason), text: (row) => row.reason },
  {
    key: 'order',
    label: t('ledger.order'),
    cell: (row) => <OrderLink no={row.order_no} />,
    text: (row) => row.order_no,
  },
  {
    key: 'usd',
    label: t('ledger.usd'),
    cell: (row) => (row.unit === '' ? '–' : money(row.amount, row.unit)),
    text: (row) => (row.unit === '' ? 0 : toMajor(row.amount, row.unit)),
    numeric: true,
  },
  { key: 'unit', label: t('reports.tax.currency'), cell: (row) => row.unit || '–', text: (row) => row.unit },
  {
    key: 'points',
    label: t('ledger.points'),
    cell: (row) => (row.basic_points + row.present_points === 0 ? '–' : count(row.basic_points + row.present_points)),
    text: (row) => row.basic_points + row.present_points,
    numeric: true,
  },
]

/** A file that the server made, saved by the browser. */
function save({ name, type, base64 }: DeskResult<'ledger/export'>): void {
  saveFile(
    name,
    type,
    Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)),
  )
}

function Export({ me, from, to }: { me: PageProps['me']; from: number; to: number }) {
  const t = useTranslations('desk')
  const [form, setForm] = useState<(typeof forms)[number]>('csv')
  const [currency, setCurrency] = useState('USD')
  const currencies = useCall('ledger/currencies', {})
  const { busy, errors, run } = useAction()
  return (
    <div className="actions">
      <SelectField
        label={t('ledger.exportForm')}
        name="form"
        value={form}
        onChange={(event) => setForm(forms.find((candidate) => candidate === event.target.value) ?? 'csv')}
      >
        {forms.map((option) => (
          <option key={option} value={option}>
            {t(`ledger.forms.${option}`)}
          </option>
        ))}
      </SelectField>
      {form === 'datev' && (
        <SelectField
          label={t('reports.tax.currency')}
          name="currency"
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
        >
          {(currencies.result ?? ['USD']).map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </SelectField>
      )}
      {form === 'datev' && may(me, 'settlement.import') && <DatevNumbers />}
      <Button
        kind="quiet"
        size="small"
        busy={busy}
        onClick={() =>
          void run(async () => {
            const file = await call('ledger/export', { from, to, form, currency, zone: zone() })
            save(file)
            notice.set({ text: t('ledger.exportDone', { rows: file.rows, name: file.name }), tone: 'good' })
          })
        }
      >
        {t('ledger.exports')}
      </Button>
      <FormError text={errors.form} />
    </div>
  )
}

/** The journals of the books, by date and by subject. */
export default function Journals({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(['from', 'to', 'reason', 'account', 'unit', 'order_no', 'uid'])
  const { from, to, reason, account, order_no, uid } = filters.values
  const unit = /^[A-Z]{3}$/.test(filters.values.unit) ? filters.values.unit : ''
  const currencies = useCall('ledger/currencies', {})
  const [now] = useState(() => Math.floor(Date.now() / 1000))
  const until = secondsOf(to, 1) || now + DAY_SECONDS
  const since = secondsOf(from) || now - DAYS * DAY_SECONDS
  const filter = { from: since, to: until, reason, account, order_no, uid, unit }
  const list = useCall('ledger/journals', { ...filter, after: Number(filters.after || '0') })
  const next = list.result?.next
  return (
    <Page
      half={filters.half}
      actions={
        <>
          {may(me, 'ledger.correct') && <CorrectBooks />}
          {may(me, 'ledger.export') && <Export me={me} from={since} to={until} />}
        </>
      }
    >
      <Views me={me} page="/finance/journals" />
      <FilterBar
        filters={filters}
        fields={[
          { name: 'from', label: t('ledger.from'), type: 'date' },
          { name: 'to', label: t('ledger.to'), type: 'date' },
          {
            name: 'reason',
            label: t('ledger.reason'),
            options: journalReasons.map((option) => [option, saidText(t, option)]),
          },
          {
            name: 'account',
            label: t('ledger.account'),
            options: systemAccounts.map((option) => [option, accountName(t, option)]),
          },
          {
            name: 'unit',
            label: t('ledger.unit'),
            options: [...(currencies.result ?? []), 'HCB', 'HCP'].map((option) => [option, unitName(t, option)]),
          },
          { name: 'order_no', label: t('ledger.order') },
          { name: 'uid', label: t('ledger.player') },
        ]}
      />
      <List
        name="journals"
        caption={t('ledger.journals')}
        rows={list.result?.journals ?? null}
        error={list.error}
        reload={list.reload}
        columns={columnsOf(t)}
        id={(row) => row.journal_id}
        href={(row) => `/finance/journals/${row.journal_id}`}
        empty={{ title: t('ledger.empty'), text: t('ledger.emptyText') }}
        next={next == null ? null : String(next)}
        after={filters.after}
        turn={(after) => filters.turn(after)}
        pages={async (after, size) => {
          const page = await call('ledger/journals', { ...filter, after: Number(after || '0'), size })
          return { rows: page.journals, next: page.next === null ? null : String(page.next) }
        }}
      />
    </Page>
  )
}
