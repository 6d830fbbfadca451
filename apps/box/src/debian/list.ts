import { linkStep } from '../install/release.ts'
import { awaitReady } from '../install/shop.ts'
import type { Machine } from '../machine.ts'
import { otherSlot, paths, type Process, type Slot, unitOf } from '../paths.ts'
import { must, type Step, type StepList } from '../steps.ts'
import { allTo, awaitUp, drain, setWeights } from '../upgrade/edge.ts'
import { replacedFiles } from './replaced.ts'

/** After an update of Debian: what runs takes the new files, and players notice nothing. */
type Facts = { slot: Slot; postgres: string }
const START_MS = 120_000

const edgeStep = ({ slot, postgres }: Facts): Step => ({
  name: 'edge',
  async look(machine) {
    const { edge } = await replacedFiles(machine, slot, postgres)
    return edge.length === 0 ? null : `reloads hc-edge.service: ${edge.slice(0, 3).join(', ')} was replaced`
  },
  // Its first process runs the new program, the sockets stay, and the old workers end what they have.
  async do(machine) {
    await must(machine, 'systemctl', ['reload', 'hc-edge.service'], { timeoutMs: START_MS })
  },
  undo: () => Promise.resolve(),
})

const restarts = async (machine: Machine, process: Process, slot: Slot): Promise<void> => {
  await must(machine, 'systemctl', ['restart', unitOf(process, slot)], { timeoutMs: START_MS })
  await awaitReady(machine, process, slot)
}

const lookAt = (process: Process, { slot, postgres }: Facts): Step['look'] => {
  const unit = unitOf(process, slot)
  return async (machine) =>
    (await replacedFiles(machine, slot, postgres)).processes.includes(process)
      ? `restarts ${unit}, which has replaced libraries`
      : null
}

const restartStep = (process: 'worker' | 'desk', facts: Facts): Step => ({
  name: process,
  look: lookAt(process, facts),
  do: (machine) => restarts(machine, process, facts.slot),
  undo: () => Promise.resolve(),
})

/** Players meet the same release in the other slot while this one starts again. */
function webStep(facts: Facts): Step {
  const { slot } = facts
  const other = otherSlot(slot)
  const [link, guest] = [`${paths.slots}/${other}`, unitOf('web', other)]
  const targetOf = async (machine: Machine, path: string): Promise<string> =>
    (await machine.run('readlink', [path])).stdout.trim()
  /** The release before has its slot again, as an upgrade left it. */
  const leave = async (machine: Machine): Promise<void> => {
    const before = await targetOf(machine, paths.previous)
    await setWeights(machine, allTo(slot))
    await drain(machine, other)
    await must(machine, 'systemctl', ['stop', guest], { timeoutMs: START_MS })
    if (before === '') await machine.files.remove(link)
    else await linkStep(link, before).do(machine, () => undefined)
  }
  return {
    name: 'web',
    look: lookAt('web', facts),
    async do(machine) {
      await linkStep(link, await targetOf(machine, `${paths.slots}/${slot}`)).do(machine, () => undefined)
      await must(machine, 'systemctl', ['restart', guest], { timeoutMs: START_MS })
      await awaitReady(machine, 'web', other)
      // A process that is ready is of no use to players before the edge has seen it.
      await awaitUp(machine, other)
      await setWeights(machine, allTo(other))
      await drain(machine, slot)
      await restarts(machine, 'web', slot)
      await awaitUp(machine, slot)
      await leave(machine)
    },
    undo: leave,
  }
}

export const debianList = (facts: Facts): StepList => ({
  name: 'debian',
  atBoot: 'wait',
  steps: [edgeStep(facts), restartStep('worker', facts), restartStep('desk', facts), webStep(facts)],
})
