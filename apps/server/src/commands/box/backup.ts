import { boxSite, makeFolders } from '@hc/box/backup/box-site'
import { backupCommand, type BackupParts, backupUsage, restoreCommand, shipCommand } from '@hc/box/backup/command'
import { isInterrupted, undoSwap } from '@hc/box/backup/swap'
import { machineFacts, valuesOf } from '@hc/box/install/plan'
import { activeSlot, awaitReady } from '@hc/box/install/shop'
import { withLock } from '@hc/box/lock'
import { readMove } from '@hc/box/move/list'
import { paths, processes, unitOf } from '@hc/box/paths'
import { realMachine as machine } from '@hc/box/real-machine'
import { must } from '@hc/box/steps'
import { BoxRefusal, codes, type Member, print, say } from './member.ts'
import { ask } from './terminal.ts'

type BoxHooks = Parameters<typeof restoreCommand>[1]['box']

/** A night waits for an upgrade, and an upgrade's watch is ten minutes. */
const WAIT_MS = 2 * 3_600_000

/** What the commands of backups work on. @throws BoxRefusal without a place */
export async function partsOf(): Promise<BackupParts> {
  const { BACKUP_TO: place } = await valuesOf(machine, paths.box)
  if (!place) throw new BoxRefusal('there is no place of backups: add BACKUP_TO to the answers, and run hc install')
  const { version } = JSON.parse((await machine.files.read(`${paths.current}/package.json`)) ?? '{}') as {
    version: string
  }
  const { postgres: major } = await machineFacts(machine)
  const ofBox = boxSite({ place, version, major, port: 5432 })
  // The keeper does not see the database's folder; its user's spool tells the owner of a copy.
  const site = process.env.HC_FORM === 'one' ? { ...ofBox, data: paths.spool } : ofBox
  await makeFolders(machine, site)
  return { machine, site, io: { out: print, ask, by: process.env.SUDO_USER ?? process.env.USER ?? 'root' } }
}

/** @throws BoxRefusal where the shop has left: its place is another machine's now */
async function needHere(): Promise<void> {
  if ((await readMove(machine)).out)
    throw new BoxRefusal('the shop moved out of this machine: hc move --undo opens it here again')
}

export const backup: Member = {
  needs: 'box',
  describe(command) {
    command
      .argument('[verb]', 'now, prove, list, prune, key or verified; without it now')
      .option('--check', 'of key: opens the newest backup with the key that you type')
      .addHelpText('after', `\n${backupUsage}`)
  },
  async run({ check }, words) {
    await needHere()
    const args = [...words, ...(check ? ['--check'] : [])]
    const parts = await partsOf()
    const work = async () => await backupCommand(args, parts)
    if (words[0] === 'list') return await work()
    return await withLock(machine, process.pid, ['hc backup', ...words].join(' '), work, { waitMs: WAIT_MS })
  },
}

export const ship: Member = {
  needs: 'box',
  describe(command) {
    command.allowExcessArguments(false)
  },
  async run() {
    await needHere()
    return await shipCommand(await partsOf())
  },
}

const DATABASE_MS = 300_000
const WENT_BACK = 'The restore was interrupted while two folders changed names: what was there before is there again.'

/** Before the database starts: no server runs, and systemd starts what belongs to the machine. */
async function undoAtBoot(): Promise<number> {
  const none = { stopServer: () => Promise.resolve(), startServer: () => Promise.resolve() }
  if (await undoSwap(machine, (await partsOf()).site, none, say)) print(WENT_BACK)
  return codes.well
}

/** After a command that was killed: the server and the shop stand still. */
async function undoRestore({ site }: BackupParts, box: BoxHooks): Promise<number> {
  if (!(await isInterrupted(machine))) throw new BoxRefusal('no restore was interrupted while folders changed names')
  await box.stopServer()
  await undoSwap(machine, site, box, say)
  await box.startServer()
  await box.openShop()
  print(WENT_BACK)
  return codes.undone
}

export const restore: Member = {
  needs: 'box',
  describe(command) {
    command
      .argument('[name]', 'latest, or a name of hc backup list')
      .option('--at <moment>', 'a moment with its zone: 2026-01-31T14:05:00Z')
      .option('--undo', 'goes back, if a restore was interrupted while two folders changed names')
      .option('--boot', 'of --undo: nothing has started yet')
      .option('--yes', 'does not ask before the copy takes the place of the shop')
  },
  async run({ at, yes, undo, boot }, words) {
    if (boot) return await undoAtBoot()
    await needHere()
    const parts = await partsOf()
    const slot = await activeSlot(machine)
    const database = `postgresql@${(await machineFacts(machine)).postgres}-hc.service`
    const units = processes.map((process) => unitOf(process, slot))
    const control = async (verb: 'start' | 'stop', ...names: string[]): Promise<void> => {
      await must(machine, 'systemctl', [verb, ...names], { timeoutMs: DATABASE_MS })
    }
    const box: BoxHooks = {
      closeShop: () => control('stop', ...units),
      async openShop() {
        for (const process of processes) {
          await control('start', unitOf(process, slot))
          await awaitReady(machine, process, slot)
        }
      },
      stopServer: () => control('stop', database),
      startServer: () => control('start', database),
      async reconcile() {
        const { stdout, stderr } = await machine.run(paths.command, ['reconcile', '--days', '2'], {
          timeoutMs: DATABASE_MS,
        })
        return `${stdout}${stderr}`.trim()
      },
    }
    if (undo) return await withLock(machine, process.pid, 'hc restore --undo', () => undoRestore(parts, box))
    const args = typeof at === 'string' ? ['--at', at, ...words] : words
    const work = async () => await restoreCommand(args, { ...parts, box, yes: yes === true })
    return await withLock(machine, process.pid, ['hc restore', ...args].join(' '), work)
  },
}
