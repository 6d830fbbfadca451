/** The home page's picture as inline markup: it needs no request of its own and is painted with the first text. */
export type InlineArt = { html: string }

const shapes = {
  wide: 'xMaxYMid slice',
  narrow: 'xMidYMin slice',
} as const

/** One SVG file for use inside a page: its ids are unique, and it fills its box like object-fit: cover. */
function embed(svg: string, shape: keyof typeof shapes, scheme = ''): string {
  const idPrefix = shape + scheme
  return (
    svg
      .replace(/<\?xml[^>]*>/, '')
      .replace(/ preserveAspectRatio="[^"]*"/, '')
      // An HTML parser needs no namespace, and the styles give width and height.
      .replace(/<svg[^>]*>/, (tag) => tag.replace(/ (?:xmlns|width|height)="[^"]*"/g, ''))
      .replace(/ id="([^"]+)"/g, ` id="${idPrefix}-$1"`)
      .replace(/url\(#([^)]+)\)/g, `url(#${idPrefix}-$1)`)
      .replace(/href="#([^"]+)"/g, `href="#${idPrefix}-$1"`)
      .replace(
        '<svg',
        `<svg class="hero-art hero-art-${shape}${scheme && ` hero-art-${scheme}`}" preserveAspectRatio="${shapes[shape]}" aria-hidden="true"`,
      )
  )
}

/**
 * Both pictures of the hero, if both are small SVG files of this site; else undefined, and the browser fetches them.
 * `other`: those of the other palette, which the styles show in place of them.
 */
export function inlineArt(
  read: (url: string) => string | undefined,
  hero: { img: string; imgNarrow: string },
  other?: { scheme: 'dark' | 'light'; wide: string; narrow: string },
): InlineArt | undefined {
  const wide = read(hero.img)
  const narrow = read(hero.imgNarrow)
  if (!wide || !narrow) return undefined
  const html = embed(wide, 'wide') + embed(narrow, 'narrow')
  const [otherWide, otherNarrow] = [other && read(other.wide), other && read(other.narrow)]
  if (!other || !otherWide || !otherNarrow) return { html }
  return { html: html + embed(otherWide, 'wide', other.scheme) + embed(otherNarrow, 'narrow', other.scheme) }
}

/** The browser does not have the markup and only keeps the server's: while the page hydrates, nothing is set. */
let takingOver = true
export const isTakingOver = (): boolean => takingOver
export const tookOver = (): void => {
  takingOver = false
}
