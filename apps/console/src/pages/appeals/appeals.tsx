import type { DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { utc } from '../../kit/csv.ts'
import { Badge } from '../../kit/badge.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice } from '../../kit/list/field.ts'
import { FilterBar } from '../../kit/list/filter-bar.tsx'
import { List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import { Person } from '../../kit/picture.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import type { PageProps } from '../../kit/menu.ts'
import { countryName } from '../../kit/country-name.ts'
import { Answer, appealTones, signsText } from '../players/player-market.tsx'

type Row = DeskResult<'appeal/list'>['rows'][number]
const names = ['which'] as const

function columns(t: DeskTexts, answers: boolean): readonly Column<Row>[] {
  const c = columnsOf<Row>(t)
  return [
    { ...c.text('uid', t('appeals.player'), { phone: 'title' }), cell: ({ uid }) => <Person name={uid} /> },
    {
      key: 'state',
      label: t('appeals.state'),
      cell: ({ appeal }) =>
        appeal !== 'none' && <Badge tone={appealTones[appeal]}>{t(`appeals.states.${appeal}`)}</Badge>,
      text: ({ appeal }) => (appeal === 'none' ? null : t(`appeals.states.${appeal}`)),
      phone: 'badge',
    },
    { ...c.text('country', t('appeals.country'), { phone: 'end' }), cell: ({ country }) => countryName(country) },
    { key: 'signs', label: t('appeals.signs'), cell: (row) => signsText(t, row), text: (row) => signsText(t, row) },
    { ...c.text('note', t('appeals.words'), { phone: 'under' }), key: 'words' },
    {
      ...c.when('appealed_at', t('appeals.asked'), { phone: 'age' }),
      key: 'asked',
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
            phone: 'acts' as const,
          },
        ]
      : []),
  ]
}

/** Players who appealed against their country. */
export default function Appeals({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(names)
  const list = useCall('appeal/list', { open: filters.values.which === 'open' })
  return (
    <Page>
      <p className="soft">{t('appeals.lead')}</p>
      <List
        head={(tools) => (
          <>
            <Views me={me} page="/appeals" />
            <FilterBar
              filters={filters}
              fields={[choice('which', t('appeals.which'), [['open', t('appeals.states.asked')]])]}
            >
              {tools}
            </FilterBar>
          </>
        )}
        name="appeals"
        caption={t('appeals.title')}
        rows={list.result?.rows ?? null}
        error={list.error}
        reload={list.reload}
        columns={columns(t, may(me, 'player.end_sessions'))}
        id={({ uid }) => uid}
        href={({ uid }) => `/players/${uid}`}
        empty={{ title: t(filters.any ? 'list.noMatch' : 'appeals.empty'), text: t('appeals.emptyText') }}
      />
    </Page>
  )
}
