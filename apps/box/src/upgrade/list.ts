import { awaitReady, isReady } from '../install/shop.ts'
import { linkStep } from '../install/release.ts'
import type { Machine } from '../machine.ts'
import { otherSlot, paths, type Process, processes, type Slot, unitOf } from '../paths.ts'
import { knownKeys } from '../release/verify.ts'
import { receiveRelease } from '../release/unpack.ts'
import { must, type Step, StepError, type StepList } from '../steps.ts'
import { allTo, awaitUp, drain, forgetCounts, REST, setWeights, WHOLE, weightStep } from './edge.ts'
import { type Before, usable, verdict, type Window } from './judge.ts'
import { askShop, type Meter, realMeter } from './meter.ts'
import type { Upgrade } from './plan.ts'
import { noteRelease } from './releases.ts'
import { booksOf, wrongBooks } from './look.ts'

/** The steps from one release to the next, beside a shop that sells. Decision 700. */

const WARM_READS = 200
const [LOOKS, LOOK_PAUSE_MS] = [4, 1000]
/** A tenth of the players. */
const TENTH = Math.round(WHOLE / 10)

/** A step without a state of its own: it is done in each run. */
function act(name: string, about: string, run: Step['do']): Step {
  let isDone = false
  return {
    name,
    look: () => Promise.resolve(isDone ? null : about),
    async do(machine, say) {
      await run(machine, say)
      isDone = true
    },
    undo: () => Promise.resolve(),
  }
}

function receiveStep({ version, archive }: Upgrade): Step {
  const folder = `${paths.releases}/${version}`
  return {
    name: 'release',
    look: async ({ files }) =>
      (await files.exists(folder)) ? null : `unpacks ${version}, whose signature was checked`,
    before: async ({ files }) => ((await files.exists(folder)) ? 'there' : 'absent'),
    async do(machine) {
      if (archive === null) throw new StepError(`${folder} is not there`)
      const keys = await knownKeys(`${paths.current}/deploy/release-keys`)
      await receiveRelease(archive, keys, () => folder).catch((error: unknown) => {
        throw new StepError(error instanceof Error ? error.message : String(error))
      })
      await must(machine, 'chmod', ['-R', 'go-w', folder], { timeoutMs: 120_000 })
    },
    async undo({ files }, before) {
      if (before === 'absent') await files.remove(folder)
    },
  }
}

/** A look that gets no answer in time says nothing yet: it looks again. */
async function answersSoon(machine: Machine, node: string, process: Process, slot: Slot): Promise<boolean> {
  for (let look = 1; !(await isReady(machine, node, process, slot)); look++) {
    if (look === LOOKS) return false
    await machine.pause(LOOK_PAUSE_MS)
  }
  return true
}

/** A process of a slot runs and answers. It does not begin at a boot before the upgrade is over. */
function startStep(process: Process, slot: Slot, readyMs: number): Step {
  const unit = unitOf(process, slot)
  const node = `${paths.current}/node/bin/node`
  return {
    name: `${process} of ${slot}`,
    async look(machine) {
      const { stdout } = await machine.run('systemctl', ['is-active', unit])
      if (stdout.trim() !== 'active') return `starts ${unit}${process === 'worker' ? ', which migrates' : ''}`
      return (await answersSoon(machine, node, process, slot)) ? null : `waits for ${unit}`
    },
    async do(machine) {
      await machine.run('systemctl', ['reset-failed', unit])
      await must(machine, 'systemctl', ['start', unit], { timeoutMs: 120_000 })
      await awaitReady(machine, process, slot, readyMs)
    },
    async undo(machine) {
      if (process === 'web') await drain(machine, slot)
      await machine.run('systemctl', ['stop', unit], { timeoutMs: 120_000 })
      await machine.run('systemctl', ['reset-failed', unit])
      if (process === 'web') await forgetCounts(machine)
    },
  }
}

