import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { boxCommands, commands } from '../../scripts/commands.mjs'

const names = Object.keys(commands)
/** Parts that several commands share, the command line of a release, and the commands of a box. */
const shared = ['command', 'operator', 'hc', 'box']
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, ['scripts/run.mjs', ...args], {
    encoding: 'utf8',
    env: { ...process.env, HC_NO_INSTALL: '1' },
  })

it('npm run hc lists every command of an operator, and each explains itself', () => {
  const files = readdirSync('apps/server/src/commands').map((file) => file.replace(/\.ts$/, ''))
  expect(files.filter((name) => !shared.includes(name)).toSorted()).toEqual(names.toSorted())
  const { stdout } = run('hc')
  for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'))
  expect(run('hc', 'refund', '--help').stdout).toContain('npm run hc -- refund ORDER --reason TEXT')
})

it('a command that there is not is refused by its name, with the list of those that there are', () => {
  const { status, stdout, stderr } = run('hc', 'refunds', '--list')
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain('there is no command "refunds"')
  expect(stderr).toContain('  redeliver  ')
})

it('a command of a box says in a clone that it is none here', () => {
  for (const name of Object.keys(boxCommands)) {
    const { status, stdout, stderr } = run('hc', name)
    expect([name, status, stdout]).toEqual([name, 3, ''])
    expect(stderr).toContain('docs/runbooks/box.md')
  }
})

it('a former name of a command names the new one, and answers the same', () => {
  // A command that is younger than these names has none.
  expect(
    names.filter(
      (name) => !['check', 'seals'].includes(name) && scripts[name] !== `node scripts/run.mjs former ${name}`,
    ),
  ).toEqual([])
  const { stdout, stderr, status } = run('former', 'hold', '--help')
  expect({ stdout, status }).toEqual({ stdout: run('hc', 'hold', '--help').stdout, status: 0 })
  expect(stderr).toBe('npm run hold is now: npm run hc -- hold\n')
})
