import {
  type DOMOutputSpec,
  type MarkSpec,
  type Node,
  type NodeSpec,
  Schema,
  type TagParseRule,
} from 'prosemirror-model'

const attribute = (name: string) => (dom: HTMLElement) => dom.getAttribute(name)
const block = (tag: string, content: string, group = 'block'): NodeSpec => ({
  content,
  group,
  parseDOM: [{ tag }],
  toDOM: (): DOMOutputSpec => [tag, 0],
})
const cell = (tag: 'td' | 'th'): NodeSpec => ({
  content: 'inline*',
  attrs: { colspan: { default: null }, scope: { default: null } },
  isolating: true,
  parseDOM: [{ tag, getAttrs: (dom) => ({ colspan: attribute('colspan')(dom), scope: attribute('scope')(dom) }) }],
  toDOM: ({ attrs }): DOMOutputSpec => {
    const { colspan, scope } = attrs as { colspan: string | null; scope: string | null }
    return [tag, { ...(colspan ? { colspan } : {}), ...(scope && tag === 'th' ? { scope } : {}) }, 0]
  },
})
const mark = (tag: string, ...more: string[]): MarkSpec => ({
  parseDOM: [tag, ...more].map((name) => ({ tag: name })),
  toDOM: (): DOMOutputSpec => [tag, 0],
})
const PICTURE = ['src', 'alt', 'width', 'height'] as const
const pictureAttrs = Object.fromEntries(PICTURE.map((name) => [name, { default: null }]))
const picture = (context?: string): TagParseRule => ({
  tag: 'img[src]',
  ...(context ? { context, priority: 60 } : {}),
  getAttrs: (dom) =>
    /^\/(?![/\\])/.test(attribute('src')(dom) ?? '')
      ? Object.fromEntries(PICTURE.map((name) => [name, attribute(name)(dom)]))
      : false,
})
const drawn = ({ attrs }: Node): DOMOutputSpec => [
  'img',
  Object.fromEntries(Object.entries(attrs).filter(([, value]) => value !== null)) as Record<string, string>,
]

/**
 * The content that an article can have: exactly the allowlist of the shop's sanitiser, so the editor cannot produce
 * anything that it would remove.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: block('p', 'inline*'),
    heading: {
      content: 'inline*',
      group: 'block',
      attrs: { level: { default: 2 } },
      defining: true,
      parseDOM: [2, 3].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }): DOMOutputSpec => [`h${String(attrs.level)}`, 0],
    },
    blockquote: block('blockquote', 'block+'),
    bullet_list: block('ul', 'list_item+'),
    ordered_list: block('ol', 'list_item+'),
    list_item: block('li', 'paragraph block*', ''),
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: (): DOMOutputSpec => ['hr'] },
    figure: block('figure', 'picture figcaption?'),
    figcaption: block('figcaption', 'inline*', ''),
    table: block('table', '(table_head | table_body | table_row)+'),
    table_head: block('thead', 'table_row+', ''),
    table_body: block('tbody', 'table_row+', ''),
    table_row: block('tr', '(table_cell | table_header)+', ''),
    table_cell: cell('td'),
    table_header: cell('th'),
    text: { group: 'inline' },
    // A picture with a caption is a block of its own; any other is inline.
    picture: { draggable: true, attrs: pictureAttrs, parseDOM: [picture('figure/')], toDOM: drawn },
    image: { inline: true, group: 'inline', draggable: true, attrs: pictureAttrs, parseDOM: [picture()], toDOM: drawn },
    hard_break: { inline: true, group: 'inline', selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [{ tag: 'a[href]', getAttrs: (dom) => ({ href: attribute('href')(dom) }) }],
      toDOM: ({ attrs }): DOMOutputSpec => ['a', { href: String(attrs.href) }, 0],
    },
    strong: mark('strong', 'b'),
    em: mark('em', 'i'),
    code: mark('code'),
  },
})
