import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { locale } from './editing.ts'
import { EXPORT_PAGE } from './paging.ts'

const media = strict({
  hash: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.partialRecord(locale, z.string()),
  by: z.string(),
  at: z.number().int(),
  /** The number of articles, products and home pages that show the picture. */
  uses: z.number().int(),
})
export type DeskMedia = z.output<typeof media>
export const MEGABYTE = 1024 * 1024
const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const mediaCalls = {
  'media/list': reads('content.read', {
    summary: 'Pictures, newest first; with `art` those of the brand too, by their addresses.',
    body: strict({
      /** Words of a description. */
      q: z.string().trim().max(100).default(''),
      art: z.boolean().default(false),
      after: z.string().max(120).default(''),
      size: z.number().int().min(1).max(EXPORT_PAGE).default(48),
    }),
    result: strict({ rows: z.array(media), next: z.string().nullable(), art: z.array(z.string()).optional() }),
  }),
  'media/upload': changes('media.write', {
    bodyLimit: 3 * MEGABYTE,
    summary:
      'Takes a PNG, JPEG or WebP of up to 2 MB, and stores it as WebP in three widths. The same file again makes no ' +
      'new picture.',
    body: strict({ data: z.base64().max(2_796_204), alt: z.partialRecord(locale, z.string().trim().max(300)) }),
    result: strict({ hash: z.string(), url: z.string(), width: z.number().int(), height: z.number().int() }),
    errors: ['PictureRefused'],
  }),
  'media/alt': changes('media.write', {
    summary: 'Describes in words what a picture shows, in each language.',
    body: strict({ hash, alt: z.partialRecord(locale, z.string().trim().max(300)) }),
    result: strict({}),
    errors: ['NotFound'],
  }),
}
