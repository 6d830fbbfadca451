import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { FilterBar } from '../../kit/list/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { matchingPages, type MatchingPage } from './parts.ts'

const reload = (): Promise<void> => Promise.resolve()

/** The runbooks, or their parts that match a search. */
export default function Help() {
  const t = useTranslations('desk')
  const filters = useFilters(['q'])
  return (
    <Page>
      <p>
        {t('help.intro')} {/* A page of the server, not of the desk: its own site, in a tab of its own. */}
        <a className="link" href="/docs/guide/index.html" target="_blank" rel="noreferrer" hrefLang="en">
          {t('help.documents')}
        </a>
      </p>
      <FilterBar filters={filters} fields={[]} search={t('help.search')} />
      <List
        name="help"
        caption={t('menu.help')}
        rows={matchingPages(filters.values.q)}
        error={null}
        reload={reload}
        columns={columns(t)}
        id={({ path }) => path}
        href={({ path }) => path}
        empty={{ title: t('help.nothing'), text: t('help.english') }}
        pages={null}
      />
    </Page>
  )
}

const columns = (t: DeskTexts): readonly Column<MatchingPage>[] => [
  { key: 'title', label: t('waiting.runbook'), cell: ({ title }) => <span lang="en">{title}</span> },
  {
    key: 'part',
    label: t('help.parts'),
    cell: ({ headings }) =>
      headings.length > 0 && (
        <ul className="plain" lang="en">
          {headings.map(({ path, text }) => (
            <li key={path}>
              <Link className="link" href={path}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      ),
  },
]
