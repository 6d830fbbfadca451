/**
 * The desk's texts by area: a page loads its own ones (`lazyPart`). `core` is what a sign-in needs, `home` what is
 * around each page, with the codes that the server names.
 */
export const areas = ['core', 'home', 'orders', 'catalog', 'content', 'finance', 'operations', 'settings'] as const
export type Area = (typeof areas)[number]

/** The beginnings of each area's keys. The longest that fits decides. */
const table: Readonly<Record<Area, string>> = {
  core: 'again cancel close error failed field imports.tooLarge kit.conflict language loading name staff',
  home: `approvals articles.by articles.picture articles.pictureGone articles.pictureHint articles.upload
    articles.uploading audit.empty beside campaigns.choose campaigns.dateHint campaigns.name
    channels.methods.names channels.names codes
    help home.add home.remove home.removeName
    imports.whole imports.wrong keys kit ledger.points list menu newer notFound orders.badges orders.statuses own
    palette points.adjust prices.addCountry prices.removeCountry products.action products.down products.up remarks
    reports.tax revisions role roles.mark roles.permission row setup.continue setup.demo setup.names setup.of
    setup.upNext shell skip time today views waiting words`,
  orders: 'appeals deliveries disputes documents orderFee orders players points refunds webhooks.states withdrawals',
  catalog: `campaigns imports.exportCampaigns imports.exportProducts imports.exportTexts imports.importCodes
    prices products`,
  content: 'articles home media',
  finance: 'ledger months payouts reports',
  operations: 'alerts channels health imports promotion webhooks',
  settings: 'audit currencies gameKeys law roles setup',
}

const beginnings = new Map(areas.flatMap((area) => table[area].split(/\s+/).map((key) => [key, area] as const)))

/** The area of a key. @throws Error: no area has its group */
export function areaOf(key: string): Area {
  for (let begin = key; begin !== ''; begin = begin.slice(0, Math.max(begin.lastIndexOf('.'), 0))) {
    const area = beginnings.get(begin)
    if (area) return area
  }
  throw new Error(`${key} has no area: apps/console/areas.ts`)
}
