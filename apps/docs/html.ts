import type { Block, Span } from '@hc/markdown/read'

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const tags = { text: '', code: 'code', strong: 'strong', em: 'em' } as const

function span({ kind, text, href, id }: Span): string {
  if (id !== undefined) return `<a id="${escapeHtml(id)}"></a>`
  const tag = tags[kind]
  const words = tag === '' ? escapeHtml(text) : `<${tag}>${escapeHtml(text)}</${tag}>`
  return href === undefined || href === '' ? words : `<a href="${escapeHtml(href)}">${words}</a>`
}

export const spansHtml = (spans: readonly Span[]): string => spans.map(span).join('')

function block(part: Block): string {
  switch (part.kind) {
    case 'heading':
      return `<h${part.level} id="${escapeHtml(part.id)}">${spansHtml(part.spans)}</h${part.level}>`
    case 'paragraph':
      return `<p>${spansHtml(part.spans)}</p>`
    case 'code':
      return `<pre tabindex="0"><code>${escapeHtml(part.text)}</code></pre>`
    case 'picture':
      return `<img src="${escapeHtml(part.src)}" alt="${escapeHtml(part.alt)}" loading="lazy" decoding="async">`
    case 'list': {
      const items = part.items.map(
        ({ id, blocks }) => `<li${id === '' ? '' : ` id="${escapeHtml(id)}"`}>${blocksHtml(blocks)}</li>`,
      )
      return part.start === null
        ? `<ul>${items.join('')}</ul>`
        : `<ol${part.start === 1 ? '' : ` start="${part.start}"`}>${items.join('')}</ol>`
    }
    case 'table': {
      const row = (cells: readonly (readonly Span[])[], tag: 'th' | 'td'): string =>
        `<tr>${cells
          .map((cell) => {
            // A head without words heads nothing.
            const name = cell.length === 0 ? 'td' : tag
            return `<${name}>${spansHtml(cell)}</${name}>`
          })
          .join('')}</tr>`
      const body = part.rows.map((cells) => row(cells, 'td')).join('')
      return `<div class="wide" tabindex="0"><table><thead>${row(part.head, 'th')}</thead><tbody>${body}</tbody></table></div>`
    }
    default:
      return part satisfies never
  }
}

/** Blocks of a document as HTML. In a list of plain items a paragraph needs no element of its own. */
export function blocksHtml(blocks: readonly Block[]): string {
  const [first, ...rest] = blocks
  if (rest.length === 0 && first?.kind === 'paragraph') return spansHtml(first.spans)
  return blocks.map(block).join('')
}

export const pageBody = (blocks: readonly Block[]): string => blocks.map(block).join('\n')
