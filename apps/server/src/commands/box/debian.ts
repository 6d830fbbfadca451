import { debianList } from '@hc/box/debian/list'
import { modeFile, rebootMode, rebootVerdict, restartNeeded } from '@hc/box/debian/replaced'
import { machineFacts, valuesOf } from '@hc/box/install/plan'
import { activeSlot } from '@hc/box/install/shop'
import { withLock } from '@hc/box/lock'
import { realMachine as machine } from '@hc/box/real-machine'
import { must, planOf, runSteps, undoSteps, unfinished } from '@hc/box/steps'
import { askShop } from '@hc/box/upgrade/meter'
import { codes, type Member, print, say } from './member.ts'

/** `hc debian`, after an update of Debian: reloads a replaced edge, and starts again what has replaced libraries. */
const WAIT_MS = 2 * 3_600_000

async function lastProof(): Promise<{ atMs: number; equal: boolean | null } | null> {
  const text = await askShop(
    machine,
    `select json_build_object('atMs', extract(epoch from proved_at) * 1000, 'equal', equal)
       from desk.backup_proof order by proved_at desc limit 1`,
  )
  return text === null || text === '' ? null : (JSON.parse(text) as { atMs: number; equal: boolean | null })
}

export const debian: Member = {
  needs: 'box',
  describe(command) {
    command
      .option('--plan', 'what each step would change; changes nothing')
      .option('--undo', 'goes back, if it was interrupted')
      .option('--reboot', 'then starts the machine anew, if hc auto reboot is on and a backup was just proved')
      .allowExcessArguments(false)
  },
  async run({ plan, undo, reboot }) {
    const { postgres } = await machineFacts(machine)
    const list = debianList({ slot: await activeSlot(machine), postgres })
    if (plan) {
      for (const { step, change } of await planOf(machine, list))
        print(`${change ? '+' : '='} ${step}: ${change ?? ''}`)
      return codes.well
    }
    return await withLock(
      machine,
      process.pid,
      'hc debian',
      async () => {
        if (undo) {
          await undoSteps(machine, list, { say })
          return codes.undone
        }
        const changes = (await planOf(machine, list)).filter(({ change }) => change !== null)
        await runSteps(machine, list, { say })
        if (changes.length === 0) print('what runs has no replaced file')
        const verdict = rebootVerdict({
          needed: await restartNeeded(machine),
          mode: rebootMode(await valuesOf(machine, modeFile)),
          proof: await lastProof(),
          unfinished: (await unfinished(machine)).length,
          nowMs: machine.now(),
        })
        if (verdict !== null) print(verdict.why)
        if (reboot && verdict?.now) await must(machine, 'systemctl', ['reboot'])
        return codes.well
      },
      { waitMs: WAIT_MS },
    )
  },
}
