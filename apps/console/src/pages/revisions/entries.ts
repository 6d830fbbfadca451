import type { DeskResult, Me } from '@hc/contract/desk/calls'
import type { Planned } from '@hc/contract/desk/editing'
import { targetTold } from '../../kit/codes.ts'
import { menuIcons } from '../../kit/menu-icons.ts'
import { may } from '../../kit/permission.ts'
import { patchText } from '../../kit/planned-changes.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'

type Calendar = DeskResult<'calendar/list'>
export type Entry = {
  key: string
  at: number
  kind: string
  target: string
  /** What people call the target. */
  name: string
  what: string
  state: string
  plan?: Planned
}

/** The entries of the calendar, by time. */
export function entriesOf(t: DeskTexts, { plans, dates, names }: Calendar): Entry[] {
  const titles = new Map(names.map(({ kind, target, name }) => [`${kind} ${target}`, name]))
  const nameOf = (kind: string, target: string): string => {
    const name = titles.get(`${kind} ${target}`) ?? targetTold(t, kind, target)
    return kind === 'block' ? `${t('menu.homePage')} · ${name}` : name
  }
  return [
    ...plans.map((plan) => ({
      key: `plan ${plan.id}`,
      at: plan.at,
      kind: plan.kind,
      target: plan.target,
      name: nameOf(plan.kind, plan.target),
      what: plan.version === null ? patchText(t, plan.patch) : t('revisions.goesOut', { n: String(plan.version) }),
      state: t(`revisions.state.${plan.state}`),
      plan,
    })),
    ...dates.map(({ kind, target, what, at }) => ({
      key: `${kind} ${target} ${what} ${at}`,
      at,
      kind,
      target,
      name: nameOf(kind, target),
      what: t(`revisions.calendar.${what}`),
      state: '',
    })),
  ].sort((a, b) => a.at - b.at)
}

/** The call that moves a plan of a kind, and the permission that it needs. */
const moves = {
  product: { name: 'product/replan', permission: 'product.sell' },
  article: { name: 'article/replan', permission: 'content.publish' },
  block: { name: 'home/replan', permission: 'content.publish' },
  // A move of a channel's plan becomes a request: two people agreed on the moment.
  channel: { name: 'channel/replan', permission: 'channel.rules' },
} as const
const isMoved = (kind: string): kind is keyof typeof moves => kind in moves

/** The plan of an entry, if the person may move and withdraw it, with the call that does. */
export function movable(
  me: Me,
  { plan }: Entry,
): { plan: Planned; name: (typeof moves)[keyof typeof moves]['name'] } | null {
  if (!plan || plan.state !== 'waiting' || !isMoved(plan.kind)) return null
  const { name, permission } = moves[plan.kind]
  return may(me, permission) ? { plan, name } : null
}

const looks: Readonly<Record<string, readonly [icon: keyof typeof menuIcons, tone: string]>> = {
  product: ['products', 'accent'],
  price: ['prices', 'accent'],
  article: ['articles', 'info'],
  block: ['homePage', 'info'],
  redeem: ['campaigns', 'good'],
  rebate: ['campaigns', 'good'],
  bonus_reset: ['audit', 'good'],
  channel: ['providers', 'warn'],
}
/** The icon and the colour of an entry's type. A plan that was not applied has its own colour. */
export function lookOf({ kind, plan }: Entry): { icon: (typeof menuIcons)[keyof typeof menuIcons]; tone: string } {
  const [icon, tone] = looks[kind] ?? (['settings', 'neutral'] as const)
  const failed = plan?.state === 'conflict' || plan?.state === 'failed'
  return { icon: menuIcons[icon], tone: failed ? 'bad' : tone }
}
