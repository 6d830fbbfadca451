import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { channelName } from '../../kit/channel-name.ts'
import { detailText } from '../../kit/codes.ts'
import { major, utc } from '../../kit/csv.ts'
import { today } from '../../kit/date-time.ts'
import { count, joinWords, money } from '../../kit/facts.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice } from '../../kit/list/field.ts'
import { FilterBar } from '../../kit/list/filter-bar.tsx'
import { List } from '../../kit/list/list.tsx'
import { LongNumber } from '../../kit/list/long-number.tsx'
import { Moment } from '../../kit/moment.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import { ItemPicture } from '../../kit/picture.tsx'
import { WaitingActs } from '../../kit/waiting-acts.tsx'
import { leftText, waitingId, waitingMark, waitingName, waitingPath, waitingTitle } from '../../kit/waiting.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { secondsOf, useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { Bulk } from './bulk.tsx'

type Answer = DeskResult<'waiting/list'>
type Row = Answer['rows'][number]
const names = ['kind', 'age', 'mine'] as const
/** The options of the filter by age, in hours. */
const ages = [1, 24, 168] as const
/** The rows by their assignee. */
const assignees = [
  ['1', 'waiting.mine'],
  ['none', 'waiting.unassigned'],
  ['', 'waiting.all'],
] as const
const PULSE_MS = 15_000
/** The maximum number of rows of a bulk action; more need a second person. */
const MOST = 50
const retold = ['refused_deliveries', 'parked_deliveries']

/** The order whose delivery the game refused or did not answer, by whichever kind its row is named. */
const undelivered = ({ kind, also = [], order_no, subject }: Row): string[] =>
  [kind, ...also.map((other) => other.kind)].some((name) => retold.includes(name)) ? [order_no || subject] : []

