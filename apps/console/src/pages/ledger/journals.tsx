import { journalReasons } from '@hc/contract/desk-codes'
import type { DeskResult } from '@hc/contract/desk/calls'
import { toMajor } from '@hc/domain/money/currency-digits'
import { Button } from '@hc/ui/button'
import { SelectField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSearch } from 'wouter'
import { saidText } from '../../kit/codes.ts'
import { saveFile } from '../../kit/csv.ts'
import { count, money } from '../../kit/facts.tsx'
import { CallList } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice, days, words } from '../../kit/list/field.ts'
import type { PageProps } from '../../kit/menu.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Page } from '../../kit/page.tsx'
import { may } from '../../kit/permission.ts'
import { type DeskTexts, useAction } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { secondsOf } from '../../kit/use-filters.ts'
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

function columns(t: DeskTexts): readonly Column<Journal>[] {
  const c = columnsOf<Journal>(t)
  const points = (row: Journal): number => row.basic_points + row.present_points
  return [
    { ...c.number('journal_id', t('ledger.no'), { phone: 'badge' }), key: 'no', numeric: false },
    c.when('at', t('ledger.when'), { phone: 'age' }),
    c.word('reason', t('ledger.reason'), (reason) => saidText(t, reason), { code: true, phone: 'title' }),
    { ...c.order('order_no', t('ledger.order'), { phone: 'under' }), key: 'order' },
    {
      key: 'usd',
      label: t('ledger.usd'),
      cell: (row) => (row.unit === '' ? '–' : money(row.amount, row.unit)),
      text: (row) => (row.unit === '' ? 0 : toMajor(row.amount, row.unit)),
      numeric: true,
      phone: 'end',
    },
    { ...c.text('unit', t('reports.tax.currency')), cell: ({ unit }) => unit || '–' },
    {
      key: 'points',
      label: t('ledger.points'),
      cell: (row) => (points(row) === 0 ? '–' : count(points(row))),
      text: points,
      numeric: true,
    },
  ]
}

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

/** The journals of the books, by date and by subject; without a date the last 30 days. */
export default function Journals({ me }: PageProps) {
  const t = useTranslations('desk')
  const query = new URLSearchParams(useSearch())
  const currencies = useCall('ledger/currencies', {})
  const [now] = useState(() => Math.floor(Date.now() / 1000))
  const to = secondsOf(query.get('to') ?? '', 1) || now + DAY_SECONDS
  const from = secondsOf(query.get('from') ?? '') || now - DAYS * DAY_SECONDS
  return (
    <Page
      actions={
        <>
          {may(me, 'ledger.correct') && <CorrectBooks />}
          {may(me, 'ledger.export') && <Export me={me} from={from} to={to} />}
        </>
      }
    >
      <CallList
        me={me}
        call="ledger/journals"
        naming={{ rows: ({ journals }) => journals, cursor: (after) => ({ after }) }}
        fixed={{ from, to }}
        page="/finance/journals"
        name="journals"
        caption={t('ledger.journals')}
        fields={[
          { ...days(t('list.days.label')), always: true, usual: 'month' },
          choice(
            'reason',
            t('ledger.reason'),
            journalReasons.map((reason) => [reason, saidText(t, reason)]),
          ),
          choice(
            'account',
            t('ledger.account'),
            systemAccounts.map((account) => [account, accountName(t, account)]),
          ),
          choice(
            'unit',
            t('ledger.unit'),
            [...(currencies.result ?? []), 'HCB', 'HCP'].map((unit) => [unit, unitName(t, unit)]),
            { as: (unit) => (/^[A-Z]{3}$/.test(unit) ? unit : '') },
          ),
          words('order_no', t('ledger.order')),
          words('uid', t('ledger.player')),
        ]}
        columns={columns(t)}
        id={({ journal_id: no }) => no}
        href={({ journal_id: no }) => `/finance/journals/${no}`}
        empty={{ title: t('ledger.empty'), text: t('ledger.emptyText') }}
      />
    </Page>
  )
}
