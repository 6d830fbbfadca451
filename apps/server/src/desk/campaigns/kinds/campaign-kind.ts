import type { DraftedKindName } from '@hc/contract/desk/kinds'
import type { CampaignDraft } from '@hc/contract/desk/campaigns'
import type { DeskResult } from '@hc/contract/desk/calls'
import type { Query } from '../../../platform/db.ts'
import { epochSeconds } from '../../../platform/epoch.ts'
import type { Reader } from '../../kit/cells.ts'

export type Read = DeskResult<'campaign/read'>
/** The fields of `campaign/read` that some kinds have; the others show them empty. */
export type OwnFields = Pick<
  Read,
  | 'version'
  | 'mark'
  | 'texts'
  | 'tiers'
  | 'items'
  | 'basic_points'
  | 'present_points'
  | 'per_role'
  | 'per_account'
  | 'counts'
  | 'codes'
>
/** `days`: its whole length; null: it has no end. `most`: the most that it gives, in cents; null: no bound. */
export type Length = { days: number | null; most: number | null }
/** How a value of a column is written into one cell of a file. */
export type Packed = (value: never) => string
export type Fields = Record<string, unknown>
/** A rule that a row of a file breaks: its column, the rule's code, and the value. */
export type Breach = [column: string, code: string, value?: unknown]

/**
 * A kind of campaign at the desk. Its SQL functions have its name: `desk.dry_run_KIND`, `desk.explain_KIND`,
 * `desk.given_KIND`, `desk.most_KIND`. `kinds.ts` lists the kinds.
 */
export type CampaignKind = {
  /** A select of id, name, state, began, starts_at, ends_at, used and total, a row for each campaign. */
  listed: string
  /** The kinds of requests about it. */
  requests: readonly string[]
  /** The key of an explanation's line that says that somebody got it. */
  got: string
  /** What its SQL functions call it, of the id that the desk shows. */
  subject: (id: string) => string
  /** What it may cost is the most that it allows, or what it would have given in past days. */
  forecast: 'most' | 'past'
  /** @throws AppError CampaignNotFound */
  length: (q: Query, id: string) => Promise<Length>
  /** @throws AppError CampaignNotFound */
  read: (q: Query, id: string) => Promise<Partial<OwnFields>>
  /** The names of campaigns by the keys of reports, $1: a select of key and name; '' where no report counts it. */
  named: string
}

/** A kind that people draft, start and stop: a table with `campaign_id`, texts, dates, a state and a version. */
export type DraftedKind = CampaignKind & {
  table: `${DraftedKindName}_campaign`
  /** A condition of its row `c`: it can give something; and why a start without it is refused. */
  gives: { sql: string; lacks: string }
  /** The draft's own fields as the table has them. */
  fieldsOf: (draft: CampaignDraft) => Fields
  /** @throws AppError CampaignRefused */
  check: (q: Query, draft: CampaignDraft) => Promise<void>
  /** The fields that go from shop to shop. */
  promoted: readonly string[]
  file: {
    /** Its own columns, each with the select of it, its reader, and how it is written into a cell. */
    columns: Readonly<Record<string, { select: string; reader: Reader; packed?: Packed }>>
    /** Columns that a new campaign must have. */
    needed: readonly string[]
    /** Values of columns that a file may leave out. */
    usual: Fields
    /** A form of the fields in which they are compared. */
    inOrder: (fields: Fields) => Fields
    /** The rules of the table, which would refuse it later. `goods`: items with a price. */
    breaches: (fields: Fields, goods: ReadonlySet<string>) => Breach[]
  }
}

/** The state of a row `c` as the list shows it. */
export const STATE = `case when c.state <> 'ready' then c.state when c.starts_at > app_now() then 'ready'
    when c.ends_at <= app_now() then 'over' else 'running' end`
export const NAME = `coalesce(c.texts -> 'en-US' ->> 'name', c.campaign_id)`
/** `listed` of a kind with a table of its own. */
export const listedIn = (table: string, used = 'null::int', total = 'null::int'): string =>
  `select c.campaign_id as id, ${NAME} as name, ${STATE} as state, c.starts_at as began,
      ${epochSeconds('c.starts_at')} as starts_at, ${epochSeconds('c.ends_at')} as ends_at, ${used} as used,
      ${total} as total from ${table} c`
/** `named` of a kind with a table of its own; `where`: how a key `x.key` names the row `c`. */
export const namedIn = (table: string, where: string): string =>
  `select x.key, c.texts -> 'en-US' ->> 'name' as name from unnest($1::text[]) x (key) join ${table} c on ${where}
    where c.texts -> 'en-US' ->> 'name' <> ''`

const GOODS = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/
export const isGoods = (value: unknown): value is string => typeof value === 'string' && GOODS.test(value)
/** A whole number of a cell or of JSON, within its bounds. */
export function wholeIn(input: unknown, least: number, most: number): number | null {
  const text = typeof input === 'number' || typeof input === 'string' ? `${input}` : ''
  if (!/^\d{1,10}$/.test(text)) return null
  const value = Number(text)
  return value >= least && value <= most ? value : null
}
