import { existsSync, readFileSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { asLines, ownSettings, valuesOf } from '@hc/box/install/plan'
import { secretsStep } from '@hc/box/install/shop'
import { withLock } from '@hc/box/lock'
import { paths, processes } from '@hc/box/paths'
import { realMachine as machine } from '@hc/box/real-machine'
import { z } from 'zod'
import type { About } from '../../config/about.ts'
import { settings as schema } from '../../config/schema.ts'
import { checkSet, isSecret, isSetting, settingNames } from './checked-settings.ts'
import { BoxRefusal, codes, type Member, print } from './member.ts'
import { restartAll } from './processes.ts'

const DAY_MS = 86_400_000
/** How many former versions of the settings the box keeps. */
const VERSIONS = 20

const shapes = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties as Record<
  string,
  Partial<About> & { default?: unknown }
>

type Line = { name: string; value: string | null; from: string; byDefault: string; about: string }

function ageOf(path: string): string {
  const days = Math.floor((machine.now() - statSync(path).mtimeMs) / DAY_MS)
  return days === 0 ? 'today' : `${days} days old`
}

async function linesOf(): Promise<Line[]> {
  const values = await valuesOf(machine, paths.settings)
  return settingNames().map((name) => {
    const { default: preset, byDefault, description } = shapes[name] ?? {}
    const file = `${paths.secrets}/${name}`
    const isKept = existsSync(file)
    const value = isKept ? `set, ${ageOf(file)}` : (values[name] ?? null)
    const from = isKept ? file : value !== null ? paths.settings : ownSettings.includes(name) ? 'the box' : 'default'
    const shownDefault =
      byDefault ?? (preset === undefined ? '' : typeof preset === 'string' ? preset : JSON.stringify(preset))
    return { name, value, from, byDefault: shownDefault, about: description ?? '' }
  })
}

export const settings: Member = {
  needs: 'box',
  describe(command) {
    command
      .argument('[name]', 'one setting, with its meaning')
      .option('--all', 'those with their default, too')
      .option('--json', 'as JSON; secrets are never in it')
  },
  async run({ all, json }, [name]) {
    if (name !== undefined && !isSetting(name)) throw new BoxRefusal(`there is no setting ${name}`)
    const lines = (await linesOf()).filter((line) =>
      name === undefined ? all === true || line.value !== null : line.name === name,
    )
    if (json) print(JSON.stringify(lines))
    else
      for (const line of lines) {
        print(`${line.name.padEnd(28)} ${line.value ?? `(${line.byDefault})`}`)
        if (name !== undefined) print(`  from ${line.from}, default: ${line.byDefault || 'none'}\n  ${line.about}`)
      }
    return codes.well
  },
}

export async function secretFrom(name: string, file: string | undefined): Promise<string> {
  if (file !== undefined) {
    if (!existsSync(file)) throw new BoxRefusal(`there is no file ${file}`)
    return readFileSync(file, 'utf8').trim()
  }
  if (!process.stdin.isTTY) return readFileSync(0, 'utf8').trim()
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const value = await terminal.question(`${name}: `)
  terminal.close()
  return value.trim()
}

/** The whole set before and after. */
type Change = { values: Record<string, string>; secrets: Record<string, string | null> }

/** Writes a checked set, restarts, and undoes it if a process does not become ready with it. */
export async function change(name: string, next: Change): Promise<number> {
  const wrong = checkSet(
    next.values,
    Object.fromEntries(Object.entries(next.secrets).map(([key, value]) => [key, value ?? ''])),
    paths.secrets,
  )
  if (wrong !== null) throw new BoxRefusal(`nothing was changed: ${wrong}`)
  const before = (await machine.files.read(paths.settings)) ?? ''
  const secretPath = `${paths.secrets}/${name}`
  const secretBefore = await machine.files.read(secretPath)
  const apply = async (text: string, secret: string | null | undefined): Promise<void> => {
    await machine.files.write(paths.settings, text)
    if (secret === null) await machine.files.remove(secretPath)
    else if (secret !== undefined) await machine.files.write(secretPath, secret, 0o600)
    for (const process of processes) await secretsStep(process).do(machine, () => undefined)
  }
  return await withLock(machine, process.pid, `hc set ${name}`, async () => {
    await keep(before)
    await apply(asLines(next.values), next.secrets[name])
    try {
      await restartAll()
    } catch (error) {
      await apply(before, name in next.secrets ? (secretBefore ?? null) : undefined)
      await restartAll()
      throw new Error(`${name} is as before: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
    return codes.well
  })
}

async function keep(text: string): Promise<void> {
  const at = new Date(machine.now()).toISOString().replaceAll(':', '-')
  await machine.files.write(`${paths.versions}/${at}.env`, text, 0o600)
  for (const old of (await machine.files.list(paths.versions)).slice(0, -VERSIONS))
    await machine.files.remove(`${paths.versions}/${old}`)
}

function checkName(name: string): void {
  if (ownSettings.includes(name)) throw new BoxRefusal(`${name} is what the box makes by itself`)
  if (!isSetting(name)) throw new BoxRefusal(`there is no setting ${name}: hc settings --all lists them`)
}

export const set: Member = {
  needs: 'box',
  describe(command) {
    command
      .argument('<name>')
      .argument('[value]', 'of a setting; a secret is asked for, or read from --file or the standard input')
      .option('--file <path>', 'the file with a secret')
  },
  async run({ file }, [name = '', value]) {
    checkName(name)
    const values = await valuesOf(machine, paths.settings)
    if (!isSecret(name)) {
      if (value === undefined) throw new BoxRefusal(`hc set ${name} VALUE`)
      return await change(name, { values: { ...values, [name]: value }, secrets: {} })
    }
    if (value !== undefined)
      throw new BoxRefusal(`${name} is a secret and must not stand in a command: hc set ${name}, or --file PATH`)
    const secret = await secretFrom(name, file as string | undefined)
    if (secret === '') throw new BoxRefusal(`${name}: no value was given`)
    return await change(name, { values, secrets: { [name]: secret } })
  },
}

export const unset: Member = {
  needs: 'box',
  describe(command) {
    command.argument('<name>')
  },
  async run(_, [name = '']) {
    checkName(name)
    const { [name]: value, ...values } = await valuesOf(machine, paths.settings)
    const isKept = existsSync(`${paths.secrets}/${name}`)
    if (value === undefined && !isKept) throw new BoxRefusal(`${name} is not set`)
    return await change(name, { values, secrets: isKept ? { [name]: null } : {} })
  },
}
