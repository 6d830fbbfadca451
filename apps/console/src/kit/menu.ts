import type { Me } from '@hc/contract/desk/calls'
import { campaignKinds } from '@hc/contract/desk/kinds'
import { type DeskPath, deskPaths } from '@hc/contract/desk/pages'
import { menuIcons } from './menu-icons.ts'
import { may } from './permission.ts'
import type { DeskTexts } from './use-action.ts'

export type PageProps = { me: Me; params: Readonly<Record<string, string | undefined>> }
export type DeskPage = {
  permission: string
  /** `g` and this letter open the page. */
  letter?: string
}

/** Every page; `apps/console/src/pages.ts` has their code. */
export const deskPages: Readonly<Record<DeskPath, DeskPage>> = {
  '/': { permission: 'today.read', letter: 't' },
  '/waiting': { permission: 'today.read', letter: 'w' },
  '/orders': { permission: 'order.read', letter: 'o' },
  '/orders/:no': { permission: 'order.read' },
  '/players': { permission: 'player.read', letter: 'p' },
  '/players/:uid': { permission: 'player.read' },
  '/deliveries': { permission: 'delivery.read', letter: 'd' },
  '/refunds': { permission: 'refund.read', letter: 'r' },
  '/disputes': { permission: 'dispute.read' },
  '/disputes/:channel/:id': { permission: 'dispute.read' },
  '/withdrawals': { permission: 'refund.read' },
  '/documents': { permission: 'refund.read' },
  '/documents/:number': { permission: 'refund.read' },
  '/appeals': { permission: 'player.read' },
  '/inbox': { permission: 'inbox.read', letter: 'i' },
  '/approvals': { permission: 'today.read', letter: 'q' },
  '/approvals/:no': { permission: 'today.read' },
  '/products': { permission: 'product.read', letter: 's' },
  '/products/new': { permission: 'product.create' },
  '/products/:id': { permission: 'product.read' },
  '/prices': { permission: 'product.read' },
  '/prices/:book': { permission: 'product.read' },
  '/markets': { permission: 'product.read' },
  '/channels': { permission: 'product.read', letter: 'c' },
  '/campaigns': { permission: 'campaign.read', letter: 'n' },
  '/campaigns/:kind/new': { permission: 'campaign.edit' },
  '/campaigns/:kind/:id': { permission: 'campaign.read' },
  '/articles': { permission: 'content.read', letter: 'a' },
  '/articles/:id': { permission: 'content.read' },
  '/home': { permission: 'content.read', letter: 'f' },
  '/media': { permission: 'content.read' },
  '/law': { permission: 'product.read' },
  '/calendar': { permission: 'content.read' },
  '/imports': { permission: 'product.read', letter: 'u' },
  '/imports/:id': { permission: 'product.read' },
  '/promote': { permission: 'content.read' },
  '/promote/:id': { permission: 'content.read' },
  '/reports': { permission: 'report.service' },
  '/finance': { permission: 'ledger.read', letter: 'b' },
  '/finance/journals': { permission: 'ledger.read' },
  '/finance/journals/:no': { permission: 'ledger.read' },
  '/finance/gateways': { permission: 'ledger.read' },
  '/finance/payouts/:channel/:payout': { permission: 'ledger.read' },
  '/finance/periods': { permission: 'ledger.read' },
  '/health': { permission: 'health.read', letter: 'h' },
  '/alerts': { permission: 'health.read' },
  '/audit': { permission: 'audit.own' },
  '/settings': { permission: '' },
  '/settings/game': { permission: 'health.read' },
  '/settings/notifications': { permission: 'health.read' },
  '/setup': { permission: 'setup.run' },
  '/staff': { permission: 'staff.read', letter: 'l' },
  '/roles': { permission: 'staff.read' },
  '/roles/:role': { permission: 'staff.read' },
  '/rules': { permission: 'staff.read' },
  '/help': { permission: '', letter: 'e' },
  '/help/:guide': { permission: '' },
  '/me': { permission: '', letter: 'm' },
}

