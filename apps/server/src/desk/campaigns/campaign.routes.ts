import type { CampaignDraft } from '@hc/contract/desk/campaigns'
import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import { redeemCodeText } from '@hc/domain/typed-text'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Database, Query, Row } from '../../platform/db.ts'
import { change, liveOf, momentOf, plansOf } from '../kit/changes.ts'
import { requestsAbout } from '../../http/desk/open-requests.ts'
import { bounded } from '../../http/desk/bounded-lists.ts'
import { noteExport } from '../../http/desk/note-export.ts'
import { CAMPAIGNS, dryRun, type Kind } from './campaign-sql.ts'

type ListRow = DeskResult<'campaign/list'>['rows'][number]
type Listed = ListRow & Row & { exact: string }
type Read = DeskResult<'campaign/read'>
type Given = NonNullable<Read['given']>
type Line = DeskResult<'campaign/explain'>['lines'][number]
/** As the tables have it: a name may be all of a text, and a gift need not speak of a bonus. */
type Body = Pick<Read, 'version'> &
  Partial<Pick<Read, 'basic_points' | 'present_points' | 'per_role' | 'per_account' | 'counts'>> & {
    texts: Record<string, { name: string; desc?: string }>
    items?: { cp_goods_id: string; quantity: number; bonus?: number }[]
  }

const DRY_RUN_MS = 20_000
const MOST_CODES = 100_000
const none = { items: [], basic_points: 0, present_points: 0, per_role: null, per_account: null, counts: [] }
const codeless = { made: 0, used: 0, left: 0, to_export: 0 }
const GOT = new Set(['redeemed', 'tier_granted', 'bonus_given'])

/** @throws AppError CampaignNotFound */
async function rowOf(q: Query, kind: Kind, id: string): Promise<ListRow> {
  const [row] = await q<ListRow & Row>(
    {
      text: `select x.kind, x.id, x.name, x.state, x.starts_at, x.ends_at, x.used, x.total from ${CAMPAIGNS}
        where x.kind = $1 and x.id = $2`,
    },
    [kind, id],
  )
  if (!row) throw new AppError('CampaignNotFound')
  return row
}

async function givenBy(q: Query, kind: Kind, id: string): Promise<Given> {
  const text = {
    redeem: `select grants, points, cents as value_cents from desk.campaign_given('redeem', $1)`,
    rebate: `select grants, points, cents as value_cents from desk.campaign_given('rebate', $1)`,
    reset: `select count(*) as grants, 0::bigint as points,
        coalesce(sum(coalesce(o.base_cents, o.amount_cents) * o.bonus_granted / 100), 0)::bigint as value_cents
      from first_top_up f join orders o using (order_no)
     where f.cp_goods_id = split_part($1, '@', 1) and floor(extract(epoch from nullif(f.epoch, '-infinity')))::bigint
       = split_part($1, '@', 2)::bigint`,
  }[kind]
  const [row] = await q<Given>({ text }, [id])
  return row ?? { grants: 0, points: 0, value_cents: 0 }
}

async function codesOf(q: Query, id: string): Promise<Read['codes']> {
  const [row] = await q<Read['codes']>(
    {
      text: `select count(*) as made, coalesce(sum(k.used), 0)::bigint as used,
          case when bool_or(k.uses is null) then null else coalesce(sum(k.uses - k.used), 0)::bigint end as left,
          (count(*) - (select count(*) from desk.code_export e join redeem_code c using (code)
            where c.campaign_id = $1)) as to_export
        from redeem_code k where k.campaign_id = $1`,
    },
    [id],
  )
  return row ?? codeless
}

/** @throws AppError CampaignNotFound */
async function readCampaign(q: Query, kind: Kind, id: string): Promise<Read> {
  const row = await rowOf(q, kind, id)
  const given = await givenBy(q, kind, id)
  if (kind === 'reset')
    return {
      ...row,
      ...none,
      version: 0,
      mark: 0,
      texts: {},
      tiers: [],
      given,
      forecast_cents: null,
      codes: codeless,
      plans: [],
    }
  const [body] = await q<Body>(
    {
      text:
        kind === 'redeem'
          ? `select version, texts, items, basic_points, present_points, per_role, per_account from redeem_campaign
              where campaign_id = $1`
          : 'select version, texts, counts from rebate_campaign where campaign_id = $1',
    },
    [id],
  )
  const [tiers] = await q<Pick<Read, 'tiers' | 'mark'>>(
    { text: 'select desk.tiers_of($1) as tiers, desk.tiers_mark($1) as mark' },
    [id],
  )
  const [forecast] = await q<{ cents: number }>(
    { text: 'select high_cents as cents from desk.campaign_forecast where kind = $1 and campaign_id = $2' },
    [kind, id],
  )
  if (!body || !tiers) throw new AppError('CampaignNotFound')
  const { texts, items = [], ...more } = body
  return {
    ...row,
    ...none,
    ...more,
    texts: Object.fromEntries(Object.entries(texts).map(([key, { name, desc = '' }]) => [key, { name, desc }])),
    items: items.map(({ cp_goods_id, quantity, bonus = 0 }) => ({ cp_goods_id, quantity, bonus })),
    ...tiers,
    given,
    forecast_cents: forecast?.cents ?? null,
    codes: kind === 'redeem' ? await codesOf(q, id) : codeless,
    plans: await plansOf(q, kind, id),
  }
}

