import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { boxCommands, commands } from '../../../../../scripts/commands.mjs'
import { isSecret, settingNames } from './checked-settings.ts'

const hc = (args: string[], more: { uid?: number } = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['apps/server/src/commands/hc.ts', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HC_COMMAND: 'hc' },
    ...more,
  })
  return { status, stdout, stderr }
}
const names = [...new Set([...Object.keys(boxCommands), ...Object.keys(commands)])]
const longest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length))

describe('hc help', () => {
  it('has each command and no other, in 80 columns', async () => {
    const { status, stdout } = hc(['help'])
    expect(status).toBe(0)
    expect([...stdout.matchAll(/^ {2}([a-z][a-z-]+) /gm)].map(([, name]) => name).toSorted()).toEqual(names.toSorted())
    expect(longest(stdout)).toBeLessThanOrEqual(80)
    await expect(stdout).toMatchFileSnapshot('golden/help.txt')
  })

  it('of each command names it as it is called here, never as in a clone', async () => {
    const texts = names.map((name) => {
      const { status, stdout } = hc([name, '--help'])
      expect(status, name).toBe(0)
      expect(stdout, name).not.toContain('npm run')
      if (Object.hasOwn(boxCommands, name)) expect(longest(stdout), name).toBeLessThanOrEqual(80)
      return `$ hc ${name} --help\n${stdout}`
    })
    await expect(texts.join('\n')).toMatchFileSnapshot('golden/commands.txt')
  })
})

describe('hc refuses by a sentence and a code', () => {
  it('a command that there is not, words that it does not take, and what only a box has', async () => {
    const calls = [
      ['refunds'],
      ['install', '--everything'],
      ['install', 'now'],
      ['set'],
      ['status'],
      ['settings'],
      ['logs', 'web'],
      ['backup', 'prove'],
      ['restore', 'latest'],
    ]
    const answers = calls.map((args) => {
      const { status, stdout, stderr } = hc(args)
      expect(stdout, args.join(' ')).toBe('')
      const text = stderr.split('\n\n')[0]?.trim() ?? ''
      expect(longest(text), args.join(' ')).toBeLessThanOrEqual(80)
      return `$ hc ${args.join(' ')}\n${text}\n${status}\n`
    })
    await expect(answers.join('\n')).toMatchFileSnapshot('golden/refusals.txt')
  })

  it.runIf(process.getuid?.() === 0)('root’s work to anybody else', () => {
    expect(hc(['install'], { uid: 65_534 })).toEqual({
      status: 4,
      stdout: '',
      stderr: 'hc install needs root: sudo hc install\n',
    })
  })
})

it('the settings whose values no command shows are these', async () => {
  await expect(`${settingNames().filter(isSecret).toSorted().join('\n')}\n`).toMatchFileSnapshot('golden/secrets.txt')
})
