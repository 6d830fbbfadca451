import { diskOf, freeReserve, partsOfDisk } from '@hc/box/disk'
import { machineFacts } from '@hc/box/install/plan'
import { realMachine as machine } from '@hc/box/real-machine'
import { codes, type Member, print } from './member.ts'

const gb = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(2).padStart(8)} GB`

/** `hc disk`: what is large, and what makes it smaller. */
export const disk: Member = {
  needs: 'box',
  describe(command) {
    command
      .option('--free', 'gives the 512 MB back that are set aside')
      .option('--json', 'as JSON')
      .allowExcessArguments(false)
  },
  async run({ free, json }) {
    if (free)
      print(
        (await freeReserve(machine))
          ? 'The 512 MB are given back. Set aside again above 5 GB.'
          : 'They were given back before.',
      )
    const parts = await partsOfDisk(machine, (await machineFacts(machine)).postgres)
    const whole = await diskOf(machine)
    if (json) print(JSON.stringify({ disk: whole, parts }))
    else {
      for (const { part, bytes, goes } of parts) print(`${gb(bytes)}  ${part.padEnd(30)} ${goes}`)
      if (whole) print(`${gb(whole.free)}  free of ${gb(whole.whole).trim()}`)
    }
    return codes.well
  },
}
