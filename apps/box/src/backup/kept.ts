import type { PlacedFile } from './place.ts'

const DAY_MS = 86_400_000
const LOG_DAYS = 14

/** A backup's name: base-20260131T021000Z. */
export const nameOf = (ms: number): string => `base-${new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

/** When a backup was begun. */
export const takenAt = (name: string): number =>
  Date.parse(name.replace(/^base-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** `endedAt`: when its box.tar was sealed, after the last piece of log that it needs. */
export type Backup = { name: string; at: number; endedAt: number; bytes: number; whole: boolean }

/** The backups of a place, newest first. One without its box.tar is not whole. */
export function backupsOf(files: readonly PlacedFile[]): Backup[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  return files
    .flatMap(({ name, bytes }) => {
      const backup = /^(base-\d{8}T\d{6}Z)\.age$/.exec(name)?.[1]
      if (backup === undefined) return []
      const box = byName.get(`${backup}.box.age`)
      const at = takenAt(backup)
      return [{ name: backup, at, endedAt: box?.at ?? at, bytes: bytes + (box?.bytes ?? 0), whole: box !== undefined }]
    })
    .toSorted((a, b) => b.at - a.at)
}

/** The backups that stay: the last 7 nights, and the last ones of 4 weeks and 3 months, each of another one. */
export function staying(backups: readonly Backup[]): Set<string> {
  const stays = new Set<string>()
  const lastOf = (many: number, spanOf: (at: number) => number | string): void => {
    const spans = new Map<number | string, string>()
    for (const { name, at, whole } of backups) if (whole && !spans.has(spanOf(at))) spans.set(spanOf(at), name)
    for (const name of [...spans.values()].slice(0, many)) stays.add(name)
  }
  const day = (at: number): number => Math.floor(at / DAY_MS)
  lastOf(7, day)
  // The first of January 1970 was a Thursday.
  lastOf(4, (at) => Math.floor((day(at) + 3) / 7))
  lastOf(3, (at) => new Date(at).toISOString().slice(0, 7))
  return stays
}

const HOUR_MS = 3_600_000

/**
 * What may go: backups that do not stay, log of more than 14 days, and hashes from before the oldest backup. A backup
 * is of no use without the log that was written while it was taken, so that stays with it.
 */
export function overdue(files: readonly PlacedFile[], now: number): PlacedFile[] {
  const backups = backupsOf(files)
  const stays = staying(backups)
  // A backup that is being made has no box.tar yet.
  const young = (at: number): boolean => now - at < 2 * DAY_MS
  const remaining = backups.filter(({ name }) => stays.has(name))
  const isNeeded = (at: number): boolean =>
    remaining.some((backup) => at > backup.at - HOUR_MS && at < backup.endedAt + HOUR_MS)
  const oldest = Math.min(now, ...remaining.map(({ at }) => at))
  return files.filter(({ name, at }) => {
    const backup = /^(base-\d{8}T\d{6}Z)(\.box)?\.age$/.exec(name)?.[1]
    if (backup !== undefined) return !stays.has(backup) && !young(takenAt(backup))
    if (/^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?\.age$/.test(name)) return now - at > LOG_DAYS * DAY_MS && !isNeeded(at)
    if (name.startsWith('forgotten-')) return at < oldest - DAY_MS
    return false
  })
}
