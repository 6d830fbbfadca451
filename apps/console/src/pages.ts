import type { Me } from '@hc/contract/desk/calls'
import type { DeskPath } from '@hc/contract/desk/pages'
import type { IconName } from '@hc/ui/icon'
import { iconClock, iconEye, iconGift, iconRefresh, iconUpload } from '@hc/ui/more-icons'
import { type ComponentType, lazy } from 'react'
import type { DeskTexts } from './kit/use-action.ts'

export type PageProps = { me: Me; params: Readonly<Record<string, string | undefined>> }
/** The parts of the menu, in their order. */
export const groups = ['work', 'shop', 'money', 'house', 'own'] as const
export type DeskPage = {
  permission: string
  page: ComponentType<PageProps>
  /** The page's place in the menu; a page without it is reached from another page. */
  menu?: { group: (typeof groups)[number]; text: Parameters<DeskTexts>[0] & `menu.${string}`; icon: IconName }
  /** `g` and this letter open the page. */
  letter?: string
}

/** Every page, in the menu's order. The code of each is loaded when somebody opens it. */
export const pages: Readonly<Record<DeskPath, DeskPage>> = {
  '/': {
    permission: 'today.read',
    page: lazy(async () => ({ default: (await import('./pages/today.tsx')).Today })),
    menu: { group: 'work', text: 'menu.today', icon: 'home' },
    letter: 't',
  },
  '/waiting': {
    permission: 'today.read',
    page: lazy(async () => ({ default: (await import('./pages/waiting/waiting.tsx')).Waiting })),
    menu: { group: 'work', text: 'menu.waiting', icon: 'warn' },
    letter: 'w',
  },
  '/orders': {
    permission: 'order.read',
    page: lazy(async () => ({ default: (await import('./pages/orders/orders.tsx')).Orders })),
    menu: { group: 'work', text: 'menu.orders', icon: 'card' },
    letter: 'o',
  },
  '/orders/:no': {
    permission: 'order.read',
    page: lazy(async () => ({ default: (await import('./pages/orders/order.tsx')).Order })),
  },
  '/players': {
    permission: 'player.read',
    page: lazy(async () => ({ default: (await import('./pages/players/players.tsx')).Players })),
    menu: { group: 'work', text: 'menu.players', icon: 'user' },
    letter: 'p',
  },
  '/players/:uid': {
    permission: 'player.read',
    page: lazy(async () => ({ default: (await import('./pages/players/player.tsx')).Player })),
  },
  '/deliveries': {
    permission: 'delivery.read',
    page: lazy(async () => ({ default: (await import('./pages/deliveries/deliveries.tsx')).Deliveries })),
    menu: { group: 'work', text: 'menu.deliveries', icon: iconGift },
    letter: 'd',
  },
  '/refunds': {
    permission: 'refund.read',
    page: lazy(async () => ({ default: (await import('./pages/refunds/refunds.tsx')).Refunds })),
    menu: { group: 'work', text: 'menu.refunds', icon: iconRefresh },
    letter: 'r',
  },
  '/disputes': {
    permission: 'dispute.read',
    page: lazy(async () => ({ default: (await import('./pages/refunds/disputes.tsx')).Disputes })),
    menu: { group: 'work', text: 'menu.disputes', icon: 'shield' },
  },
  '/disputes/:channel/:id': {
    permission: 'dispute.read',
    page: lazy(async () => ({ default: (await import('./pages/refunds/dispute.tsx')).DisputePage })),
  },
  '/withdrawals': {
    permission: 'refund.read',
    page: lazy(async () => ({ default: (await import('./pages/law/withdrawals.tsx')).Withdrawals })),
    menu: { group: 'work', text: 'menu.withdrawals', icon: iconRefresh },
  },
  '/documents': {
    permission: 'refund.read',
    page: lazy(async () => ({ default: (await import('./pages/documents/documents.tsx')).Documents })),
    menu: { group: 'money', text: 'menu.documents', icon: 'news' },
  },
  '/documents/:number': {
    permission: 'refund.read',
    page: lazy(async () => ({ default: (await import('./pages/documents/document.tsx')).DocumentPage })),
  },
  '/appeals': {
    permission: 'player.read',
    page: lazy(async () => ({ default: (await import('./pages/market/appeals.tsx')).Appeals })),
    menu: { group: 'work', text: 'menu.appeals', icon: 'pin' },
  },
  '/inbox': {
    permission: 'inbox.read',
    page: lazy(async () => ({ default: (await import('./pages/inbox/inbox.tsx')).Inbox })),
    menu: { group: 'work', text: 'menu.inbox', icon: 'news' },
    letter: 'i',
  },
  '/approvals': {
    permission: 'today.read',
    page: lazy(async () => ({ default: (await import('./pages/approvals/approvals.tsx')).Approvals })),
    menu: { group: 'work', text: 'menu.approvals', icon: 'check' },
    letter: 'q',
  },
  '/approvals/:no': {
    permission: 'today.read',
    page: lazy(async () => ({ default: (await import('./pages/approvals/approval.tsx')).Approval })),
  },
  '/products': {
    permission: 'product.read',
    page: lazy(async () => ({ default: (await import('./pages/products/products.tsx')).Products })),
    menu: { group: 'shop', text: 'menu.products', icon: 'gem' },
    letter: 's',
  },
  '/products/new': {
    permission: 'product.create',
    page: lazy(async () => ({ default: (await import('./pages/products/new-product.tsx')).NewProduct })),
  },
  '/products/:id': {
    permission: 'product.read',
    page: lazy(async () => ({ default: (await import('./pages/products/product.tsx')).Product })),
  },
  '/prices': {
    permission: 'product.read',
    page: lazy(async () => ({ default: (await import('./pages/market/books.tsx')).Books })),
    menu: { group: 'shop', text: 'menu.prices', icon: 'globe' },
  },
  '/prices/:book': {
    permission: 'product.read',
    page: lazy(async () => ({ default: (await import('./pages/market/prices.tsx')).Prices })),
  },
  '/markets': {
    permission: 'product.read',
    page: lazy(async () => ({ default: (await import('./pages/market/markets.tsx')).Markets })),
    menu: { group: 'shop', text: 'menu.markets', icon: 'card' },
  },
  '/channels': {
    permission: 'product.read',
    page: lazy(async () => ({ default: (await import('./pages/channels.tsx')).Channels })),
    menu: { group: 'shop', text: 'menu.channels', icon: 'card' },
    letter: 'c',
  },
  '/campaigns': {
    permission: 'campaign.read',
    page: lazy(async () => ({ default: (await import('./pages/campaigns/campaigns.tsx')).Campaigns })),
    menu: { group: 'shop', text: 'menu.campaigns', icon: iconGift },
    letter: 'n',
  },
  '/campaigns/:kind/new': {
    permission: 'campaign.edit',
    page: lazy(async () => ({ default: (await import('./pages/campaigns/edit.tsx')).EditCampaign })),
  },
  '/campaigns/:kind/:id': {
    permission: 'campaign.read',
    page: lazy(async () => ({ default: (await import('./pages/campaigns/campaign.tsx')).Campaign })),
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
    letter: 'f',
  },
  '/media': {
    permission: 'content.read',
    page: lazy(async () => ({ default: (await import('./pages/media.tsx')).Media })),
    menu: { group: 'shop', text: 'menu.media', icon: iconEye },
  },
  '/law': {
    permission: 'product.read',
    page: lazy(async () => ({ default: (await import('./pages/law/law.tsx')).Law })),
    menu: { group: 'shop', text: 'menu.law', icon: 'shield' },
  },
  '/calendar': {
    permission: 'content.read',
    page: lazy(async () => ({ default: (await import('./pages/calendar.tsx')).CalendarPage })),
    menu: { group: 'shop', text: 'menu.calendar', icon: iconClock },
  },
  '/imports': {
    permission: 'product.read',
    page: lazy(async () => ({ default: (await import('./pages/files/imports.tsx')).Imports })),
    menu: { group: 'shop', text: 'menu.imports', icon: iconUpload },
    letter: 'u',
  },
  '/imports/:id': {
    permission: 'product.read',
    page: lazy(async () => ({ default: (await import('./pages/files/import.tsx')).ImportPage })),
  },
  '/promote': {
    permission: 'content.read',
    page: lazy(async () => ({ default: (await import('./pages/files/promote.tsx')).Promote })),
    menu: { group: 'shop', text: 'menu.promote', icon: 'arrow' },
  },
  '/promote/:id': {
    permission: 'content.read',
    page: lazy(async () => ({ default: (await import('./pages/files/promotion.tsx')).Promotion })),
  },
  '/reports': {
    permission: 'report.service',
    page: lazy(async () => ({ default: (await import('./pages/insight/reports.tsx')).Reports })),
    menu: { group: 'money', text: 'menu.reports', icon: 'card' },
  },
  '/finance': {
    permission: 'ledger.read',
    page: lazy(async () => ({ default: (await import('./pages/finance/books.tsx')).Books })),
    menu: { group: 'money', text: 'menu.books', icon: 'card' },
    letter: 'b',
  },
  '/finance/journals': {
    permission: 'ledger.read',
    page: lazy(async () => ({ default: (await import('./pages/finance/journals.tsx')).Journals })),
    menu: { group: 'money', text: 'menu.journals', icon: 'news' },
  },
  '/finance/journals/:no': {
    permission: 'ledger.read',
    page: lazy(async () => ({ default: (await import('./pages/finance/journals.tsx')).JournalPage })),
  },
  '/finance/gateways': {
    permission: 'ledger.read',
    page: lazy(async () => ({ default: (await import('./pages/finance/gateways.tsx')).Gateways })),
    menu: { group: 'money', text: 'menu.gateways', icon: 'globe' },
  },
  '/finance/payouts/:channel/:payout': {
    permission: 'ledger.read',
    page: lazy(async () => ({ default: (await import('./pages/finance/gateways.tsx')).PayoutPage })),
  },
  '/finance/periods': {
    permission: 'ledger.read',
    page: lazy(async () => ({ default: (await import('./pages/finance/periods.tsx')).Periods })),
    menu: { group: 'money', text: 'menu.periods', icon: iconClock },
  },
  '/health': {
    permission: 'health.read',
    page: lazy(async () => ({ default: (await import('./pages/insight/health.tsx')).Health })),
    menu: { group: 'house', text: 'menu.health', icon: 'check' },
    letter: 'h',
  },
  '/alerts': {
    permission: 'health.read',
    page: lazy(async () => ({ default: (await import('./pages/insight/alerts.tsx')).Alerts })),
    menu: { group: 'house', text: 'menu.alerts', icon: 'warn' },
  },
  '/audit': {
    permission: 'audit.own',
    page: lazy(async () => ({ default: (await import('./pages/audit.tsx')).Audit })),
    menu: { group: 'house', text: 'menu.audit', icon: iconClock },
  },
  '/staff': {
    permission: 'staff.read',
    page: lazy(async () => ({ default: (await import('./pages/staff.tsx')).Staff })),
    menu: { group: 'house', text: 'menu.staff', icon: 'user' },
    letter: 'l',
  },
  '/roles': {
    permission: 'staff.read',
    page: lazy(async () => ({ default: (await import('./pages/roles/roles.tsx')).Roles })),
    menu: { group: 'house', text: 'menu.roles', icon: 'shield' },
  },
  '/roles/:role': {
    permission: 'staff.read',
    page: lazy(async () => ({ default: (await import('./pages/roles/role.tsx')).RolePage })),
  },
  '/rules': {
    permission: 'staff.read',
    page: lazy(async () => ({ default: (await import('./pages/approvals/rules.tsx')).Rules })),
    menu: { group: 'house', text: 'menu.rules', icon: 'shield' },
  },
  '/help': {
    permission: '',
    page: lazy(async () => ({ default: (await import('./pages/help/help.tsx')).Help })),
    menu: { group: 'own', text: 'menu.help', icon: 'news' },
    letter: 'e',
  },
  '/help/:guide': {
    permission: '',
    page: lazy(async () => ({ default: (await import('./pages/help/guide.tsx')).Guide })),
  },
  '/me': {
    permission: '',
    page: lazy(async () => ({ default: (await import('./pages/me.tsx')).Account })),
    menu: { group: 'own', text: 'menu.me', icon: 'shield' },
    letter: 'm',
  },
}
