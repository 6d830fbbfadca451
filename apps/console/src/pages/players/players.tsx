import type { DeskResult } from '@hc/contract/desk/calls'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { utc } from '../../kit/csv.ts'
import { Badge } from '../../kit/badge.tsx'
import { When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import type { Filters } from '../../kit/use-filters.ts'

type Row = DeskResult<'player/find'>[number]

/** Finds players by an exact identifier. The search text may be personal data, so it never goes into the URL. */
export default function Players() {
  const t = useTranslations('desk')
  const [text, setText] = useState('')
  const show = (next: Readonly<{ text?: string }>): void => setText(next.text?.trim() ?? '')
  const filter: Filters<'text'> = {
    values: { text },
    any: text !== '',
    after: '',
    show,
    clear: () => setText(''),
    turn: () => undefined,
    half: null,
    key: text,
  }
  const matches = useCall('player/find', text === '' ? null : { text })
  return (
    <Page>
      <FilterBar
        filters={filter}
        fields={[{ name: 'text', label: t('players.search'), placeholder: t('players.hint') }]}
      />
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

const columns = (t: DeskTexts): readonly Column<Row>[] => [
  { key: 'uid', label: t('row.player'), cell: ({ uid }) => uid, text: ({ uid }) => uid },
  { key: 'roles', label: t('players.characters'), cell: ({ roles }) => roles, text: ({ roles }) => roles },
  {
    key: 'made',
    label: t('players.one.made'),
    cell: ({ created_at }) => <When at={created_at} />,
    text: ({ created_at }) => utc(created_at),
  },
  {
    key: 'state',
    label: t('row.state'),
    cell: ({ disabled }) => (
      <Badge tone={disabled ? 'bad' : 'good'}>{t(disabled ? 'players.one.disabled' : 'players.one.active')}</Badge>
    ),
    text: ({ disabled }) => (disabled ? 1 : 0),
  },
]
