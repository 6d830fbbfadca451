import { Button } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { rightName } from '../../kit/codes.ts'
import { Badge } from '../../kit/badge.tsx'
import { may } from '../../kit/permission.ts'
import { NoSuchPage } from '../../kit/no-such-page.tsx'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { useCall } from '../../kit/use-call.ts'
import type { PageProps } from '../../kit/menu.ts'
import { RoleForm } from './role-form.tsx'
import { nameOf, permissionsOf, type Role, rightText } from './words.ts'

/** The permissions of a role, line by line. A custom role can be changed, and each role can be copied. */
export default function RolePage({ me, params }: PageProps) {
  const t = useTranslations('desk')
  const list = useCall('role/list', {})
  const [editing, setEditing] = useState(false)
  const role = list.result?.find((candidate) => candidate.role === params.role)
  if (!role && list.result) return <NoSuchPage text={t('error.RoleUnknown')} />
  if (!role)
    return (
      <Page title={t('roles.title')}>
        {list.error !== null && <Failed error={list.error} again={list.reload} />}
        {list.error === null && <output className="state">{t('loading')}</output>}
      </Page>
    )
  return (
    <Page
      title={nameOf(t, role)}
      actions={
        may(me, 'role.edit') &&
        !editing && <Button onClick={() => setEditing(true)}>{t(role.built_in ? 'roles.copy' : 'roles.change')}</Button>
      }
    >
      <p>
        <Badge>{t(role.built_in ? 'roles.builtIn' : 'roles.own')}</Badge> {t('roles.peopleHave', { n: role.people })}
      </p>
      {editing ? (
        <RoleForm role={role} permissions={permissionsOf(list.result ?? [])} onEnd={() => setEditing(false)} />
      ) : (
        <Rights role={role} permissions={permissionsOf(list.result ?? [])} />
      )}
    </Page>
  )
}

function Rights({ role, permissions }: { role: Role; permissions: readonly string[] }) {
  const t = useTranslations('desk')
  return (
    <table className="list">
      <caption className="hidden-text">{nameOf(t, role)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('roles.what')}</th>
          <th scope="col">{t('roles.right')}</th>
        </tr>
      </thead>
      <tbody>
        {permissions.map((permission) => {
          const right = rightText(t, role, permission)
          return (
            <tr key={permission}>
              <th scope="row" data-label={t('roles.what')}>
                {rightName(t, permission)}
                <span className="soft">{permission}</span>
              </th>
              <td data-label={t('roles.right')}>{right || <span className="soft">{t('roles.not')}</span>}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
