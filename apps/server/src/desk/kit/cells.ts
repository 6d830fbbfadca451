import { readMoment } from '@hc/domain/moment'
import type { WrongCell } from '@hc/contract/desk/imports'

/** A parsed cell, or why it cannot be parsed. */
export type Cell = { value: unknown } | { why: string }
export type Reader = (given: unknown) => Cell

const said = (given: unknown): string =>
  typeof given === 'string' ? given.trim() : typeof given === 'number' || typeof given === 'boolean' ? `${given}` : ''
const none = (given: unknown): boolean => given === null || given === undefined || given === ''
const shown = (given: unknown): string => (typeof given === 'string' ? given : JSON.stringify(given ?? '')).slice(0, 80)

export const whole =
  (least: number, most: number): Reader =>
  (given) => {
    const text = said(given)
    if (!/^-?\d{1,12}$/.test(text)) return { why: none(given) ? 'empty' : 'whole' }
    const value = Number(text)
    return value < least || value > most ? { why: 'range' } : { value }
  }
/** An empty cell means no limit. */
export const orNull =
  (reader: Reader): Reader =>
  (given) =>
    none(given) ? { value: null } : reader(given)
export const words =
  (least: number, most: number, like?: RegExp): Reader =>
  (given) => {
    if (!none(given) && typeof given !== 'string' && typeof given !== 'number') return { why: 'text' }
    const value = said(given)
    if (value.length < least) return { why: value === '' ? 'empty' : 'short' }
    if (value.length > most) return { why: 'long' }
    return like && value !== '' && !like.test(value) ? { why: 'form' } : { value }
  }
export const choice =
  (...options: readonly string[]): Reader =>
  (given) => {
    const value = said(given)
    return options.includes(value) ? { value } : { why: none(given) ? 'empty' : 'choice' }
  }
export const yesNo: Reader = (given) => {
  const value = said(given).toLowerCase()
  if (['true', '1', 'yes'].includes(value)) return { value: true }
  return ['false', '0', 'no'].includes(value) ? { value: false } : { why: 'yes_no' }
}
/** A moment with its zone, such as 2026-11-30T00:00:00Z, kept in seconds. */
export const moment: Reader = (given) => {
  const text = said(given)
  const ms = /T\d{2}:\d{2}(:\d{2})?(\.0+)?(Z|[+-]\d{2}:\d{2})$/.test(text) ? readMoment(text) : null
  if (ms === null) return { why: none(given) ? 'empty' : 'moment' }
  return { value: new Date(ms).toISOString().replace('.000Z', 'Z') }
}
/** A list in one cell: parts with `;` between them, and `:` within. JSON has it as a list of objects. */
export const list =
  <T>(fromText: (parts: string[]) => T | null, fromObject: (one: Record<string, unknown>) => T | null, most: number) =>
  (given: unknown): Cell => {
    const parts: (T | null)[] = Array.isArray(given)
      ? given.map((one) => (typeof one === 'object' && one !== null ? fromObject({ ...one }) : null))
      : said(given)
          .split(';')
          .map((part) => part.trim())
          .filter((part) => part !== '')
          .map((part) => fromText(part.split(':').map((piece) => piece.trim())))
    if (parts.length > most) return { why: 'many' }
    return parts.includes(null) ? { why: 'list' } : { value: parts }
  }
export const choices =
  (...options: readonly string[]): Reader =>
  (given) => {
    const all = (
      Array.isArray(given)
        ? given.map(said)
        : said(given)
            .split(';')
            .map((one) => one.trim())
    ).filter((one) => one !== '')
    if (all.length === 0) return { why: 'empty' }
    return all.every((one) => options.includes(one))
      ? { value: options.filter((one) => all.includes(one)) }
      : { why: 'choice' }
  }

export type Read = { values: Record<string, unknown>; errors: WrongCell[] }
/** Reads the cells that a line has. What a kind does not know is wrong, and so is what it needs and is not there. */
export function readCells(
  cells: Record<string, unknown>,
  readers: Readonly<Record<string, Reader>>,
  needed: readonly string[],
): Read {
  const values: Record<string, unknown> = {}
  const errors: WrongCell[] = []
  for (const column of needed) if (!(column in cells)) errors.push({ column, why: 'missing', value: '' })
  for (const [column, given] of Object.entries(cells)) {
    const reader = readers[column]
    const cell = reader ? reader(given) : { why: 'unknown' }
    if ('why' in cell) errors.push({ column: column.slice(0, 80), why: cell.why, value: shown(given) })
    else values[column] = cell.value
  }
  return { values, errors }
}
