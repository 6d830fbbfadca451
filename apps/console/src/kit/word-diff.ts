export type Piece = { kind: 'same' | 'gone' | 'new'; text: string }

/** The maximum number of comparisons; beyond it all words between the equal ends count as replaced. */
const MOST = 1_000_000
/** Words of context around a change. */
const NEAR = 8

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)
type Kind = Piece['kind']
type Marked = (readonly [Kind, string])[]

/** Marks the words that are in both texts, by the longest common subsequence. */
function compared(a: readonly string[], b: readonly string[]): Marked {
  if (a.length * b.length > MOST)
    return [...a.map((word) => ['gone', word] as const), ...b.map((word) => ['new', word] as const)]
  const width = b.length + 1
  const longest = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0)
  const marked: Marked = []
  let [i, j] = [0, 0]
  for (; i < a.length && j < b.length;) {
    const [word = '', other = ''] = [a[i], b[j]]
    const isRemoved = (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)
    marked.push(word === other ? ['same', word] : isRemoved ? ['gone', word] : ['new', other])
    if (word === other || isRemoved) i++
    if (word === other || !isRemoved) j++
  }
  return [
    ...marked,
    ...a.slice(i).map((word) => ['gone', word] as const),
    ...b.slice(j).map((word) => ['new', word] as const),
  ]
}

function ends(a: readonly string[], b: readonly string[]): Marked {
  const least = Math.min(a.length, b.length)
  let begin = 0
  while (begin < least && a[begin] === b[begin]) begin++
  let end = 0
  while (end < least - begin && a.at(-1 - end) === b.at(-1 - end)) end++
  const same = (words: readonly string[]): Marked => words.map((word) => ['same', word])
  const middle = compared(a.slice(begin, a.length - end), b.slice(begin, b.length - end))
  return [...same(a.slice(0, begin)), ...middle, ...same(a.slice(a.length - end))]
}

/** Cuts long runs of unchanged words to the context of a change. */
function near(words: readonly string[], first: boolean, last: boolean): string {
  const [before, after] = [first ? 0 : NEAR, last ? 0 : NEAR]
  if (words.length <= before + after + 1) return words.join(' ')
  return [...words.slice(0, before), '…', ...words.slice(words.length - after)].join(' ')
}

/** The difference of two texts, word by word; empty for equal words. */
export function wordDiff(before: string, after: string): Piece[] {
  const runs: { kind: Kind; words: string[] }[] = []
  for (const [kind, word] of ends(wordsOf(before), wordsOf(after))) {
    const last = runs.at(-1)
    if (last?.kind === kind) last.words.push(word)
    else runs.push({ kind, words: [word] })
  }
  if (runs.every(({ kind }) => kind === 'same')) return []
  return runs.map(({ kind, words }, at) => ({
    kind,
    text: kind === 'same' ? near(words, at === 0, at === runs.length - 1) : words.join(' '),
  }))
}
