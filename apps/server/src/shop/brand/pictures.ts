import { keysOf } from '@hc/domain/record'

/** The most bytes of one file, so that no page of the shop waits for more. */
const MAX = {
  svg: 200_000,
  png: 1_000_000,
  jpg: 1_000_000,
  webp: 1_000_000,
  avif: 1_000_000,
  mp4: 1_500_000,
  webm: 1_500_000,
  woff2: 200_000,
  html: 100_000,
} as const
export type Kind = keyof typeof MAX

export const mimeTypes: Readonly<Record<Kind, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  woff2: 'font/woff2',
  html: 'text/html',
}

export const kindOf = (name: string): Kind | undefined => {
  const end = name.slice(name.lastIndexOf('.') + 1)
  return keysOf(MAX).find((kind) => kind === end)
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** True if a file begins like its kind. */
const begins: Readonly<Record<Exclude<Kind, 'html'>, (body: Buffer) => boolean>> = {
  svg: (body) => /^(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->)*<svg[\s>]/.test(body.toString('utf8', 0, 2000)),
  png: (body) => body.length > 24 && body.subarray(0, 8).equals(PNG),
  jpg: (body) => body[0] === 0xff && body[1] === 0xd8,
  webp: (body) => body.toString('latin1', 8, 12) === 'WEBP',
  avif: (body) => body.toString('latin1', 4, 8) === 'ftyp',
  mp4: (body) => body.toString('latin1', 4, 8) === 'ftyp',
  webm: (body) => body.toString('hex', 0, 4) === '1a45dfa3',
  woff2: (body) => body.toString('latin1', 0, 4) === 'wOF2',
}

/** The fault of a brand's file in a few words; undefined if it has none. `size`: the pixels that a PNG must have. */
export function faultOf(
  name: string,
  body: Buffer,
  kinds: readonly Kind[],
  size?: readonly [width: number, height: number],
): string | undefined {
  const kind = kindOf(name)
  if (!kind || !kinds.includes(kind)) return `must be ${kinds.join(' or ')}`
  if (body.length > MAX[kind]) return `has ${body.length} bytes, at most ${MAX[kind]} are allowed`
  if (kind !== 'html' && !begins[kind](body)) return `is not a ${kind} file by its content`
  if (
    kind === 'svg' &&
    /<script|<foreignObject|\son\w+\s*=|(?:href|src)\s*=\s*["'](?!#|data:image\/(?:png|jpeg|webp))|url\(\s*["']?(?!#|["'])/i.test(
      body.toString('utf8'),
    )
  )
    return 'must hold no script and no address of another file'
  if (size && kind === 'png') {
    const [width, height] = [body.readUInt32BE(16), body.readUInt32BE(20)]
    if (width !== size[0] || height !== size[1])
      return `has ${width} × ${height} pixels, must have ${size[0]} × ${size[1]}`
  }
  return undefined
}

/** The fault of an icon in a few words. */
export function iconFault(svg: string, most: number): string | undefined {
  if (Buffer.byteLength(svg) > most) return `has ${Buffer.byteLength(svg)} bytes, at most ${most} are allowed`
  if (!svg.includes('currentColor')) return 'must be drawn with currentColor'
  if (!/<svg\b[^>]*\sviewBox="/.test(svg)) return 'must have a viewBox'
  return undefined
}

/** The height at which a lock-up stands in the header, in CSS pixels. */
const LOCK_UP = 44

/** The size of a picture in the header, by its own proportions; of one that says none, three times as wide as high. */
export function sizeOf(name: string, body: Buffer | undefined): { width: number; height: number } {
  const kind = kindOf(name)
  const [, , width = 3, height = 1] =
    kind === 'png' && body
      ? [0, 0, body.readUInt32BE(16), body.readUInt32BE(20)]
      : (/<svg\b[^>]*\sviewBox="([^"]+)"/
          .exec(body?.toString() ?? '')?.[1]
          ?.trim()
          .split(/[\s,]+/)
          .map(Number) ?? [])
  return { width: Math.round((LOCK_UP * width) / height) || LOCK_UP, height: LOCK_UP }
}

/** The names that a finer file of a raster picture may have: `hero@2x.webp` beside `hero.png`. */
export const finerNames = (name: string): string[] =>
  /\.(?:png|jpg|webp|avif)$/.test(name) ? ['avif', 'webp'].map((end) => name.replace(/\.[a-z]+$/, `@2x.${end}`)) : []
