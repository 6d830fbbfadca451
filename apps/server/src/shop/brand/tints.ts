/** The colours of pictures, with which a page paints their places while they load. */

type Shape = { fill: string; area: number }

/** The share of a picture from which on a shape counts as large. */
const LARGE = 0.06

const numbers = (text: string): number[] => (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
const hex = (colour: string): string | undefined => {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(colour)
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`
  return /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i.exec(colour)?.[0].slice(0, 7)
}

/** The colour in the middle of each gradient, by its id. */
function gradients(svg: string): ReadonlyMap<string, string> {
  const middles = [
    ...svg.matchAll(/<(?:linear|radial)Gradient\b[^>]*?\sid="([^"]+)"[^>]*>([\s\S]*?)<\/(?:linear|radial)Gradient>/g),
  ]
  return new Map(
    middles.flatMap(([, id = '', stops = '']) => {
      const colours = [...stops.matchAll(/stop-color="([^"]+)"/g)].flatMap(([, colour = '']) => hex(colour) ?? [])
      const middle = colours[Math.floor(colours.length / 2)]
      return middle ? [[id, middle] as const] : []
    }),
  )
}

/** About how large a shape is: the box of what its attributes draw, as if all numbers were absolute. */
function areaOf(name: string, tag: string): number {
  const value = (key: string): number => Number(attribute(tag, key) ?? 0)
  if (name === 'rect') return value('width') * value('height')
  if (name === 'circle') return (2 * value('r')) ** 2
  if (name === 'ellipse') return 4 * value('rx') * value('ry')
  const all = numbers(attribute(tag, name === 'path' ? 'd' : 'points') ?? '')
  const span = (values: number[]): number => (values.length < 2 ? 0 : Math.max(...values) - Math.min(...values))
  return span(all.filter((_, at) => at % 2 === 0)) * span(all.filter((_, at) => at % 2 === 1))
}

/** Black, white and grey say nothing of a picture. */
function isColourful(colour: string): boolean {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return Math.max(...parts) - Math.min(...parts) > 40
}

/** The first large fill of an SVG file; undefined if it has none that is a colour. */
export function tintOf(svg: string): string | undefined {
  const middles = gradients(svg)
  const [, , width = 0, height = 0] = numbers(attribute(/<svg\b[^>]*>/.exec(svg)?.[0] ?? '', 'viewBox') ?? '')
  const shapes = [...svg.matchAll(/<(path|rect|circle|ellipse|polygon)\b[^>]*>/g)].flatMap(
    ([tag, name = '']): Shape[] => {
      const raw = attribute(tag, 'fill') ?? ''
      const fill = hex(raw) ?? middles.get(/^url\(#([^)]+)\)$/.exec(raw)?.[1] ?? '')
      return fill && isColourful(fill) ? [{ fill: fill.toLowerCase(), area: areaOf(name, tag) }] : []
    },
  )
  return (shapes.find(({ area }) => area >= LARGE * width * height) ?? shapes[0])?.fill
}

/** Rules that give each picture its tint: to the picture, and to the place around it. */
export function tintCss(pictures: ReadonlyMap<string, string>): string {
  const places = new Map<string, string[]>()
  for (const [url, tint] of pictures) places.set(tint, [...(places.get(tint) ?? []), url])
  return [...places]
    .map(([tint, urls]) => {
      const images = `:is(${urls.map((url) => `[src="${url}"]`).join(',')})`
      return `img${images},.tinted:has(>img${images}){--tint:${tint}}`
    })
    .join('')
}
