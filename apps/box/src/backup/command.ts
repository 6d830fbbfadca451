import type { Machine } from '../machine.ts'
import { BackupFault } from './faults.ts'
import { checkKey, makeKey, typedKey } from './key.ts'
import { backupsOf, overdue, staying } from './kept.ts'
import { backupNow, night, prune } from './night.ts'
import { placeOf } from './place.ts'
import { restore, type RestoreHooks, type Choice } from './restore.ts'
import { ship } from './ship.ts'
import type { BackupSite } from './site.ts'

/** How a command speaks with the person who typed it. */
export type CommandIo = {
  out: (text: string) => void
  /** Asks for a line. `hidden`: it is not shown. */
  ask: (question: string, hidden?: boolean) => Promise<string>
  /** The person's name, for the audit. */
  by: string
}
/** What a command works on, and with. */
export type BackupParts = { machine: Machine; site: BackupSite; io: CommandIo }

export const backupUsage = `hc backup [now]        a backup without a proof
hc backup prove        a backup, restored from its place: is it the shop?
hc backup list         the backups of the place, and what goes next
hc backup prune        what is overdue goes
hc backup key          makes a recovery key; it is shown once
hc backup key --check  opens the newest backup with the key that you type
hc backup verified     records that a person restored a backup by hand`

export const restoreUsage =
  'hc restore NAME|latest|--at MOMENT: a copy beside the shop, checked; then, after a yes, in its place'

const WELL = 0
const WRONG = 1
const REFUSED = 2
const gb = (bytes: number): string => `${(bytes / 1e9).toFixed(3)} GB`
const clock = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')}Z`

/** Runs a command. A fault of a backup is its sentence and exit code 1. */
async function guarded(io: CommandIo, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
    io.out(error.message)
    return WRONG
  }
}

const verbs: Record<string, (parts: BackupParts, args: readonly string[]) => Promise<number>> = {
  async now({ machine, site, io }) {
    const fresh = await backupNow(machine, site, placeOf(machine, site))
    io.out(`${fresh.name} is at ${site.place}, and not proved: hc backup prove`)
    return WELL
  },
  async prove({ machine, site, io }) {
    const { backup, equal, seconds, until, detail } = await night(machine, site, placeOf(machine, site))
    io.out(
      equal === true && until !== null
        ? `${backup}: restored in ${seconds} s, equal to the shop up to ${clock(until)}`
        : `${backup}: ${equal === null ? 'not proved' : 'not the shop'}. ${detail}`,
    )
    return equal === true ? WELL : WRONG
  },
  async list({ machine, site, io }) {
    const files = await placeOf(machine, site).list()
    const backups = backupsOf(files)
    const stays = staying(backups)
    for (const { name, at, bytes, whole } of backups)
      io.out(`${name}  ${clock(at)}  ${gb(bytes)}${whole ? '' : '  not whole'}${stays.has(name) ? '' : '  goes'}`)
    const log = files.filter(({ name }) => /^[0-9A-F]{24}\.age$/.test(name))
    io.out(
      `${backups.length} backups, ${log.length} pieces of log (${gb(log.reduce((sum, { bytes }) => sum + bytes, 0))}) at ${site.place}; ${overdue(files, machine.now()).length} files are overdue`,
    )
    return backups.length > 0 ? WELL : WRONG
  },
  async prune({ machine, site, io }) {
    const { gone, refused } = await prune(machine, placeOf(machine, site))
    io.out(
      refused
        ? `${site.place} lets this machine delete nothing, which is well: it must drop old files by a rule of its own.`
        : `${gone} files went`,
    )
    return WELL
  },
  async key({ machine, site, io }, args) {
    if (args[0] === '--check') {
      const backup = await checkKey(
        machine,
        site,
        placeOf(machine, site),
        await io.ask('The recovery key: ', true),
        io.by,
      )
      io.out(`The key opened ${backup}.`)
      return WELL
    }
    const key = await makeKey(machine, site, placeOf(machine, site))
    io.out(
      `The recovery key is shown once, and is stored nowhere. Two copies, in two safes: without it every backup is lost.\n\n    ${key}\n\nThe next backup is sealed for it: hc backup now. Then type it once: hc backup key --check`,
    )
    return WELL
  },
}

/** `hc backup …` but `verified`, which is the shop's. */
export async function backupCommand(args: readonly string[], parts: BackupParts): Promise<number> {
  const [name = 'now', ...rest] = args
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb || rest.length > (name === 'key' ? 1 : 0)) {
    parts.io.out(backupUsage)
    return REFUSED
  }
  return await guarded(parts.io, async () => await verb(parts, rest))
}

/** `hc ship`, each minute. */
export async function shipCommand({ machine, site, io }: BackupParts): Promise<number> {
  return await guarded(io, async () => {
    const { sent, waits, fault } = await ship(machine, site, placeOf(machine, site))
    if (fault) throw fault
    if (sent > 0) io.out(`${sent} files went to ${site.place}, ${waits} wait`)
    return WELL
  })
}

/** A moment with its zone; null for what is none, such as 30 February. */
function momentOf(text: string): number | null {
  const [, local, zone] = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)$/.exec(text.trim()) ?? []
  if (local === undefined || zone === undefined) return null
  const asWritten = `${local.replace(' ', 'T')}${local.length === 16 ? ':00' : ''}`
  const utc = Date.parse(`${asWritten}Z`)
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 19) !== asWritten) return null
  return Date.parse(`${asWritten}${zone}`)
}

function choiceOf(args: readonly string[]): Choice | null {
  const [first = '', second, ...more] = args
  if (more.length > 0) return null
  if (first === '--at') {
    const at = momentOf(second ?? '')
    return at === null ? null : { at }
  }
  if (second !== undefined) return null
  if (first === 'latest') return 'latest'
  return /^base-\d{8}T\d{6}Z$/.test(first) ? { name: first } : null
}

/** `hc restore …`. The box says how it closes, stops and starts. */
export async function restoreCommand(
  args: readonly string[],
  parts: BackupParts & { box: Omit<RestoreHooks, 'confirm' | 'say' | 'by'>; yes: boolean },
): Promise<number> {
  const { machine, site, io, box, yes } = parts
  const choice = choiceOf(args)
  if (!choice) {
    io.out(`${restoreUsage}\nA moment has its zone: --at 2026-01-31T14:05:00Z`)
    return REFUSED
  }
  return await guarded(io, async () => {
    const key = typedKey(await io.ask('The recovery key: ', true))
    const hooks: RestoreHooks = {
      ...box,
      say: io.out,
      by: io.by,
      async confirm(text) {
        io.out(text)
        return yes || /^(y|yes)$/i.test((await io.ask('Put the copy in the place of the shop? [y/N] ')).trim())
      },
    }
    const before = await restore(machine, site, placeOf(machine, site), { choice, key }, hooks)
    if (before !== null) return WELL
    io.out('Nothing was changed.')
    return REFUSED
  })
}
