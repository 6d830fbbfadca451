import type { Me } from '@hc/contract/desk/calls'
import type { DeskPath } from '@hc/contract/desk/pages'
import type { IconName } from '@hc/ui/icon'
import { type ComponentType, lazy } from 'react'
import type { DeskTexts } from './kit/use-action.ts'

export type PageProps = { me: Me; params: Readonly<Record<string, string | undefined>> }
/** The parts of the menu, in their order. */
export const groups = ['work', 'shop', 'money', 'house', 'own'] as const
export type DeskPage = {
  permission: string
  page: ComponentType<PageProps>
  /** Where it stands in the menu; a page without it is reached from another. */
  menu?: { group: (typeof groups)[number]; text: Parameters<DeskTexts>[0] & `menu.${string}`; icon: IconName }
  /** `g` and this letter lead to it. */
  letter?: string
}

/** Every page, in the menu's order. Each is loaded when somebody goes there. */
export const pages: Readonly<Record<DeskPath, DeskPage>> = {
  '/': {
    permission: 'today.read',
    page: lazy(async () => ({ default: (await import('./pages/today.tsx')).Today })),
    menu: { group: 'work', text: 'menu.today', icon: 'home' },
    letter: 't',
  },
  '/products': {
    permission: 'product.read',
    page: lazy(async () => ({ default: (await import('./pages/products/products.tsx')).Products })),
    menu: { group: 'shop', text: 'menu.products', icon: 'gem' },
    letter: 'p',
  },
  '/products/new': {
    permission: 'product.create',
    page: lazy(async () => ({ default: (await import('./pages/products/new-product.tsx')).NewProduct })),
  },
  '/products/:id': {
    permission: 'product.read',
    page: lazy(async () => ({ default: (await import('./pages/products/product.tsx')).Product })),
  },
  '/channels': {
    permission: 'product.read',
    page: lazy(async () => ({ default: (await import('./pages/channels.tsx')).Channels })),
    menu: { group: 'shop', text: 'menu.channels', icon: 'card' },
    letter: 'c',
  },
  '/articles': {
    permission: 'content.read',
    page: lazy(async () => ({ default: (await import('./pages/articles/articles.tsx')).Articles })),
    menu: { group: 'shop', text: 'menu.articles', icon: 'news' },
    letter: 'a',
  },
  '/articles/:id': {
    permission: 'content.read',
    page: lazy(async () => ({ default: (await import('./pages/articles/article.tsx')).Article })),
  },
  '/home': {
    permission: 'content.read',
    page: lazy(async () => ({ default: (await import('./pages/home.tsx')).Home })),
    menu: { group: 'shop', text: 'menu.home', icon: 'star' },
    letter: 'h',
  },
  '/media': {
    permission: 'content.read',
    page: lazy(async () => ({ default: (await import('./pages/media.tsx')).Media })),
    menu: { group: 'shop', text: 'menu.media', icon: 'eye' },
  },
  '/calendar': {
    permission: 'content.read',
    page: lazy(async () => ({ default: (await import('./pages/calendar.tsx')).CalendarPage })),
    menu: { group: 'shop', text: 'menu.calendar', icon: 'clock' },
  },
  '/audit': {
    permission: 'audit.own',
    page: lazy(async () => ({ default: (await import('./pages/audit.tsx')).Audit })),
    menu: { group: 'house', text: 'menu.audit', icon: 'clock' },
  },
  '/staff': {
    permission: 'staff.read',
    page: lazy(async () => ({ default: (await import('./pages/staff.tsx')).Staff })),
    menu: { group: 'house', text: 'menu.staff', icon: 'user' },
  },
  '/me': {
    permission: '',
    page: lazy(async () => ({ default: (await import('./pages/me.tsx')).Account })),
    menu: { group: 'own', text: 'menu.me', icon: 'shield' },
    letter: 'm',
  },
}