type MenuText = Parameters<DeskTexts['has']>[0] & `menu.${string}`
/** A page of an entry: several are its tabs. `kind`: the value of that filter, which makes the list a tab. */
export type Tab = { path: DeskPath; text: MenuText; kind?: string }
/** The groups of the menu in their order; the first one has no heading. */
export const groups = ['first', 'sales', 'catalog', 'content', 'finance', 'operations'] as const
export type EntryId = keyof typeof menuIcons
export type Entry = {
  id: EntryId
  /** `settings`: in the own list of Settings. `foot`: at the end of the menu. */
  group: (typeof groups)[number] | 'settings' | 'foot'
  text: MenuText
  tabs: readonly Tab[]
}

const tab = (path: DeskPath, text: MenuText, kind?: string): Tab =>
  kind === undefined ? { path, text } : { path, text, kind }
const entry = (group: Entry['group'], id: EntryId, text: MenuText, ...tabs: readonly (Tab | DeskPath)[]): Entry => ({
  id,
  group,
  text,
  tabs: tabs.map((place) => (typeof place === 'string' ? { path: place, text } : place)),
})

/** The menu: each entry with its pages, of which it opens the first one that the person may read. */
export const entries: readonly Entry[] = [
  entry('first', 'home', 'menu.home', '/'),
  entry(
    'first',
    'todo',
    'menu.todo',
    tab('/waiting', 'menu.needsAction'),
    tab('/approvals', 'menu.approvals'),
    tab('/alerts', 'menu.alerts'),
  ),
  entry('sales', 'orders', 'menu.orders', '/orders'),
  entry('sales', 'players', 'menu.players', tab('/players', 'menu.find'), tab('/appeals', 'menu.appeals')),
  entry(
    'sales',
    'refunds',
    'menu.refundsDisputes',
    tab('/refunds', 'menu.refunds'),
    tab('/disputes', 'menu.disputes'),
    tab('/withdrawals', 'menu.withdrawals'),
  ),
  entry('sales', 'deliveries', 'menu.deliveries', '/deliveries'),
  entry('catalog', 'products', 'menu.products', '/products'),
  entry('catalog', 'prices', 'menu.prices', '/prices'),
  entry(
    'catalog',
    'campaigns',
    'menu.campaigns',
    tab('/campaigns', 'menu.allCampaigns', ''),
    ...campaignKinds.map((kind) => tab('/campaigns', `menu.kinds.${kind}`, kind)),
  ),
  entry('catalog', 'calendar', 'menu.calendar', '/calendar'),
  entry('content', 'articles', 'menu.articles', '/articles'),
  entry('content', 'homePage', 'menu.homePage', '/home'),
  entry('content', 'media', 'menu.media', '/media'),
  entry('finance', 'reports', 'menu.reports', '/reports'),
  entry('finance', 'payouts', 'menu.payouts', '/finance/gateways'),
  entry(
    'finance',
    'ledger',
    'menu.ledger',
    tab('/finance', 'menu.balances'),
    tab('/finance/journals', 'menu.journals'),
    tab('/finance/periods', 'menu.periods'),
  ),
  entry('finance', 'receipts', 'menu.receipts', '/documents'),
  entry('operations', 'health', 'menu.health', '/health'),
  entry('operations', 'providers', 'menu.providers', '/channels'),
  entry('operations', 'webhooks', 'menu.webhooks', '/inbox'),
  entry(
    'operations',
    'importExport',
    'menu.importExport',
    tab('/imports', 'menu.import', ''),
    tab('/imports', 'menu.export', 'export'),
    tab('/promote', 'menu.promote'),
  ),
  entry('settings', 'setup', 'menu.setup', '/setup'),
  entry('settings', 'markets', 'menu.markets', '/markets'),
  entry('settings', 'law', 'menu.law', '/law'),
  entry('settings', 'game', 'menu.game', '/settings/game'),
  entry('settings', 'notifications', 'menu.notifications', '/settings/notifications'),
  entry('settings', 'team', 'menu.team', tab('/staff', 'menu.members'), tab('/roles', 'menu.roles')),
  entry('settings', 'rules', 'menu.rules', '/rules'),
  entry('settings', 'audit', 'menu.audit', '/audit'),
  entry('settings', 'me', 'menu.me', '/me'),
  entry('foot', 'settings', 'menu.settings', '/settings'),
  entry('foot', 'help', 'menu.help', '/help'),
]

