import { importColumns } from '@hc/contract/desk/imports'
import { defaultLocale, locales } from '@hc/contract/locales'
import { choice, orNull, readCells, type Reader, whole, words, yesNo } from '../kit/cells.ts'
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
type Texts = Record<string, { name: string; desc: string }>

const id = words(1, 64, /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/)
const name = words(1, 80)
const desc = words(0, 300)
const readers: Readonly<Record<(typeof importColumns.products)[number], Reader>> = {
  id,
  kind: choice('item', 'coin'),
  price_cents: whole(1, 10_000_000),
  bonus_pct: whole(0, 1000),
  quantity: orNull(whole(1, 1_000_000_000)),
  icon: words(1, 200, /^\/(?![/\\])[\w./-]+$/),
  tag: words(0, 20),
  sort: whole(-10_000, 10_000),
  active: yesNo,
  featured: orNull(whole(0, 1000)),
  name,
  desc,
}
/** The right to change a column of an existing product. */
const permissionOf: Readonly<Record<string, string>> = {
  price_cents: 'product.price',
  bonus_pct: 'product.bonus',
  icon: 'product.text',
  texts: 'product.text',
  tag: 'product.sell',
  sort: 'product.sell',
  active: 'product.sell',
  featured: 'product.sell',
}
const columnOf = (field: string): string => (field === 'texts' ? 'name' : field)
/** The default values of a new product. */
const usual = { bonus_pct: 0, quantity: null, tag: '', sort: 0, active: false, featured: null }
const textsIn = (live: Live): Texts => ({ ...(live.body?.texts as Texts | undefined) })

/** Compares a file's products with the shop's. A column that the file lacks does not change. */
export function checkProducts(rows: readonly FileRow[], live: ReadonlyMap<string, Live>, may: May): DryRun {
  const collector = new Collector(may)
  const ids = new Set<string>()
  for (const row of rows) {
    const bad = unread(row)
    if (bad) {
      collector.lines.push(bad)
      continue
    }
    const { values, errors } = readCells(row.cells, readers, ['id'])
    const target = typeof values.id === 'string' ? values.id : ''
    if (ids.has(target)) errors.push(wrongCell('id', 'twice', target))
    if (target !== '') ids.add(target)
    const is = live.get(target) ?? { version: 0, body: null }
    const { id: _id, name: nameText, desc: described, ...rest } = values
    const next: Fields = rest
    const texts = textsIn(is)
    const english = texts[defaultLocale] ?? { name: '', desc: '' }
    if (nameText !== undefined || described !== undefined)
      next.texts = {
        ...texts,
        [defaultLocale]: { name: nameText ?? english.name, desc: described ?? english.desc },
      }
    if (is.body === null) {
      for (const column of ['kind', 'price_cents', 'icon', 'name'])
        if (!(column in row.cells)) errors.push(wrongCell(column, 'missing'))
      errors.push(
        ...collector.rights([
          ['id', 'product.create'],
          ...(next.active === true ? [['active', 'product.sell'] as const] : []),
        ]),
      )
      if (errors.length > 0) collector.refuse(row.line, target, errors)
      else {
        collector.say(row.line, target, 'new')
        collector.change({ kind: 'product', target, based_on: 0, before: null, patch: { ...usual, ...next } })
      }
      continue
    }
    const patch = changedFields(is.body, next)
    // Kind and quantity of an item are part of past purchases, so no file changes them.
    for (const stands of ['kind', 'quantity'])
      if (stands in patch) errors.push(wrongCell(stands, 'stands', patch[stands]))
    if (errors.length === 0)
      errors.push(
        ...collector.rights(
          Object.keys(patch).map((field) => [columnOf(field), permissionOf[field] ?? 'product.create']),
        ),
      )
    if (errors.length > 0) collector.refuse(row.line, target, errors)
    else if (Object.keys(patch).length === 0) collector.say(row.line, target, 'same')
    else {
      collector.say(row.line, target, 'changed')
      collector.change({ kind: 'product', target, based_on: is.version, before: beforeOf(is.body, patch), patch })
    }
  }
  return collector.done()
}

/** Names and descriptions in several languages, a line each. */
export function checkTexts(rows: readonly FileRow[], live: ReadonlyMap<string, Live>, may: May): DryRun {
  const collector = new Collector(may)
  const next = new Map<string, Texts>()
  const ids = new Set<string>()
  const lines: { line: number; target: string; verdict: 'new' | 'changed' | 'same' }[] = []
  for (const row of rows) {
    const bad = unread(row)
    if (bad) {
      collector.lines.push(bad)
      continue
    }
    const { values, errors } = readCells(row.cells, { id, locale: choice(...locales), name, desc }, [
      'id',
      'locale',
      'name',
    ])
    const target = typeof values.id === 'string' ? values.id : ''
    const is = live.get(target)
    if (target !== '' && !is?.body) errors.push(wrongCell('id', 'unknown_product', target))
    const key = `${target} ${String(values.locale)}`
    if (ids.has(key)) errors.push(wrongCell('locale', 'twice', values.locale))
    ids.add(key)
    if (errors.length === 0) errors.push(...collector.rights([['name', 'product.text']]))
    if (errors.length > 0 || !is?.body) {
      collector.refuse(row.line, target, errors)
      continue
    }
    const texts = next.get(target) ?? textsIn(is)
    const locale = String(values.locale)
    const was = texts[locale]
    const text = { name: String(values.name), desc: typeof values.desc === 'string' ? values.desc : (was?.desc ?? '') }
    const same = was && was.name === text.name && was.desc === text.desc
    lines.push({ line: row.line, target, verdict: same ? 'same' : was ? 'changed' : 'new' })
    next.set(target, { ...texts, [locale]: text })
  }
  for (const { line, target, verdict } of lines) collector.say(line, target, verdict)
  for (const [target, texts] of next) {
    const is = live.get(target)
    if (!is?.body) continue
    const patch = changedFields(is.body, { texts })
    if (Object.keys(patch).length > 0)
      collector.change({ kind: 'product', target, based_on: is.version, before: beforeOf(is.body, patch), patch })
  }
  return collector.done()
}
