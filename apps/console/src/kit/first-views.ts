import type { RoleKey } from '@hc/contract/desk/permissions'

type ListPage = '/orders' | '/refunds' | '/articles' | '/campaigns' | '/deliveries' | '/audit'
type FirstView = { role: RoleKey; page: ListPage; query: string }

/** The first view of each role's list. It is not stored, so nobody can delete it. */
export const views: readonly FirstView[] = [
  { role: 'support', page: '/orders', query: 'status=2' },
  { role: 'lead', page: '/refunds', query: 'state=stopped' },
  { role: 'content', page: '/articles', query: 'state=changed' },
  { role: 'campaign', page: '/campaigns', query: 'state=running' },
  { role: 'finance', page: '/refunds', query: 'state=failed' },
  { role: 'ops', page: '/deliveries', query: 'state=unknown' },
  { role: 'auditor', page: '/audit', query: 'action=player/reveal' },
  { role: 'owner', page: '/audit', query: 'action=staff/grantRole' },
]

export const firstViews = (page: string, roles: readonly string[]): readonly FirstView[] =>
  views.filter((view) => view.page === page && roles.includes(view.role))
