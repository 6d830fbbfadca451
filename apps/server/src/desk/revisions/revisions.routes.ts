import { AppError } from '@hc/contract/errors'
import type { DeskResult } from '@hc/contract/desk/calls'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Row } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { plansBetween, writer } from '../kit/changes.ts'

const PAGE = 50
type Saved = DeskResult<'revision/read'>['saved'] & Row
type Dated = DeskResult<'calendar/list'>['dates'][number] & Row
const SAVED = `r.version, ${writer('r.author')} as by, ${epochSeconds('r.saved_at')} as at,
  ${epochSeconds('r.live_at')} as live_at, r.reason`
const dated = (kind: string, what: string, table: string, key: string, column: string): string =>
  `select '${kind}' as kind, ${key} as target, '${what}' as what, ${epochSeconds(column)} as at from ${table}
    where ${column} >= to_timestamp($1) and ${column} < to_timestamp($2)`

/** Saved versions, and the calendar of planned changes. */
export function revisionRoutes(register: DeskRegister): void {
  register('revision/list', async ({ kind, target, before }, { q }) => {
    const versions = await q<Saved>(
      {
        text: `select ${SAVED} from desk.revision r where r.kind = $1 and r.target = $2
            and ($3::bigint = 0 or r.version < $3)
          order by r.version desc limit $4`,
      },
      [kind, target, before, PAGE],
    )
    return { versions, next: versions.length === PAGE ? (versions.at(-1)?.version ?? null) : null }
  })
  register('revision/read', async ({ kind, target, version }, { q }) => {
    const [row] = await q<Saved & { body: Record<string, unknown> }>(
      { text: `select ${SAVED}, r.body from desk.revision r where r.kind = $1 and r.target = $2 and r.version = $3` },
      [kind, target, version],
    )
    if (!row) throw new AppError('RevisionNotFound')
    const { body, ...saved } = row
    return { saved, body }
  })
  register('calendar/list', async ({ from, to }, { q }) => ({
    plans: await plansBetween(q, from, to),
    dates: await q<Dated>(
      {
        text: `${[
          dated('redeem', 'begins', 'redeem_campaign', 'campaign_id', 'starts_at'),
          dated('redeem', 'ends', 'redeem_campaign', 'campaign_id', 'ends_at'),
          dated('rebate', 'begins', 'rebate_campaign', 'campaign_id', 'starts_at'),
          dated('rebate', 'ends', 'rebate_campaign', 'campaign_id', 'ends_at'),
          dated('article', 'begins', 'article', 'id', 'starts_at'),
          dated('article', 'ends', 'article', 'id', 'ends_at'),
          dated('article', 'shown', 'article', 'id', 'publish_at'),
          dated('article', 'hidden', 'article', 'id', 'unpublish_at'),
          dated('bonus_reset', 'resets', 'bonus_reset', 'cp_goods_id', 'at'),
        ].join(' union all ')} order by at, target, what limit 1000`,
      },
      [from, to],
    ),
  }))
}
