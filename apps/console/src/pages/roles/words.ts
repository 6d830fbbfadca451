import type { DeskResult } from '@hc/contract/desk/calls'
import type { Mark } from '@hc/contract/desk/permissions'
import { count, money } from '../../kit/facts.tsx'
import { roleName } from '../../kit/role-name.ts'
import type { DeskTexts } from '../../kit/use-action.ts'

export type Role = DeskResult<'role/list'>[number]

/** Every permission that any role has, by area. */
export const permissionsOf = (roles: readonly Role[]): readonly string[] =>
  [...new Set(roles.flatMap(({ permissions, decides }) => [...Object.keys(permissions), ...decides]))].toSorted()

/** The name of a role. A built-in role has a name in each language; a custom one has the name that it was given. */
export const nameOf = (t: DeskTexts, { role, name, built_in }: Role): string => (built_in ? roleName(t, role) : name)

const MONEY = ['refund.make', 'campaign.start', 'campaign.stop']
/** A limit in its own unit: money, points or rows. */
export const limitText = (permission: string, n: number): string => (MONEY.includes(permission) ? money(n) : count(n))

/** The unit that a limit is typed in. */
export const unitOf = (permission: string): 'cents' | 'points' | 'rows' =>
  MONEY.includes(permission) ? 'cents' : permission === 'points.adjust' ? 'points' : 'rows'

const isMark = (mark: string | undefined): mark is Mark => mark === 'do' || mark === 'within' || mark === 'ask'

/** A role's rights to a permission, in words; '' if it has none. */
export function rightText(t: DeskTexts, { permissions, decides, limits }: Role, permission: string): string {
  const mark = permissions[permission]
  const most = limits[permission]
  const words = isMark(mark)
    ? mark === 'within' && most
      ? t('roles.within', {
          each: limitText(permission, most.each ?? 0),
          day: limitText(permission, most.day ?? 0),
        })
      : t(`roles.mark.${mark}`)
    : ''
  return [words, decides.includes(permission) ? t('roles.decides') : ''].filter(Boolean).join('; ')
}

/** The areas of the desk, in their order, with the beginnings of their permissions. */
const areas = {
  orders: 'order delivery recall note view today',
  refunds: 'refund hold dispute finding',
  players: 'player points',
  catalog: 'product channel sales',
  content: 'content media legal',
  campaigns: 'campaign code',
  finance: 'report ledger settlement period',
  operations: 'health inbox alert doctor reconcile gamekey promote setup',
  team: 'staff role rule audit',
} as const
type RightArea = keyof typeof areas

const areaOf = (permission: string): RightArea =>
  (Object.keys(areas) as RightArea[]).find((area) => areas[area].split(' ').includes(permission.split('.')[0] ?? '')) ??
  'team'

/** Permissions by area. */
export const byArea = (permissions: readonly string[]): (readonly [RightArea, readonly string[]])[] =>
  (Object.keys(areas) as RightArea[])
    .map((area) => [area, permissions.filter((permission) => areaOf(permission) === area)] as const)
    .filter(([, rights]) => rights.length > 0)

/** Whether a permission lets people see something, and change nothing. */
export const isReading = (permission: string): boolean => /\.(?:read|own|bodies|service|money)$/.test(permission)