/** A process of a slot ends; undone it starts again, and players wait for its web process. */
function stopStep(process: Process, slot: Slot, readyMs: number): Step {
  const unit = unitOf(process, slot)
  const isActive = async (machine: Machine): Promise<boolean> =>
    !['inactive', 'failed'].includes((await machine.run('systemctl', ['is-active', unit])).stdout.trim())
  return {
    name: `end of ${process} of ${slot}`,
    look: async (machine) => ((await isActive(machine)) ? `stops ${unit}` : null),
    async do(machine) {
      if (process === 'web') await drain(machine, slot)
      await must(machine, 'systemctl', ['stop', unit], { timeoutMs: 120_000 })
      if (process === 'web') await forgetCounts(machine)
    },
    async undo(machine) {
      await machine.run('systemctl', ['start', unit], { timeoutMs: 120_000 })
      if (process !== 'web') return
      // What does not come back must not keep the rest from it.
      const isReady = await awaitReady(machine, process, slot, readyMs).then(
        () => true,
        () => false,
      )
      if (isReady) await awaitUp(machine, slot)
    },
  }
}

/** What was measured, for the judge of the next step and for the letter after it. */
type Measures = { life: Before['life']; windows: Window[] }
/** A watch that the database interrupts begins again so often. */
const LONGEST = 3

/** Measures for so long. A release that is worse loses its players at once, before its steps are undone. */
function judgeStep(
  { name, about, ms }: { name: string; about: string; ms: number },
  upgrade: Upgrade,
  meter: Meter,
  record: Measures,
  watched: readonly Process[],
) {
  const { from, times } = upgrade
  return act(name, about, async (machine, say) => {
    const windows: Window[] = []
    const earlier = record.windows
    const begin = machine.now()
    const measured = (): number =>
      usable(windows, times.limits).reduce((sum, window) => sum + window.at - window.from, 0)
    if (earlier.length === 0) record.life = await meter.life()
    while ((measured() < ms || windows.length < 2) && machine.now() - begin < LONGEST * ms + 2 * times.windowMs) {
      windows.push(await meter.window(times.windowMs, watched))
      const bad = verdict(windows, times.limits, { life: record.life, windows: usable(earlier, times.limits) })
      if (bad === null) continue
      await setWeights(machine, allTo(from, REST))
      const seconds = ((machine.now() - bad.from) / 1000).toFixed(1)
      say(`all players meet ${upgrade.oldVersion} again, ${seconds} s after the first bad window began`)
      throw new StepError(bad.why)
    }
    record.windows = [...earlier, ...windows]
    if (measured() < ms) say(`${upgrade.oldVersion} did not answer all the time: less was compared than is usual`)
    const calls = windows.reduce(
      (sum, { new: { groups } }) => sum + Object.values(groups).reduce((n, of) => n + of.calls, 0),
      0,
    )
    say(`${calls} calls of ${upgrade.version} were as good as those of ${upgrade.oldVersion}`)
  })
}

/** Both releases run beside each other, and players come to the new one in two steps. */
function besideSteps(upgrade: Upgrade, meter: Meter): Step[] {
  const { version, to, from, times } = upgrade
  const record: Measures = { life: {}, windows: [] }
  return [
    startStep('worker', to, times.readyMs),
    startStep('web', to, times.readyMs),
    act('warm', `reads ${WARM_READS} pages of ${version}`, () => meter.warm(WARM_READS)),
    weightStep(
      'a tenth',
      `a tenth of the players meets ${version}`,
      { ...allTo(from), [to]: TENTH, [from]: WHOLE - TENTH },
      allTo(from),
    ),
    judgeStep(
      { name: 'trial', about: `compares for ${times.tenthMs / 1000} s`, ms: times.tenthMs },
      upgrade,
      meter,
      record,
      ['worker', 'web'],
    ),
    weightStep('all', `all players meet ${version}`, allTo(to, REST), allTo(from, REST)),
    startStep('desk', to, times.readyMs),
    stopStep('desk', from, times.readyMs),
    stopStep('worker', from, times.readyMs),
    judgeStep(
      { name: 'watch', about: `watches for ${times.watchMs / 1000} s`, ms: times.watchMs },
      upgrade,
      meter,
      record,
      processes,
    ),
  ]
}

