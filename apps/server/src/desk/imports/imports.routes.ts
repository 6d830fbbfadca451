import { createHash } from 'node:crypto'
import { draftedKinds } from '@hc/contract/desk/kinds'
import type { DeskResult } from '@hc/contract/desk/calls'
import {
  CHANGES_PAGE,
  guessKind,
  type ImportChange,
  type ImportKind,
  type ImportJob,
  STEP_ROWS,
} from '@hc/contract/desk/imports'
import { ROWS_AT_ONCE } from '@hc/contract/desk/promotion'
import { AppError } from '@hc/contract/errors'
import type { DeskContext, DeskRegister, Who } from '../../http/desk/desk-calls.ts'
import type { Weight } from '../../http/desk/weighed-calls.ts'
import { noteExport, noteFile } from '../../http/desk/note-export.ts'
import type { Database, Query, Row } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { ofDrafted } from '../campaigns/kinds/kinds.ts'
import { writer } from '../kit/changes.ts'
import { checkCampaigns, checkCodes, codeOf } from './campaigns.ts'
import type { DryRun, Live, Verdict } from './dry-run.ts'
import { checkProducts, checkTexts } from './products.ts'
import { type FileRows, readRows } from '../kit/read-file.ts'
import { exported } from './write-file.ts'
import { namedCall } from '../../platform/named-call.ts'

/** The rows before and after that the decider sees; the file's page has all of them. */
const MAX_SHOWN = 20

/** The rights of a person, to do or to request, that a file's rows need. */
export const may = ({ permissions, decides }: Pick<Who, 'permissions' | 'decides'>, permission: string): boolean =>
  permissions[permission] !== undefined || decides.includes(permission)

export const mayImport: Readonly<Record<ImportKind, readonly string[]>> = {
  products: ['product.price', 'product.create', 'product.sell', 'product.bonus', 'product.text'],
  texts: ['product.text'],
  campaigns: ['campaign.edit'],
  codes: ['code.make'],
}

/** The rows of a kind that a file names, as they are. */
export async function liveRows(q: Query, kind: string, ids: readonly string[]): Promise<Map<string, Live>> {
  const rows = await q<Row & Live & { id: string }>(
    { text: 'select t.id, l.version, l.body from unnest($2::text[]) t (id), lateral desk.live($1, t.id) l' },
    [kind, [...new Set(ids)]],
  )
  return new Map(rows.map(({ id, version, body }) => [id, { version, body }]))
}
const idsOf = ({ rows }: FileRows): string[] =>
  rows.flatMap(({ cells: { id } }) => (typeof id === 'string' ? [id.trim().slice(0, 64)] : []))

async function dryRunOf(q: Query, kind: ImportKind, file: FileRows, campaign: string, who: Who): Promise<DryRun> {
  const allowed = (permission: string): boolean => may(who, permission)
  if (kind === 'products') return checkProducts(file.rows, await liveRows(q, 'product', idsOf(file)), allowed)
  if (kind === 'texts') return checkTexts(file.rows, await liveRows(q, 'product', idsOf(file)), allowed)
  if (kind === 'campaigns') {
    const ids = idsOf(file)
    const goods = await q<{ id: string }>({ text: 'select cp_goods_id as id from product' })
    const live = { ...ofDrafted(() => new Map<string, Live>()) }
    for (const kind of draftedKinds) live[kind] = await liveRows(q, kind, ids)
    return checkCampaigns(file.rows, live, new Set(goods.map(({ id }) => id)), allowed)
  }
  const [state] = await q<{ why: string | null }>({ text: 'select desk.codes_refused($1) as why' }, [campaign])
  if (state?.why === 'not_found') throw new AppError('CampaignNotFound')
  if (state?.why) throw new AppError('CampaignRefused', { why: state.why })
  const codes = await q<{ code: string; campaign: string; uses: number | null }>(
    { text: 'select code, campaign_id as campaign, uses from redeem_code where code = any($1)' },
    [file.rows.map(codeOf)],
  )
  return checkCodes(file.rows, campaign, new Map(codes.map(({ code, ...of }) => [code, of])), allowed)
}

