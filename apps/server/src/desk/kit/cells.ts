import { readMoment } from '@hc/domain/moment'
import type { WrongCell } from '@hc/contract/desk/imports'

/** A parsed cell, or why it cannot be parsed. */
export type Cell = { value: unknown } | { why: string }
export type Reader = (value: unknown) => Cell

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' || typeof value === 'boolean' ? `${value}` : ''
const none = (value: unknown): boolean => value === null || value === undefined || value === ''
const excerpt = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value ?? '')).slice(0, 80)

export const whole =
  (least: number, most: number): Reader =>
  (input) => {
    const text = textOf(input)
    if (!/^-?\d{1,12}$/.test(text)) return { why: none(input) ? 'empty' : 'whole' }
    const value = Number(text)
    return value < least || value > most ? { why: 'range' } : { value }
  }
/** An empty cell means no limit. */
export const orNull =
  (reader: Reader): Reader =>
  (value) =>
    none(value) ? { value: null } : reader(value)
export const words =
  (least: number, most: number, like?: RegExp): Reader =>
  (input) => {
    if (!none(input) && typeof input !== 'string' && typeof input !== 'number') return { why: 'text' }
    const value = textOf(input)
    if (value.length < least) return { why: value === '' ? 'empty' : 'short' }
    if (value.length > most) return { why: 'long' }
    return like && value !== '' && !like.test(value) ? { why: 'form' } : { value }
  }
export const choice =
  (...options: readonly string[]): Reader =>
  (input) => {
    const value = textOf(input)
    return options.includes(value) ? { value } : { why: none(input) ? 'empty' : 'choice' }
  }
export const yesNo: Reader = (input) => {
  const value = textOf(input).toLowerCase()
  if (['true', '1', 'yes'].includes(value)) return { value: true }
  return ['false', '0', 'no'].includes(value) ? { value: false } : { why: 'yes_no' }
}
/** A moment with its zone, such as 2026-11-30T00:00:00Z, kept in seconds. */
export const moment: Reader = (input) => {
  const text = textOf(input)
  const ms = /T\d{2}:\d{2}(:\d{2})?(\.0+)?(Z|[+-]\d{2}:\d{2})$/.test(text) ? readMoment(text) : null
  if (ms === null) return { why: none(input) ? 'empty' : 'moment' }
  return { value: new Date(ms).toISOString().replace('.000Z', 'Z') }
}
/** A list in one cell: parts with `;` between them, and `:` within. JSON has it as a list of objects. */
export const list =
  <T>(fromText: (parts: string[]) => T | null, fromObject: (part: Record<string, unknown>) => T | null, most: number) =>
  (input: unknown): Cell => {
    const parts: (T | null)[] = Array.isArray(input)
      ? input.map((part) => (typeof part === 'object' && part !== null ? fromObject({ ...part }) : null))
      : textOf(input)
          .split(';')
          .map((part) => part.trim())
          .filter((part) => part !== '')
          .map((part) => fromText(part.split(':').map((piece) => piece.trim())))
    if (parts.length > most) return { why: 'many' }
    return parts.includes(null) ? { why: 'list' } : { value: parts }
  }
export const choices =
  (...options: readonly string[]): Reader =>
  (input) => {
    const all = (
      Array.isArray(input)
        ? input.map(textOf)
        : textOf(input)
            .split(';')
            .map((part) => part.trim())
    ).filter((part) => part !== '')
    if (all.length === 0) return { why: 'empty' }
    return all.every((part) => options.includes(part))
      ? { value: options.filter((option) => all.includes(option)) }
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
  for (const [column, value] of Object.entries(cells)) {
    const reader = readers[column]
    const cell = reader ? reader(value) : { why: 'unknown' }
    if ('why' in cell) errors.push({ column: column.slice(0, 80), why: cell.why, value: excerpt(value) })
    else values[column] = cell.value
  }
  return { values, errors }
}
