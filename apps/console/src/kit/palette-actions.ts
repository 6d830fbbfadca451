import { draftedKinds } from '@hc/contract/desk/kinds'

/**
 * The actions of the palette: their pages, and the rights that they need. `do` names a dialog's call, and the
 * page opens that dialog (`useOpened`).
 */
export const acts = [
  { act: 'article', path: '/articles/new', permission: 'content.edit' },
  ...draftedKinds.map((act) => ({ act, path: `/campaigns/${act}/new`, permission: 'campaign.edit' }) as const),
  { act: 'product', path: '/products/new', permission: 'product.create' },
  { act: 'file', path: '/imports', permission: 'product.text' },
  { act: 'pause', path: '/channels?do=sales/pause', permission: 'sales.pause' },
  { act: 'payout', path: '/finance/gateways?do=settlement/import', permission: 'settlement.import' },
  { act: 'month', path: '/finance/periods?do=period/close', permission: 'period.close' },
  { act: 'correct', path: '/finance?do=ledger/correct', permission: 'ledger.correct' },
  { act: 'doctor', path: '/health', permission: 'doctor.run' },
  { act: 'place', path: '/settings/notifications?do=alert/saveChannel', permission: 'alert.write' },
  { act: 'invite', path: '/staff?do=staff/invite', permission: 'staff.invite' },
] as const
