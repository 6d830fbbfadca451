import type { DraftedKindName } from '@hc/contract/desk/kinds'
import type { CampaignForm } from './campaign-form.ts'
import { rebate } from './rebate.tsx'
import { redeem } from './redeem.tsx'

/** The form of every kind of campaign that people draft: a file here, and a line. */
export const forms: { readonly [K in DraftedKindName]: CampaignForm<K> } = { redeem, rebate }
