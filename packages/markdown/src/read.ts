import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'

/** A run of words. `menu` is the name of a page of the desk as a key of its menu; `href` leads somewhere. */
export type Span = {
  kind: 'text' | 'code' | 'strong' | 'em'
  text: string
  href?: string
  menu?: string
  /** A place that a link may lead to. */
  id?: string
}
export type Block =
  | { kind: 'heading'; level: number; id: string; spans: readonly Span[] }
  | { kind: 'paragraph'; spans: readonly Span[] }
  | { kind: 'code'; text: string }
  | { kind: 'picture'; src: string; alt: string }
  | { kind: 'list'; start: number | null; items: readonly Item[] }
  | { kind: 'table'; head: readonly (readonly Span[])[]; rows: readonly (readonly (readonly Span[])[])[] }
/** `id`: a step that a link may lead to. */
export type Item = { id: string; blocks: readonly Block[] }

/** Facts from the caller: the target of a link, and the desk's page with a name. */
export type Around = {
  link: (href: string) => string
  file: (code: string) => string
  menu: (name: string) => string
  /** The title of a document by its file. */
  title?: (code: string) => string
  /** The address of a picture; without this function pictures are left out. */
  picture?: (href: string) => string
}

/** Marks that Markdown left in a text: most often a mark that nothing ends. */
const LEFT = /\]\[|\*\*|~~|(?<!\w)__|`|&#?\w+;/
const unknown = ({ raw }: Token): Error => new Error(`this Markdown is not known: ${raw.slice(0, 60)}`)

/** A named place, which the numbers of decisions have, or its end. */
const ANCHOR = /^<(?:a id="([\w-]+)"|\/a)>$/

/** Text between backquotes; a document of these pages appears by its title. */
function codeSpan(code: string, around: Around): Span {
  const href = around.file(code)
  return href === '' ? { kind: 'code', text: code } : { kind: 'text', text: around.title?.(code) ?? code, href }
}

function spansOf(tokens: readonly Token[], around: Around, kind: 'text' | 'strong' | 'em' = 'text'): Span[] {
  const spans: Span[] = []
  for (const token of tokens as MarkedToken[]) {
    const last = spans.at(-1)
    if (token.type === 'text' || token.type === 'escape') {
      if (token.type === 'text' && LEFT.test(token.text)) throw unknown(token)
      const text = token.text.replaceAll('\n', ' ')
      // An escaped sign is a token of its own.
      if (last?.kind === kind && last.href === undefined && last.id === undefined) last.text += text
      else spans.push({ kind, text })
    } else if (token.type === 'codespan') spans.push(codeSpan(token.text, around))
    else if (token.type === 'link') {
      const href = token.raw === token.href ? token.href : around.link(token.href)
      spans.push({ kind: 'text', text: textOf(spansOf(token.tokens, around)), href })
    } else if ((token.type === 'strong' || token.type === 'em') && kind === 'text') {
      const parts = spansOf(token.tokens, around, token.type)
      const menu = around.menu(textOf(parts))
      spans.push(...parts.map((part) => (menu === '' ? part : { ...part, menu })))
    } else if (token.type === 'html' && ANCHOR.test(token.raw)) {
      const id = ANCHOR.exec(token.raw)?.[1]
      if (id !== undefined) spans.push({ kind: 'text', text: '', id })
    } else throw unknown(token)
  }
  return spans
}

export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('')
/** A heading's name in an address, as GitHub makes it. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Code within a step is indented like the step and a tab more, so only the indentation beyond that counts. */
function codeOf(text: string): string {
  const margin = Math.min(...Array.from(text.matchAll(/^ *(?=\S)/gm), ([spaces]) => spaces.length))
  return text.replaceAll(new RegExp(`^ {${margin}}`, 'gm'), '').trimEnd()
}

const isPicture = ({ type, raw }: Token): boolean => type === 'image' || raw.trim() === ''

/** A document as blocks. The desk leaves pictures out, because its reader is in the desk. */
export function readMarkdown(markdown: string, around: Around): Block[] {
  const ids = new Set<string>()
  let section = ''
  const idOf = (id: string): string => {
    if (ids.has(id)) throw new Error(`two places are called ${id}`)
    ids.add(id)
    return id
  }
  /** Of two headings with one name the second has a number, as on GitHub. */
  const headingId = (id: string, count = 0): string => {
    const name = count === 0 ? id : `${id}-${count}`
    return ids.has(name) ? headingId(id, count + 1) : idOf(name)
  }
  const heading = ({ depth, tokens }: Tokens.Heading): Block => {
    const spans = spansOf(tokens, around)
    const id = headingId(slugOf(textOf(spans)))
    section = depth === 1 ? '' : id
    return { kind: 'heading', level: depth, id, spans }
  }
  const table = (token: Tokens.Table): Block => {
    const { header, rows, raw } = token
    // The library completes a row that lacks a cell.
    const isWhole = (line: string): boolean => line.match(/(?<!\\)\|/g)?.length === header.length + 1
    if (!raw.trim().split('\n').every(isWhole)) throw unknown(token)
    const spans = (cells: readonly Tokens.TableCell[]): Span[][] => cells.map(({ tokens }) => spansOf(tokens, around))
    return { kind: 'table', head: spans(header), rows: rows.map(spans) }
  }
  const list = ({ ordered, start, items }: Tokens.List, isDeep: boolean): Block => ({
    kind: 'list',
    start: ordered ? Number(start) : null,
    items: items.map((item, at) => {
      if (item.task) throw unknown(item)
      // Documents number their steps once in each part: "step 3" is a place that a link leads to.
      const id = ordered && !isDeep ? idOf(`${section || 'step'}-${Number(start) + at}`) : ''
      return { id, blocks: blocksOf(item.tokens, true) }
    }),
  })
  const blocksOf = (tokens: readonly Token[], isDeep: boolean): Block[] =>
    (tokens as MarkedToken[]).flatMap((token): Block[] => {
      if (token.type === 'space') return []
      if (token.type === 'paragraph' && token.tokens.every(isPicture))
        return token.tokens.flatMap((part) =>
          part.type === 'image' && around.picture
            ? [{ kind: 'picture', src: around.picture(String(part.href)), alt: String(part.text) }]
            : [],
        )
      if (token.type === 'heading' && !isDeep && token.depth <= 3) return [heading(token)]
      // In a list without empty lines a paragraph is a text.
      if (token.type === 'paragraph' || token.type === 'text')
        return [{ kind: 'paragraph', spans: spansOf(token.tokens ?? [], around) }]
      if (token.type === 'code' && (token.codeBlockStyle === 'indented' || /\n *```\s*$/.test(token.raw)))
        return [{ kind: 'code', text: codeOf(token.text) }]
      if (token.type === 'table') return [table(token)]
      if (token.type === 'list') return [list(token, isDeep)]
      throw unknown(token)
    })
  return blocksOf(lexer(markdown), false)
}