/** The entries that a role works with. A role that is not here, and the owner, have all of theirs. */
const shownTo: Readonly<Record<string, string>> = {
  support: 'home todo orders players refunds deliveries',
  lead: 'home todo orders players refunds deliveries webhooks reports',
  content: 'home todo articles homePage media products calendar',
  campaign: 'home todo campaigns products prices calendar media orders players reports',
  finance: 'home todo orders refunds payouts ledger reports receipts providers webhooks',
  ops: 'home todo health providers webhooks deliveries orders importExport',
  auditor: 'home orders refunds reports payouts ledger receipts health audit',
}
/** With so many entries a menu needs no headings. */
const FEW = 9

/** The tabs of an entry that a person may open. */
export const tabsFor = (me: Me, { tabs }: Entry): readonly Tab[] =>
  tabs.filter(({ path }) => may(me, deskPages[path].permission))
export const hrefOf = ({ path, kind }: Tab): string =>
  kind === undefined || kind === '' ? path : path === '/imports' ? `${path}?tab=${kind}` : `${path}?kind=${kind}`

/** An address by the place that it belongs to in the menu: a payout is of a gateway. */
export const placeOf = (path: string): string => path.replace(/^\/finance\/payouts\//, '/finance/gateways/')

/** The name of a page where it stands alone: the first tab of an entry has the name of the entry. */
export const nameOf = ({ entry: of, tab: page }: { entry: Entry; tab: Tab }): MenuText =>
  page === of.tabs[0] || page.kind !== undefined ? of.text : page.text

export type Place = { entry: Entry; tab: Tab; isList: boolean }
/** Where an address stands in the menu: on a page of it, or on one below. */
export function placeAt(path: string, search: string): Place | null {
  const place = placeOf(path)
  const query = new URLSearchParams(search)
  const filter = query.get(place === '/imports' ? 'tab' : 'kind') ?? ''
  const [near] = entries
    .flatMap((of) => of.tabs.map((page) => ({ entry: of, tab: page, isList: page.path === place })))
    .filter(
      ({ tab: page, isList }) =>
        (isList && (page.kind === undefined || page.kind === filter)) ||
        (!isList && page.path !== '/' && !page.kind && place.startsWith(`${page.path}/`)),
    )
    .toSorted((a, other) => other.tab.path.length - a.tab.path.length)
  if (near) return near
  // A filter that no tab has leaves the list at its first one.
  const entryOfList = entries.find(({ tabs }) => tabs.some((page) => page.path === place))
  const [first] = entryOfList?.tabs ?? []
  return entryOfList && first ? { entry: entryOfList, tab: first, isList: true } : null
}

export type Menu = {
  /** What the person works with, by group. */
  main: readonly { group: Entry['group']; entries: readonly Entry[] }[]
  /** What else the person may read. */
  more: readonly Entry[]
  foot: readonly Entry[]
  headings: boolean
}

/** The menu of a person: with several roles, what any of them works with. */
export function menuFor(me: Me): Menu {
  const open = entries.filter((of) => tabsFor(me, of).length > 0)
  const lists = me.roles.map((role) => shownTo[role])
  const all = lists.length === 0 || lists.includes(undefined)
  const names = new Set(lists.flatMap((list) => list?.split(' ') ?? []))
  const work = open.filter(({ id, group }) => (all ? group !== 'settings' && group !== 'foot' : names.has(id)))
  const main = groups
    .map((group) => ({ group, entries: work.filter((of) => of.group === group) }))
    .concat({ group: 'operations', entries: work.filter((of) => of.group === 'settings') })
    .filter((part) => part.entries.length > 0)
  return {
    main,
    more: open.filter((of) => of.group !== 'settings' && of.group !== 'foot' && !work.includes(of)),
    foot: open.filter(({ group }) => group === 'foot'),
    headings: work.length > FEW,
  }
}

/** The pages of Settings that a person may open. */
export const settingsFor = (me: Me): readonly Entry[] =>
  entries.filter((of) => of.group === 'settings' && tabsFor(me, of).length > 0)

/** Every page that the menu leads to, with its entry. */
export const pagesFor = (me: Me): readonly { entry: Entry; tab: Tab }[] =>
  entries.flatMap((of) => tabsFor(me, of).map((page) => ({ entry: of, tab: page })))

/** The list above an address, if one is. */
export const listAbove = (path: string): DeskPath | undefined =>
  deskPaths
    .filter((candidate) => candidate !== '/' && placeOf(path).startsWith(`${candidate}/`))
    .toSorted((a, other) => other.length - a.length)[0]
