import { text } from 'node:stream/consumers'
import { type ProbeInput, runProbe } from '@hc/box/upgrade/probe'
import { codes, type Member, print } from './member.ts'

/** `hc probe` reads what to ask from its standard input, and prints the answers: hc upgrade starts it at a copy. */
export const probe: Member = {
  needs: 'root',
  describe(command) {
    command.allowExcessArguments(false)
  },
  async run() {
    print(JSON.stringify(await runProbe(JSON.parse(await text(process.stdin)) as ProbeInput)))
    return codes.well
  },
}
