import type { Me } from '@hc/contract/desk/calls'
import type { DeskPath } from '@hc/contract/desk/pages'
import type { IconName } from '@hc/ui/icon'
import { iconClock, iconEye, iconGift, iconRefresh, iconUpload } from '@hc/ui/more-icons'
import type { DeskTexts } from './use-action.ts'

export type PageProps = { me: Me; params: Readonly<Record<string, string | undefined>> }
/** The parts of the menu, in their order. */
export const groups = ['work', 'shop', 'money', 'house', 'own'] as const
export type DeskPage = {
  permission: string
  /** The page's place in the menu; a page without it is reached from another page. */
  menu?: { group: (typeof groups)[number]; text: Parameters<DeskTexts['has']>[0] & `menu.${string}`; icon: IconName }
  /** `g` and this letter open the page. */
  letter?: string
}

/** Every page in the menu's order; `apps/console/src/pages.ts` has their code. */
export const deskPages: Readonly<Record<DeskPath, DeskPage>> = {
  '/': { permission: 'today.read', menu: { group: 'work', text: 'menu.today', icon: 'home' }, letter: 't' },
  '/waiting': { permission: 'today.read', menu: { group: 'work', text: 'menu.waiting', icon: 'warn' }, letter: 'w' },
  '/orders': { permission: 'order.read', menu: { group: 'work', text: 'menu.orders', icon: 'card' }, letter: 'o' },
  '/orders/:no': { permission: 'order.read' },
  '/players': { permission: 'player.read', menu: { group: 'work', text: 'menu.players', icon: 'user' }, letter: 'p' },
  '/players/:uid': { permission: 'player.read' },
  '/deliveries': {
    permission: 'delivery.read',
    menu: { group: 'work', text: 'menu.deliveries', icon: iconGift },
    letter: 'd',
  },
  '/refunds': {
    permission: 'refund.read',
    menu: { group: 'work', text: 'menu.refunds', icon: iconRefresh },
    letter: 'r',
  },
  '/disputes': { permission: 'dispute.read', menu: { group: 'work', text: 'menu.disputes', icon: 'shield' } },
  '/disputes/:channel/:id': { permission: 'dispute.read' },
  '/withdrawals': { permission: 'refund.read', menu: { group: 'work', text: 'menu.withdrawals', icon: iconRefresh } },
  '/documents': { permission: 'refund.read', menu: { group: 'money', text: 'menu.documents', icon: 'news' } },
  '/documents/:number': { permission: 'refund.read' },
  '/appeals': { permission: 'player.read', menu: { group: 'work', text: 'menu.appeals', icon: 'pin' } },
  '/inbox': { permission: 'inbox.read', menu: { group: 'work', text: 'menu.inbox', icon: 'news' }, letter: 'i' },
  '/approvals': {
    permission: 'today.read',
    menu: { group: 'work', text: 'menu.approvals', icon: 'check' },
    letter: 'q',
  },
  '/approvals/:no': { permission: 'today.read' },
  '/products': { permission: 'product.read', menu: { group: 'shop', text: 'menu.products', icon: 'gem' }, letter: 's' },
  '/products/new': { permission: 'product.create' },
  '/products/:id': { permission: 'product.read' },
  '/prices': { permission: 'product.read', menu: { group: 'shop', text: 'menu.prices', icon: 'globe' } },
  '/prices/:book': { permission: 'product.read' },
  '/markets': { permission: 'product.read', menu: { group: 'shop', text: 'menu.markets', icon: 'card' } },
  '/channels': {
    permission: 'product.read',
    menu: { group: 'shop', text: 'menu.channels', icon: 'card' },
    letter: 'c',
  },
  '/campaigns': {
    permission: 'campaign.read',
    menu: { group: 'shop', text: 'menu.campaigns', icon: iconGift },
    letter: 'n',
  },
  '/campaigns/:kind/new': { permission: 'campaign.edit' },
  '/campaigns/:kind/:id': { permission: 'campaign.read' },
  '/articles': {
    permission: 'content.read',
    menu: { group: 'shop', text: 'menu.articles', icon: 'news' },
    letter: 'a',
  },
  '/articles/:id': { permission: 'content.read' },
  '/home': { permission: 'content.read', menu: { group: 'shop', text: 'menu.home', icon: 'star' }, letter: 'f' },
  '/media': { permission: 'content.read', menu: { group: 'shop', text: 'menu.media', icon: iconEye } },
  '/law': { permission: 'product.read', menu: { group: 'shop', text: 'menu.law', icon: 'shield' } },
  '/calendar': { permission: 'content.read', menu: { group: 'shop', text: 'menu.calendar', icon: iconClock } },
  '/imports': {
    permission: 'product.read',
    menu: { group: 'shop', text: 'menu.imports', icon: iconUpload },
    letter: 'u',
  },
  '/imports/:id': { permission: 'product.read' },
  '/promote': { permission: 'content.read', menu: { group: 'shop', text: 'menu.promote', icon: 'arrow' } },
  '/promote/:id': { permission: 'content.read' },
  '/reports': { permission: 'report.service', menu: { group: 'money', text: 'menu.reports', icon: 'card' } },
  '/finance': { permission: 'ledger.read', menu: { group: 'money', text: 'menu.books', icon: 'card' }, letter: 'b' },
  '/finance/journals': { permission: 'ledger.read', menu: { group: 'money', text: 'menu.journals', icon: 'news' } },
  '/finance/journals/:no': { permission: 'ledger.read' },
  '/finance/gateways': { permission: 'ledger.read', menu: { group: 'money', text: 'menu.gateways', icon: 'globe' } },
  '/finance/payouts/:channel/:payout': { permission: 'ledger.read' },
  '/finance/periods': { permission: 'ledger.read', menu: { group: 'money', text: 'menu.periods', icon: iconClock } },
  '/health': { permission: 'health.read', menu: { group: 'house', text: 'menu.health', icon: 'check' }, letter: 'h' },
  '/alerts': { permission: 'health.read', menu: { group: 'house', text: 'menu.alerts', icon: 'warn' } },
  '/audit': { permission: 'audit.own', menu: { group: 'house', text: 'menu.audit', icon: iconClock } },
  '/staff': { permission: 'staff.read', menu: { group: 'house', text: 'menu.staff', icon: 'user' }, letter: 'l' },
  '/roles': { permission: 'staff.read', menu: { group: 'house', text: 'menu.roles', icon: 'shield' } },
  '/roles/:role': { permission: 'staff.read' },
  '/rules': { permission: 'staff.read', menu: { group: 'house', text: 'menu.rules', icon: 'shield' } },
  '/help': { permission: '', menu: { group: 'own', text: 'menu.help', icon: 'news' }, letter: 'e' },
  '/help/:guide': { permission: '' },
  '/me': { permission: '', menu: { group: 'own', text: 'menu.me', icon: 'shield' }, letter: 'm' },
}
