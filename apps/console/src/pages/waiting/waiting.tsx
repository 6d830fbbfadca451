import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionButton } from '../../kit/action-dialog.tsx'
import { detailText } from '../../kit/codes.ts'
import { major } from '../../kit/csv.ts'
import { count, money } from '../../kit/facts.tsx'
import { WhatToDo } from '../../kit/help-link.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice } from '../../kit/list/field.ts'
import { FilterBar } from '../../kit/list/filter-bar.tsx'
import { List } from '../../kit/list/list.tsx'
import { CopyNumber, LongNumber } from '../../kit/list/long-number.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import { waitingName, waitingPath } from '../../kit/waiting.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { Bulk } from './bulk.tsx'

type Answer = DeskResult<'waiting/list'>
type Row = Answer['rows'][number]
const names = ['kind', 'age', 'mine'] as const
/** The options of the filter by age, in hours. */
const ages = [1, 24, 168] as const
const PULSE_MS = 15_000
/** The maximum number of rows of a bulk action; more need a second person. */
const MOST = 50
const retold = ['refused_deliveries', 'parked_deliveries']

/** The key of a row. Two notes about one target are two rows. */
const idOf = ({ kind, subject, remark_id }: Row): string => `${kind} ${subject} ${remark_id ?? ''}`

/** All rows that no worker will move, oldest first. */
export default function WaitingPage({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(names)
  const { kind, age, mine } = filters.values
  const [ids, setIds] = useState<readonly string[]>([])
  const { result, error, reload } = useCall(
    'waiting/list',
    { kind, mine: mine === '1', nobody: mine === 'none', hours: ages.find((n) => String(n) === age) ?? 0 },
    { everyMs: PULSE_MS },
  )
  const rows = result?.rows
  const selected = rows?.filter((row) => ids.includes(idOf(row))) ?? []
  const numbers = selected.filter((row) => retold.includes(row.kind)).map((row) => row.order_no || row.subject)
  const webhooks = selected.filter((row) => row.kind === 'parked_webhooks').map((row) => Number(row.subject))
  const empty = (): void => setIds([])
  return (
    <Page>
      <p>{t('waiting.intro')}</p>
      <List
        head={(tools) => (
          <>
            <Views me={me} page="/waiting" />
            <FilterBar
              filters={filters}
              chips={[{ label: t('today.mine'), query: { mine: '1' } }]}
              fields={[
                choice(
                  'kind',
                  t('waiting.kind'),
                  (result?.kinds ?? []).map((option) => optionOf(t, option)),
                  { stands: true },
                ),
                choice(
                  'age',
                  t('waiting.age'),
                  ages.map((n) => [String(n), ageText(t, n)]),
                ),
                choice('mine', t('waiting.claimed'), [
                  ['1', t('today.mine')],
                  ['none', t('waiting.nobody')],
                ]),
              ]}
            >
              {tools}
            </FilterBar>
            {result?.kinds
              .filter(({ n }) => n === null)
              .map((slow) => (
                <p key={slow.kind} className="soft">
                  {t('waiting.slow', { what: waitingName(t, slow) })}
                </p>
              ))}
          </>
        )}
        name="waiting"
        caption={t('waiting.title')}
        rows={rows ?? null}
        error={error}
        reload={reload}
        columns={columns(t, me)}
        id={idOf}
        href={waitingPath}
        empty={{
          title: t(filters.any ? 'list.noMatch' : 'waiting.empty'),
          text: t('waiting.emptyText'),
        }}
        choice={{ ids, set: setIds, most: MOST }}
        bulk={
          <>
            {numbers.length > 0 && may(me, 'order.retell') && (
              <Bulk
                name="order/retell"
                label={t('waiting.retell')}
                bodies={(reason) => numbers.map((number) => ({ number, reason }))}
                n={numbers.length}
                onDone={empty}
              />
            )}
            {webhooks.length > 0 && may(me, 'inbox.work') && (
              <Bulk
                name="inbox/rework"
                label={t('waiting.rework')}
                bodies={(reason) => webhooks.map((id) => ({ id, reason }))}
                n={webhooks.length}
                onDone={empty}
              />
            )}
          </>
        }
      />
    </Page>
  )
}

export const ageText = (t: DeskTexts, n: number): string =>
  t('waiting.longer', { time: n >= 24 ? t('row.days', { n: n / 24 }) : t('row.hours', { n }) })

function optionOf(t: DeskTexts, entry: Answer['kinds'][number]) {
  const what = waitingName(t, entry)
  return [entry.kind, entry.n === null ? what : `${what} (${count(entry.n)})`] as const
}

function columns(t: DeskTexts, me: Me): readonly Column<Row>[] {
  const c = columnsOf<Row>(t)
  return [
    {
      ...c.text('subject', t('waiting.subject'), { phone: 'under' }),
      cell: ({ subject }) =>
        subject.includes(' ') ? <span className="any">{subject}</span> : <LongNumber number={subject} />,
      beside: ({ subject }) => !subject.includes(' ') && <CopyNumber number={subject} />,
    },
    {
      key: 'what',
      label: t('waiting.what'),
      cell: (row) => <WhatToDo text={waitingName(t, row)} help={row.help} />,
      text: (row) => waitingName(t, row),
      phone: 'title',
    },
    c.when('since', t('row.since'), { phone: 'age' }),
    {
      key: 'amount',
      label: t('row.amount'),
      cell: ({ amount_cents, currency }) => (amount_cents === null ? null : money(amount_cents, currency || 'USD')),
      text: ({ amount_cents, currency }) => major(amount_cents, currency),
      numeric: true,
      phone: 'end',
    },
    c.currency('currency'),
    {
      ...c.text('detail', t('row.said')),
      cell: ({ kind, detail }) => (kind === 'note' || kind === 'approval' ? detail : detailText(t, detail)),
    },
    {
      ...c.text('claimed_by', t('waiting.claimed'), { phone: 'acts' }),
      key: 'claimed',
      cell: (row) => <Claim me={me} row={row} />,
    },
    c.text('runbook', t('waiting.runbook'), { extra: true }),
  ]
}

function Claim({ me, row: { kind, subject, claimed_by, remark_id } }: { me: Me; row: Row }) {
  const t = useTranslations('desk')
  // A request waits for all people who may decide it.
  if (!may(me, 'note.write') || kind === 'approval') return claimed_by
  const on = claimed_by === ''
  return (
    <>
      {claimed_by}{' '}
      <ActionButton
        name="waiting/claim"
        kind="ghost"
        label={t(on ? 'waiting.claim' : 'waiting.unclaim')}
        about={t(on ? 'waiting.claimName' : 'waiting.unclaimName', { subject })}
        body={{ kind, subject, on }}
      />
      {remark_id !== undefined && (
        <ActionButton
          name="remark/done"
          kind="ghost"
          label={t('waiting.noteDone')}
          about={t('waiting.noteDoneName', { subject })}
          done={t('waiting.noteIsDone')}
          body={{ remark_id }}
        />
      )}
    </>
  )
}
