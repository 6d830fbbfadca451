import { BackupFault } from '@hc/box/backup/faults'
import { placeOf } from '@hc/box/backup/place'
import type { BackupSite } from '@hc/box/backup/site'
import { valuesOf } from '@hc/box/install/plan'
import { activeSlot } from '@hc/box/install/shop'
import { withLock } from '@hc/box/lock'
import { moveList, readMove, timelinesAt } from '@hc/box/move/list'
import { paths } from '@hc/box/paths'
import { realMachine as machine } from '@hc/box/real-machine'
import { planOf, readJournal, runSteps, StepError, undoSteps } from '@hc/box/steps'
import { partsOf } from './backup.ts'
import { BoxRefusal, codes, type Member, print, say } from './member.ts'

/** `hc move out`: the shop leaves this machine. The new one takes it over by `install.sh --restore`. */
const usage = `On the new machine, an empty Debian:
  sh install.sh --from ADDRESS --key FILE --restore PLACE --until POINT
with PLACE and POINT as hc move out prints them. It asks for the recovery key.`

async function out(plan: boolean): Promise<number> {
  const { site } = await partsOf()
  const { PUBLIC_URL: url = '', CONSOLE_URL: desk = '' } = await valuesOf(machine, paths.settings)
  const list = moveList({ site, slot: await activeSlot(machine), shopHost: new URL(url).hostname })
  if (plan) {
    for (const { step, change } of await planOf(machine, list)) print(`${change ? '+' : '='} ${step}: ${change ?? ''}`)
    return codes.well
  }
  const fromMs = machine.now()
  if (!(await readMove(machine)).out)
    await withLock(machine, process.pid, 'hc move out', () => runSteps(machine, list, { say }))
  const { mark = '' } = await readMove(machine)
  print(`The shop has left this machine in ${Math.round((machine.now() - fromMs) / 1000)} s: it sells nothing here.
All that was sold is at ${site.place}. On the new machine, an empty Debian:

  sh install.sh --from ADDRESS --key FILE --restore ${site.place} --until ${mark}

Then lead ${new URL(url).hostname} and ${new URL(desk).hostname} to it; it prints both records.
hc move --undo opens the shop here again: only while no other machine has it.`)
  return codes.well
}

/**
 * The new machine opens its log with a timeline of its own, whose history it brings to the place.
 * @throws BoxRefusal where it has, or where the place can't be looked at: two shops would sell
 */
async function refuseTaken(site: BackupSite): Promise<void> {
  const { timelines } = await readMove(machine)
  if (!timelines) return
  const place = placeOf(machine, site)
  const later = await timelinesAt(place).catch((error: unknown) => {
    if (!(error instanceof BackupFault)) throw error
    throw new BoxRefusal(`${error.message}\nSo nobody knows whether another machine has the shop. Mend this first.`)
  })
  const foreign = later.find((name) => !timelines.includes(name))
  if (foreign)
    throw new BoxRefusal(
      `another machine has the shop: it has brought ${foreign} to ${place.name}. ` +
        'Two shops would sell. To come back, move out of that machine, and restore it on an empty one.',
    )
}

async function back(): Promise<number> {
  const { site } = await partsOf()
  const { PUBLIC_URL: url = '' } = await valuesOf(machine, paths.settings)
  const journal = await readJournal(machine, 'move')
  if (!journal || journal.state === 'undone') throw new BoxRefusal('the shop did not move out of this machine')
  await refuseTaken(site)
  // The slot of the boot is the one whose processes the journal stopped.
  const stopped = journal.entries.find(({ step }) => step === 'processes')?.before ?? ''
  const slot = stopped.includes('@green') ? 'green' : stopped === '' ? await activeSlot(machine) : 'blue'
  const list = moveList({ site, slot, shopHost: new URL(url).hostname })
  await withLock(machine, process.pid, 'hc move --undo', () => undoSteps(machine, list, { say }))
  print('The shop is here again, and sells.')
  return codes.undone
}

export const move: Member = {
  needs: 'box',
  describe(command) {
    command
      .argument('[way]', 'out')
      .option('--plan', 'what each step would change')
      .option('--undo', 'opens the shop here again, if no other machine has taken it over')
      .addHelpText('after', `\n${usage}`)
  },
  async run({ plan, undo }, words) {
    try {
      if (undo && words.length === 0) return await back()
      if (words.join(' ') !== 'out') throw new BoxRefusal(`hc move out, or hc move --undo\n\n${usage}`)
      return await out(plan === true)
    } catch (error) {
      if (!(error instanceof StepError)) throw error
      say(`${error.message}\nhc move out goes on from here; hc move --undo goes back`)
      return codes.wrong
    }
  },
}