type KeptFile = { kind: string; target: string; name: string; bytes: Buffer; head?: object; found: DryRun }
/** Keeps what a dry run found; gives its number. */
export async function keep(q: Query, who: Who, { kind, target, name, bytes, head, found }: KeptFile): Promise<number> {
  const counts: Record<Verdict, number> = { new: 0, changed: 0, same: 0, refused: 0 }
  for (const { verdict } of found.lines) counts[verdict]++
  const { call, values } = namedCall('desk.keep_import', {
    kind,
    target,
    name,
    hash: createHash('sha256').update(bytes).digest(),
    needs: found.needs,
    head: head === undefined ? null : JSON.stringify(head),
    staff: who.staff_id,
    counts: JSON.stringify(counts),
    lines: JSON.stringify(found.lines.filter(({ verdict }) => verdict === 'refused')),
    changes: JSON.stringify(found.changes.map((change, at) => ({ seq: at + 1, ...change }))),
  })
  const [row] = await q<{ import_id: number }>({ text: `select ${call} as import_id` }, values)
  if (!row) throw new Error('no import was kept')
  return row.import_id
}

export const JOB = `select j.import_id, j.kind, j.target, j.name, ${writer(`('staff:' || j.made_by)`)} as by,
    ${epochSeconds('j.made_at')} as at, j.state, j.lines, j.fresh, j.changed, j.same, j.refused,
    (select count(*) from desk.import_change c where c.import_id = j.import_id and c.state in ('applied', 'planned'))
      as applied
  from desk.import_job j`

/** @throws AppError ImportNotFound */
async function jobOf(q: Query, importId: number): Promise<ImportJob> {
  const [job] = await q<ImportJob & Row>({ text: `${JOB} where j.import_id = $1` }, [importId])
  if (!job) throw new AppError('ImportNotFound')
  return job
}

/** The rows to apply, checked. @throws AppError ImportNotFound, ImportRefused, ImportStale */
export async function applicable(q: Query, importId: number, kind: string, who: Who) {
  const [job] = await q<{ kind: string; state: string; refused: number; needs: string[]; name: string; rows: number }>(
    {
      text: `select j.kind, j.state, j.refused, j.needs, j.name,
          (select count(*) from desk.import_change c where c.import_id = j.import_id and c.state = 'waiting') as rows
        from desk.import_job j where j.import_id = $1 for update`,
    },
    [importId],
  )
  if (job?.kind !== kind) throw new AppError('ImportNotFound')
  if (job.state !== 'checked') throw new AppError('ImportRefused', { why: 'over' })
  if (kind !== 'promotion' && job.refused > 0) throw new AppError('ImportRefused', { why: 'lines' })
  if (job.rows === 0) throw new AppError('ImportRefused', { why: 'empty' })
  const lacking = job.needs.find((permission) => !may(who, permission))
  if (lacking !== undefined) throw new AppError('NotAllowed', { permission: lacking })
  return job
}

/** @throws AppError ImportStale: a row changed since the dry run */
async function checkStale(q: Query, importId: number): Promise<void> {
  const [row] = await q<{ target: string | null }>({ text: 'select desk.import_stale($1, null) as target' }, [importId])
  if (row?.target != null) throw new AppError('ImportStale', { target: row.target })
}

/** Before and after of the first rows, a fact for each field. */
export function factsOf(changes: readonly Pick<ImportChange, 'target' | 'before' | 'after'>[]) {
  const sides = { before: {} as Record<string, unknown>, after: {} as Record<string, unknown> }
  for (const { target, before, after } of changes)
    for (const [name, value] of Object.entries(after)) {
      sides.before[`${target} ${name}`] = before?.[name] ?? null
      sides.after[`${target} ${name}`] = value
    }
  return sides
}
const CHANGES = `select c.seq, c.kind, case when c.kind = 'code' then '' else c.target end as target, c.before,
    c.patch as after, c.state, c.why
  from desk.import_change c`

async function weighImport(q: Query, importId: number, kind: ImportKind, who: Who): Promise<Weight> {
  const { rows, name } = await applicable(q, importId, kind, who)
  await checkStale(q, importId)
  const visible =
    kind === 'codes'
      ? []
      : await q<ImportChange & Row>({ text: `${CHANGES} where c.import_id = $1 order by c.seq limit $2` }, [
          importId,
          MAX_SHOWN,
        ])
  const { before, after } = factsOf(visible)
  return {
    amount: rows,
    kind: 'import',
    target: String(importId),
    versions: { rows },
    forecast: { before, after: { file: name, rows, ...after } },
  }
}

