import type { Machine } from './machine.ts'
import { must, type Step } from './steps.ts'

/** Steps of the kinds that lists are made of. */

type FileStep = {
  name: string
  path: string
  content: string | ((machine: Machine) => Promise<string>)
  mode?: number
  /** Runs after the file was changed, and after it was changed back. */
  after?: readonly (readonly [string, ...string[]])[]
}

/** A file with this content. Undo brings back what was there. */
export function fileStep({ name, path, content, mode = 0o644, after = [] }: FileStep): Step {
  const contentOf = (machine: Machine): Promise<string> =>
    typeof content === 'string' ? Promise.resolve(content) : content(machine)
  const follow = async (machine: Machine): Promise<void> => {
    for (const [command, ...args] of after) await must(machine, command, args)
  }
  return {
    name,
    async look(machine) {
      const has = await machine.files.read(path)
      if (has === undefined) return `writes ${path}`
      return has === (await contentOf(machine)) ? null : `changes ${path}`
    },
    before: async (machine) => JSON.stringify((await machine.files.read(path)) ?? null),
    async do(machine) {
      await machine.files.write(path, await contentOf(machine), mode)
      await follow(machine)
    },
    async undo(machine, before) {
      const content = JSON.parse(before) as string | null
      if (content === null) await machine.files.remove(path)
      else await machine.files.write(path, content, mode)
      await follow(machine)
    },
  }
}

/** A folder with this owner and mode. Undo removes it if it was not there. */
export function folderStep(path: string, mode = 0o755, owner = 'root:root'): Step {
  const modeAndOwner = `${mode.toString(8)} ${owner}`
  return {
    name: `folder ${path}`,
    async look(machine) {
      const { code, stdout } = await machine.run('stat', ['-c', '%a %U:%G', path])
      if (code !== 0) return `makes ${path}`
      return stdout.trim() === modeAndOwner ? null : `gives ${path} the mode ${mode.toString(8)} and the owner ${owner}`
    },
    before: async (machine) => ((await machine.files.exists(path)) ? 'there' : 'absent'),
    async do(machine) {
      const [user = 'root', group = 'root'] = owner.split(':')
      await must(machine, 'install', ['-d', '-m', mode.toString(8), '-o', user, '-g', group, path])
    },
    async undo(machine, before) {
      if (before === 'absent') await machine.files.remove(path)
    },
  }
}

/** A user of the system without a home, a shell and a password. */
export function userStep(name: string): Step {
  const exists = async (machine: Machine): Promise<boolean> =>
    (await machine.run('getent', ['passwd', name])).code === 0
  return {
    name: `user ${name}`,
    look: async (machine) => ((await exists(machine)) ? null : `makes the system user ${name}`),
    before: async (machine) => ((await exists(machine)) ? 'there' : 'absent'),
    async do(machine) {
      if (await exists(machine)) return
      await must(machine, 'useradd', [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        '/usr/sbin/nologin',
        name,
      ])
    },
    async undo(machine, before) {
      if (before === 'absent' && (await exists(machine))) await must(machine, 'userdel', [name])
    },
  }
}
