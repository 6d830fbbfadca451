import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wordDiff } from './word-diff.ts'

const words = fc.array(fc.constantFrom('gems', 'until', 'Friday', 'Monday', 'twice'), { maxLength: 12 })
const side = (before: readonly string[], after: readonly string[], kind: 'gone' | 'new'): string =>
  wordDiff(before.join(' '), after.join(' '))
    .filter((piece) => piece.kind === 'same' || piece.kind === kind)
    .map(({ text }) => text)
    .join(' ')

it('a change of a text is shown word by word', () => {
  expect(wordDiff('Twice the gems until Friday, for all', 'Twice the gems until Monday, for all')).toEqual([
    { kind: 'same', text: 'Twice the gems until' },
    { kind: 'gone', text: 'Friday,' },
    { kind: 'new', text: 'Monday,' },
    { kind: 'same', text: 'for all' },
  ])
  expect(wordDiff('The same\n words', 'The same words')).toEqual([])
})

it('the unchanged words and the words of one side together give the text of that side', () =>
  fc.assert(
    fc.property(words, words, (before, after) => {
      fc.pre(before.join(' ') !== after.join(' '))
      expect(side(before, after, 'gone')).toBe(before.join(' '))
      expect(side(before, after, 'new')).toBe(after.join(' '))
    }),
  ))

it('a long text is cut to the words around each change, and two entirely different texts are compared quickly', () => {
  const long = Array.from({ length: 400 }, (_, at) => `word${at}`)
  const pieces = wordDiff(`${long.join(' ')} old`, `${long.join(' ')} new`)
  expect(pieces[0]?.text).toBe(`… ${long.slice(-8).join(' ')}`)
  const other = Array.from({ length: 5_000 }, (_, at) => `other${at}`)
  expect(wordDiff(other.join(' '), other.toReversed().join(' ')).map(({ kind }) => kind)).toEqual(['gone', 'new'])
})
