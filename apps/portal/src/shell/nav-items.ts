import type { IconName } from '@hc/ui/icon'
import { paths } from '../paths.ts'

/** The four sections of the shop, which both the top bar and the phone's tab bar show. */
export const navItems = [
  { key: 'home', href: paths.home, under: '/main/home', icon: 'home' },
  { key: 'recharge', href: paths.recharge, under: '/main/recharge', icon: 'gem' },
  { key: 'event', href: paths.events(), under: '/main/event', icon: 'news' },
  { key: 'account', href: paths.account, under: '/main/account', icon: 'user' },
] as const satisfies readonly { key: string; href: string; under: string; icon: IconName }[]

export const isUnder = (path: string, under: string): boolean => path === under || path.startsWith(`${under}/`)
