/** A run of words. `menu` is the name of a page of the desk as a key of its menu; `href` leads somewhere. */
export type Span = { kind: 'text' | 'code' | 'strong' | 'em'; text: string; href?: string; menu?: string }
export type Block =
  | { kind: 'heading'; level: number; id: string; spans: readonly Span[] }
  | { kind: 'paragraph'; spans: readonly Span[] }
  | { kind: 'code'; text: string }
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
}

const INLINE =
  /`([^`]+)`|\*\*([^*]+)\*\*|(?<![\w\\])_([^_]+)_(?!\w)|(?<!!)\[([^\]]+)\]\(([^)\s]+)\)|(https:\/\/[^\s)]+[^\s).,])/g
/** Markdown that this reader does not support and therefore refuses. */
const UNKNOWN = /<\/?[a-z][^>]*>|!\[|\]\[|~~|\*\*|(?<!\w)__|`/i

/** Text between backquotes; a document of these pages appears by its title. */
function codeSpan(code: string, around: Around): Span {
  const href = around.file(code)
  return href === '' ? { kind: 'code', text: code } : { kind: 'text', text: around.title?.(code) ?? code, href }
}

function spansOf(text: string, around: Around): Span[] {
  const spans: Span[] = []
  let end = 0
  const plain = (part: string): void => {
    const odd = UNKNOWN.exec(part)
    if (odd) throw new Error(`this Markdown is not known: ${part.slice(odd.index, odd.index + 60)}`)
    if (part !== '') spans.push({ kind: 'text', text: part.replaceAll(/\\([_*\\])/g, '$1') })
  }
  for (const match of text.matchAll(INLINE)) {
    plain(text.slice(end, match.index))
    end = match.index + match[0].length
    const [, code, strong, em, label, href, url] = match
    if (code !== undefined) spans.push(codeSpan(code, around))
    else if (label !== undefined) spans.push({ kind: 'text', text: label, href: around.link(href ?? '') })
    else if (url !== undefined) spans.push({ kind: 'text', text: url, href: url })
    else {
      const name = strong ?? em ?? ''
      const menu = around.menu(name)
      spans.push({ kind: strong === undefined ? 'em' : 'strong', text: name, ...(menu === '' ? {} : { menu }) })
    }
  }
  plain(text.slice(end))
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

const ITEM = /^( *)([-*]|(\d+)\.) +/
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'))

/** Reads one document line by line; a line of a kind that it does not know ends the build. */
class Reader {
  #at = 0
  #section = ''
  readonly #lines: readonly string[]
  readonly #around: Around
  readonly #ids: Set<string>
  readonly #deep: boolean
  constructor(lines: readonly string[], around: Around, ids: Set<string>, deep: boolean) {
    this.#lines = lines
    this.#around = around
    this.#ids = ids
    this.#deep = deep
  }

  read(): Block[] {
    const blocks: Block[] = []
    for (; this.#at < this.#lines.length;) {
      const line = this.#now()
      if (line.trim() === '') this.#at++
      else if (/^!\[.*\]\(.*\)$/.test(line)) this.#at++
      else blocks.push(this.#block(line))
    }
    return blocks
  }

  #now(): string {
    return this.#lines[this.#at] ?? ''
  }

  #block(line: string): Block {
    if (line.startsWith('    ')) return this.#indented()
    if (line.startsWith('```')) return this.#fenced()
    if (line.startsWith('|')) return this.#table()
    if (line.startsWith('#')) return this.#heading(line)
    if (ITEM.test(line)) return this.#list()
    if (/^(>|---|===|\+ | )/.test(line)) throw new Error(`this Markdown is not known: ${line.slice(0, 60)}`)
    return this.#paragraph()
  }

  #id(id: string): string {
    if (this.#ids.has(id)) throw new Error(`two places are called ${id}`)
    this.#ids.add(id)
    return id
  }

  #heading(line: string): Block {
    const [, marks = '', text = ''] = /^(#{1,3}) (.+)$/.exec(line) ?? []
    if (marks === '' || this.#deep) throw new Error(`this heading is not known: ${line}`)
    this.#at++
    const spans = spansOf(text, this.#around)
    this.#section = marks.length === 1 ? '' : slugOf(textOf(spans))
    return { kind: 'heading', level: marks.length, id: this.#id(slugOf(textOf(spans))), spans }
  }

  #indented(): Block {
    const lines: string[] = []
    for (; /^ {4}|^\s*$/.test(this.#now()) && this.#at < this.#lines.length; this.#at++)
      lines.push(this.#now().slice(4))
    // Code within a step is indented like the step and a tab more, so only the indentation beyond that counts.
    const common = Math.min(
      ...lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)?.[0].length ?? 0),
    )
    return {
      kind: 'code',
      text: lines
        .map((line) => line.slice(common))
        .join('\n')
        .trimEnd(),
    }
  }

  #fenced(): Block {
    const lines: string[] = []
    for (this.#at++; !this.#now().startsWith('```'); this.#at++) {
      if (this.#at >= this.#lines.length) throw new Error('a piece of code does not end')
      lines.push(this.#now())
    }
    this.#at++
    return { kind: 'code', text: lines.join('\n') }
  }

  #table(): Block {
    const rows: string[][] = []
    for (; this.#now().startsWith('|'); this.#at++) rows.push(cellsOf(this.#now()))
    const [head = [], rule = [], ...body] = rows
    if (!rule.every((cell) => /^:?-+:?$/.test(cell)) || rows.some((row) => row.length !== head.length))
      throw new Error(`this table is not whole: ${head.join(' | ')}`)
    const spans = (row: readonly string[]): Span[][] => row.map((cell) => spansOf(cell, this.#around))
    return { kind: 'table', head: spans(head), rows: body.map(spans) }
  }

  #paragraph(): Block {
    const lines: string[] = []
    for (; this.#now().trim() !== '' && !/^(```|\||#)/.test(this.#now()) && !ITEM.test(this.#now()); this.#at++)
      lines.push(this.#now().trim())
    return { kind: 'paragraph', spans: spansOf(lines.join(' '), this.#around) }
  }

  #list(): Block {
    const [, , , first] = ITEM.exec(this.#now()) ?? []
    const items: Item[] = []
    for (let match = ITEM.exec(this.#now()); match && (match[3] === undefined) === (first === undefined);) {
      items.push(this.#item(match[0].length, match[3]))
      match = ITEM.exec(this.#now())
    }
    return { kind: 'list', start: first === undefined ? null : Number(first), items }
  }

  #item(width: number, number: string | undefined): Item {
    const lines = [this.#now().slice(width)]
    const inside = ' '.repeat(width)
    for (this.#at++; this.#at < this.#lines.length; this.#at++) {
      const line = this.#now()
      if (line.startsWith(inside)) lines.push(line.slice(width))
      else if (line.trim() === '') lines.push('')
      else break
    }
    // Documents number their steps once in each part: "step 3" is a place that a link leads to.
    const id = number === undefined || this.#deep ? '' : this.#id(`${this.#section || 'step'}-${number}`)
    return { id, blocks: new Reader(lines, this.#around, this.#ids, true).read() }
  }
}

/** A document as blocks. Pictures of the desk are left out, because its reader is in the desk. */
export const readMarkdown = (text: string, around: Around): Block[] =>
  new Reader(text.split('\n'), around, new Set(), false).read()
