import { AppError } from '@hc/contract/errors'
import type { DeskResult } from '@hc/contract/desk/calls'
import { defaultLocale } from '@hc/contract/locales'
import { drafted } from '../campaigns/kinds/kinds.ts'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query, Row } from '../../platform/db.ts'
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

type Named = DeskResult<'calendar/list'>['names'][number] & Row
const product = `coalesce(p.texts->'${defaultLocale}'->>'name', p.cp_goods_id)`
const NAMES = `with t as (select u.kind, u.target from unnest($1::text[], $2::text[]) as u(kind, target))
  select t.kind, t.target, ${product} as name
    from t join product p on p.cp_goods_id = t.target where t.kind in ('product', 'bonus_reset')
  union all select t.kind, t.target,
    ${product} || ' (' || coalesce(b.texts->'${defaultLocale}'->>'name', b.book_id) || ')'
    from t join price_book b on b.book_id = split_part(t.target, '/', 1)
           join product p on p.cp_goods_id = split_part(t.target, '/', 2) where t.kind = 'price'
  union all select t.kind, t.target, a.texts->'${defaultLocale}'->>'title'
    from t join article a on a.id = t.target
   where t.kind = 'article' and a.texts->'${defaultLocale}'->>'title' is not null
  ${Object.entries(drafted)
    .map(
      ([kind, { table }]) => `union all select t.kind, t.target, c.texts->'${defaultLocale}'->>'name'
    from t join ${table} c on c.campaign_id = t.target
   where t.kind = '${kind}' and c.texts->'${defaultLocale}'->>'name' is not null`,
    )
    .join('\n  ')}`

/** What people call the targets of the calendar. */
async function namesOf(q: Query, entries: readonly { kind: string; target: string }[]): Promise<Named[]> {
  const keys = [...new Map(entries.map(({ kind, target }) => [`${kind} ${target}`, { kind, target }])).values()]
  if (keys.length === 0) return []
  return await q<Named>({ text: NAMES }, [keys.map(({ kind }) => kind), keys.map(({ target }) => target)])
}

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
  register('calendar/list', async ({ from, to }, { q }) => {
    const plans = await plansBetween(q, from, to)
    const dates = await q<Dated>(
      {
        text: `${[
          ...Object.entries(drafted).flatMap(([kind, { table }]) => [
            dated(kind, 'begins', table, 'campaign_id', 'starts_at'),
            dated(kind, 'ends', table, 'campaign_id', 'ends_at'),
          ]),
          dated('article', 'begins', 'article', 'id', 'starts_at'),
          dated('article', 'ends', 'article', 'id', 'ends_at'),
          dated('article', 'shown', 'article', 'id', 'publish_at'),
          dated('article', 'hidden', 'article', 'id', 'unpublish_at'),
          dated('bonus_reset', 'resets', 'bonus_reset', 'cp_goods_id', 'at'),
          // A price that was valid at once is no plan.
          `${dated('price', 'begins', 'price', "book_id || '/' || cp_goods_id", 'starts_at')}
            and starts_at > created_at`,
        ].join(' union all ')} order by at, target, what limit 1000`,
      },
      [from, to],
    )
    return { plans, dates, names: await namesOf(q, [...plans, ...dates]) }
  })
}
