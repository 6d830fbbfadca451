import { paths } from '@hc/box/paths'
import { realMachine as machine } from '@hc/box/real-machine'
import { commandsOf, unfinished } from '@hc/box/steps'
import { undoAtBoot } from './upgrade.ts'
import { codes, type Member, print } from './member.ts'

/**
 * `hc recover` runs at boot: an interrupted upgrade goes back; all else waits for a person, as login and hc status
 * say.
 */
export const recover: Member = {
  needs: 'root',
  describe(command) {
    command.allowExcessArguments(false)
  },
  async run() {
    const undone = await undoAtBoot()
    const lists = await unfinished(machine)
    const lines = lists.map(({ list }) => {
      const { on, back } = commandsOf(list)
      return `${on} was interrupted: ${on} goes on, ${back} goes back\n`
    })
    const message = '/run/motd.d/hc-portal'
    if (lines.length === 0) await machine.files.remove(message)
    else await machine.files.write(message, lines.join(''))
    print([undone, lines.join('').trim()].filter(Boolean).join('\n') || `nothing of ${paths.journal} was interrupted`)
    return codes.well
  },
}
