import { CallError } from '@hc/contract/client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { notice } from '../lib/outcome.ts'
import { useKept } from './use-kept.ts'

/** A conflicting save, and the fields that both changed. */
export type Conflict<T> = { theirs: T; by: string; at: number; version: number; fields: readonly (keyof T & string)[] }

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Merges three versions of one row: fields that only one side changed are taken over; those that both changed are
 * listed.
 */
export function merge<T extends Record<string, unknown>>(base: T, local: T, remote: T): { merged: T; both: string[] } {
  const both = Object.keys(local).filter(
    (name) => !same(local[name], base[name]) && !same(remote[name], base[name]) && !same(local[name], remote[name]),
  )
  const merged = Object.fromEntries(
    Object.keys(local).map((name) => [name, same(local[name], base[name]) ? remote[name] : local[name]]),
  ) as T
  return { merged, both }
}

type Row<T> = { base: T; version: number; values: T }
/**
 * A row while a person edits it. `begin` is the row as read, with its version; a newer one from the server replaces it
 * while nothing is changed. A save that conflicts with another one (409 `VersionConflict`) changes nothing: the draft
 * keeps both sides, and saving again confirms the person's choice. A changed draft that leaves the screen, by a link, a
 * reload or the end of the session, is kept under its name, and is restored when its author comes back. Decision 561.
 */
export function useDraft<T extends Record<string, unknown>>(
  begin: T,
  version: number,
  /** The edited target, as `article/n1`; unique to this form. */
  name: string,
  /** Converts their row to the form's shape, if the server's differs. */
  read: (remote: unknown) => T = (remote) => remote as T,
) {
  const t = useTranslations('desk')
  const { brought, hold, forget: settled } = useKept<Row<T>>(name)
  const [state, setState] = useState<Row<T>>(brought ?? { base: begin, version, values: begin })
  const [conflict, setConflict] = useState<Conflict<T> | null>(null)
  const dirty = !same(state.base, state.values)
  // After a save the row as read is older than the draft until it is read again.
  const now = version > state.version && !dirty && !conflict ? { base: begin, version, values: begin } : state
  useEffect(() => {
    if (brought) notice.set({ tone: 'info', text: t('revisions.broughtBack') })
  }, [brought, t])
  useEffect(() => {
    hold(dirty ? state : undefined)
  })
  return {
    values: now.values,
    /** The row as it was read. */
    base: now.base,
    /** The version to send with the save. */
    version: now.version,
    dirty,
    conflict,
    set<K extends keyof T>(name: K, value: T[K]): void {
      setState({ ...now, values: { ...now.values, [name]: value } })
    },
    /** After a save the sent row becomes the base. */
    saved(next: number): void {
      settled()
      setState({ base: now.values, version: next, values: now.values })
      setConflict(null)
    },
    /** Fills the form with other values, such as an older version's, without saving. */
    fill(values: Partial<T>): void {
      setState({ ...now, values: { ...now.values, ...values } })
    },
    reset: (): void => {
      settled()
      setState({ ...now, values: now.base })
      setConflict(null)
    },
    /** Handles a refusal: true for a conflict, which is then shown field by field. */
    meets(error: unknown): boolean {
      if (!(error instanceof CallError) || error.msg !== 'VersionConflict') return false
      const { by, at, version: newer } = error.data as { by: string; at: number; version: number }
      const remote = read(error.data?.theirs)
      const { merged, both } = merge(now.base, now.values, remote)
      setState({ base: remote, version: newer, values: merged })
      setConflict({ theirs: remote, by, at, version: newer, fields: both })
      return true
    },
    take: (name: keyof T & string): void => {
      if (!conflict) return
      setState({ ...now, values: { ...now.values, [name]: conflict.theirs[name] } })
      setConflict({ ...conflict, fields: conflict.fields.filter((field) => field !== name) })
    },
    keep: (name: string): void => {
      if (conflict) setConflict({ ...conflict, fields: conflict.fields.filter((field) => field !== name) })
    },
  }
}
