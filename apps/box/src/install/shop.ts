import { randomBytes } from 'node:crypto'
import type { Machine } from '../machine.ts'
import { fileStep } from '../kinds.ts'
import { paths, portOf, type Process, processes, type Slot, slots, unitOf } from '../paths.ts'
import { must, type Step, StepError } from '../steps.ts'
import { commandScript } from '../templates/scripts.ts'
import {
  foldersUnit,
  journalSettings,
  portFile,
  processUnit,
  recoverUnit,
  secretsOf,
  timerUnits,
} from '../templates/units.ts'
import { backupSteps } from './backup.ts'
import { asLines, type Plan } from './plan.ts'

/** Secrets that a shop needs and nobody has to know: the box makes them once, and what is there stays. */
export const secretMakers: Readonly<Record<string, () => string>> = {
  CLIENT_KEY: () => randomBytes(8).toString('hex'),
  SESSION_SECRET: () => randomBytes(32).toString('base64url'),
  PASSWORD_PEPPER: () => randomBytes(32).toString('base64url'),
  ANALYTICS_KEY: () => randomBytes(16).toString('hex'),
  GAME_WEBHOOK_SECRET: () => `whsec_${randomBytes(32).toString('base64')}`,
}

export function secretStep(name: string, valueOf: () => string, isGiven: boolean): Step {
  const path = `${paths.secrets}/${name}`
  return {
    name: `secret ${name}`,
    async look(machine) {
      const has = await machine.files.read(path)
      if (has === undefined) return isGiven ? `keeps ${name} of the answers` : `makes ${name}`
      return isGiven && has !== valueOf() ? `changes ${name} to that of the answers` : null
    },
    before: async (machine) => ((await machine.files.exists(path)) ? 'there' : 'absent'),
    async do(machine) {
      if (!isGiven && (await machine.files.exists(path))) return
      await machine.files.write(path, valueOf(), 0o600)
    },
    async undo(machine, before) {
      if (before === 'absent') await machine.files.remove(path)
    },
  }
}

/** The publisher's brand stands in a folder of the box: of the answers, else the sample of the release. */
export function brandStep({ brandFrom, release }: Pick<Plan, 'brandFrom' | 'release'>): Step {
  const from = brandFrom ?? `${release}/brands/starfall`
  return {
    name: 'brand',
    async look(machine) {
      if (!(await machine.files.exists(`${paths.brand}/brand.json`)))
        return brandFrom === null ? 'takes the sample brand: PAYMENTS_MODE=live needs your own' : `copies ${from}`
      if (brandFrom === null) return null
      const { code } = await machine.run('diff', ['-rq', from, paths.brand])
      return code === 0 ? null : `copies ${from}`
    },
    before: async (machine) => ((await machine.files.exists(paths.brand)) ? 'there' : 'absent'),
    async do(machine) {
      const next = `${paths.brand}.next`
      await machine.files.remove(next)
      await must(machine, 'cp', ['-rL', from, next])
      await must(machine, 'chmod', ['-R', 'u=rwX,go=rX', next])
      if (
        (await machine.files.exists(`${paths.brand}/brand.json`)) &&
        !(await machine.files.exists(`${paths.brand}.before`))
      )
        await must(machine, 'mv', ['-T', paths.brand, `${paths.brand}.before`])
      await machine.files.remove(paths.brand)
      await must(machine, 'mv', ['-T', next, paths.brand])
      await machine.files.remove(`${paths.brand}.before`)
    },
    async undo(machine, before) {
      const old = `${paths.brand}.before`
      if (await machine.files.exists(old)) {
        await machine.files.remove(paths.brand)
        await must(machine, 'mv', ['-T', old, paths.brand])
      } else if (before === 'absent') await machine.files.remove(paths.brand)
    },
  }
}

const reloadUnits = [['systemctl', 'daemon-reload']] as const

