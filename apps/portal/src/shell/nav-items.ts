import type { IconName } from '@hc/ui/icon'
import { useSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { useApp } from './app-context.ts'

/** The four sections of the shop, which both the top bar and the phone's tab bar show. */
export const navItems = [
  { key: 'home', href: paths.home, under: '/main/home', icon: 'home' },
  { key: 'recharge', href: paths.recharge, under: '/main/recharge', icon: 'topUp' },
  { key: 'event', href: paths.events(), under: '/main/event', icon: 'news' },
  { key: 'account', href: paths.account, under: '/main/account', icon: 'user' },
] as const satisfies readonly { key: string; href: string; under: string; icon: IconName }[]

type NavItem = (typeof navItems)[number]

const isUnder = (path: string, under: string): boolean => path === under || path.startsWith(`${under}/`)

/** Whether a player looks; on the server and during hydration, whether one was logged in here. */
export function useIsPlayer(): boolean {
  const { known } = useApp()
  const { status } = useSession()
  return status === 'player' || (status === 'unknown' && known)
}

/** Where the buttons to buy lead: a guest sees the open shop, not a login. */
export const useTopUp = (): { items: string; packs: string } =>
  useIsPlayer() ? { items: paths.recharge, packs: paths.packs } : { items: paths.shop, packs: paths.shopPacks }

/** The navigation item is the current one: the shop and its items belong to the top-up page. */
export const isCurrent = (path: string, { key, under }: NavItem): boolean =>
  isUnder(path, under) || (key === 'recharge' && isUnder(path, paths.shop))
