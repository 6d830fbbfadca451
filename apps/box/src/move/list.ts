import { archived, backupNow } from '../backup/night.ts'
import { type Place, placeOf } from '../backup/place.ts'
import { ship } from '../backup/ship.ts'
import { type BackupSite, sql } from '../backup/site.ts'
import { lookOf } from '../install/edge.ts'
import { awaitReady } from '../install/shop.ts'
import { fileStep } from '../kinds.ts'
import type { Machine } from '../machine.ts'
import { paths, processes, type Slot, unitOf } from '../paths.ts'
import { must, type Step, type StepList, StepError } from '../steps.ts'
import { maintenancePage } from '../templates/edge.ts'

/**
 * What is known of a move: the fresh backup, the point of the log at which the shop was closed, and the timelines that
 * the place had then.
 */
export type Move = { backup?: string; mark?: string; timelines?: string[]; out?: true }

/** The names of the timelines at a place. A machine that takes the shop over adds one. @throws BackupFault */
export const timelinesAt = async (place: Place): Promise<string[]> =>
  (await place.list()).map(({ name }) => name).filter((name) => /^[0-9A-F]{8}\.history\.age$/.test(name))

export const readMove = async (machine: Machine): Promise<Move> =>
  JSON.parse((await machine.files.read(paths.move)) ?? '{}') as Move
const noteMove = async (machine: Machine, more: Move): Promise<void> => {
  const text = JSON.stringify({ ...(await readMove(machine)), ...more })
  await machine.files.write(paths.move, `${text}\n`, 0o600)
}

type Parts = { site: BackupSite; slot: Slot; shopHost: string }
const CONTROL_MS = 120_000

/** The new machine then has little log to read while the shop is closed. */
const backupStep = ({ site }: Parts): Step => ({
  name: 'backup',
  look: async (machine) => ((await readMove(machine)).backup ? null : 'takes a backup while the shop sells'),
  async do(machine) {
    const { name } = await backupNow(machine, site, placeOf(machine, site))
    await noteMove(machine, { backup: name })
  },
  undo: (machine) => machine.files.remove(paths.move),
})

/** Players see this page until the names lead to the new machine. */
const pageStep = ({ shopHost }: Parts): Step =>
  fileStep({
    name: 'page of the move',
    path: paths.maintenance,
    content: async (machine) => maintenancePage({ ...(await lookOf(machine, shopHost)), isMoving: true }),
    after: [['systemctl', 'try-reload-or-restart', 'hc-edge.service']],
  })

/** Units that run no more, nor after a boot. Undo starts those that ran. */
function offStep(name: string, units: readonly string[], ready: (machine: Machine) => Promise<void>): Step {
  const running = async (machine: Machine): Promise<string[]> => {
    const states = await Promise.all(
      units.map(async (unit) => {
        const [active, enabled] = await Promise.all(
          ['is-active', 'is-enabled'].map((verb) => machine.run('systemctl', [verb, unit])),
        )
        return active?.stdout.trim() === 'active' || enabled?.stdout.trim() === 'enabled'
      }),
    )
    return units.filter((_, at) => states[at])
  }
  return {
    name,
    async look(machine) {
      const names = await running(machine)
      return names.length === 0 ? null : `stops ${names.join(', ')}`
    },
    before: async (machine) => JSON.stringify(await running(machine)),
    async do(machine) {
      await must(machine, 'systemctl', ['disable', '--now', ...units], { timeoutMs: CONTROL_MS })
    },
    async undo(machine, before) {
      const names = JSON.parse(before) as string[]
      if (names.length === 0) return
      await must(machine, 'systemctl', ['enable', '--now', ...names], { timeoutMs: CONTROL_MS })
      await ready(machine)
    },
  }
}

/**
 * A named point after the last thing that the shop did. The new machine goes to this point and no less, so it has all
 * that was sold.
 */
const lastStep = ({ site }: Parts): Step => ({
  name: 'last of the log',
  look: async (machine) => ((await readMove(machine)).out ? null : 'brings the rest of the log to the place'),
  async do(machine, say) {
    const mark = `hc_move_${new Date(machine.now()).toISOString().replaceAll(/[-:.]/g, '')}`
    const text = `select pg_walfile_name(pg_create_restore_point('${mark}')); select pg_switch_wal()`
    const [segment = ''] = (await sql(machine, site, site.server, text)).split('\n')
    await archived(machine, site, segment)
    const place = placeOf(machine, site)
    const { fault, waits } = await ship(machine, site, place)
    if (fault) throw new StepError(fault.message)
    // A piece that came meanwhile is of no use to the new machine.
    if (waits > 0) say(`${waits} files wait for the place`)
    await noteMove(machine, { mark, timelines: await timelinesAt(place), out: true })
  },
  async undo(machine) {
    const { backup } = await readMove(machine)
    await machine.files.write(paths.move, `${JSON.stringify({ backup })}\n`, 0o600)
  },
})

/** The shop leaves this machine. What was sold is at the place; nothing is sold here any more. */
export const moveList = (parts: Parts): StepList => ({
  name: 'move',
  atBoot: 'wait',
  steps: [
    backupStep(parts),
    pageStep(parts),
    offStep(
      'processes',
      processes.toReversed().map((process) => unitOf(process, parts.slot)),
      async (machine) => {
        for (const process of processes) await awaitReady(machine, process, parts.slot)
      },
    ),
    offStep('timers', ['hc-backup.timer', 'hc-look.timer', 'hc-ship.timer'], () => Promise.resolve()),
    lastStep(parts),
  ],
})
