import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { contents } from '../../help/contents.ts'
import { FilterBar } from '../../kit/list/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useFilters } from '../../kit/use-filters.ts'
import type { MatchingPage } from './parts.ts'

type Search = { search: ((text: string) => readonly MatchingPage[]) | null; error: unknown }

/** The search with all words of all documents. */
async function loadSearch(): Promise<Search> {
  try {
    const { matchingPages } = await import('./parts.ts')
    return { search: matchingPages, error: null }
  } catch (error) {
    return { search: null, error }
  }
}

/** The search comes with the first word that somebody searches. */
function useSearch(isWanted: boolean) {
  const [state, setState] = useState<Search>({ search: null, error: null })
  useEffect(() => {
    if (isWanted) void loadSearch().then(setState)
  }, [isWanted])
  return { ...state, reload: () => loadSearch().then(setState) }
}

/** The runbooks, or their parts that match a search. */
export default function Help() {
  const t = useTranslations('desk')
  const filters = useFilters(['q'])
  const text = filters.values.q.trim()
  const { search, error, reload } = useSearch(text !== '')
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
        rows={text === '' ? contents : (search?.(text) ?? null)}
        error={text === '' ? null : error}
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
