import { describe, expect, it } from 'vitest'
import type { Machine } from '../machine.ts'
import { allTo, drain } from './edge.ts'

/** A machine whose edge has so many calls under way at the green slot, look after look. */
function machineOf(weights: ReturnType<typeof allTo>, calls: readonly number[]) {
  let [looks, now] = [0, 0]
  const table = (n: number): string =>
    ['# pxname,svname,qcur,scur,', 'shop,blue,0,7,', `shop,green,0,${n},`, 'files,green,0,3,', ''].join('\n')
  const machine = {
    run: () => Promise.resolve({ code: 0, stdout: table(calls[Math.min(looks++, calls.length - 1)] ?? 0), stderr: '' }),
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
    const { machine, looks } = machineOf(allTo('blue'), [3, 1, 0])
    await drain(machine, 'green')
    expect(looks()).toBe(3)
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
