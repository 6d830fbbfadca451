import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AreaHashes, Change } from './changes.ts'
import { root } from './lock.ts'

/** The list of releases, `releases.json`, the newest first. */

/**
 * `from`: the oldest version that this one may follow; null for the first. `breaking`: the shop is closed while it
 * installs, for no older version can run beside it. `supported_until`: null while it is one of the supported ones.
 * `migration`: the last one. `areas`: what the product was, for the check of the next changes. `files` is there in the
 * copy beside the artefacts.
 */
export type Release = {
  version: string
  day: string
  from: string | null
  breaking: boolean
  security: boolean
  supported_until: string | null
  must: string[]
  migration: string
  areas: AreaHashes
  files?: Record<string, { bytes: number; sha256: string }>
}

export function readReleases(base = root): Release[] {
  const file = join(base, 'releases.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { releases: Release[] }).releases : []
}

/** An answer that may differ between two releases beside each other, with the reason. Others stop an upgrade. */
export type Difference = { call: string; field: string; why: string }

export const versionForm = /^(\d+)\.(\d+)\.(\d+)(?:-rc\.(\d+))?$/
/** Major, minor, patch, and the candidate; a release is later than its candidates. @throws where it is no version */
export function numbersOf(version: string): [number, number, number, number] {
  const [, major, minor, patch, candidate] = versionForm.exec(version) ?? []
  if (major === undefined) throw new Error(`${version} is no version: 1.4.0, or 1.4.0-rc.1`)
  return [Number(major), Number(minor), Number(patch), candidate === undefined ? Infinity : Number(candidate)]
}
export function compareVersions(a: string, b: string): number {
  const [first, second] = [numbersOf(a), numbersOf(b)]
  const at = first.findIndex((number, index) => number !== second[index])
  return at === -1 ? 0 : Number((first[at] ?? 0) > (second[at] ?? 0)) * 2 - 1
}

const sqlFolder = (base: string): string => join(base, 'apps/server/sql/migrations')
export const migrationNames = (base = root): string[] =>
  readdirSync(sqlFolder(base))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -4))
    .sort()

/** Whether a migration after this one lets no older version run beside it. */
const isBreaking = (base: string, after: string): boolean =>
  migrationNames(base)
    .filter((name) => name > after)
    .some((name) => readFileSync(join(sqlFolder(base), `${name}.sql`), 'utf8').startsWith('-- breaking: '))

function monthsLater(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  const month = date.getUTCMonth() + months
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), last))).toISOString().slice(0, 10)
}

/** Security repairs come for so long after the next minor version. */
const SECURITY_MONTHS = 6

/**
 * The list with one more release. Whatever is two minor versions older gets no more repairs: its end is known as soon
 * as the minor version after it is out.
 */
export function withRelease(
  base: string,
  former: readonly Release[],
  plan: { version: string; day: string; from?: string | undefined; changes: readonly Change[]; areas: AreaHashes },
): Release[] {
  const { version, day, changes } = plan
  const [last] = former
  const [major, minor] = numbersOf(version)
  const isSameLine = (other: string): boolean => {
    const [otherMajor, otherMinor] = numbersOf(other)
    return otherMajor === major && otherMinor === minor
  }
  const release: Release = {
    version,
    day,
    // Within a major version each may follow any; a new one follows the last before it.
    from:
      plan.from ??
      (last && numbersOf(last.version)[0] === major && last.from !== null ? last.from : (last?.version ?? null)),
    breaking: last !== undefined && isBreaking(base, last.migration),
    security: changes.some(({ kind }) => kind === 'security'),
    supported_until: null,
    must: changes.flatMap(({ must }) => must ?? []),
    migration: migrationNames(base).at(-1) ?? '',
    areas: plan.areas,
  }
  return [
    release,
    ...former.map((older) =>
      older.supported_until === null && !isSameLine(older.version)
        ? { ...older, supported_until: monthsLater(day, SECURITY_MONTHS) }
        : older,
    ),
  ]
}
