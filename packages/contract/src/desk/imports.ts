import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { int, reason } from './fields.ts'
import { EXPORT_PAGE } from './paging.ts'

/** The maximum size of a file in bytes; a body carries it as base64. */
export const MOST_FILE_BYTES = 8 * 1024 * 1024
export const FILE_BODY_BYTES = Math.ceil(MOST_FILE_BYTES / 3) * 4 + 64 * 1024
export const STEP_ROWS = 500
/** Rows of a screen of an import's changes; more of them are an export, which goes into the audit. */
export const CHANGES_PAGE = 100
export const importKinds = ['products', 'texts', 'campaigns', 'codes'] as const
export type ImportKind = (typeof importKinds)[number]
/** The columns of each kind's file. The first columns identify the row; a column that a file omits keeps its value. */
export const importColumns = {
  products: [
    'id',
    'kind',
    'price_cents',
    'bonus_pct',
    'quantity',
    'icon',
    'tag',
    'sort',
    'active',
    'featured',
    'name',
    'desc',
  ],
  texts: ['id', 'locale', 'name', 'desc'],
  campaigns: [
    'kind',
    'id',
    'name',
    'desc',
    'starts_at',
    'ends_at',
    'items',
    'basic_points',
    'present_points',
    'per_role',
    'per_account',
    'total',
    'counts',
    'tiers',
  ],
  codes: ['code', 'uses'],
} as const satisfies Record<ImportKind, readonly string[]>
/** The kind of a file, guessed from its columns; null: unknown. */
export function guessKind(columns: readonly string[]): ImportKind | null {
  const has = (name: string): boolean => columns.includes(name)
  if (has('code')) return 'codes'
  if (has('locale')) return 'texts'
  if (has('starts_at') || has('tiers') || has('items')) return 'campaigns'
  return has('id') ? 'products' : null
}
export const verdicts = ['new', 'changed', 'same', 'refused'] as const
export const importId = int().positive()
export const base64 = z
  .string()
  .max(Math.ceil(MOST_FILE_BYTES / 3) * 4)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/)
const schema = strict({
  column: z.string(),
  /** The code of a reason, for which the desk has a sentence. */
  why: z.string(),
  value: z.string(),
})
export type WrongCell = z.output<typeof schema>
const fields = z.record(z.string(), z.unknown())
const change = strict({
  seq: int(),
  kind: z.string(),
  target: z.string(),
  /** The changed fields, before and after. */
  before: fields.nullable(),
  after: fields,
  state: z.enum(['waiting', 'applied', 'planned', 'stale', 'refused', 'left']),
  why: z.string(),
})
export type ImportChange = z.output<typeof change>
export const job = strict({
  import_id: int(),
  kind: z.enum([...importKinds, 'promotion']),
  target: z.string(),
  name: z.string(),
  by: z.string(),
  at: int(),
  state: z.enum(['checked', 'running', 'applied']),
  lines: int(),
  fresh: int(),
  changed: int(),
  same: int(),
  refused: int(),
  /** The number of applied rows. */
  applied: int(),
})
export type ImportJob = z.output<typeof job>
const applied = strict({ rows: int(), state: z.enum(['running', 'applied']) })
const applyBody = strict({ import_id: importId, reason })
export const applyErrors = ['ImportNotFound', 'ImportRefused', 'ImportStale', 'NeedsApproval'] as const

export const importCalls = {
  'import/check': changes('product.read', {
    bodyLimit: FILE_BODY_BYTES,
    summary:
      'Reads a file (CSV or JSONL, UTF-8) and says what it would change, and the errors of each line. Nothing in ' +
      'the shop changes. The person needs the rights to the imported data.',
    body: strict({
      /** null: guessed from the columns. */
      kind: z.enum(importKinds).nullable().default(null),
      /** The campaign that codes belong to. */
      campaign: z.string().max(64).default(''),
      name: z.string().trim().min(1).max(200),
      data: base64,
    }),
    result: strict({ import_id: int() }),
    errors: ['FileRefused', 'NotAllowed', 'CampaignNotFound', 'CampaignRefused'],
  }),
  'import/list': reads('product.read', {
    summary: 'Files of the last seven days, newest first.',
    body: strict({ before: int().min(0).default(0), size: int().min(1).max(EXPORT_PAGE).default(50) }),
    result: strict({ rows: z.array(job), next: int().nullable() }),
  }),
  'import/read': reads('product.read', {
    summary: 'The changes of a file, planned or made: its counts and a page of them.',
    body: strict({
      import_id: importId,
      after: int().min(0).default(0),
      size: int().min(1).max(EXPORT_PAGE).default(CHANGES_PAGE),
    }),
    result: strict({ job, changes: z.array(change), next: int().nullable() }),
    errors: ['ImportNotFound'],
  }),
  'import/lines': reads('product.read', {
    summary: 'The errors in the lines of a file, one page of lines at a time.',
    body: strict({
      import_id: importId,
      after: int().min(0).default(0),
      size: int().min(1).max(EXPORT_PAGE).default(STEP_ROWS),
    }),
    result: strict({
      lines: z.array(strict({ line: int(), target: z.string(), errors: z.array(schema) })),
      next: int().nullable(),
    }),
    errors: ['ImportNotFound'],
  }),
  'import/applyProducts': changes('product.price', {
    summary: 'Applies a file of products: all of its rows or none; above 5,000 rows in steps of 500.',
    body: applyBody,
    result: applied,
    errors: applyErrors,
  }),
  'import/applyTexts': changes('product.text', {
    summary: 'Applies a file of names and descriptions in several languages.',
    body: applyBody,
    result: applied,
    errors: applyErrors,
  }),
  'import/applyCampaigns': changes('campaign.edit', {
    summary: 'Applies a file of campaigns. They become drafts.',
    body: applyBody,
    result: applied,
    errors: applyErrors,
  }),
  'import/applyCodes': changes('code.make', {
    summary: 'Applies a file of redeem codes to their campaign.',
    body: applyBody,
    result: applied,
    errors: applyErrors,
  }),
  'export/file': reads('product.read', {
    summary: 'Products, their texts, or campaigns, in the format of an import.',
    body: strict({ kind: z.enum(['products', 'texts', 'campaigns']), form: z.enum(['csv', 'jsonl']).default('csv') }),
    result: strict({ name: z.string(), type: z.string(), text: z.string(), rows: int() }),
  }),
}
