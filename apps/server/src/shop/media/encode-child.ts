import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'

/** 25 megapixels: no page needs a larger picture. */
const PIXELS_MAX = 25_000_000
const WIDTHS = [320, 640, 1280] as const
const QUALITY = 80

/** Reads a picture from standard input and writes its size, and WebP in three widths, to standard output. */
const [, , kind = ''] = process.argv
sharp.cache(false)
sharp.concurrency(1)
// Allows only the three decoders: no SVG, PDF or ImageMagick, whatever the bytes are.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
const bytes = await buffer(process.stdin)
const source = (): Sharp => sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
const { format } = await source().metadata()
if (format !== kind) throw new Error(`the first bytes say ${kind}, the decoder says ${format}`)
const upright = await source()
  .rotate()
  .toColourspace('srgb')
  .png({ compressionLevel: 1 })
  .toBuffer({ resolveWithObject: true })
const sizes = await Promise.all(
  WIDTHS.map((width) =>
    sharp(upright.data).resize({ width, withoutEnlargement: true }).webp({ quality: QUALITY }).toBuffer(),
  ),
)
const head = { width: upright.info.width, height: upright.info.height, sizes: sizes.map(({ length }) => length) }
process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...sizes]))
