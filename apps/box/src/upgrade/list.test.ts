import { expect, it } from 'vitest'
import type { Machine } from '../machine.ts'
import { paths } from '../paths.ts'
import { allTo } from './edge.ts'
import { limits } from './judge.ts'
import { upgradeList } from './list.ts'
import type { Upgrade } from './plan.ts'

const times = { windowMs: 1, tenthMs: 1, watchMs: 1, readyMs: 1, undeliveredMs: 1, shadowOrders: 0, shadowMakes: 0 }
const upgrade: Upgrade = {
  how: 'upgrade',
  version: '1.0.1',
  oldVersion: '1.0.0',
  to: 'green',
  from: 'blue',
  since: 0,
  archive: null,
  pushes: true,
  times: { ...times, limits },
}

it('the edge forgets what it counted of a slot when its web process ends: no release answers for another', async () => {
  const acts: string[] = []
  const machine = {
    run(command: string, args: readonly string[]) {
      if (command === 'systemctl' && args[0] === 'stop') acts.push(`stop ${args[1]}`)
      if (args.some((text) => text.includes('clear counters all'))) acts.push('forget')
      return Promise.resolve({ code: 0, stdout: '', stderr: '' })
    },
    files: {
      read: (path: string) => Promise.resolve(path === paths.weights ? JSON.stringify(allTo('blue', 1)) : undefined),
    },
    now: () => 0,
    pause: () => Promise.resolve(),
  } as unknown as Machine
  const { steps } = upgradeList(upgrade)
  const stepOf = (name: string) => steps.find((step) => step.name === name)
  await stepOf('web of green')?.undo(machine, '')
  await stepOf('end of web of blue')?.do(machine, () => undefined)
  await stepOf('end of worker of blue')?.do(machine, () => undefined)
  expect(acts).toEqual([
    'stop hc-web@green.service',
    'forget',
    'stop hc-web@blue.service',
    'forget',
    'stop hc-worker@blue.service',
  ])
})