/**
 * No older release runs beside this one, and the shop is closed: the old processes end before it migrates. What leads
 * back after that is a restore of the moment before.
 */
const closedSteps = ({ version, to, from, times }: Upgrade): Step[] => [
  ...processes.toReversed().map((process) => stopStep(process, from, times.readyMs)),
  ...(['worker', 'web', 'desk'] as const).map((process) => startStep(process, to, times.readyMs)),
  weightStep('all', `all who come meet ${version}`, allTo(to), allTo(from)),
]

/** Which slot begins at a boot. */
function bootStep({ to, from }: Upgrade): Step {
  const units = (slot: Slot): string[] => processes.map((process) => unitOf(process, slot))
  const lead = async (machine: Machine, slot: Slot): Promise<void> => {
    await must(machine, 'systemctl', ['enable', ...units(slot)])
    await must(machine, 'systemctl', ['disable', ...units(otherSlot(slot))])
  }
  return {
    name: 'slot of the boot',
    async look(machine) {
      const { stdout } = await machine.run('systemctl', ['is-enabled', ...units(to), ...units(from)])
      return stdout.trim().split('\n').join(' ') === 'enabled enabled enabled disabled disabled disabled'
        ? null
        : `a boot starts ${to}`
    },
    do: (machine) => lead(machine, to),
    undo: (machine) => lead(machine, from),
  }
}

export function upgradeList(
  upgrade: Upgrade,
  more: { meter?: Meter; shadow?: Step } = {},
  machine?: Machine,
): StepList {
  const { version, oldVersion, to, from, times, since } = upgrade
  const release = `${paths.releases}/${version}`
  const facts = { to, from, since, undeliveredMs: upgrade.pushes ? times.undeliveredMs : null }
  const nothing: Meter = {
    warm: () => Promise.resolve(),
    life: () => Promise.resolve({}),
    window: () => Promise.reject(new StepError('nothing measures here')),
  }
  const meter = more.meter ?? (machine ? realMeter(machine, facts) : nothing)
  const isNew = upgrade.how === 'upgrade'
  return {
    name: 'upgrade',
    atBoot: 'undo',
    steps: [
      receiveStep(upgrade),
      ...(isNew
        ? [
            act('restore point', `names this moment hc-upgrade-${version} for a restore`, async (box) => {
              const psql = ['-u', 'postgres', '--', 'psql', '-qAtX', 'hc_portal', '-c']
              await must(box, 'runuser', [...psql, `select pg_create_restore_point('hc-upgrade-${version}')`])
            }),
          ]
        : []),
      ...(more.shadow ? [more.shadow] : []),
      linkStep(`${paths.slots}/${to}`, release),
      ...(upgrade.isBreaking ? closedSteps(upgrade) : besideSteps(upgrade, meter)),
      act('books', 'checks every rule of the books', async (box, say) => {
        const wrong = wrongBooks(await booksOf(box, release, { say }))
        if (wrong === null) return
        await setWeights(box, allTo(from, REST))
        throw new StepError(wrong)
      }),
      bootStep(upgrade),
      linkStep(paths.previous, `${paths.releases}/${oldVersion}`),
      linkStep(paths.current, release),
      weightStep('rest', `${from} is at rest`, allTo(to), allTo(from, REST)),
      ...(upgrade.isBreaking ? [] : [stopStep('web', from, times.readyMs)]),
      act('note', `notes that ${version} runs`, (box) => noteRelease(box, upgrade, true, 'good')),
    ],
  }
}

/** Whether the database takes statements; asked before an undo at boot. */
export const databaseAnswers = async (machine: Machine): Promise<boolean> =>
  (await askShop(machine, 'select 1')) === '1'
