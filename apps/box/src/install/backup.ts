import { RESERVE_BYTES } from '../disk.ts'
import { fileStep, folderStep } from '../kinds.ts'
import { paths } from '../paths.ts'
import { must, type Step, StepError } from '../steps.ts'
import type { Plan } from './plan.ts'

/** Room that is given back when the disk is full. */
const reserveStep: Step = {
  name: 'reserve',
  async look(machine) {
    const { stdout } = await machine.run('stat', ['-c', '%s', paths.reserve])
    return Number(stdout) === RESERVE_BYTES ? null : 'sets 512 MB of the disk aside'
  },
  before: async (machine) => ((await machine.files.exists(paths.reserve)) ? 'there' : 'absent'),
  async do(machine) {
    await machine.files.remove(paths.reserve)
    await must(machine, 'fallocate', ['-l', String(RESERVE_BYTES), paths.reserve])
  },
  async undo(machine, before) {
    if (before === 'absent') await machine.files.remove(paths.reserve)
  },
  mayFail: true,
}

/** A folder on this machine is a place if it is mounted there, or made by hand: the box makes none. */
function placeStep(place: string): Step {
  return {
    name: 'place of backups',
    look: async (machine) =>
      !place.startsWith('/') || (await machine.run('test', ['-d', place])).code === 0 ? null : `looks for ${place}`,
    do: () => Promise.reject(new StepError(`BACKUP_TO: there is no folder ${place}: mount or make it`)),
    undo: () => Promise.resolve(),
  }
}

/** What backups need of the machine. PostgreSQL's own user writes into the spool. */
export function backupSteps({ place, placeFiles }: Plan): Step[] {
  return [
    ...(place === null ? [] : [placeStep(place)]),
    folderStep(paths.spool, 0o700, 'postgres:postgres'),
    folderStep(paths.place, 0o700),
    ...Object.entries(placeFiles).map(([name, content]) => secretFileStep(name, content)),
    reserveStep,
  ]
}

/** A credential of the place. The journal of steps never has one, so undo removes it. */
export function secretFileStep(name: string, content: string): Step {
  const path = `${paths.place}/${name}`
  return {
    ...fileStep({ name: `credential ${name} of the place`, path, content, mode: 0o600 }),
    before: async (machine) => ((await machine.files.exists(path)) ? 'there' : 'absent'),
    async undo(machine, before) {
      if (before === 'absent') await machine.files.remove(path)
    },
  }
}
