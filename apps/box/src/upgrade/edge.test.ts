import { describe, expect, it } from 'vitest'
import type { Machine } from '../machine.ts'
import { paths } from '../paths.ts'
import { allTo, countsOf, drain, weightStep } from './edge.ts'

/** A machine whose edge has so many calls under way at the green slot, look after look. */
function machineOf(weights: ReturnType<typeof allTo>, calls: readonly number[]) {
  let [looks, now] = [0, 0]
  const table = (n: number): string =>
    ['# pxname,svname,qcur,scur,', 'shop,blue,0,7,', `shop,green,0,${n},`, 'files,green,0,3,', ''].join('\n')
  const machine = {
    run: (command: string) => {
      if (command === 'systemctl') return Promise.resolve({ code: 0, stdout: 'active\n', stderr: '' })
      const n = calls[Math.min(looks++, calls.length - 1)] ?? 0
      return Promise.resolve({ code: n < 0 ? 1 : 0, stdout: table(n), stderr: '' })
    },
    files: { read: () => Promise.resolve(JSON.stringify(weights)) },
    now: () => now,
    pause: (ms: number) => {
      now += ms
      return Promise.resolve()
    },
  } as unknown as Machine
  return { machine, looks: () => looks, now: () => now }
}

describe('a slot that gets no more players', () => {
  it('ends only when those it has are answered', async () => {
    const noAnswer = -1
    const { machine, looks } = machineOf(allTo('blue'), [3, noAnswer, 1, 0])
    await drain(machine, 'green')
    expect(looks()).toBe(4)
  })

  it('is not waited for longer than ten seconds', async () => {
    const { machine, now } = machineOf(allTo('blue'), [1])
    await drain(machine, 'green')
    expect(now()).toBe(10_000)
  })
})

it('a slot that still gets players is not waited for: its calls would not end', async () => {
  const { machine, looks } = machineOf(allTo('blue', 1), [1])
  await drain(machine, 'green')
  expect(looks()).toBe(0)
})

it('a step that leads players is undone away from the new release, whatever led them before it', async () => {
  const files = new Map<string, string>([[paths.weights, JSON.stringify(allTo('green', 1))]])
  const machine = {
    run: () => Promise.resolve({ code: 3, stdout: 'inactive\n', stderr: '' }),
    files: {
      read: (path: string) => Promise.resolve(files.get(path)),
      write: (path: string, text: string) => Promise.resolve(void files.set(path, text)),
    },
  } as unknown as Machine
  const rest = weightStep('rest', 'blue is at rest', allTo('green'), allTo('blue', 1))
  await rest.do(machine, () => undefined)
  expect(JSON.parse(files.get(paths.weights) ?? '')).toEqual(allTo('green'))
  await rest.undo(machine, '')
  expect(JSON.parse(files.get(paths.weights) ?? '')).toEqual(allTo('blue', 1))
})

it('answers of a slot are those of its pages and of its files, and what had no answer has failed', async () => {
  const table = [
    '# pxname,svname,hrsp_1xx,hrsp_2xx,hrsp_3xx,hrsp_4xx,hrsp_5xx,eresp,',
    'shop,blue,0,90,5,3,2,1,',
    'files,blue,0,40,0,1,3,0,',
    'desk,blue,0,7,0,0,7,0,',
    'shop,BACKEND,0,90,5,3,9,1,',
    'files,green,0,8,0,0,0,2,',
    '',
  ].join('\n')
  const machine = { run: () => Promise.resolve({ code: 0, stdout: table, stderr: '' }) } as unknown as Machine
  expect(await countsOf(machine)).toEqual({ blue: { calls: 145, failed: 6 }, green: { calls: 10, failed: 2 } })
})
