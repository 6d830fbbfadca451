import type { DeskResult } from '@hc/contract/desk/calls'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../kit/badge.tsx'
import { FilterBar } from '../../kit/list/filter-bar.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { List } from '../../kit/list/list.tsx'
import { Page } from '../../kit/page.tsx'
import { Person } from '../../kit/picture.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import type { Filters } from '../../kit/use-filters.ts'

type Row = DeskResult<'player/find'>[number]

/** Finds players by an exact identifier. The search text may be personal data, so it never goes into the URL. */
export default function Players() {
  const t = useTranslations('desk')
  const [text, setText] = useState('')
  const filters: Filters<'q'> = {
    values: { q: text },
    any: text !== '',
    after: '',
    show: ({ q = '' }) => setText(q),
    clear: () => setText(''),
    half: null,
    key: text,
  }
  const matches = useCall('player/find', text === '' ? null : { text })
  return (
    <Page>
      <FilterBar filters={filters} fields={[]} search={t('players.hint')} />
      {text === '' ? (
        <div className="state">
          <h2>{t('players.start')}</h2>
          <p>{t('players.hint')}.</p>
        </div>
      ) : (
        <List
          name="players"
          caption={t('players.title')}
          rows={matches.result}
          error={matches.error}
          reload={matches.reload}
          columns={columns(t)}
          id={({ uid }) => uid}
          href={({ uid }) => `/players/${uid}`}
          empty={{ title: t('players.empty'), text: t('players.emptyText') }}
        />
      )}
    </Page>
  )
}

function columns(t: DeskTexts): readonly Column<Row>[] {
  const c = columnsOf<Row>(t)
  return [
    { ...c.text('uid', t('row.player'), { phone: 'title' }), cell: ({ uid }) => <Person name={uid} /> },
    c.text('roles', t('players.characters'), { phone: 'under' }),
    { ...c.when('created_at', t('players.one.made'), { phone: 'age' }), key: 'made' },
    {
      key: 'state',
      label: t('row.state'),
      cell: ({ disabled }) => (
        <Badge tone={disabled ? 'bad' : 'good'}>{t(disabled ? 'players.one.disabled' : 'players.one.active')}</Badge>
      ),
      text: ({ disabled }) => (disabled ? 1 : 0),
      phone: 'badge',
    },
  ]
}
