import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { Link, useSearch } from 'wouter'
import { ActionButton } from '../../kit/action-dialog.tsx'
import { actName, targetName } from '../../kit/codes.ts'
import { dateTime } from '../../kit/date-time.ts'
import { Badge, type Tone } from '../../kit/badge.tsx'
import { CallList } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice, words } from '../../kit/list/field.ts'
import { Page } from '../../kit/page.tsx'
import { ItemPicture, Person } from '../../kit/picture.tsx'
import { TargetLink } from '../../kit/target-link.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { requestTitle } from '../../kit/waiting.ts'
import { useCall } from '../../kit/use-call.ts'
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

/** What a request asks for. */
export const titleOf = (t: DeskTexts, { call, kind, target, goods_name: name, uid }: Head): string =>
  requestTitle(t, { call, kind, target: uid ?? target, name })

function columns(t: DeskTexts, isOpen: boolean): readonly Column<Head>[] {
  const c = columnsOf<Head>(t)
  return [
    {
      key: 'what',
      label: t('approvals.what'),
      cell: (row) => (
        <span className="pictured request-what">
          {row.goods_name !== undefined && <ItemPicture icon={row.icon ?? ''} />}
          <span>{titleOf(t, row)}</span>
        </span>
      ),
      text: ({ call }) => actName(t, call),
      phone: 'title',
    },
    {
      key: 'player',
      label: t('row.player'),
      cell: ({ player }) => player !== undefined && player.role_name !== '' && <Person name={player.role_name} />,
      text: ({ player }) => player?.role_name ?? '',
    },
    { ...c.person('asked_by_name', t('approvals.who'), { phone: 'under' }), key: 'who' },
    { ...c.text('reason', t('approvals.why')), key: 'why' },
    { ...c.when('asked_at', t('approvals.at'), { phone: 'age' }), key: 'at' },
    {
      ...c.text('state', t('approvals.state'), isOpen ? {} : { phone: 'badge' }),
      cell: ({ state, runs_at }) => <RequestState state={state} runs_at={runs_at} />,
    },
    {
      key: 'target',
      label: t('approvals.target'),
      cell: ({ kind, target, uid }) => <TargetLink whole kind={kind} target={target} uid={uid} />,
      text: ({ kind, target }) => `${kind} ${target}`,
      extra: true,
      inFile: true,
    },
    {
      ...c.number('approval_no', t('approvals.no'), { extra: true, inFile: true, phone: 'end' }),
      key: 'no',
      numeric: false,
      cell: ({ approval_no: no }) => t('approvals.number', { no: String(no) }),
    },
  ]
}

/** Requests: those to decide, the person's own, and ended ones. */
export default function Approvals({ me }: PageProps) {
  const t = useTranslations('desk')
  const which = new URLSearchParams(useSearch()).get('which')
  const currentList = lists.find((candidate) => candidate === which) ?? 'to_decide'
  const counts = useCall('approval/counts', {}, { everyMs: PULSE_MS })
  return (
    <Page
      actions={
        counts.result && counts.result.mine_ended > 0 ? (
          <ActionButton name="approval/seen" body={{}} label={t('approvals.seen')} done={t('approvals.seenDone')} />
        ) : undefined
      }
    >
      <nav className="views" aria-label={t('approvals.lists')}>
        {lists.map((listName) => (
          <Link
            key={listName}
            className="view-tab"
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
      <CallList
        key={currentList}
        me={me}
        call="approval/list"
        naming={{ rows: ({ approvals }) => approvals, cursor: (after) => ({ after }) }}
        fixed={{ which: currentList }}
        others={['which']}
        name="approvals"
        caption={t('approvals.title')}
        {...(currentList === 'past' && {
          page: '/approvals',
          fields: [
            choice(
              'kind',
              t('approvals.kind'),
              kinds.map((kind) => [kind, targetName(t, kind)]),
            ),
            words('target', t('approvals.about')),
          ],
        })}
        everyMs={PULSE_MS}
        columns={columns(t, currentList === 'to_decide')}
        id={({ approval_no: no }) => no}
        href={({ approval_no: no }) => `/approvals/${no}`}
        empty={{
          title: t(currentList === 'to_decide' ? 'approvals.empty' : 'approvals.emptyOther'),
          text: t('approvals.emptyText'),
        }}
      />
    </Page>
  )
}
