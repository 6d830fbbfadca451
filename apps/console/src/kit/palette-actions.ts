/**
 * The actions of the palette: their pages, and the rights that they need. `do` names a dialog's call, and the
 * page opens that dialog (`useOpened`).
 */
export const acts = [
  { act: 'article', path: '/articles/new', permission: 'content.edit' },
  { act: 'redeem', path: '/campaigns/redeem/new', permission: 'campaign.edit' },
  { act: 'rebate', path: '/campaigns/rebate/new', permission: 'campaign.edit' },
  { act: 'product', path: '/products/new', permission: 'product.create' },
  { act: 'file', path: '/imports', permission: 'product.text' },
  { act: 'pause', path: '/channels?do=sales/pause', permission: 'sales.pause' },
  { act: 'payout', path: '/finance/gateways?do=settlement/import', permission: 'settlement.import' },
  { act: 'month', path: '/finance/periods?do=period/close', permission: 'period.close' },
  { act: 'correct', path: '/finance?do=ledger/correct', permission: 'ledger.correct' },
  { act: 'doctor', path: '/health', permission: 'doctor.run' },
  { act: 'place', path: '/alerts?tab=places&do=alert/saveChannel', permission: 'alert.write' },
  { act: 'invite', path: '/staff?do=staff/invite', permission: 'staff.invite' },
] as const
