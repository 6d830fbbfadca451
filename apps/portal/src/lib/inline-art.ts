/**
 * The home page's picture as markup, so that it is there with the HTML: no request of its own, painted with the first
 * text.
 */
export type InlineArt = { html: string }

const shapes = {
  wide: 'xMaxYMid slice',
  narrow: 'xMidYMin slice',
} as const

/** One SVG file for use inside a page: ids of its own, filling its box like object-fit: cover. */
function embed(svg: string, shape: keyof typeof shapes): string {
  return (
    svg
      .replace(/<\?xml[^>]*>/, '')
      .replace(/ preserveAspectRatio="[^"]*"/, '')
      // Known to an HTML parser, and given by the styles.
      .replace(/<svg[^>]*>/, (tag) => tag.replace(/ (?:xmlns|width|height)="[^"]*"/g, ''))
      .replace(/ id="([^"]+)"/g, ` id="${shape}-$1"`)
      .replace(/url\(#([^)]+)\)/g, `url(#${shape}-$1)`)
      .replace(/href="#([^"]+)"/g, `href="#${shape}-$1"`)
      .replace(
        '<svg',
        `<svg class="hero-art hero-art-${shape}" preserveAspectRatio="${shapes[shape]}" aria-hidden="true"`,
      )
  )
}

/** Both pictures of the hero, where both are small SVG files of this site; else undefined, and they are fetched. */
export function inlineArt(
  read: (url: string) => string | undefined,
  hero: { img: string; imgNarrow: string },
): InlineArt | undefined {
  const wide = read(hero.img)
  const narrow = read(hero.imgNarrow)
  return wide && narrow ? { html: embed(wide, 'wide') + embed(narrow, 'narrow') } : undefined
}

/** In the browser the markup is not known, only kept: while the server's page is taken over, nothing is set. */
let takingOver = true
export const isTakingOver = (): boolean => takingOver
export const tookOver = (): void => {
  takingOver = false
}