/** The fields of a draft as the table has them. @throws AppError what a local time is refused for */
async function fieldsOf(q: Query, draft: CampaignDraft): Promise<Record<string, unknown>> {
  const iso = async (when: typeof draft.starts): Promise<string> =>
    new Date((await momentOf(q, when)) * 1000).toISOString()
  const dates = { starts_at: await iso(draft.starts), ends_at: await iso(draft.ends) }
  if (draft.kind === 'rebate') return { texts: draft.texts, counts: draft.counts, tiers: draft.tiers, ...dates }
  const { kind: _kind, starts: _starts, ends: _ends, ...fields } = draft
  return { ...fields, ...dates }
}

/** Gifts must have a price, or else the cost is unknown. @throws AppError CampaignRefused */
async function checkItems(q: Query, draft: CampaignDraft): Promise<void> {
  if (draft.kind !== 'redeem') return
  const [row] = await q<{ unpriced: string[] }>({ text: 'select unpriced from desk.items_value($1)' }, [
    JSON.stringify(draft.items),
  ])
  if (row && row.unpriced.length > 0) throw new AppError('CampaignRefused', { why: 'unpriced', items: row.unpriced })
}

/** Campaigns: read, drafted, tried on what was, explained; and their codes. */
export function campaignRoutes(register: DeskRegister, { db, now }: { db: Database; now: () => number }): void {
  register('campaign/list', async (asked, { by }) => {
    const { kind, state, after, size } = asked
    const [at = '', afterKind = '', id = ''] = after.split(' ')
    const rows = await bounded(db, (q) =>
      q<Listed>(
        {
          text: `select x.kind, x.id, x.name, x.state, x.starts_at, x.ends_at, x.used, x.total, x.began::text as exact
            from ${CAMPAIGNS} where ($1 = '' or x.kind = $1) and ($2 = '' or x.state = $2)
              and ($3 = '' or (x.began, x.kind, x.id) < (nullif($3, '')::timestamptz, $4, $5))
            order by x.began desc, x.kind desc, x.id desc limit $6`,
        },
        [kind, state, at.replace('_', ' '), afterKind, id, size],
      ),
    )
    await noteExport(db, by, 'campaigns', asked)
    const last = rows.at(-1)
    return {
      rows: rows.map(({ exact: _exact, ...row }) => row),
      next: rows.length === size && last ? `${last.exact.replace(' ', '_')} ${last.kind} ${last.id}` : null,
    }
  })
  register('campaign/read', ({ kind, id }) => bounded(db, (q) => readCampaign(q, kind, id)))
  register('campaign/requests', async ({ kind, id }, { q }) =>
    requestsAbout(q, kind === 'reset' ? ['bonus_reset'] : [kind, 'running'], id),
  )
  register('campaign/explain', ({ kind, id, uid, server_id, role_id, code }) =>
    bounded(db, async (q) => {
      await rowOf(q, kind, id)
      const [account] = await q<{ account_id: number }>({ text: 'select account_id from account where uid = $1' }, [
        uid,
      ])
      if (!account) throw new AppError('RowNotFound', { kind: 'player' })
      const lines = await q<Line>(
        {
          text: `select key, ok, value as values, row_of as row from desk.explain_grant($1, $2, $3, $4, $5, $6)`,
        },
        [kind, kind === 'reset' ? id.split('@')[0] : id, account.account_id, server_id, role_id, redeemCodeText(code)],
      )
      return { got: lines.some(({ key }) => GOT.has(key)), lines }
    }),
  )
  register('campaign/dryRun', ({ kind, id, days }) =>
    bounded(
      db,
      async (q) => {
        await rowOf(q, kind, id)
        const at = now()
        const { sums, forecast } = await dryRun(q, kind, id, days, at)
        const to = Math.floor(at / 1000)
        return { ...sums, days, from: to - days * 86_400, to, forecast }
      },
      DRY_RUN_MS,
    ),
  )
  register('campaign/edit', async ({ kind, id, version, draft }, { q }) => {
    const live = await liveOf(q, kind, id)
    if (live.version === 0 && version !== 0) throw new AppError('CampaignNotFound')
    if (live.version !== 0 && version === 0) throw new AppError('CampaignRefused', { why: 'taken' })
    const draftStill = live.version === 0 || live.body?.state === 'draft'
    if (!draftStill) throw new AppError('CampaignRefused', { why: 'runs' })
    if (draft.kind !== kind) throw new AppError('CampaignRefused', { why: 'kind' })
    await checkItems(q, draft)
    const patch = { ...(await fieldsOf(q, draft)), ...(live.version === 0 && { state: 'draft' }) }
    const { version: saved } = await change(q, { kind, target: id, basedOn: version, patch, when: null })
    return { version: saved }
  })
  register('code/make', async ({ id, count, uses }, { q }) => {
    const [row] = await q<{ refusal: string | null; made: number }>(
      { text: 'select refusal, made from desk.make_codes($1, $2, $3)' },
      [id, count, uses],
    )
    if (row?.refusal === 'not_found') throw new AppError('CampaignNotFound')
    if (!row || row.refusal !== null) throw new AppError('CampaignRefused', { why: row?.refusal ?? '' })
    return { made: row.made }
  })
  register('code/export', async ({ id }, { q }) => {
    await rowOf(q, 'redeem', id)
    const rows = await q<{ code: string }>({ text: 'select code from desk.export_codes($1, $2)' }, [id, MOST_CODES])
    return { codes: rows.map(({ code }) => code) }
  })
}
