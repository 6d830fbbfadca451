import type { DeskResult } from '@hc/contract/desk/calls'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { buttonClass } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { utc } from '../../kit/csv.ts'
import { Badge } from '../../kit/badge.tsx'
import { joinWords, When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { languageName } from '../../kit/languages.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { Views } from '../../kit/list/views.tsx'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'
import { Translations } from './translations.tsx'
import { tOf } from '../../kit/text-of.ts'

type Row = DeskResult<'article/list'>['rows'][number]
const states = ['draft', 'live', 'down', 'changed'] as const
export const typeNames = ['1', '2', '3'] as const

const columns = (t: DeskTexts): readonly Column<Row>[] => [
  {
    key: 'title',
    label: t('articles.headline'),
    cell: ({ title, id }) => title || id,
    text: ({ title, id }) => title || id,
  },
  {
    key: 'state',
    label: t('articles.stateOf'),
    cell: ({ state, changed, pinned, hot }) => (
      <>
        <Badge tone={state === 'live' ? 'good' : 'neutral'}>{t(`articles.state.${state}`)}</Badge>{' '}
        {state !== 'draft' && changed && <Badge tone="warn">{t('articles.state.changed')}</Badge>}{' '}
        {pinned && <Badge tone="neutral">{t('articles.pinned')}</Badge>}{' '}
        {hot && <Badge tone="neutral">{t('articles.hot')}</Badge>}
      </>
    ),
    text: ({ state }) => state,
  },
  {
    key: 'type',
    label: t('articles.type'),
    cell: ({ type }) => tOf(t, 'articles.types', `t${type}`) ?? type,
    text: ({ type }) => type,
  },
  {
    key: 'lacks',
    label: t('articles.lacks'),
    cell: ({ locales: has, behind }) => {
      const lacks = locales.filter((candidate) => !has.includes(candidate))
      return joinWords([
        ...lacks.map(languageName),
        ...behind.map((locale) => `${languageName(locale)} (${t('revisions.behind')})`),
      ])
    },
  },
  {
    key: 'next',
    label: t('articles.nextChange'),
    cell: ({ next_at }) => next_at !== null && <When at={next_at} />,
    text: ({ next_at }) => (next_at === null ? null : utc(next_at)),
  },
  { key: 'by', label: t('articles.by'), cell: ({ by }) => by, text: ({ by }) => by },
  { key: 'at', label: t('articles.saved'), cell: ({ at }) => <When at={at} />, text: ({ at }) => utc(at) },
]

/** Articles and drafts, the last saved first. */
export default function Articles({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(['state', 'type', 'lacks'])
  const { state, type, lacks } = filters.values
  const filter = {
    type: Number(type) || 0,
    state: states.find((candidate) => candidate === state) ?? '',
    lacks: locales.find((candidate) => candidate === lacks) ?? '',
  } as const
  const list = useCall('article/list', { ...filter, after: filters.after })
  const edits = may(me, 'content.edit')
  const languages = locales.filter((locale): locale is Locale => locale !== defaultLocale)
  return (
    <Page
      actions={
        edits && (
          <Link href="/articles/new" className={buttonClass('primary', 'small')}>
            {t('articles.create')}
          </Link>
        )
      }
    >
      <Views me={me} page="/articles" />
      <FilterBar
        filters={filters}
        fields={[
          {
            name: 'state',
            label: t('articles.stateOf'),
            options: states.map((option) => [option, t(`articles.state.${option}`)]),
          },
          {
            name: 'type',
            label: t('articles.type'),
            options: typeNames.map((typeName) => [typeName, t(`articles.types.t${typeName}`)]),
          },
          {
            name: 'lacks',
            label: t('articles.lacks'),
            options: languages.map((language) => [language, languageName(language)]),
          },
        ]}
      />
      <List
        name="articles"
        caption={t('articles.title')}
        rows={list.result?.rows ?? null}
        error={list.error}
        reload={list.reload}
        columns={columns(t)}
        id={({ id }) => id}
        href={({ id }) => `/articles/${id}`}
        empty={{ title: t('articles.empty'), text: t('articles.emptyText') }}
        next={list.result?.next ?? null}
        after={filters.after}
        turn={filters.turn}
        pages={(from, size) => call('article/list', { ...filter, after: from, size })}
      />
      {edits && <Translations />}
    </Page>
  )
}
