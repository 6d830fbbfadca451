import type { Block } from '@hc/markdown/read'
import { guides } from '../../help/guides.ts'

type Part = { path: string; text: string }
/** A document, or the matching parts of one that was searched. `path`: the first of them. */
export type MatchingPage = { path: string; title: string; headings: readonly Part[] }

const wordsOf = (block: Block): string =>
  block.kind === 'code'
    ? block.text
    : block.kind === 'picture'
      ? ''
      : block.kind === 'table'
        ? [block.head, ...block.rows]
            .flat(2)
            .map(({ text }) => text)
            .join(' ')
        : block.kind === 'list'
          ? block.items.flatMap(({ blocks }) => blocks.map(wordsOf)).join(' ')
          : block.spans.map(({ text }) => text).join('')

/** The parts of each document: an unnamed one before the first heading, and one below each heading. */
const documents = guides.map(({ name, title, blocks }) => {
  const parts = [{ path: `/help/${name}`, text: '', words: title }]
  for (const block of blocks) {
    if (block.kind === 'heading') parts.push({ path: `/help/${name}#${block.id}`, text: wordsOf(block), words: title })
    const last = parts.at(-1)
    if (last) last.words += ` ${wordsOf(block)}`
  }
  return { title, parts }
})

/** Each document with a part that has all words of a text. */
export function matchingPages(text: string): readonly MatchingPage[] {
  const searchWords = text.toLowerCase().split(/\s+/).filter(Boolean)
  return documents.flatMap(({ title, parts }) => {
    const hits = parts.filter(({ words }) => searchWords.every((word) => words.toLowerCase().includes(word)))
    const [first] = hits
    return first ? [{ path: first.path, title, headings: hits.filter((hit) => hit.text !== '') }] : []
  })
}
