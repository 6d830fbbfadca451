import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'

const MINUTES = 30

/** Links that preview the shop. The portal renders them; a link has only a token. */
export function previewRoutes(register: DeskRegister, publicUrl: string): void {
  register('preview/make', async ({ drafts, moment, locale, path, product, zone }, { q, who }) => {
    for (const { kind, target, version } of drafts) {
      const rows = await q(
        { text: 'select 1 from desk.revision r where r.kind = $1 and r.target = $2 and r.version = $3' },
        [kind, target, version],
      )
      if (rows.length === 0) throw new AppError('RevisionNotFound')
    }
    const token = randomBytes(32).toString('base64url')
    const [row] = await q<{ expires_at: number }>(
      {
        text: `with made as (insert into desk.preview (token_hash, staff_id, drafts, moment, expires_at)
            values ($1, $2, $3, coalesce(to_timestamp($4::bigint), app_now()), app_now() + make_interval(mins => $5))
            returning expires_at)
          select floor(extract(epoch from expires_at))::bigint as expires_at, desk.note('preview', $6) from made`,
      },
      [
        createHash('sha256').update(token).digest(),
        who().staff_id,
        JSON.stringify(drafts),
        moment,
        MINUTES,
        drafts.map(({ kind, target, version }) => `${kind}/${target}@${version}`).join(' ') || path,
      ],
    )
    const url = new URL(path, publicUrl)
    url.searchParams.set('lang', locale)
    url.searchParams.set('preview', token)
    url.searchParams.set('zone', zone)
    if (product !== null) url.searchParams.set('product', product)
    return { url: url.href, expires_at: row?.expires_at ?? 0 }
  })
}
