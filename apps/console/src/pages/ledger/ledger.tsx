import type { DeskResult } from '@hc/contract/desk/calls'
import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { major } from '../../kit/csv.ts'
import { monthText } from '../../kit/date-time.ts'
import { Facts, count } from '../../kit/facts.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice, day } from '../../kit/list/field.ts'
import { FilterBar } from '../../kit/list/filter-bar.tsx'
import { List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { secondsOf, useFilters } from '../../kit/use-filters.ts'
import type { PageProps } from '../../kit/menu.ts'
import { CorrectBooks } from './correct.tsx'
import { accountName, amountOf, isPoints, unitName } from './words.ts'

type Balance = DeskResult<'ledger/balances'>['balances'][number]

function columns(t: DeskTexts): readonly Column<Balance>[] {
  const c = columnsOf<Balance>(t)
  return [
    c.word('account', t('ledger.account'), (account) => accountName(t, account), { code: true, phone: 'title' }),
    c.word('unit', t('ledger.unit'), (unit) => unitName(t, unit), { code: true, phone: 'under' }),
    {
      key: 'amount',
      label: t('ledger.amount'),
      cell: (row) => amountOf(row.amount, row.unit),
      text: (row) => (isPoints(row.unit) ? row.amount : major(row.amount, row.unit)),
      numeric: true,
      phone: 'end',
    },
  ]
}

/** Every account's balance at a moment, the sum of all accounts, and the points that players can still spend. */
export default function Books({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(['at', 'unit'])
  const { at, unit } = filters.values
  const books = useCall('ledger/balances', { at: secondsOf(at, 1), unit: /^[A-Z]{3}$/.test(unit) ? unit : '' })
  const { result } = books
  const balanced = result?.sums.every(({ amount }) => amount === 0) ?? true
  return (
    <Page actions={may(me, 'ledger.correct') ? <CorrectBooks /> : undefined}>
      <p>{t('ledger.lead')}</p>
      <FilterBar
        filters={filters}
        fields={[
          day('at', t('ledger.at')),
          choice(
            'unit',
            t('ledger.unit'),
            (result?.sums ?? []).map((sum) => [sum.unit, unitName(t, sum.unit)]),
          ),
        ]}
      />
      {result && <Notice tone={balanced ? 'good' : 'bad'}>{t(balanced ? 'ledger.zero' : 'ledger.notZero')}</Notice>}
      {result?.since_close && (
        <p className="soft">{t('ledger.sinceClose', { month: monthText(result.since_close) })}</p>
      )}
      {result && (
        <section aria-label={t('ledger.liability')}>
          <h2>{t('ledger.liability')}</h2>
          <p className="soft">{t('ledger.liabilityText')}</p>
          <Facts
            facts={[
              [t('ledger.basic'), count(result.liability.basic)],
              [t('ledger.present'), count(result.liability.present)],
              [t('ledger.debt'), count(result.liability.debt)],
            ]}
          />
        </section>
      )}
      <List
        name="balances"
        caption={t('ledger.title')}
        rows={result?.balances ?? null}
        error={books.error}
        reload={books.reload}
        columns={columns(t)}
        id={(row) => `${row.account} ${row.unit}`}
        empty={{ title: t('ledger.empty'), text: t('ledger.emptyText') }}
      />
    </Page>
  )
}
