import { defaultLocale } from '@hc/contract/locales'
import { redeemCodeText } from '@hc/domain/typed-text'
import { choice, choices, list, moment, orNull, readCells, type Reader, whole, words } from '../kit/cells.ts'
import { beforeOf, changedFields, Collector, type DryRun, type Fields, type Live, unread, wrong } from './dry-run.ts'
import type { FileRow } from '../kit/read-file.ts'

type May = (permission: string) => boolean
type Item = { cp_goods_id: string; quantity: number; bonus: number }
type Tier = { threshold_cents: number; rate_pct: number; gift_goods_id: string | null; gift_quantity: number }
type Texts = Record<string, { name: string; desc?: string }>

const GOODS = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/
const number = (given: unknown, least: number, most: number): number | null => {
  const text = typeof given === 'number' || typeof given === 'string' ? `${given}` : ''
  if (!/^\d{1,10}$/.test(text)) return null
  const value = Number(text)
  return value >= least && value <= most ? value : null
}
function item(goods: unknown, quantity: unknown, bonus: unknown): Item | null {
  const n = number(quantity, 1, 1_000_000)
  const more = number(bonus, 0, 1000)
  return typeof goods === 'string' && GOODS.test(goods) && n !== null && more !== null
    ? { cp_goods_id: goods, quantity: n, bonus: more }
    : null
}
function tier(threshold: unknown, rate: unknown, gift: unknown, quantity: unknown): Tier | null {
  const cents = number(threshold, 1, 1_000_000_000)
  const pct = number(rate, 0, 100)
  const n = number(quantity, 1, 1_000_000)
  const goods = gift === null || gift === '' ? null : typeof gift === 'string' && GOODS.test(gift) ? gift : undefined
  if (cents === null || pct === null || n === null || goods === undefined) return null
  return { threshold_cents: cents, rate_pct: pct, gift_goods_id: goods, gift_quantity: n }
}
/** `gem_300:2:10`: an item, how many, and the bonus in percent. */
const items = list<Item>(
  ([goods, quantity = '1', bonus = '0']) => item(goods, quantity, bonus),
  (one) => item(one.cp_goods_id, one.quantity, one.bonus ?? 0),
  20,
)
/** `2500:4:gem_60:2`: a sum in cents, percent in points, the gift and how many. */
const tiers = list<Tier>(
  ([cents, rate, gift = '', quantity = '1']) => tier(cents, rate, gift, quantity),
  (one) => tier(one.threshold_cents, one.rate_pct, one.gift_goods_id ?? null, one.gift_quantity ?? 1),
  20,
)
const limit = orNull(whole(1, 1_000_000_000))
const common: Readonly<Record<string, Reader>> = {
  kind: choice('redeem', 'rebate'),
  id: words(1, 64, /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/),
  name: words(1, 80),
  desc: words(0, 300),
  starts_at: moment,
  ends_at: moment,
}
const gives: Readonly<Record<string, Reader>> = {
  items,
  basic_points: whole(0, 10_000_000),
  present_points: whole(0, 10_000_000),
  per_role: limit,
  per_account: limit,
  total: limit,
}
const sums: Readonly<Record<string, Reader>> = { counts: choices('item', 'coin'), tiers }
const usual = {
  redeem: { items: [], basic_points: 0, present_points: 0, per_role: 1, per_account: null, total: null },
  rebate: {},
}
const sorted = (all: unknown): unknown =>
  Array.isArray(all) ? (all as Tier[]).toSorted((a, b) => a.threshold_cents - b.threshold_cents) : all
const empty = (given: unknown): boolean => given === null || given === ''

/** The cells of one kind of campaign: in a file that has both, the other one's are empty. */
function cellsOf(row: FileRow): { cells: Record<string, unknown>; readers: Readonly<Record<string, Reader>> } {
  const rebate = row.cells.kind === 'rebate'
  const [own, other] = rebate ? [sums, gives] : [gives, sums]
  const cells = Object.fromEntries(
    Object.entries(row.cells).filter(([name, given]) => !(name in other && empty(given))),
  )
  return { cells, readers: { ...common, ...own } }
}

