import { activeSlot, awaitReady } from '@hc/box/install/shop'
import { type Process, processes, unitOf } from '@hc/box/paths'
import { realMachine as machine } from '@hc/box/real-machine'
import { must } from '@hc/box/steps'
import { spawnSync } from 'node:child_process'
import { withLock } from '@hc/box/lock'
import { BoxRefusal, codes, type Member, print, say } from './member.ts'

/** Restarts processes one after the other, and waits for each. @throws StepError for one that is not ready */
export async function restartAll(names: readonly Process[] = processes): Promise<void> {
  const slot = await activeSlot(machine)
  for (const process of names) {
    const unit = unitOf(process, slot)
    await must(machine, 'systemctl', ['restart', unit], { timeoutMs: 120_000 })
    await awaitReady(machine, process, slot)
    say(`${unit} is ready`)
  }
}

export const restart: Member = {
  needs: 'box',
  describe(command) {
    command.argument('[process]', `one of ${processes.join(', ')}; without it all, one after the other`)
  },
  async run(_, [name]) {
    const chosenProcess = processes.find((process) => process === name)
    if (name !== undefined && chosenProcess === undefined)
      throw new BoxRefusal(`there is no process ${name}: ${processes.join(', ')}`)
    await withLock(machine, process.pid, 'hc restart', () => restartAll(chosenProcess ? [chosenProcess] : processes))
    return codes.well
  },
}

const parts = [...processes, 'edge', 'database'] as const

export const logs: Member = {
  needs: 'box',
  describe(command) {
    command
      .argument('[part]', `one of ${parts.join(', ')}; without it the shop's three processes`)
      .option('--lines <n>', 'how many lines', '100')
      .option('--follow', 'and those to come')
  },
  async run({ lines, follow }, [name]) {
    if (name !== undefined && !(parts as readonly string[]).includes(name))
      throw new BoxRefusal(`there is no log of ${name}: ${parts.join(', ')}`)
    const slot = await activeSlot(machine)
    const units =
      name === 'edge'
        ? ['hc-edge.service']
        : name === 'database'
          ? ['postgresql@*-hc.service']
          : processes
              .filter((process) => name === undefined || process === name)
              .map((process) => unitOf(process, slot))
    const args = [
      '--namespace=+hc',
      '--no-pager',
      '-o',
      'cat',
      '-n',
      String(lines),
      ...units.flatMap((unit) => ['-u', unit]),
    ]
    if (follow) return spawnSync('journalctl', [...args, '-f'], { stdio: 'inherit' }).status ?? codes.wrong
    print((await must(machine, 'journalctl', args)).trim())
    return codes.well
  },
}
