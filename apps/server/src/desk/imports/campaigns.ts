import { draftedKinds, type DraftedKindName } from '@hc/contract/desk/kinds'
import { defaultLocale } from '@hc/contract/locales'
import { redeemCodeText } from '@hc/domain/typed-text'
import { campaignColumns, drafted, isDrafted } from '../campaigns/kinds/kinds.ts'
import { choice, moment, orNull, readCells, type Reader, whole, words } from '../kit/cells.ts'
import {
  beforeOf,
  changedFields,
  Collector,
  type DryRun,
  type Fields,
  type Live,
  unread,
  wrongCell,
} from './dry-run.ts'
import type { FileRow } from '../kit/read-file.ts'

type May = (permission: string) => boolean
type Texts = Record<string, { name: string; desc?: string }>

const common: Readonly<Record<string, Reader>> = {
  kind: choice(...draftedKinds),
  id: words(1, 64, /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/),
  name: words(1, 80),
  desc: words(0, 300),
  starts_at: moment,
  ends_at: moment,
}
const empty = (value: unknown): boolean => value === null || value === ''
const kindOf = (value: unknown): DraftedKindName => (typeof value === 'string' && isDrafted(value) ? value : 'redeem')

/** The cells of one kind of campaign: in a file that has several, the others' are empty. */
function cellsOf(row: FileRow): { cells: Record<string, unknown>; readers: Readonly<Record<string, Reader>> } {
  const columns = drafted[kindOf(row.cells.kind)].file.columns
  const cells = Object.fromEntries(
    Object.entries(row.cells).filter(
      ([name, value]) => name in columns || !(campaignColumns.has(name) && empty(value)),
    ),
  )
  const readers = Object.fromEntries(Object.entries(columns).map(([name, { reader }]) => [name, reader]))
  return { cells, readers: { ...common, ...readers } }
}

/** The campaigns that a file makes or changes: only drafts. `goods`: items with a price. */
export function checkCampaigns(
  rows: readonly FileRow[],
  live: Readonly<Record<DraftedKindName, ReadonlyMap<string, Live>>>,
  goods: ReadonlySet<string>,
  may: May,
): DryRun {
  const collector = new Collector(may)
  const ids = new Set<string>()
  for (const row of rows) {
    const bad = unread(row)
    if (bad) {
      collector.lines.push(bad)
      continue
    }
    const { cells, readers } = cellsOf(row)
    const { values, errors } = readCells(cells, readers, ['kind', 'id'])
    const kind = kindOf(values.kind)
    const { needed, usual, inOrder, breaches } = drafted[kind].file
    const target = typeof values.id === 'string' ? values.id : ''
    if (ids.has(`${kind} ${target}`)) errors.push(wrongCell('id', 'twice', target))
    if (target !== '') ids.add(`${kind} ${target}`)
    const is = live[kind].get(target) ?? { version: 0, body: null }
    const { id: _id, kind: _kind, name, desc: described, ...rest } = values
    const next: Fields = inOrder(rest)
    const texts = { ...(is.body?.texts as Texts | undefined) }
    const english = texts[defaultLocale] ?? { name: '' }
    if (name !== undefined || described !== undefined) {
      const text = { name: name ?? english.name, desc: described ?? english.desc ?? '' }
      const same = text.name === english.name && text.desc === (english.desc ?? '')
      next.texts = same ? texts : { ...texts, [defaultLocale]: text }
    }
    if (is.body === null)
      for (const column of ['name', 'starts_at', 'ends_at', ...needed])
        if (!(column in cells)) errors.push(wrongCell(column, 'missing'))
    if (errors.length === 0) errors.push(...collector.rights([['id', 'campaign.edit']]))
    const all: Fields = { ...usual, ...is.body, ...next }
    if (errors.length === 0) {
      if (Date.parse(String(all.ends_at)) <= Date.parse(String(all.starts_at)))
        errors.push(wrongCell('ends_at', 'before_start', all.ends_at))
      errors.push(...breaches(all, goods).map(([column, why, value]) => wrongCell(column, why, value)))
    }
    const patch = is.body === null ? all : changedFields(inOrder(is.body), next)
    if (is.body !== null && is.body.state !== 'draft' && Object.keys(patch).length > 0)
      errors.push(wrongCell('id', 'runs', target))
    if (errors.length > 0) collector.refuse(row.line, target, errors)
    else if (is.body === null) {
      collector.say(row.line, target, 'new')
      collector.change({ kind, target, based_on: 0, before: null, patch: { ...patch, state: 'draft' } })
    } else if (Object.keys(patch).length === 0) collector.say(row.line, target, 'same')
    else {
      collector.say(row.line, target, 'changed')
      collector.change({ kind, target, based_on: is.version, before: beforeOf(is.body, patch), patch })
    }
  }
  return collector.done()
}

export type KnownCode = { campaign: string; uses: number | null }

/** Redeem codes of one campaign. A code that it has already stays as it is. */
export function checkCodes(
  rows: readonly FileRow[],
  campaign: string,
  codes: ReadonlyMap<string, KnownCode>,
  may: May,
): DryRun {
  const collector = new Collector(may)
  const seenCodes = new Set<string>()
  const readers = { code: words(4, 80), uses: orNull(whole(1, 1_000_000)) }
  for (const row of rows) {
    const bad = unread(row)
    if (bad) {
      collector.lines.push(bad)
      continue
    }
    const { values, errors: read } = readCells(row.cells, readers, ['code'])
    // A code appears in no list and no message.
    const errors = read.map((error) => ({ ...error, value: error.column === 'code' ? '' : error.value }))
    const code = codeOf(row)
    if (errors.length === 0 && !/^[A-Z0-9]{4,64}$/.test(code)) errors.push(wrongCell('code', 'form'))
    if (seenCodes.has(code)) errors.push(wrongCell('code', 'twice'))
    seenCodes.add(code)
    const is = codes.get(code)
    const uses = 'uses' in values ? values.uses : is ? is.uses : 1
    if (is && is.campaign !== campaign) errors.push(wrongCell('code', 'elsewhere'))
    else if (is && is.uses !== uses) errors.push(wrongCell('uses', 'stands', values.uses))
    if (errors.length === 0) errors.push(...collector.rights([['code', 'code.make']]))
    if (errors.length > 0) collector.refuse(row.line, '', errors)
    else if (is) collector.say(row.line, '', 'same')
    else {
      collector.say(row.line, '', 'new')
      collector.change({ kind: 'code', target: code, based_on: 0, before: null, patch: { uses } })
    }
  }
  return collector.done()
}
export const codeOf = ({ cells }: FileRow): string => (typeof cells.code === 'string' ? redeemCodeText(cells.code) : '')
