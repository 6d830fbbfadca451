import type { CampaignKindName } from '@hc/contract/desk/kinds'
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
import { dryRun } from './dry-run.ts'
import type { OwnFields, Read } from './kinds/campaign-kind.ts'
import { CAMPAIGNS, drafted, isDrafted, kinds } from './kinds/kinds.ts'

type ListRow = DeskResult<'campaign/list'>['rows'][number]
type ListedRow = ListRow & Row & { exact: string }
type Line = DeskResult<'campaign/explain'>['lines'][number]

const DRY_RUN_MS = 20_000
const MOST_CODES = 100_000
const empty: OwnFields = {
  version: 0,
  mark: 0,
  texts: {},
  tiers: [],
  items: [],
  basic_points: 0,
  present_points: 0,
  per_role: null,
  per_account: null,
  counts: [],
  codes: { made: 0, used: 0, left: 0, to_export: 0 },
}

/** @throws AppError CampaignNotFound */
async function rowOf(q: Query, kind: CampaignKindName, id: string): Promise<ListRow> {
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

/** @throws AppError CampaignNotFound */
async function readCampaign(q: Query, kind: CampaignKindName, id: string): Promise<Read> {
  const row = await rowOf(q, kind, id)
  const [grants] = await q<NonNullable<Read['given']>>(
    { text: 'select grants, points, cents as value_cents from desk.campaign_given($1, $2)' },
    [kind, id],
  )
  const [forecast] = await q<{ cents: number }>(
    { text: 'select high_cents as cents from desk.campaign_forecast where kind = $1 and campaign_id = $2' },
    [kind, id],
  )
  return {
    ...row,
    ...empty,
    ...(await kinds[kind].read(q, id)),
    given: grants ?? { grants: 0, points: 0, value_cents: 0 },
    forecast_cents: forecast?.cents ?? null,
    plans: isDrafted(kind) ? await plansOf(q, kind, id) : [],
  }
}

/** The fields of a draft as the table has them. @throws AppError what a local time is refused for */
async function fieldsOf(q: Query, draft: CampaignDraft): Promise<Record<string, unknown>> {
  const iso = async (when: typeof draft.starts): Promise<string> =>
    new Date((await momentOf(q, when)) * 1000).toISOString()
  return { ...drafted[draft.kind].fieldsOf(draft), starts_at: await iso(draft.starts), ends_at: await iso(draft.ends) }
}

/** Campaigns: read, drafted, tried on what was, explained; and their codes. */
export function campaignRoutes(register: DeskRegister, { db, now }: { db: Database; now: () => number }): void {
  register('campaign/list', async (filter, { by }) => {
    const { kind, state, after, size } = filter
    const [at = '', afterKind = '', id = ''] = after.split(' ')
    const rows = await bounded(db, (q) =>
      q<ListedRow>(
        {
          text: `select x.kind, x.id, x.name, x.state, x.starts_at, x.ends_at, x.used, x.total, x.began::text as exact
            from ${CAMPAIGNS} where ($1 = '' or x.kind = $1) and ($2 = '' or x.state = $2)
              and ($3 = '' or (x.began, x.kind, x.id) < (nullif($3, '')::timestamptz, $4, $5))
            order by x.began desc, x.kind desc, x.id desc limit $6`,
        },
        [kind, state, at.replace('_', ' '), afterKind, id, size],
      ),
    )
    await noteExport(db, by, 'campaigns', filter)
    const last = rows.at(-1)
    return {
      rows: rows.map(({ exact: _exact, ...row }) => row),
      next: rows.length === size && last ? `${last.exact.replace(' ', '_')} ${last.kind} ${last.id}` : null,
    }
  })
  register('campaign/read', ({ kind, id }) => bounded(db, (q) => readCampaign(q, kind, id)))
  register('campaign/requests', async ({ kind, id }, { q }) => requestsAbout(q, kinds[kind].requests, id))
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
        [kind, kinds[kind].subject(id), account.account_id, server_id, role_id, redeemCodeText(code)],
      )
      return { got: lines.some(({ key }) => key === kinds[kind].got), lines }
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
    await drafted[kind].check(q, draft)
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
