import { campaignKinds, type CampaignKindName, draftedKinds, type DraftedKindName } from '@hc/contract/desk/kinds'
import type { CampaignKind, DraftedKind } from './campaign-kind.ts'
import { rebate } from './rebate.ts'
import { redeem } from './redeem.ts'
import { reset } from './reset.ts'

/** Every kind of campaign that people draft: a file here, and a line. */
export const drafted: Readonly<Record<DraftedKindName, DraftedKind>> = { redeem, rebate }
/** Every kind of campaign. */
export const kinds: Readonly<Record<CampaignKindName, CampaignKind>> = { ...drafted, reset }

export const isDrafted = (kind: string): kind is DraftedKindName => draftedKinds.some((name) => name === kind)

/** A value of each kind that people draft. */
export const ofDrafted = <T>(valueOf: (kind: DraftedKind) => T): Record<DraftedKindName, T> =>
  Object.fromEntries(draftedKinds.map((name) => [name, valueOf(drafted[name])])) as Record<DraftedKindName, T>

/** A statement of each kind, joined by `union all`; a kind without one is left out. */
const united = (names: readonly CampaignKindName[], text: (kind: CampaignKindName) => string): string =>
  names
    .map(text)
    .filter((part) => part !== '')
    .join(' union all ')

const LIST = united(campaignKinds, (kind) => `select '${kind}' as kind, l.* from (${kinds[kind].listed}) l`)
/** Every campaign as a row of the list, by kind. */
export const CAMPAIGNS = `(${LIST}) x`
/** The names of campaigns by the keys of reports, $1. */
export const NAMES = united(campaignKinds, (kind) => kinds[kind].named)
/** The columns of files that some kind of campaign has and not all have. */
export const campaignColumns: ReadonlySet<string> = new Set(
  Object.values(drafted).flatMap(({ file }) => Object.keys(file.columns)),
)
