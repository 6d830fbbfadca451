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
import { byArea, isReading, limitText, nameOf, permissionsOf, type Role, rightText } from './words.ts'

const columns = ['view', 'change', 'upTo', 'approves'] as const

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
  const allowed = permissions.filter((permission) => rightText(t, role, permission) !== '')
  const others = permissions.filter((permission) => !allowed.includes(permission))
  return (
    <>
      <div className="list-scroll">
        <table className="list role-rights">
          <caption className="hidden-text">{nameOf(t, role)}</caption>
          <thead>
            <tr>
              <th scope="col">{t('roles.what')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`roles.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          {byArea(allowed).map(([area, rights]) => (
            <tbody key={area}>
              <tr className="role-area">
                <th scope="rowgroup" colSpan={columns.length + 1}>
                  {t(`roles.area.${area}`)}
                </th>
              </tr>
              {rights.map((permission) => (
                <Right key={permission} role={role} permission={permission} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {others.length > 0 && (
        <details className="card part">
          <summary>
            <h2 className="inline">{t('roles.notAllowed', { n: String(others.length) })}</h2>
          </summary>
          {byArea(others).map(([area, rights]) => (
            <div key={area}>
              <h3>{t(`roles.area.${area}`)}</h3>
              <ul className="dots">
                {rights.map((permission) => (
                  <li key={permission}>{rightName(t, permission)}</li>
                ))}
              </ul>
            </div>
          ))}
        </details>
      )}
    </>
  )
}

/** What a role may do by one permission: see, change, up to which limit, and decide what others ask for. */
function Right({ role, permission }: { role: Role; permission: string }) {
  const t = useTranslations('desk')
  const mark = role.permissions[permission]
  const limit = role.limits[permission]
  const yes = <Badge tone="good">{t('roles.yes')}</Badge>
  const change = mark === 'ask' ? <Badge tone="warn">{t('roles.asks')}</Badge> : yes
  const cells = {
    view: mark !== undefined && isReading(permission) && yes,
    change: mark !== undefined && !isReading(permission) && change,
    upTo:
      mark === 'within' && limit
        ? t('roles.upToText', {
            each: limitText(permission, limit.each ?? 0),
            day: limitText(permission, limit.day ?? 0),
          })
        : '',
    approves: role.decides.includes(permission) && yes,
  }
  return (
    <tr>
      <th scope="row" data-label={t('roles.what')}>
        {rightName(t, permission)}
      </th>
      {columns.map((column) => (
        <td key={column} data-label={t(`roles.column.${column}`)}>
          {cells[column] || (
            <span className="soft" aria-hidden="true">
              –
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}