/** Applies a file, or begins to: above 5,000 rows a watch of the desk does it in steps. */
async function applyImport(
  { q, by }: Pick<DeskContext, 'q' | 'by'>,
  { import_id: importId, reason }: { import_id: number; reason: string },
  { rows }: { rows: number },
): Promise<DeskResult<'import/applyCodes'>> {
  const acting = { actor: by.actor, action: by.action, reason, approval: by.approval }
  const begin = async (state: 'running' | 'applied'): Promise<void> => {
    await q(
      {
        text: `update desk.import_job set state = $2, acting = $3,
          applied_at = case when $2 = 'applied' then app_now() end where import_id = $1`,
      },
      [importId, state, JSON.stringify(acting)],
    )
  }
  if (rows > ROWS_AT_ONCE) {
    await begin('running')
    return { rows, state: 'running' }
  }
  await applyWhole(q, importId)
  await begin('applied')
  await q({ text: 'select desk.note_import($1)' }, [importId])
  return { rows, state: 'applied' }
}

/** Applies every row that waits, a few hundred a statement. @throws AppError ImportStale, ImportRefused */
export async function applyWhole(q: Query, importId: number): Promise<void> {
  for (;;) {
    const [answer] = await q<{ refusal: string | null; target: string; why: string | null; rows: number }>(
      { text: 'select refusal, target, why, rows from desk.apply_import($1, $2, true)' },
      [importId, STEP_ROWS],
    )
    if (answer?.refusal === 'stale') throw new AppError('ImportStale', { target: answer.target })
    if (answer?.refusal != null)
      throw new AppError('ImportRefused', { why: 'rule', target: answer.target, message: answer.why ?? '' })
    if (!answer || answer.rows < STEP_ROWS) return
  }
}

const applies = [
  ['import/applyProducts', 'products'],
  ['import/applyTexts', 'texts'],
  ['import/applyCampaigns', 'campaigns'],
  ['import/applyCodes', 'codes'],
] as const

/** Files: the dry run, its errors, and the import. */
export function importRoutes(register: DeskRegister, db: Pick<Database, 'pool'>): void {
  register('import/check', async ({ kind: kindName, campaign, name, data }, { q, who }) => {
    const bytes = Buffer.from(data, 'base64')
    const file = readRows(bytes)
    const kind = kindName ?? guessKind(file.columns)
    if (kind === null) throw new AppError('FileRefused', { why: 'kind' })
    if (kind === 'codes' && campaign === '') throw new AppError('FileRefused', { why: 'campaign' })
    const lacking = mayImport[kind].every((permission) => !may(who(), permission))
    if (lacking) throw new AppError('NotAllowed', { permission: mayImport[kind][0] })
    const dryRun = await dryRunOf(q, kind, file, campaign, who())
    return {
      import_id: await keep(q, who(), { kind, target: kind === 'codes' ? campaign : '', name, bytes, found: dryRun }),
    }
  })
  register('import/list', async ({ before, size }, { q, by }) => {
    const rows = await q<ImportJob & Row>(
      {
        text: `${JOB} where j.kind <> 'promotion' and ($1::bigint = 0 or j.import_id < $1) order by j.import_id desc limit $2`,
      },
      [before, size + 1],
    )
    await noteExport(db, by, 'imports', { size, after: before })
    return { rows: rows.slice(0, size), next: rows.length > size ? (rows[size - 1]?.import_id ?? null) : null }
  })
  register('import/read', async ({ import_id: importId, after, size }, { q, by }) => {
    const job = await jobOf(q, importId)
    const changes =
      job.kind === 'codes'
        ? []
        : await q<ImportChange & Row>(
            { text: `${CHANGES} where c.import_id = $1 and c.seq > $2 order by c.seq limit $3` },
            [importId, after, size + 1],
          )
    const next = changes.length > size ? (changes[size - 1]?.seq ?? null) : null
    await noteExport(db, by, `import ${importId}`, { size, after }, CHANGES_PAGE)
    return { job, changes: changes.slice(0, size), next }
  })
  register('import/lines', async ({ import_id: importId, after, size }, { q, by }) => {
    await jobOf(q, importId)
    const lines = await q<DeskResult<'import/lines'>['lines'][number] & Row>(
      {
        text: `select line, target, errors from desk.import_line
          where import_id = $1 and line > $2 order by line limit $3`,
      },
      [importId, after, size],
    )
    await noteExport(db, by, `import ${importId} errors`, { size, after }, STEP_ROWS)
    return { lines, next: lines.length === size ? (lines.at(-1)?.line ?? null) : null }
  })
  for (const [call, kind] of applies)
    register(
      call,
      async (body, context) =>
        applyImport(context, body, await applicable(context.q, body.import_id, kind, context.who())),
      ({ import_id: importId }, { q, who }) => weighImport(q, importId, kind, who()),
    )
  register('export/file', async ({ kind, form }, { q, by }) => {
    const file = await exported(q, kind, form)
    await noteFile(db, by, kind, { form, rows: file.rows })
    return file
  })
}
