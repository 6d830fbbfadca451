import type { Machine } from '../machine.ts'
import { must, readJournal, type Step, type StepList, StepError, undoSteps, type Say } from '../steps.ts'
import { type BackupSite, sql } from './site.ts'

/** The copy's folder, and the name that the live folder gets. */
export type Change = { pg: string; before: string }
/** How the live server is stopped and started. At boot neither is needed: it has not started yet. */
export type ServerHooks = { stopServer: () => Promise<void>; startServer: () => Promise<void> }

const isThere = async (machine: Machine, path: string): Promise<boolean> => await machine.files.exists(path)
const rename = async (machine: Machine, from: string, to: string): Promise<void> => {
  await must(machine, 'mv', ['-T', from, to])
  await must(machine, 'sync', [])
}

/** The copy in the place of the live folder. What is there of each of the two names says how far it came. */
function foldersStep({ data }: BackupSite, change: Change | null): Step {
  return {
    name: 'folders',
    async look(machine) {
      if (change === null || !(await isThere(machine, change.pg))) return null
      return `puts ${change.pg} in the place of ${data}`
    },
    before: () => Promise.resolve(JSON.stringify(change)),
    async do(machine) {
      if (change === null) return
      if (!(await isThere(machine, change.before))) await rename(machine, data, change.before)
      if (await isThere(machine, change.pg)) await rename(machine, change.pg, data)
    },
    async undo(machine, text) {
      const { before } = JSON.parse(text) as Change
      if (!(await isThere(machine, before))) return
      const failed = `${data}.failed`
      if (await isThere(machine, data)) {
        await machine.files.remove(failed)
        await rename(machine, data, failed)
      }
      await rename(machine, before, data)
    },
  }
}

const startStep = (site: BackupSite, change: Change | null, { stopServer, startServer }: ServerHooks): Step => ({
  name: 'database start',
  async look(machine) {
    if (change === null) return null
    return await sql(machine, site, site.server, 'select 1').then(
      () => null,
      () => 'starts the database on the copy',
    )
  },
  do: startServer,
  undo: stopServer,
})

/** The part of a restore in which there may be no folder at its place. The shop is closed until it ends. */
export const swapList = (site: BackupSite, change: Change | null, server: ServerHooks): StepList => ({
  name: 'restore',
  atBoot: 'undo',
  steps: [foldersStep(site, change), startStep(site, change, server)],
})

/** Whether a restore was cut while the two folders changed names. */
export async function isInterrupted(machine: Machine): Promise<boolean> {
  const journal = await readJournal(machine, 'restore')
  return journal?.state === 'doing' || journal?.state === 'undoing'
}

/** Gives the live folder its place again, if a restore was interrupted while the two changed names. */
export async function undoSwap(machine: Machine, site: BackupSite, server: ServerHooks, say: Say): Promise<boolean> {
  if (!(await isInterrupted(machine))) return false
  await undoSteps(machine, swapList(site, null, server), { say })
  return true
}

/** @throws StepError if an earlier restore was interrupted and not taken back */
export async function needNoSwap(machine: Machine): Promise<void> {
  if (await isInterrupted(machine))
    throw new StepError('a restore was interrupted while two folders changed names: hc restore --undo goes back')
}