/** The campaigns that a file makes or changes: only drafts. `goods`: items with a price. */
export function checkCampaigns(
  rows: readonly FileRow[],
  live: { redeem: ReadonlyMap<string, Live>; rebate: ReadonlyMap<string, Live> },
  goods: ReadonlySet<string>,
  may: May,
): DryRun {
  const found = new Collector(may)
  const seen = new Set<string>()
  for (const row of rows) {
    const bad = unread(row)
    if (bad) {
      found.lines.push(bad)
      continue
    }
    const { cells, readers } = cellsOf(row)
    const { values, errors } = readCells(cells, readers, ['kind', 'id'])
    const kind = values.kind === 'rebate' ? 'rebate' : 'redeem'
    const target = typeof values.id === 'string' ? values.id : ''
    if (seen.has(`${kind} ${target}`)) errors.push(wrong('id', 'twice', target))
    if (target !== '') seen.add(`${kind} ${target}`)
    const is = live[kind].get(target) ?? { version: 0, body: null }
    const { id: _id, kind: _kind, name: named, desc: described, ...rest } = values
    const next: Fields = { ...rest, ...('tiers' in rest ? { tiers: sorted(rest.tiers) } : {}) }
    const texts = { ...(is.body?.texts as Texts | undefined) }
    const english = texts[defaultLocale] ?? { name: '' }
    if (named !== undefined || described !== undefined) {
      const text = { name: named ?? english.name, desc: described ?? english.desc ?? '' }
      const same = text.name === english.name && text.desc === (english.desc ?? '')
      next.texts = same ? texts : { ...texts, [defaultLocale]: text }
    }
    if (is.body === null)
      for (const column of ['name', 'starts_at', 'ends_at', ...(kind === 'rebate' ? ['counts', 'tiers'] : [])])
        if (!(column in cells)) errors.push(wrong(column, 'missing'))
    if (errors.length === 0) errors.push(...found.rights([['id', 'campaign.edit']]))
    const whole_: Fields = { ...usual[kind], ...is.body, ...next }
    if (errors.length === 0) errors.push(...rulesOf(kind, whole_, goods))
    const patch = is.body === null ? whole_ : changedFields(withBonus(is.body), next)
    if (is.body !== null && is.body.state !== 'draft' && Object.keys(patch).length > 0)
      errors.push(wrong('id', 'runs', target))
    if (errors.length > 0) found.refuse(row.line, target, errors)
    else if (is.body === null) {
      found.say(row.line, target, 'new')
      found.change({ kind, target, based_on: 0, before: null, patch: { ...patch, state: 'draft' } })
    } else if (Object.keys(patch).length === 0) found.say(row.line, target, 'same')
    else {
      found.say(row.line, target, 'changed')
      found.change({ kind, target, based_on: is.version, before: beforeOf(is.body, patch), patch })
    }
  }
  return found.done()
}

/** A gift of the tables need not speak of a bonus. */
const withBonus = (body: Fields): Fields =>
  Array.isArray(body.items)
    ? { ...body, items: (body.items as Partial<Item>[]).map((one) => ({ bonus: 0, ...one })) }
    : body

/** The rules of the tables, which would refuse it later. */
function rulesOf(kind: 'redeem' | 'rebate', all: Fields, goods: ReadonlySet<string>) {
  const errors = []
  if (Date.parse(String(all.ends_at)) <= Date.parse(String(all.starts_at)))
    errors.push(wrong('ends_at', 'before_start', all.ends_at))
  if (kind === 'redeem') {
    const gifts = all.items as Item[]
    for (const { cp_goods_id: one } of gifts) if (!goods.has(one)) errors.push(wrong('items', 'unknown_product', one))
    if (gifts.length === 0 && all.basic_points === 0 && all.present_points === 0)
      errors.push(wrong('items', 'gives_nothing'))
    return errors
  }
  const steps = all.tiers as Tier[]
  if (steps.length === 0) errors.push(wrong('tiers', 'empty'))
  if (new Set(steps.map(({ threshold_cents: cents }) => cents)).size !== steps.length)
    errors.push(wrong('tiers', 'twice'))
  for (const { gift_goods_id: gift, threshold_cents: cents, rate_pct: rate } of steps) {
    if (gift !== null && !goods.has(gift)) errors.push(wrong('tiers', 'unknown_product', gift))
    if (gift === null && cents * rate < 100) errors.push(wrong('tiers', 'gives_nothing', cents))
  }
  return errors
}

export type KnownCode = { campaign: string; uses: number | null }

/** Redeem codes of one campaign. A code that it has already stays as it is. */
export function checkCodes(
  rows: readonly FileRow[],
  campaign: string,
  known: ReadonlyMap<string, KnownCode>,
  may: May,
): DryRun {
  const found = new Collector(may)
  const seen = new Set<string>()
  const readers = { code: words(4, 80), uses: orNull(whole(1, 1_000_000)) }
  for (const row of rows) {
    const bad = unread(row)
    if (bad) {
      found.lines.push(bad)
      continue
    }
    const { values, errors: read } = readCells(row.cells, readers, ['code'])
    // A code appears in no list and no message.
    const errors = read.map((one) => ({ ...one, value: one.column === 'code' ? '' : one.value }))
    const code = codeOf(row)
    if (errors.length === 0 && !/^[A-Z0-9]{4,64}$/.test(code)) errors.push(wrong('code', 'form'))
    if (seen.has(code)) errors.push(wrong('code', 'twice'))
    seen.add(code)
    const is = known.get(code)
    const uses = 'uses' in values ? values.uses : is ? is.uses : 1
    if (is && is.campaign !== campaign) errors.push(wrong('code', 'elsewhere'))
    else if (is && is.uses !== uses) errors.push(wrong('uses', 'stands', values.uses))
    if (errors.length === 0) errors.push(...found.rights([['code', 'code.make']]))
    if (errors.length > 0) found.refuse(row.line, '', errors)
    else if (is) found.say(row.line, '', 'same')
    else {
      found.say(row.line, '', 'new')
      found.change({ kind: 'code', target: code, based_on: 0, before: null, patch: { uses } })
    }
  }
  return found.done()
}
export const codeOf = ({ cells }: FileRow): string => (typeof cells.code === 'string' ? redeemCodeText(cells.code) : '')
