import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Machine } from '@hc/box/machine'
import { ownAnswers } from '@hc/box/install/plan'
import { asDotenv, initList, partsOfEnv } from '@hc/box/one/init'
import { realMachine } from '@hc/box/real-machine'
import { runSteps } from '@hc/box/steps'
import { readConfig, withBrand } from '../../../apps/server/src/config/config.ts'
import { checkAnswers } from '../../../apps/server/src/commands/box/install.ts'

/** `hc init` on a machine whose root is a folder of the test. What only root can do is noted. */
const root = mkdtempSync(join(tmpdir(), 'hc-one-'))
const at = (path: string): string => (/^\/(etc|var|run|opt)\//.test(path) ? join(root, path) : path)
const owners = new Map<string, string>()
const machine: Machine = {
  ...realMachine,
  async run(command, args, options) {
    if (command === 'chown') owners.set(String(args[2]), String(args[1]))
    if (command === 'chown') return { code: 0, stdout: '', stderr: '' }
    if (command === 'stat' && args[1] === '%u:%g')
      return { code: 0, stdout: owners.get(String(args[2])) ?? '0:0', stderr: '' }
    const isFolder = command === 'install' && args[0] === '-d'
    if (isFolder) owners.set(String(args.at(-1)), `${args[4]}:${args[6]}`)
    const owner = command === 'stat' ? owners.get(String(args[2])) : undefined
    const rest = isFolder ? ['-d', '-m', String(args[2]), String(args.at(-1))] : args
    const answer = await realMachine.run(
      command,
      rest.map((arg) => at(arg)),
      options,
    )
    return owner === undefined ? answer : { ...answer, stdout: answer.stdout.replace(/ .*/, ` ${owner}`) }
  },
  files: {
    read: (path) => realMachine.files.read(at(path)),
    write: (path, content, mode) => realMachine.files.write(at(path), content, mode),
    remove: (path) => realMachine.files.remove(at(path)),
    list: (path) => realMachine.files.list(at(path)),
    exists: (path) => realMachine.files.exists(at(path)),
  },
}
const answers = {
  PUBLIC_URL: 'https://shop.example.com',
  OWNER_EMAIL: 'owner@example.com',
  BACKUP_TO: '/backup',
  GAME_URL: 'https://game.example.com/deliver',
}
const release = resolve(import.meta.dirname, '../../..')
const words: string[] = []
const init = async (lines: Record<string, string>, compose: Record<string, string> = {}) => {
  const checked = checkAnswers(lines, 'the answers')
  const list = initList({ ...checked, release, memoryKb: 4_000_000, place: '/backup', compose })
  await runSteps(machine, list, { say: (text) => words.push(text) })
}
const file = (name: string): string => readFileSync(join(root, 'etc/hc-portal', name), 'utf8')
const secrets = (): Record<string, string> =>
  Object.fromEntries(readdirSync(join(root, 'etc/hc-portal/secrets')).map((name) => [name, file(`secrets/${name}`)]))

beforeAll(() => init(answers), 30_000)
afterAll(() => rmSync(root, { recursive: true }))

it('hc init makes each secret once: a second run keeps every file, and reads .env', async () => {
  const before = secrets()
  const texts = ['.env', 'shop.env', 'box.env', 'edge/edge.cfg', 'database/postgresql.conf'].map(file)
  expect(Object.keys(before).toSorted()).toEqual([
    'ANALYTICS_KEY',
    'CLIENT_KEY',
    'GAME_WEBHOOK_SECRET',
    'PASSWORD_PEPPER',
    'SESSION_SECRET',
  ])
  const parts = partsOfEnv(file('.env'), ownAnswers)
  const { BRAND_DIR: _, ...settings } = parts.settings
  await init({ ...settings, ...parts.answers })
  expect(secrets()).toEqual(before)
  expect(['.env', 'shop.env', 'box.env', 'edge/edge.cfg', 'database/postgresql.conf'].map(file)).toEqual(texts)
})

it('its secrets are for their owner alone, and stand in no other file and no word of it', () => {
  for (const [name, value] of Object.entries(secrets())) {
    expect([name, statSync(join(root, 'etc/hc-portal/secrets', name)).mode & 0o777]).toEqual([name, 0o600])
    expect(words.join('\n')).not.toContain(value)
    for (const other of ['.env', 'shop.env', 'box.env', 'edge/edge.cfg', 'edge/certificate.sh'])
      expect([other, file(other).includes(value)]).toEqual([other, false])
  }
  expect(owners.get('/etc/hc-portal/secrets/CLIENT_KEY')).toBe('1000:1000')
})

it('with .env and compose.yaml the shop has all that its own start asks for', () => {
  const { services } = parse(readFileSync(join(release, 'deploy/one/compose.yaml'), 'utf8'), { merge: true }) as {
    services: { shop: { environment: Record<string, string> } }
  }
  const env = Object.fromEntries(
    file('.env')
      .split('\n')
      .flatMap((line) => {
        const [, name = '', value = ''] = /^([A-Z_]+)='?(.*?)'?$/.exec(line) ?? []
        return name === '' ? [] : [[name, at(value)]]
      }),
  ) as Record<string, string>
  const config = withBrand(readConfig({ ...env, ...services.shop.environment }))
  expect(config.role).toBe('all')
  expect(config.publicUrl).toBe('https://shop.example.com')
  expect(env.CLIENT_KEY_FILE).toBe(join(root, 'etc/hc-portal/secrets/CLIENT_KEY'))
})

it('a value comes back from .env as it was written, and one that it cannot hold is refused', () => {
  const values = { BACKUP_TO: 'rclone:s3:a folder', GAME_URL: 'https://game.example/?a=$B#c', HC_VERSION: '1.1.0' }
  const { settings, answers, compose } = partsOfEnv(asDotenv(values), ownAnswers)
  expect({ ...settings, ...answers, ...compose }).toEqual(values)
  expect(() => asDotenv({ SITE: "it's $5" })).toThrow('SITE: .env cannot hold')
})

it('the edge of containers finds the shop by name, also after it was made anew, and changes no user', () => {
  const text = file('edge/edge.cfg')
  expect(text).toContain('server shop shop:8080')
  expect(text).toContain('resolvers containers init-addr libc,none')
  expect(text).not.toMatch(/^ {4}(user|group) /m)
})

it('a command that containers have not says so, with its own code', () => {
  const hc = (args: string[], form: Record<string, string>) =>
    spawnSync(process.execPath, [join(release, 'apps/server/src/commands/hc.ts'), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HC_COMMAND: 'hc', ...form },
    })
  for (const name of ['install', 'upgrade', 'restore', 'status', 'set']) {
    const { status, stderr } = hc(name === 'set' ? ['set', 'SITE', 'x'] : [name], { HC_FORM: 'one' })
    expect([name, status, stderr]).toEqual([name, 3, `hc ${name} is not in this form: docs/runbooks/containers.md\n`])
  }
  expect(hc(['init'], {})).toMatchObject({ status: 3, stderr: expect.stringContaining('not in this form') })
})