const backupTimers = [
  {
    name: 'hc-ship',
    command: 'ship',
    about: 'sealed files go to the place of backups',
    when: 'OnBootSec=2min\nOnUnitActiveSec=1min',
  },
  {
    name: 'hc-backup',
    command: 'backup prove',
    about: "the night's backup, and its proof",
    when: 'OnCalendar=*-*-* 03:10:00\nPersistent=true',
  },
]
/** After the night's proof, which an upgrade wants. */
const autoTimer = {
  name: 'hc-auto',
  command: 'auto --run',
  about: 'newer releases, as hc auto says',
  when: 'OnCalendar=*-*-* 04:10:00\nRandomizedDelaySec=20min\nPersistent=true',
}

/** After the proof and the release: what an update by hand left, and the restart that hc auto reboot allows. */
const debianTimer = {
  name: 'hc-debian',
  command: 'debian --reboot',
  about: 'what runs takes the files of an update',
  when: 'OnCalendar=*-*-* 04:50:00',
}

function unitSteps({ postgres, flags, env, place }: Plan): Step[] {
  const shop = { postgres: `postgresql@${postgres}-hc.service`, flags, env }
  const unit = (name: string, content: string): Step =>
    fileStep({ name: `unit ${name}`, path: `${paths.units}/${name}`, content, after: reloadUnits })
  const timers = [
    {
      name: 'hc-look',
      command: 'look',
      about: 'a look at disk, clock and updates',
      when: 'OnBootSec=1min\nOnUnitActiveSec=1min',
    },
    autoTimer,
    debianTimer,
    ...(place === null ? [] : backupTimers),
  ]
  return [
    fileStep({ name: 'log', path: '/etc/systemd/journald@hc.conf', content: journalSettings }),
    ...processes.map((process) => unit(`hc-${process}@.service`, processUnit(process, shop))),
    ...processes.flatMap((process) =>
      slots.map((slot) =>
        fileStep({
          name: `port of ${process} ${slot}`,
          path: `${paths.ports}/${process}-${slot}`,
          content: portFile(process, slot),
        }),
      ),
    ),
    ...timers.flatMap(({ name, command, ...rest }) => {
      const { service, timer } = timerUnits({ command: `${paths.command} ${command}`, ...rest })
      return [unit(`${name}.service`, service), unit(`${name}.timer`, timer), enableStep(`${name}.timer`)]
    }),
    ...(place === null ? backupTimers.map(({ name }) => goneStep(name)) : []),
    unit('hc-folders.service', foldersUnit(postgres)),
    enableStep('hc-folders.service', { starts: false }),
    unit('hc-recover.service', recoverUnit),
    enableStep('hc-recover.service', { starts: false }),
  ]
}

/** A timer of backups runs no more where there is no place for them. */
const goneStep = (name: string): Step => {
  const files = [`${paths.units}/${name}.timer`, `${paths.units}/${name}.service`]
  return {
    name: `no ${name}.timer`,
    look: async (machine) => ((await machine.files.exists(files[0] ?? '')) ? `removes ${name}.timer` : null),
    async do(machine) {
      await machine.run('systemctl', ['disable', '--now', `${name}.timer`])
      for (const path of files.toReversed()) await machine.files.remove(path)
      await must(machine, 'systemctl', ['daemon-reload'])
    },
    // The next install with a place writes it.
    undo: () => Promise.resolve(),
  }
}

/** The units' own view of the secrets: a line for each file. */
export const secretsStep = (process: Process): Step =>
  fileStep({
    name: `secrets of ${process}`,
    path: `${paths.units}/hc-${process}@.service.d/secrets.conf`,
    content: async ({ files }) => secretsOf(await files.list(paths.secrets)),
    after: reloadUnits,
  })

/** A unit that starts with the machine, and runs now. */
export function enableStep(unit: string, { starts = true } = {}): Step {
  return {
    name: `start ${unit}`,
    async look(machine) {
      const { stdout: enabled } = await machine.run('systemctl', ['is-enabled', unit])
      const { stdout: active } = await machine.run('systemctl', ['is-active', unit])
      return enabled.trim() === 'enabled' && (!starts || active.trim() === 'active') ? null : `starts ${unit}`
    },
    async do(machine) {
      await must(machine, 'systemctl', ['enable', ...(starts ? ['--now'] : []), unit], { timeoutMs: 120_000 })
    },
    async undo(machine) {
      await machine.run('systemctl', ['disable', '--now', unit])
    },
  }
}

