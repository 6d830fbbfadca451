import type { Block } from '../../../markdown.ts'
import { guides } from '../../help/guides.ts'

/** A document, or the part of it below one heading. */
export type Part = { path: string; title: string; headings: readonly string[] }
type Words = Part & { words: string }

const wordsOf = (block: Block): string =>
  block.kind === 'code'
    ? block.text
    : block.kind === 'table'
      ? [block.head, ...block.rows]
          .flat(2)
          .map(({ text }) => text)
          .join(' ')
      : block.kind === 'list'
        ? block.items.flatMap(({ blocks }) => blocks.map(wordsOf)).join(' ')
        : block.spans.map(({ text }) => text).join('')

/** Each document's parts: what stands before its first heading, and what stands below each. */
const parts: readonly Words[] = guides.flatMap(({ name, title, blocks }) => {
  const all: Words[] = [{ path: `/help/${name}`, title, headings: [], words: title }]
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const heading = wordsOf(block)
      all.push({ path: `/help/${name}#${block.id}`, title, headings: [heading], words: title })
    }
    const last = all.at(-1)
    if (last) last.words += ` ${wordsOf(block)}`
  }
  return all
})

const whole: readonly Part[] = guides.map(({ name, title, blocks }) => ({
  path: `/help/${name}`,
  title,
  headings: blocks.flatMap((block) => (block.kind === 'heading' ? [wordsOf(block)] : [])),
}))

/** The documents; or the parts that have all words of a text. */
export function found(text: string): readonly Part[] {
  const asked = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (asked.length === 0) return whole
  return parts.filter(({ words }) => asked.every((word) => words.toLowerCase().includes(word)))
}
