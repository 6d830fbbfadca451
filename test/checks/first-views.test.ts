import { deskCalls } from '@hc/contract/desk/calls'
import { right, roleKeys } from '@hc/contract/desk/permissions'
import { describe, expect, it } from 'vitest'
import { deskPages } from '../../apps/console/src/kit/menu.ts'
import { firstViews, views } from '../../apps/console/src/kit/first-views.ts'

/** The list that a page shows. */
const lists = {
  '/orders': 'order/list',
  '/refunds': 'refund/list',
  '/articles': 'article/list',
  '/campaigns': 'campaign/list',
  '/deliveries': 'delivery/list',
  '/audit': 'audit/list',
} as const
/** An order's status is one of several numbers there. */
const valueOf = (value: string): string | number[] => (/^\d+$/.test(value) ? [Number(value)] : value)

describe('the first view of a role', () => {
  it('is there for each role', () => {
    expect(views.map(({ role }) => role).toSorted()).toEqual([...roleKeys].toSorted())
    for (const { role, page } of views) expect(firstViews(page, [role]).map((view) => view.role)).toEqual([role])
  })
  it('is a page that the role may open, and a list that it may read', () => {
    for (const { role, page } of views)
      for (const permission of [deskPages[page].permission, deskCalls[lists[page]].permission])
        expect([role, page, right(role, permission).mark]).toEqual([role, page, 'do'])
  })
  it('has filters and values that the list knows', () => {
    for (const { page, query } of views) {
      const body = Object.fromEntries([...new URLSearchParams(query)].map(([name, value]) => [name, valueOf(value)]))
      expect([page, query, deskCalls[lists[page]].body.safeParse(body).success]).toEqual([page, query, true])
    }
  })
})