const READY_MS = 120_000
/** A process answers at its port: the desk by a page, the others by `/readyz`. */
export async function isReady(machine: Machine, node: string, process: Process, slot: Slot): Promise<boolean> {
  const path = process === 'desk' ? '/' : '/readyz'
  const script = `fetch('http://127.0.0.1:${portOf(process, slot)}${path}', { signal: AbortSignal.timeout(3000), redirect: 'manual' })
    .then(({ status }) => process.exit(status < 500 ? 0 : 1), () => process.exit(1))`
  return (await machine.run(node, ['-e', script], { timeoutMs: 10_000 })).code === 0
}

/** The slot whose processes players meet: the one that a boot starts. */
export async function activeSlot(machine: Machine): Promise<Slot> {
  const { stdout } = await machine.run('systemctl', ['is-enabled', unitOf('web', 'green')])
  return stdout.trim() === 'enabled' ? 'green' : 'blue'
}

function readyStep(process: Process): Step {
  const node = `${paths.current}/node/bin/node`
  const startOf = (slot: Slot): Step => enableStep(unitOf(process, slot))
  return {
    name: `process ${process}`,
    async look(machine) {
      const slot = await activeSlot(machine)
      const change = await startOf(slot).look(machine)
      return change ?? ((await isReady(machine, node, process, slot)) ? null : `waits for ${unitOf(process, slot)}`)
    },
    before: activeSlot,
    async do(machine, say) {
      const slot = await activeSlot(machine)
      await startOf(slot).do(machine, say)
      await awaitReady(machine, process, slot)
    },
    undo: (machine, slot) => startOf(slot === 'green' ? 'green' : 'blue').undo(machine, ''),
  }
}

/** A process that ends so often after its start will not become ready. */
const CRASHES = 4

/** Waits until a process that was started answers. @throws StepError with what it said last */
export async function awaitReady(machine: Machine, process: Process, slot: Slot, withinMs = READY_MS): Promise<void> {
  const unit = unitOf(process, slot)
  const node = `${paths.current}/node/bin/node`
  for (const end = machine.now() + withinMs; !(await isReady(machine, node, process, slot));) {
    const { stdout } = await machine.run('systemctl', ['show', '-p', 'NRestarts', '--value', unit])
    if (machine.now() > end || Number(stdout) >= CRASHES)
      throw new StepError(`${unit} is not ready:\n${await lastLines(machine, unit)}`)
    await machine.pause(300)
  }
}

/** What a unit said last. */
export async function lastLines(machine: Machine, unit: string, lines = 8): Promise<string> {
  const { stdout } = await machine.run('journalctl', ['--namespace=+hc', '-u', unit, '-n', String(lines), '-o', 'cat'])
  return stdout.trim()
}

/** Of the slot that does not run, nothing is started by it. */
const restartShop = [
  ['systemctl', 'try-restart', ...slots.flatMap((slot) => processes.map((process) => unitOf(process, slot)))],
] as const

/** The command line of the box. */
export const commandStep = fileStep({ name: 'command hc', path: paths.command, content: commandScript, mode: 0o755 })

export function shopSteps(plan: Plan): Step[] {
  return [
    commandStep,
    ...Object.entries(secretMakers)
      .filter(([name]) => plan.secrets[name] === undefined)
      .map(([name, valueOf]) => secretStep(name, valueOf, false)),
    ...Object.entries(plan.secrets).map(([name, value]) => secretStep(name, () => value, true)),
    brandStep(plan),
    ...backupSteps(plan),
    fileStep({ name: 'answers of the box', path: paths.box, content: asLines(plan.own), mode: 0o600 }),
    ...unitSteps(plan),
    ...processes.map(secretsStep),
    fileStep({ name: 'settings', path: paths.settings, content: asLines(plan.settings), after: restartShop }),
    ...processes.map(readyStep),
  ]
}
