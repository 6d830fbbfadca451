import { deskCalls } from '@hc/contract/desk/calls'
import { right, roleKeys } from '@hc/contract/desk/permissions'
import { describe, expect, it } from 'vitest'
import { shippedViews } from '../../apps/console/src/kit/list/shipped-views.ts'
import { deskPages } from '../../apps/console/src/kit/menu.ts'

/** The list that a page shows. */
const lists = {
  '/orders': 'order/list',
  '/refunds': 'refund/list',
  '/articles': 'article/list',
  '/deliveries': 'delivery/list',
  '/audit': 'audit/list',
} as const
const pages = Object.keys(lists) as (keyof typeof lists)[]
/** An order's status is one of several numbers there, and a fact that holds is true. */
const valueOf = (name: string, value: string): unknown =>
  name === 'status' ? [Number(value)] : /^(?:held|dispute|needs_action|slow)$/.test(name) ? value === '1' : value

describe('a view that ships with a page', () => {
  it('belongs to a page with a list', () => {
    expect(Object.keys(shippedViews).toSorted()).toEqual([...pages].toSorted())
  })
  it('is there for each role, on a page that the role may open, with a list that it may read', () => {
    for (const role of roleKeys)
      expect(
        pages.some((page) =>
          [deskPages[page].permission, deskCalls[lists[page]].permission].every(
            (permission) => right(role, permission).mark === 'do',
          ),
        ),
        role,
      ).toBe(true)
  })
  it('has filters and values that the list knows', () => {
    for (const page of pages)
      for (const { query } of shippedViews[page] ?? []) {
        const body = Object.fromEntries(
          [...new URLSearchParams(query)].map(([name, value]) => [name, valueOf(name, value)]),
        )
        expect([page, query, deskCalls[lists[page]].body.safeParse(body).success]).toEqual([page, query, true])
      }
  })
})
