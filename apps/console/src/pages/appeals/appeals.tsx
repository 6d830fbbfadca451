import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { utc } from '../../kit/csv.ts'
import { Badge } from '../../kit/badge.tsx'
import { When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { countryName } from '../prices/amounts.ts'
import { Answer, appealTones, signsText } from '../players/player-market.tsx'

type Row = DeskResult<'appeal/list'>['rows'][number]
const names = ['which'] as const

const columnsOf = (t: DeskTexts, answers: boolean): Column<Row>[] => [
  { key: 'uid', label: t('appeals.player'), cell: ({ uid }) => uid, text: ({ uid }) => uid },
  {
    key: 'state',
    label: t('appeals.state'),
    cell: ({ appeal }) =>
      appeal !== 'none' && <Badge tone={appealTones[appeal]}>{t(`appeals.states.${appeal}`)}</Badge>,
    text: ({ appeal }) => (appeal === 'none' ? null : t(`appeals.states.${appeal}`)),
  },
  {
    key: 'country',
    label: t('appeals.country'),
    cell: ({ country }) => countryName(country),
    text: ({ country }) => country,
  },
  { key: 'signs', label: t('appeals.signs'), cell: (row) => signsText(t, row), text: (row) => signsText(t, row) },
  { key: 'words', label: t('appeals.words'), cell: ({ note }) => note, text: ({ note }) => note },
  {
    key: 'asked',
    label: t('appeals.asked'),
    cell: ({ appealed_at: at }) => at !== null && <When at={at} />,
    text: ({ appealed_at: at }) => (at === null ? null : utc(at)),
  },
  ...(answers
    ? [
        {
          key: 'do',
          label: t('appeals.answer'),
          cell: (row: Row) =>
            row.appeal === 'asked' && (
              <div className="actions">
                <Answer market={row} />
              </div>
            ),
        },
      ]
    : []),
]

/** Players who appealed against their country. */
export default function Appeals({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(names)
  const list = useCall('appeal/list', { open: filters.values.which === 'open' })
  return (
    <Page>
      <p className="soft">{t('appeals.lead')}</p>
      <Views me={me} page="/appeals" />
      <FilterBar
        filters={filters}
        fields={[{ name: 'which', label: t('appeals.which'), options: [['open', t('appeals.states.asked')]] }]}
      />
      <List
        name="appeals"
        caption={t('appeals.title')}
        rows={list.result?.rows ?? null}
        error={list.error}
        reload={list.reload}
        columns={columnsOf(t, may(me, 'player.end_sessions'))}
        id={({ uid }) => uid}
        href={({ uid }) => `/players/${uid}`}
        empty={{ title: t(filters.any ? 'audit.empty' : 'appeals.empty'), text: t('appeals.emptyText') }}
      />
    </Page>
  )
}
