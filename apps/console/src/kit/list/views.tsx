import type { Me } from '@hc/contract/desk/calls'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useSearch } from 'wouter'
import { KeepDialog } from '../keep-dialog.tsx'
import { may } from '../permission.ts'
import { Pop } from '../pop.tsx'
import { useCall } from '../use-call.ts'
import { useCommand } from '../use-command.ts'
import { today } from '../date-time.ts'
import { presetDays } from './day-presets.ts'
import { shippedViews } from './shipped-views.ts'

type View = { view_id: number; name: string; query: string; shared: boolean; own: boolean; pinned: boolean }

/** A query whose order does not count. */
const sorted = (query: string): string => {
  const params = new URLSearchParams(query)
  params.sort()
  return params.toString()
}

/**
 * The views of a list as tabs: all rows, the views that ship with the page, and those that people saved. `base`: the
 * query of all rows, where the page shows them on a tab of its own.
 */
export function Views({ me, page, base = '' }: { me: Me; page: string; base?: string }) {
  const t = useTranslations('desk')
  const params = new URLSearchParams(useSearch())
  // An open dialog is no part of a view.
  params.delete('do')
  const search = params.toString()
  const mayWrite = may(me, 'view.write')
  // A page that its star pinned is no view of its list.
  const views = (useCall('view/list', mayWrite ? { page } : null).result ?? []).filter(({ query }) => query !== '')
  const [present] = useState(today)
  const shipped = (shippedViews[page] ?? []).map(({ key, query, days }) => ({
    key,
    query: days === undefined ? query : new URLSearchParams(presetDays(days, present)).toString(),
  }))
  if (shipped.length === 0 && views.length === 0 && (search === base || !mayWrite)) return null
  const now = sorted(search)
  const isKnown = [...shipped, ...views].some(({ query }) => sorted(query) === now)
  const tab = (query: string) => ({
    className: 'view-tab',
    href: query === '' ? page : `${page}?${query}`,
    'aria-current': sorted(query) === now ? ('page' as const) : undefined,
  })
  return (
    <nav className="views" aria-label={t('views.label')}>
      <Link {...tab(base)}>{t('kit.all')}</Link>
      {shipped.map(({ key, query }) => (
        <Link key={key} {...tab(query)}>
          {t(`views.shipped.${key}`)}
        </Link>
      ))}
      {views.map((view) => (
        <span key={view.view_id} className="view-own">
          <Link {...tab(view.query)}>{view.name}</Link>
          {view.own && sorted(view.query) === now && <ViewMenu page={page} view={view} />}
        </span>
      ))}
      {mayWrite && search !== base && !isKnown && (
        <KeepDialog
          name="view/save"
          kind="ghost"
          label={t('views.save')}
          confirm={t('views.save')}
          done={t('views.saved')}
          option={t('views.shared')}
          body={(name, shared) => ({ page, name, query: search, shared })}
        />
      )}
    </nav>
  )
}

/** Renames, shares, pins and deletes an own view. */
function ViewMenu({ page, view }: { page: string; view: View }) {
  const t = useTranslations('desk')
  const [name, setName] = useState(view.name)
  const save = useCommand('view/save', { done: t('views.saved') })
  const drop = useCommand('view/drop')
  const { view_id, query, shared, pinned } = view
  const change = (next: Partial<Pick<View, 'name' | 'shared' | 'pinned'>>): void => {
    const text = (next.name ?? view.name).trim()
    if (text !== '') void save.run({ page, query, shared, pinned, ...next, name: text, view_id })
  }
  return (
    <Pop label="⋯" about={t('views.menu', { name: view.name })} className="chip-open">
      {(close) => {
        const act = (run: () => void) => () => {
          close()
          run()
        }
        return (
          <div className="drop-list">
            <form
              className="drop-form"
              onSubmit={(event) => {
                event.preventDefault()
                close()
                change({ name })
              }}
            >
              <label className="field-label">
                {t('views.name')}
                <input
                  className="input"
                  maxLength={60}
                  autoComplete="off"
                  value={name}
                  onChange={(event) => setName(event.target.value)}
                />
              </label>
              <button type="submit" className="drop-item">
                {t('views.rename')}
              </button>
            </form>
            <button type="button" className="drop-item" onClick={act(() => change({ shared: !shared }))}>
              {t(shared ? 'views.unshare' : 'views.share')}
            </button>
            <button type="button" className="drop-item" onClick={act(() => change({ pinned: !pinned }))}>
              {t(pinned ? 'views.unpin' : 'views.pin')}
            </button>
            <button type="button" className="drop-item" onClick={act(() => void drop.run({ view_id }))}>
              {t('views.drop', { name: view.name })}
            </button>
          </div>
        )
      }}
    </Pop>
  )
}
