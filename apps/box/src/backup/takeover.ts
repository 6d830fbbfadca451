import type { Machine } from '../machine.ts'
import { paths } from '../paths.ts'
import { must } from '../steps.ts'
import { type Backup, backupsOf } from './kept.ts'
import { copyAt, makeCopy, type Note, openBox } from './copy.ts'
import { BackupFault } from './faults.ts'
import type { Place } from './place.ts'
import type { BackupSite } from './site.ts'

/** An empty machine takes a shop over from the place of its backups. How far it came stands in a file. */
export type Takeover = {
  place: string
  /** The point of the log at which the shop moved out; null: the end of the log. */
  mark: string | null
  /** What is done: nothing yet, the shop's settings, or its database, too. */
  has: 'nothing' | 'settings' | 'database'
}

export async function readTakeover(machine: Machine): Promise<Takeover | null> {
  const text = await machine.files.read(paths.takeover)
  return text === undefined ? null : (JSON.parse(text) as Takeover)
}
export const noteTakeover = (machine: Machine, takeover: Takeover): Promise<void> =>
  machine.files.write(paths.takeover, `${JSON.stringify(takeover)}\n`, 0o600)

const newestOf = (backups: readonly Backup[], place: string): Backup => {
  const newest = backups.find(({ whole }) => whole)
  if (!newest) throw new BackupFault('noBackup', { place, before: '' })
  return newest
}

/**
 * Brings settings, secrets, brand and the owner's public key from the newest backup to where they were. It can be run
 * again. @throws BackupFault before anything is written
 */
export async function takeSettings(machine: Machine, site: BackupSite, place: Place, key: string): Promise<Note> {
  const { name } = newestOf(backupsOf(await place.list()), place.name)
  const copy = copyAt(site, 'settings')
  try {
    await makeCopy(machine, site, copy)
    const { note } = await openBox(machine, site, place, copy, name, key)
    const etc = paths.etc.slice(1)
    await must(machine, 'tar', ['-C', '/', '--no-same-owner', '-xpf', copy.box, '--wildcards', `${etc}/*`])
    return note
  } finally {
    await machine.files.remove(copy.folder)
  }
}
