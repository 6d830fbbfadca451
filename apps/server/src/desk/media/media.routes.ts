import { createHash } from 'node:crypto'
import type { DeskMedia } from '@hc/contract/desk/media'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import type { Database, Query, Row } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { encode, type Encoded } from '../../shop/media/encode.ts'

/** `made` is null for a known picture, which is not encoded again. */
type Prepared = { hash: string; width: number; height: number; made: Encoded | null }

/** Encodes a picture, with no transaction open. @throws AppError PictureRefused */
async function prepared(bytes: Buffer, q: Query): Promise<Prepared> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const [picture] = await q<{ width: number; height: number }>(
    { text: 'select width, height from desk.media where hash = $1' },
    [hash],
  )
  if (picture) return { hash, ...picture, made: null }
  const encoded = await encode(bytes)
  if (typeof encoded === 'string') throw new AppError('PictureRefused', { reason: encoded })
  return { hash, width: encoded.width, height: encoded.height, made: encoded }
}

/** The desk's calls to upload, list and describe pictures. `art`: the addresses of the brand's pictures. */
export function mediaRoutes(register: DeskRegister, db: Pick<Database, 'pool'>, art: readonly string[]): void {
  register('media/list', async ({ after, size, q: words, art: withArt }, { q, by }) => {
    const [at = '', hash = ''] = after.split(' ')
    const rows = await q<Row & DeskMedia & { exact: string }>(
      {
        text: `select m.hash, m.width, m.height, m.alt,
            coalesce((select s.name from desk.staff s where m.added_by = 'staff:' || s.staff_id), m.added_by) as by,
            ${epochSeconds('m.added_at')} as at, m.added_at::text as exact,
            (select count(*) from article a where strpos(a.img || a.texts::text, m.hash) > 0)
              + (select count(*) from product p where strpos(p.icon, m.hash) > 0)
              + (select count(*) from content_block b where strpos(b.value::text, m.hash) > 0) as uses
          from desk.media m where ($1 = '' or (m.added_at, m.hash) < ($1::timestamptz, $2))
           and ($4 = '' or strpos(lower(m.alt::text), lower($4)) > 0)
         order by m.added_at desc, m.hash desc limit $3`,
      },
      [at.replace('_', ' '), hash, size, words],
    )
    const last = rows.at(-1)
    await noteExport(db, by, 'media', { size, after })
    return {
      rows: rows.map(({ exact: _exact, ...row }) => row),
      next: rows.length === size && last ? `${last.exact.replace(' ', '_')} ${last.hash}` : null,
      ...(withArt ? { art: art.filter((url) => url.toLowerCase().includes(words.toLowerCase())) } : {}),
    }
  })
  register(
    'media/upload',
    async ({ alt }, { q, by }, { hash, width, height, made }: Prepared) => {
      if (made)
        await q(
          {
            text: `insert into desk.media (hash, width, height, w320, w640, w1280, alt, added_by, added_at)
              values ($1, $2, $3, $4, $5, $6, $7, $8, app_now()) on conflict (hash) do nothing`,
          },
          [hash, width, height, made.w320, made.w640, made.w1280, JSON.stringify(alt), by.actor],
        )
      return { hash, url: `/media/${hash}-1280.webp`, width, height }
    },
    undefined,
    async ({ data }, q): Promise<Prepared> => await prepared(Buffer.from(data, 'base64'), q),
  )
  register('media/alt', async ({ hash, alt }, { q }) => {
    const rows = await q({ text: 'update desk.media set alt = $2 where hash = $1 returning hash' }, [
      hash,
      JSON.stringify(alt),
    ])
    if (rows.length === 0) throw new AppError('NotFound')
    return {}
  })
}
