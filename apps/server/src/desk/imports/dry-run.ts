import type { WrongCell } from '@hc/contract/desk/imports'
import { isDeepStrictEqual } from 'node:util'
import type { FileRow } from '../kit/read-file.ts'

export type Fields = Record<string, unknown>
/** The present row of the shop; version 0: none. */
export type Live = { version: number; body: Fields | null }
export type Verdict = 'new' | 'changed' | 'same' | 'refused'
export type Line = { line: number; target: string; verdict: Verdict; errors: WrongCell[] }
export type Change = { kind: string; target: string; based_on: number; before: Fields | null; patch: Fields }
/** The effect of a file: a verdict for each line, and the changes of each row. */
export type DryRun = { lines: Line[]; changes: Change[]; needs: string[] }

export const wrongCell = (column: string, why: string, value: unknown = ''): WrongCell => ({
  column,
  why,
  value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 80),
})
export const unread = ({ line, wrong: why }: FileRow): Line | null =>
  why === null ? null : { line, target: '', verdict: 'refused', errors: [wrongCell('', why)] }

/** The fields of `next` that differ from the present row. Times are compared as times. */
export function changedFields(is: Fields, next: Fields): Fields {
  const plain = (name: string, value: unknown): unknown =>
    name.endsWith('_at') && typeof value === 'string' ? Date.parse(value) : value
  return Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) => !isDeepStrictEqual(plain(name, is[name] ?? null), plain(name, value)),
    ),
  )
}
export const beforeOf = (is: Fields | null, patch: Fields): Fields | null =>
  is && Object.fromEntries(Object.keys(patch).map((name) => [name, is[name] ?? null]))

/** Collects what a file does; rows of the shop in the order of their names, so that two imports take locks alike. */
export class Collector {
  readonly lines: Line[] = []
  private readonly changes: Change[] = []
  private readonly needs = new Set<string>()
  private readonly may: (permission: string) => boolean
  constructor(may: (permission: string) => boolean) {
    this.may = may
  }
  /** The rights that a person lacks for these columns. Used rights are noted, because the import needs them again. */
  rights(columns: readonly (readonly [column: string, permission: string])[]): WrongCell[] {
    return columns.flatMap(([column, permission]) => {
      this.needs.add(permission)
      return this.may(permission) ? [] : [wrongCell(column, 'right', permission)]
    })
  }
  refuse(line: number, target: string, errors: WrongCell[]): void {
    this.lines.push({ line, target: target.slice(0, 200), verdict: 'refused', errors })
  }
  say(line: number, target: string, verdict: Verdict): void {
    this.lines.push({ line, target, verdict, errors: [] })
  }
  change(entry: Change): void {
    this.changes.push(entry)
  }
  done(): DryRun {
    const key = ({ kind, target }: Change): string => `${kind} ${target}`
    this.changes.sort((a, b) => (key(a) < key(b) ? -1 : 1))
    return { lines: this.lines.sort((a, b) => a.line - b.line), changes: this.changes, needs: [...this.needs].sort() }
  }
}
