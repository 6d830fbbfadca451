import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { utc } from '../../kit/csv.ts'
import { Badge } from '../../kit/badge.tsx'
import { joinWords } from '../../kit/facts.tsx'
import { languageName } from '../../kit/languages.tsx'
import { CallList, type RowOf } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice } from '../../kit/list/field.ts'
import { may } from '../../kit/permission.ts'
import { menuIcons } from '../../kit/menu-icons.ts'
import { Page } from '../../kit/page.tsx'
import { ItemPicture, Person } from '../../kit/picture.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import type { PageProps } from '../../kit/menu.ts'
import { Translations } from './translations.tsx'
import { tOf } from '../../kit/text-of.ts'

type Row = RowOf<'article/list'>
const states = ['draft', 'live', 'down', 'changed'] as const
export const typeNames = ['1', '2', '3'] as const

function columns(t: DeskTexts): readonly Column<Row>[] {
  const c = columnsOf<Row>(t)
  const title = ({ title: headline, id }: Row): string => headline || id
  return [
    {
      key: 'title',
      label: t('articles.headline'),
      cell: (row) => (
        <span className="pictured">
          {row.img === '' ? (
            <span className="row-picture row-picture-none">
              <Icon name={menuIcons.articles} className="size-5" />
            </span>
          ) : (
            <ItemPicture icon={row.img} />
          )}
          <span>{title(row)}</span>
        </span>
      ),
      beside: ({ pinned, hot }) => (
        <>
          {pinned && <Badge tone="neutral">{t('articles.pinned')}</Badge>}{' '}
          {hot && <Badge tone="neutral">{t('articles.hot')}</Badge>}
        </>
      ),
      text: title,
      phone: 'title',
    },
    {
      ...c.text('state', t('articles.stateOf'), { phone: 'badge' }),
      cell: ({ state, changed }) => (
        <>
          <Badge tone={state === 'live' ? 'good' : 'neutral'}>{t(`articles.state.${state}`)}</Badge>{' '}
          {state !== 'draft' && changed && <Badge tone="warn">{t('articles.state.changed')}</Badge>}
        </>
      ),
    },
    {
      ...c.number('type', t('articles.type')),
      numeric: false,
      cell: ({ type }) => tOf(t, 'articles.types', `t${type}`) ?? type,
    },
    {
      key: 'lacks',
      label: t('articles.translations'),
      cell: ({ locales: has, behind }) => {
        const lacks = locales.filter((candidate) => !has.includes(candidate))
        const words = [
          ...lacks.map(languageName),
          ...behind.map((locale) => `${languageName(locale)} (${t('revisions.behind')})`),
        ]
        return (
          <span title={joinWords(words)}>
            {t('revisions.translated', { n: String(locales.length - words.length), of: String(locales.length) })}
          </span>
        )
      },
      phone: 'end',
    },
    {
      ...c.when('next_at', t('articles.nextChange')),
      key: 'next',
      text: ({ next_at }) => (next_at === null ? null : utc(next_at)),
    },
    {
      key: 'by',
      label: t('articles.by'),
      // What no person wrote has the name of a task or of a login of the database.
      cell: ({ by }) => <Person name={/^(sql|job):/.test(by) ? t('articles.system') : by} />,
      text: ({ by }) => by,
      phone: 'under',
    },
    c.when('at', t('articles.saved'), { phone: 'age' }),
  ]
}

/** Articles and drafts, the last saved first. */
export default function Articles({ me }: PageProps) {
  const t = useTranslations('desk')
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
      <CallList
        me={me}
        call="article/list"
        page="/articles"
        name="articles"
        caption={t('articles.title')}
        fields={[
          choice(
            'state',
            t('articles.stateOf'),
            states.map((state) => [state, t(`articles.state.${state}`)]),
          ),
          choice(
            'type',
            t('articles.type'),
            typeNames.map((type) => [type, t(`articles.types.t${type}`)]),
            { as: (type) => Number(type) || 0 },
          ),
          choice(
            'lacks',
            t('articles.lacks'),
            languages.map((language) => [language, languageName(language)]),
            { stands: true },
          ),
        ]}
        columns={columns(t)}
        id={({ id }) => id}
        href={({ id }) => `/articles/${id}`}
        empty={{ title: t('articles.empty'), text: t('articles.emptyText') }}
      />
      {edits && <Translations />}
    </Page>
  )
}
