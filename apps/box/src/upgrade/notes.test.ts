import { describe, expect, it } from 'vitest'
import { choiceOf, isOlder, mustsOf, refusalOf, refusalOfWay, type ReleaseNote, wayTo } from './notes.ts'

const notes: ReleaseNote[] = [
  { version: '2.1.0', from: '2.0.0' },
  { version: '2.0.0', from: '1.4.0', breaking: true, must: ['look at the new tax rows'] },
  { version: '1.4.1', from: '1.0.0', security: true },
  { version: '1.4.0', from: '1.0.0', must: ['hc set TAX_ROWS 1', 'tell the game'] },
  { version: '1.0.0', from: null },
]

describe('versions', () => {
  it('are compared by their numbers, and a candidate comes before its release', () => {
    expect(isOlder('1.9.0', '1.10.0')).toBe(true)
    expect(isOlder('1.4.0-rc.2', '1.4.0-rc.10')).toBe(true)
    expect(isOlder('1.4.0-rc.10', '1.4.0')).toBe(true)
    expect(isOlder('1.4.0', '1.4.0')).toBe(false)
  })
})

describe('the way to a release', () => {
  it('goes over stepping stones, as few as there can be', () => {
    expect(wayTo(notes, '1.0.0', '1.4.1')).toEqual(['1.4.1'])
    expect(wayTo(notes, '1.0.0', '2.1.0')).toEqual(['1.4.1', '2.0.0', '2.1.0'])
    expect(wayTo(notes, '1.4.0', '2.0.0')).toEqual(['2.0.0'])
  })
  it('is none where a stone is missing', () => {
    expect(wayTo(notes.slice(0, 2), '1.0.0', '2.1.0')).toBeNull()
  })
})

describe('a release is refused', () => {
  const of = (current: string, target: string, confirmed: number[] = [], isOpen = true) =>
    refusalOf(notes, { current, target, confirmed, isOpen })
  it('where it may not follow the one that runs, with the one that may', () => {
    expect(of('1.0.0', '2.0.0')).toBe('2.0.0 follows 1.4.0 and later ones, and 1.0.0 runs: first hc upgrade 1.4.1')
  })
  it('until each thing that it asks is confirmed by its number', () => {
    expect(mustsOf(notes, '1.0.0', '1.4.1')).toEqual(['hc set TAX_ROWS 1', 'tell the game'])
    expect(of('1.0.0', '1.4.1')).toBe(
      '1.4.1 asks something of you:\n  1. hc set TAX_ROWS 1\n  2. tell the game\n' +
        'What is done is confirmed by its number: --confirm 1,2',
    )
    expect(of('1.0.0', '1.4.1', [1])).not.toBeNull()
    expect(of('1.0.0', '1.4.1', [1, 2])).toBeNull()
    expect(of('1.4.0', '1.4.1')).toBeNull()
  })
  it('in an open shop where no older one can run beside it', () => {
    expect(of('1.4.1', '2.0.0', [1])).toMatch(
      /^1\.4\.1 cannot run beside 2\.0\.0, so the shop must be closed: hc close/,
    )
    expect(of('1.4.1', '2.0.0', [1], false)).toBeNull()
  })
})

describe('a way over stepping stones is refused as a whole, before the first of them comes', () => {
  const way = ['1.4.1', '2.0.0', '2.1.0']
  const of = (confirmed: number[], isOpen: boolean) => refusalOfWay(notes, way, { current: '1.0.0', confirmed, isOpen })
  it('until what all of them ask is confirmed, by numbers that go on from one to the next', () => {
    expect(of([1, 2], false)).toContain('3. look at the new tax rows')
    expect(of([1, 2, 3], false)).toBeNull()
  })
  it('in an open shop where one of them needs a closed one', () => {
    expect(of([1, 2, 3], true)).toMatch(/^1\.4\.1 cannot run beside 2\.0\.0/)
  })
})

describe('hc auto', () => {
  it('does not try again what went back', () => {
    const tried = { current: '2.0.0', mode: 'on', undone: ['2.1.0'] } as const
    expect(choiceOf(notes, tried)).toEqual({ version: '2.1.0', why: 'it was tried, and went back' })
  })

  it('goes by itself to what asks nothing of anybody, and offers the rest', () => {
    expect(choiceOf(notes, { current: '2.1.0', mode: 'on' })).toBeNull()
    expect(choiceOf(notes, { current: '2.0.0', mode: 'on' })).toEqual({ version: '2.1.0', why: null })
    expect(choiceOf(notes, { current: '2.0.0', mode: 'security' })).toEqual({
      version: '2.1.0',
      why: 'it is no security release',
    })
    expect(choiceOf(notes, { current: '1.4.0', mode: 'security' })).toEqual({ version: '1.4.1', why: null })
    expect(choiceOf(notes, { current: '1.0.0', mode: 'security' })?.why).toBe('it asks something of you')
    expect(choiceOf(notes, { current: '1.4.1', mode: 'on' })?.why).toBe('it needs a closed shop')
    expect(choiceOf(notes, { current: '2.0.0', mode: 'off' })?.why).toBe('hc auto is off')
  })
})
