import { useTranslations } from 'use-intl'
import { Badge } from '../../kit/badge.tsx'
import { count } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { Page } from '../../kit/page.tsx'
import { useCall } from '../../kit/use-call.ts'
import { nameOf, type Role } from './words.ts'

/** The roles of the desk: built-in and custom ones. */
export default function Roles() {
  const t = useTranslations('desk')
  const list = useCall('role/list', {})
  const columns: readonly Column<Role>[] = [
    { key: 'name', label: t('roles.name'), cell: (row) => nameOf(t, row), text: (row) => row.role },
    {
      key: 'kind',
      label: t('roles.kind'),
      cell: ({ built_in }) => <Badge>{t(built_in ? 'roles.builtIn' : 'roles.own')}</Badge>,
      text: ({ built_in }) => String(built_in),
    },
    {
      key: 'may',
      label: t('roles.may'),
      cell: ({ permissions }) => count(Object.keys(permissions).length),
      text: ({ permissions }) => Object.keys(permissions).length,
      numeric: true,
    },
    {
      key: 'decides',
      label: t('roles.decidesCount'),
      cell: ({ decides }) => count(decides.length),
      text: ({ decides }) => decides.length,
      numeric: true,
    },
    {
      key: 'people',
      label: t('roles.people'),
      cell: ({ people }) => count(people),
      text: ({ people }) => people,
      numeric: true,
    },
  ]
  return (
    <Page>
      <p>{t('roles.lead')}</p>
      <List
        name="roles"
        caption={t('roles.title')}
        rows={list.result}
        error={list.error}
        reload={list.reload}
        columns={columns}
        id={({ role }) => role}
        href={({ role }) => `/roles/${role}`}
        empty={{ title: t('roles.title'), text: t('roles.lead') }}
      />
    </Page>
  )
}
