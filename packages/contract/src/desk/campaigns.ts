import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { campaignKinds, draftedKinds } from './kinds.ts'
import { locale, localTime, planned, requests, version, when } from './editing.ts'
import { int, reason, timeErrors } from './fields.ts'
import { EXPORT_PAGE } from './paging.ts'

const points = int().min(0).max(10_000_000)
const most = int().min(1).max(1_000_000_000).nullable()
const goods = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/)
export const campaignStates = ['draft', 'ready', 'running', 'over', 'stopped'] as const
const kind = z.enum(campaignKinds)
const editable = z.enum(draftedKinds)
/** A campaign's id; that of a reset is the item, `@` and its second since 1970. */
const id = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.@-]{0,79}$/)
const texts = z.partialRecord(
  locale,
  strict({ name: z.string().trim().min(1).max(80), desc: z.string().trim().max(300).default('') }),
)
const shopTexts = texts.refine((all) => all['en-US'] !== undefined)
const item = strict({
  cp_goods_id: goods,
  quantity: int().min(1).max(1_000_000),
  bonus: int().min(0).max(1000).default(0),
})
const tier = strict({
  threshold_cents: int().min(1).max(1_000_000_000),
  rate_pct: int().min(0).max(100),
  gift_goods_id: goods.nullable(),
  gift_quantity: int().min(1).max(1_000_000),
})
const redeem = strict({
  kind: z.literal('redeem'),
  texts: shopTexts,
  starts: localTime,
  ends: localTime,
  items: z.array(item).max(20),
  basic_points: points,
  present_points: points,
  per_role: most,
  per_account: most,
  total: most,
})
const rebate = strict({
  kind: z.literal('rebate'),
  texts: shopTexts,
  starts: localTime,
  ends: localTime,
  counts: z
    .array(z.enum(['item', 'coin']))
    .min(1)
    .max(2),
  tiers: z.array(tier).min(1).max(20),
})
/** A draft as a whole. */
export const campaignDraft = z.discriminatedUnion('kind', [redeem, rebate])
export type CampaignDraft = z.output<typeof campaignDraft>
const row = strict({
  kind,
  id: z.string(),
  name: z.string(),
  state: z.enum(campaignStates),
  starts_at: int(),
  ends_at: int().nullable(),
  /** The number of uses, if there is a total. */
  used: int().nullable(),
  total: int().nullable(),
})
export type CampaignRow = z.output<typeof row>
const sums = {
  players: int(),
  characters: int(),
  grants: int(),
  points: int(),
  items: int(),
  value_cents: int(),
  /** Characters that had a similar gift already. */
  twice: int(),
  /** The orders of that time, and how many of them belong to characters that would get something. */
  orders: int(),
  orders_with: int(),
}
const dryRun = strict({
  days: int(),
  from: int(),
  to: int(),
  ...sums,
  tiers: z.array(strict({ threshold_cents: int(), grants: int(), points: int(), items: int(), value_cents: int() })),
  largest: z.array(
    strict({
      uid: z.string(),
      server_id: z.string(),
      role_id: z.string(),
      points: int(),
      items: int(),
      value_cents: int(),
    }),
  ),
  /** The maximum cost of the whole campaign, in cents; null: unlimited. */
  forecast: strict({ low: int(), likely: int(), high: int() }).nullable(),
})
const line = strict({
  key: z.string(),
  ok: z.boolean(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The number of the row that shows it. */
  row: z.string(),
})

export const campaignCalls = {
  'campaign/list': reads('campaign.read', {
    summary: 'Campaigns of all kinds, the latest start first.',
    body: strict({
      kind: z.enum(['', ...campaignKinds]).default(''),
      state: z.enum(['', ...campaignStates]).default(''),
      after: z.string().max(160).default(''),
      size: z.number().int().min(1).max(EXPORT_PAGE).default(50),
    }),
    result: strict({ rows: z.array(row), next: z.string().nullable() }),
    errors: ['TooWide'],
  }),
  'campaign/read': reads('campaign.read', {
    summary: 'A campaign: its gifts, their recipients, its dates, and the gifts so far.',
    body: strict({ kind, id }),
    result: strict({
      ...row.shape,
      version: int(),
      /** Distinguishes one set of tiers from another. */
      mark: int(),
      texts,
      items: z.array(strict({ cp_goods_id: z.string(), quantity: int(), bonus: int() })),
      basic_points: int(),
      present_points: int(),
      per_role: int().nullable(),
      per_account: int().nullable(),
      counts: z.array(z.string()),
      tiers: z.array(
        strict({
          threshold_cents: int(),
          rate_pct: int(),
          gift_goods_id: z.string().nullable(),
          gift_quantity: int(),
        }),
      ),
      /** Its gifts so far, without those taken back; null for whoever may not read sums of money. */
      given: strict({ grants: int(), points: int(), value_cents: int() }).nullable(),
      /** The maximum cost that was agreed on at its last start or change; null: none was, or as above. */
      forecast_cents: int().nullable(),
      /** `left`: remaining uses of its codes; null if a code is unlimited. */
      codes: strict({ made: int(), used: int(), left: int().nullable(), to_export: int() }),
      plans: z.array(planned),
    }),
    errors: ['CampaignNotFound', 'TooWide'],
  }),
  'campaign/requests': reads('campaign.read', {
    summary: 'The open requests about a campaign.',
    body: strict({ kind, id }),
    result: requests,
  }),
  'campaign/explain': reads('campaign.read', {
    summary: 'Why a player’s character got a campaign’s gift, or did not: each condition, in order.',
    body: strict({
      kind,
      id,
      uid: z.string().trim().min(1).max(64),
      server_id: z.string().trim().max(64),
      role_id: z.string().trim().max(64),
      code: z.string().trim().max(80).default(''),
    }),
    result: strict({ got: z.boolean(), lines: z.array(line) }),
    errors: ['CampaignNotFound', 'RowNotFound', 'TooWide'],
  }),
  'campaign/dryRun': reads('campaign.dry_run', {
    summary:
      'The gifts that a campaign would have made in the last 7, 30 or 90 days; for codes, who could use one now.',
    body: strict({ kind, id, days: z.union([z.literal(7), z.literal(30), z.literal(90)]).default(30) }),
    result: dryRun,
    errors: ['CampaignNotFound', 'TooWide'],
  }),
  'campaign/edit': changes('campaign.edit', {
    summary: 'Makes a draft (version 0) or saves it.',
    body: strict({
      kind: editable,
      id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/),
      version,
      draft: campaignDraft,
      reason: z.string().trim().max(300).default(''),
    }),
    result: strict({ version: int() }),
    errors: ['CampaignNotFound', 'CampaignRefused', 'VersionConflict', 'EditRefused', ...timeErrors],
  }),
  'campaign/start': changes('campaign.start', {
    summary: 'Publishes a draft to players from its date on. Above the limit of its forecast it becomes a request.',
    body: strict({ kind: editable, id, version, reason }),
    result: strict({ version: int() }),
    errors: ['CampaignNotFound', 'CampaignRefused', 'VersionConflict', 'EditRefused', 'NeedsApproval', 'TooWide'],
  }),
  'campaign/change': changes('campaign.stop', {
    summary:
      'Changes the texts and dates of a started campaign; of a running one, only the end. It becomes a request if ' +
      'the campaign runs already. Its gifts stay as players know them.',
    body: strict({ kind: editable, id, version, texts: shopTexts, starts: localTime, ends: localTime, reason }),
    result: strict({ version: int() }),
    errors: [
      'CampaignNotFound',
      'CampaignRefused',
      'VersionConflict',
      'EditRefused',
      'NeedsApproval',
      'TooWide',
      ...timeErrors,
    ],
  }),
  'campaign/stop': changes('campaign.stop', {
    summary: 'Ends a campaign at once. Players keep the gifts that they have.',
    body: strict({ kind: editable, id, version, reason }),
    result: strict({ version: int() }),
    errors: ['CampaignNotFound', 'CampaignRefused', 'VersionConflict', 'NeedsApproval', 'TooWide'],
  }),
  'code/make': changes('code.make', {
    summary: 'Makes 1 to 100,000 codes of a campaign, each for `uses` uses (null: unlimited).',
    body: strict({ id, count: int().min(1).max(100_000), uses: int().min(1).max(1_000_000).nullable() }),
    result: strict({ made: int() }),
    errors: ['CampaignNotFound', 'CampaignRefused'],
  }),
  'code/export': changes('code.export', {
    summary:
      'Codes that no file has contained yet, at most 100,000; they are marked, so that no other file will contain ' +
      'them.',
    body: strict({ id }),
    result: strict({ codes: z.array(z.string()) }),
    errors: ['CampaignNotFound'],
  }),
  'bonus/reset': changes('campaign.start', {
    summary: 'Renews the first-top-up bonus of an item, at once or from a moment on.',
    body: strict({ id: goods, when, reason }),
    result: strict({ at: int() }),
    errors: ['ItemNotFound', 'CampaignRefused', 'NeedsApproval', 'TooWide', ...timeErrors],
  }),
  'bonus/withdraw': changes('campaign.stop', {
    summary: 'Withdraws a reset that has not happened yet.',
    body: strict({ id, reason }),
    result: strict({ withdrawn: z.boolean() }),
    errors: ['CampaignNotFound', 'CampaignRefused', 'NeedsApproval', 'TooWide'],
  }),
}
