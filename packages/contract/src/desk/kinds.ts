/** Kinds of campaigns that people draft, start and stop. */
export const draftedKinds = ['redeem', 'rebate'] as const
/** Codes and rebates, which the shop grants by itself; a reset renews the first-top-up bonus of an item. */
export const campaignKinds = [...draftedKinds, 'reset'] as const

export type DraftedKindName = (typeof draftedKinds)[number]
export type CampaignKindName = (typeof campaignKinds)[number]

/** Kinds of rows that go from shop to shop. */
export const promotedKinds = ['product', 'channel', 'article', 'block', ...draftedKinds] as const
