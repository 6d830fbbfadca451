import type { Me } from '@hc/contract/desk/calls'
import { TextField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useSearch } from 'wouter'
import { ActionButton, ActionDialog, type FormFields } from './action-dialog.tsx'
import { firstViews } from './first-views.ts'
import { may } from './may.ts'
import { useCall } from './use-call.ts'

/** Kept filters of a list and those that one's role begins with, and keeping the ones of now. */
export function Views({ me, page }: { me: Me; page: string }) {
  const t = useTranslations('desk')
  const search = useSearch()
  const views = useCall('view/list', { page }, { when: may(me, 'view.write') })
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const kept = views.result ?? []
  const first = firstViews(page, me.roles)
  if (!may(me, 'view.write') || (kept.length === 0 && first.length === 0 && search === '')) return null
  const form: FormFields = (errors) => (
    <>
      <TextField
        label={t('service.views.name')}
        name="name"
        maxLength={60}
        autoComplete="off"
        value={name}
        error={errors.name}
        onChange={(event) => {
          setName(event.target.value)
        }}
      />
      <label className="choice">
        <input
          type="checkbox"
          checked={shared}
          onChange={(event) => {
            setShared(event.target.checked)
          }}
        />
        {t('service.views.shared')}
      </label>
    </>
  )
  return (
    <div className="actions">
      {first.map(({ role, query }) => (
        <Link key={role} className="link" href={`${page}?${query}`}>
          {t(`firstView.${role}`)}
        </Link>
      ))}
      {kept.map(({ view_id, name: called, query, own }) => (
        <span key={view_id} className="actions">
          <Link className="link" href={`${page}?${query}`}>
            {called}
          </Link>
          {own && (
            <ActionButton
              name="view/drop"
              kind="ghost"
              label="×"
              about={t('service.views.drop', { name: called })}
              body={{ view_id }}
            />
          )}
        </span>
      ))}
      {search !== '' && (
        <ActionDialog
          name="view/save"
          label={t('service.views.save')}
          title={t('service.views.save')}
          kind="ghost"
          confirm={t('service.views.save')}
          reason={false}
          done={t('service.views.saved')}
          fieldNames={['name']}
          check={() => (name.trim() === '' ? { name: t('field.needed') } : {})}
          body={() => ({ page, name: name.trim(), query: search, shared })}
          fields={form}
        >
          {null}
        </ActionDialog>
      )}
    </div>
  )
}
