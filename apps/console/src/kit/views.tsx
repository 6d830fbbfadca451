import type { Me } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { Link, useSearch } from 'wouter'
import { ActionButton } from './action-dialog.tsx'
import { firstViews } from './first-views.ts'
import { KeepDialog } from './keep-dialog.tsx'
import { may } from './permission.ts'
import { useCall } from './use-call.ts'

/** The saved filters of a list, those for the person's roles, and a button to save the present ones. */
export function Views({ me, page }: { me: Me; page: string }) {
  const t = useTranslations('desk')
  const search = useSearch()
  const views = useCall('view/list', may(me, 'view.write') ? { page } : null)
  const savedViews = views.result ?? []
  const first = firstViews(page, me.roles)
  if (!may(me, 'view.write') || (savedViews.length === 0 && first.length === 0 && search === '')) return null
  return (
    <div className="actions">
      {first.map(({ role, query }) => (
        <Link key={role} className="link" href={`${page}?${query}`}>
          {t(`firstView.${role}`)}
        </Link>
      ))}
      {savedViews.map(({ view_id, name, query, own }) => (
        <span key={view_id} className="actions">
          <Link className="link" href={`${page}?${query}`}>
            {name}
          </Link>
          {own && (
            <ActionButton
              name="view/drop"
              kind="ghost"
              label="×"
              about={t('views.drop', { name })}
              body={{ view_id }}
            />
          )}
        </span>
      ))}
      {search !== '' && (
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
    </div>
  )
}
