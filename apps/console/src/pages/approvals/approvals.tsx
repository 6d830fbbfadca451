import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ActionButton } from '../../kit/action-dialog.tsx'
import { actName, targetName } from '../../kit/codes.ts'
import { utc } from '../../kit/csv.ts'
import { dateTime } from '../../kit/date-time.ts'
import { Badge, type Tone } from '../../kit/badge.tsx'
import { When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { Page } from '../../kit/page.tsx'
import { TargetLink } from '../../kit/target-link.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'
import { kinds } from './kinds.ts'

export type Head = DeskResult<'approval/list'>['approvals'][number]
const stateTone: Record<Head['state'], Tone> = {
  open: 'info',
  alone: 'info',
  done: 'good',
  refused: 'bad',
  withdrawn: 'neutral',
  lapsed: 'neutral',
  stale: 'bad',
}

/** The state of a request; one that nobody else can decide says when it runs. */
export function RequestState({ state, runs_at }: Pick<Head, 'state' | 'runs_at'>) {
  const t = useTranslations('desk')
  return (
    <Badge tone={stateTone[state]}>
      {state === 'alone' && runs_at !== null
        ? t('approvals.runsWhen', { time: dateTime(runs_at) })
        : t(`approvals.states.${state}`)}
    </Badge>
  )
}

const PULSE_MS = 15_000
const lists = ['to_decide', 'mine', 'past'] as const

const columnsOf = (t: DeskTexts): Column<Head>[] => [
  {
    key: 'no',
    label: t('approvals.no'),
    cell: (row) => t('approvals.number', { no: String(row.approval_no) }),
    text: (row) => row.approval_no,
  },
  { key: 'what', label: t('approvals.what'), cell: (row) => actName(t, row.call), text: (row) => row.call },
  {
    key: 'target',
    label: t('approvals.target'),
    cell: (row) => <TargetLink whole kind={row.kind} target={row.target} uid={row.uid} />,
    text: (row) => `${row.kind} ${row.target}`,
  },
  { key: 'who', label: t('approvals.who'), cell: (row) => row.asked_by_name, text: (row) => row.asked_by_name },
  { key: 'why', label: t('approvals.why'), cell: (row) => row.reason, text: (row) => row.reason },
  { key: 'at', label: t('approvals.at'), cell: (row) => <When at={row.asked_at} />, text: (row) => utc(row.asked_at) },
  {
    key: 'state',
    label: t('approvals.state'),
    cell: (row) => <RequestState state={row.state} runs_at={row.runs_at} />,
    text: (row) => row.state,
  },
]

/** Requests: those to decide, the person's own, and ended ones. */
export default function Approvals({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(['which', 'kind', 'target'])
  const { which, kind, target } = filters.values
  const currentList = lists.find((candidate) => candidate === which) ?? 'to_decide'
  const counts = useCall('approval/counts', {}, { everyMs: PULSE_MS })
  const list = useCall(
    'approval/list',
    { which: currentList, kind, target, after: Number(filters.after || '0') },
    { everyMs: PULSE_MS },
  )
  const { next } = list.result ?? {}
  return (
    <Page
      actions={
        counts.result && counts.result.mine_ended > 0 ? (
          <ActionButton name="approval/seen" body={{}} label={t('approvals.seen')} done={t('approvals.seenDone')} />
        ) : undefined
      }
    >
      <nav className="actions" aria-label={t('approvals.lists')}>
        {lists.map((listName) => (
          <Link
            key={listName}
            className={listName === currentList ? 'btn btn-primary btn-small' : 'btn btn-quiet btn-small'}
            aria-current={listName === currentList ? 'page' : undefined}
            href={listName === 'to_decide' ? '/approvals' : `/approvals?which=${listName}`}
          >
            {t(`approvals.list.${listName}`, {
              n: String(
                { to_decide: counts.result?.to_decide, mine: counts.result?.mine_open, past: undefined }[listName] ?? 0,
              ),
            })}
          </Link>
        ))}
      </nav>
      {currentList === 'past' && <Views me={me} page="/approvals" />}
      {currentList === 'past' && (
        <FilterBar
          filters={filters}
          fields={[
            {
              name: 'kind',
              label: t('approvals.kind'),
              options: kinds.map((candidate) => [candidate, targetName(t, candidate)]),
            },
            { name: 'target', label: t('approvals.about') },
          ]}
        />
      )}
      <List
        name="approvals"
        caption={t('approvals.title')}
        rows={list.result?.approvals ?? null}
        error={list.error}
        reload={list.reload}
        columns={columnsOf(t)}
        id={(row) => row.approval_no}
        href={(row) => `/approvals/${row.approval_no}`}
        empty={{ title: t('approvals.empty'), text: t('approvals.emptyText') }}
        next={next == null ? null : String(next)}
        after={filters.after}
        turn={(after) => filters.turn(after)}
        pages={async (from, size) => {
          const page = await call('approval/list', { which: currentList, kind, target, after: Number(from), size })
          return { rows: page.approvals, next: page.next === null ? null : String(page.next) }
        }}
      />
    </Page>
  )
}
