import type { Machine } from '../machine.ts'
import { copyAt, makeCopy, openBox } from './copy.ts'
import { BackupFault } from './faults.ts'
import { backupsOf } from './kept.ts'
import type { Place } from './place.ts'
import { type BackupSite, quoted, sql } from './site.ts'

/**
 * Makes a recovery key. Its public half joins the recipients; the key itself is given once, and is nowhere. Two shops
 * number their log alike, so the first key of a shop needs a place without sealed files. @throws BackupFault
 */
export async function makeKey(machine: Machine, site: BackupSite, place: Place): Promise<string> {
  const before = (await machine.files.read(site.recipients)) ?? ''
  if (before === '' && (await place.list()).length > 0) throw new BackupFault('occupied', { place: place.name })
  const { stdout } = await machine.run('age-keygen', [])
  const key = /^AGE-SECRET-KEY-1\w+$/m.exec(stdout)?.[0]
  const open = /^# public key: (age1\w+)$/m.exec(stdout)?.[1]
  if (key === undefined || open === undefined) throw new Error('age-keygen gave no key: apt install age')
  await machine.files.write(site.recipients, `${before}${open}\n`, 0o644)
  return key
}

/** The key that somebody typed. @throws BackupFault if it is none */
export function typedKey(text: string): string {
  const key = text.trim().toUpperCase()
  if (!/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/.test(key)) throw new BackupFault('noKey')
  return `${key}\n`
}

/** Opens the newest backup with the typed key, and notes that it did. It gives the backup's name. */
export async function checkKey(
  machine: Machine,
  site: BackupSite,
  place: Place,
  typed: string,
  by: string,
): Promise<string> {
  const key = typedKey(typed)
  const [newest] = backupsOf(await place.list()).filter(({ whole }) => whole)
  if (!newest) throw new BackupFault('noBackup', { place: place.name, before: '' })
  const copy = copyAt(site, 'key')
  try {
    await makeCopy(machine, site, copy)
    await openBox(machine, site, place, copy, newest.name, key)
  } finally {
    await machine.files.remove(copy.folder)
  }
  const values = `${quoted([newest.name, by])}::jsonb`
  await sql(machine, site, site.server, `select desk.note_backup_key(${values} ->> 0, ${values} ->> 1)`)
  return newest.name
}