/** All rows that no worker will move: what this person may act on first, each by deadline, then money, then age. */
export default function WaitingPage({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(names)
  const { kind, age, mine } = filters.values
  const [ids, setIds] = useState<readonly string[]>([])
  const { result, error, reload } = useCall(
    'waiting/list',
    {
      kind,
      mine: mine === '1',
      nobody: mine === 'none',
      hours: ages.find((n) => String(n) === age) ?? 0,
      merged: true,
      day_from: secondsOf(today()),
    },
    { everyMs: PULSE_MS },
  )
  const rows = result?.rows.toSorted((a, b) => Number(b.mine) - Number(a.mine))
  const needing = rows?.filter((row) => row.mine).length ?? 0
  const selected = rows?.filter((row) => ids.includes(waitingId(row))) ?? []
  const numbers = selected.flatMap(undelivered)
  const webhooks = selected.filter((row) => row.kind === 'parked_webhooks').map((row) => Number(row.subject))
  const empty = (): void => setIds([])
  const setMine = (value: string): void => filters.show({ ...filters.values, mine: value })
  const allClear = t('waiting.doneToday', { n: String(result?.done ?? 0) })
  return (
    <Page>
      <List
        head={(tools) => (
          <>
            <Views me={me} page="/waiting" />
            <div className="only-phone todo-head">
              <Assignees value={mine} set={setMine} />
            </div>
            <FilterBar
              filters={filters}
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
              ]}
            >
              <span className="only-wide">
                <Assignees value={mine} set={setMine} />
              </span>
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
        summary={rows && t('waiting.needYou', { n: needing })}
        columns={columns(t, me)}
        id={waitingId}
        href={waitingPath}
        empty={{ title: t(filters.any ? 'list.noMatch' : 'today.nothing'), text: allClear }}
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
      {rows && rows.length > 0 && <p className="todo-clear soft">{allClear}</p>}
    </Page>
  )
}

function Assignees({ value: at, set }: { value: string; set: (value: string) => void }) {
  const t = useTranslations('desk')
  const id = useId()
  return (
    <div className="segments todo-assignees" role="radiogroup" aria-label={t('waiting.which')}>
      {assignees.map(([value, text]) => (
        <label key={value}>
          <input type="radio" name={id} checked={at === value} onChange={() => set(value)} />
          <span>{t(text)}</span>
        </label>
      ))}
    </div>
  )
}

export const ageText = (t: DeskTexts, n: number): string =>
  t('waiting.longer', { time: n >= 24 ? t('row.days', { n: n / 24 }) : t('row.hours', { n }) })

function optionOf(t: DeskTexts, entry: Answer['kinds'][number]) {
  const what = waitingName(t, entry)
  return [entry.kind, entry.n === null ? what : `${what} (${count(entry.n)})`] as const
}

/** What is known beside the title: the author of a note or of a request, or the last answer from outside. */
const moreOf = (t: DeskTexts, { kind, detail, title }: Row): string => {
  if (kind === 'note' || kind === 'approval') return t('approvals.asks', { name: detail.split(':')[0] ?? '' })
  return title?.hold === undefined ? detailText(t, detail) : ''
}

function columns(t: DeskTexts, me: Me): readonly Column<Row>[] {
  const c = columnsOf<Row>(t)
  return [
    {
      key: 'what',
      label: t('waiting.title'),
      cell: (row) => (
        <span className="todo-what">
          <span className={waitingMark(row)} aria-hidden="true" />
          {waitingTitle(t, row)}
        </span>
      ),
      under: (row) => <Under row={row} />,
      text: (row) => waitingTitle(t, row),
      phone: 'title',
    },
    {
      key: 'item',
      label: t('row.item'),
      cell: (row) => <Subject row={row} />,
      text: ({ goods_name: name = '', player }) => [name, player?.role_name].filter(Boolean).join(' · '),
      phone: 'under',
    },
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
      ...c.when('since', t('today.time'), { phone: 'age' }),
      cell: ({ due, since }) => (due ? <b className="todo-due">{leftText(t, due)}</b> : <Moment at={since} />),
    },
    {
      key: 'due',
      label: t('row.due'),
      cell: ({ due }) => due && <Moment at={due} />,
      text: ({ due = null }) => utc(due),
      fileOnly: true,
    },
    { key: 'acts', label: t('staff.actions'), cell: (row) => <WaitingActs me={me} row={row} />, phone: 'badge' },
    { ...c.text('claimed_by', t('waiting.claimed'), { extra: true, inFile: true }), key: 'claimed' },
    { ...c.text('subject', t('waiting.subject'), { extra: true, inFile: true }) },
    { ...c.text('detail', t('row.said'), { extra: true, inFile: true }), cell: (row) => moreOf(t, row) },
    { ...c.text('kind', t('waiting.kind'), { fileOnly: true }) },
    c.text('runbook', t('waiting.runbook'), { extra: true }),
  ]
}

/** The picture and the player of a row; without them the number that it is about. */
function Subject({ row: { icon, goods_name: name = '', player, subject, title } }: { row: Row }) {
  const t = useTranslations('desk')
  if (title?.channel !== undefined)
    return (
      <span>
        {channelName(t, title.channel)} <LongNumber number={title.txn ?? subject} />
      </span>
    )
  if (name === '')
    return subject.includes(' ') ? <span className="any">{subject}</span> : <LongNumber number={subject} />
  return (
    <span className="pictured">
      <ItemPicture icon={icon ?? ''} />
      <span className="one-line">{player?.role_name ? `${name} · ${player.role_name}` : name}</span>
    </span>
  )
}

/** The line below the title: what else is wrong with it, what is known, and who has taken it. */
function Under({ row }: { row: Row }) {
  const t = useTranslations('desk')
  const { also = [], claimed_by } = row
  const parts = [
    moreOf(t, row),
    also.length > 0
      ? t('waiting.alsoKinds', {
          kinds: joinWords(also.map((other) => waitingTitle(t, { ...row, ...other, title: {} }))),
        })
      : '',
    claimed_by === '' ? '' : t('waiting.takenBy', { name: claimed_by }),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
