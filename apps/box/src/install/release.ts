import type { Machine } from '../machine.ts'
import { folderStep, userStep } from '../kinds.ts'
import { paths } from '../paths.ts'
import { must, type Step } from '../steps.ts'
import type { Plan } from './plan.ts'

const targetOf = async (machine: Machine, link: string): Promise<string | undefined> => {
  const { code, stdout } = await machine.run('readlink', [link])
  return code === 0 ? stdout.trim() : undefined
}

/** A link that leads there. It is replaced in one step. */
export function linkStep(link: string, target: string, { keeps = false } = {}): Step {
  return {
    name: `link ${link}`,
    async look(machine) {
      const has = await targetOf(machine, link)
      return has === target || (keeps && has !== undefined) ? null : `leads ${link} to ${target}`
    },
    before: async (machine) => (await targetOf(machine, link)) ?? '',
    async do(machine) {
      await lead(machine, link, target)
    },
    async undo(machine, before) {
      if (before === '') await machine.files.remove(link)
      else await lead(machine, link, before)
    },
  }
}

async function lead(machine: Machine, link: string, target: string): Promise<void> {
  await must(machine, 'ln', ['-sfn', target, `${link}.next`])
  await must(machine, 'mv', ['-fT', `${link}.next`, link])
}

/** The release stands where the units look for it, and root alone can change it. */
function releaseStep(from: string, to: string): Step {
  return {
    name: 'release',
    look: async (machine) => ((await machine.files.exists(to)) ? null : `copies this release to ${to}`),
    before: async (machine) => ((await machine.files.exists(to)) ? 'there' : 'absent'),
    async do(machine) {
      if (await machine.files.exists(to)) return
      await machine.files.remove(`${to}.next`)
      await must(machine, 'cp', ['-a', '--no-preserve=ownership', from, `${to}.next`], { timeoutMs: 600_000 })
      await must(machine, 'mv', ['-T', `${to}.next`, to])
    },
    async undo(machine, before) {
      if (before === 'absent') await machine.files.remove(to)
    },
  }
}

export function releaseSteps({ release, version }: Pick<Plan, 'release' | 'version'>): Step[] {
  const to = `${paths.releases}/${version}`
  return [
    userStep('hc-web'),
    userStep('hc-core'),
    folderStep(paths.root),
    folderStep(paths.releases),
    folderStep(paths.slots),
    folderStep(paths.etc),
    folderStep(paths.secrets, 0o700),
    folderStep(paths.ports),
    folderStep(paths.tls, 0o700),
    folderStep(paths.edgeMore),
    folderStep(paths.versions, 0o700),
    folderStep(paths.state),
    releaseStep(release, to),
    // A later upgrade leads these; a repair does not lead them back.
    linkStep(paths.current, to, { keeps: true }),
    linkStep(`${paths.slots}/blue`, to, { keeps: true }),
  ]
}
