import { promotedKinds } from '@hc/contract/desk/kinds'
import { homeDraft } from '@hc/contract/desk/home'
import type { LocalTime } from '@hc/contract/desk/editing'
import type { ImportChange, ImportJob, WrongCell } from '@hc/contract/desk/imports'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query, Row } from '../../platform/db.ts'
import type { Seal } from '../../platform/seal.ts'
import { isDrafted, ofDrafted } from '../campaigns/kinds/kinds.ts'
import { change, type EditedKind, momentOf } from '../kit/changes.ts'
import { beforeOf, changedFields, type DryRun, type Fields, type Live, wrongCell } from '../imports/dry-run.ts'
import { applicable, applyWhole, factsOf, JOB, keep, liveRows, may } from '../imports/imports.routes.ts'
import {
  fromFile,
  hashOfRow,
  portable,
  type PromotedKind,
  type PromotedRow,
  publicKey,
  signer,
  toFile,
} from './promotion.ts'

export type PromotionDeps = {
  seal: Seal
  /** The name of this shop in a file. */
  shop: string
  /** Public keys of shops whose files are taken. */
  trusted: readonly string[]
  now: () => number
}

/** What there is of a kind; a campaign that is over or was stopped stays where it was. */
const IDS: Readonly<Record<PromotedKind, string>> = {
  product: 'select cp_goods_id from product',
  channel: 'select channel_code from payment_channel',
  article: 'select id from article',
  block: `select name || '/' || locale from content_block`,
  ...ofDrafted(({ table }) => `select campaign_id from ${table} where state <> 'stopped' and ends_at > app_now()`),
}
const PICTURE = /\/media\/([0-9a-f]{64})/g
/** The rows before and after that the decider sees; the file's page has all of them. */
const MAX_SHOWN = 20

async function rowsOf(q: Query, kind: PromotedKind): Promise<PromotedRow[]> {
  const rows = await q<Row & { target: string; version: number; body: Fields; hash: string | null }>(
    {
      text: `select t.id as target, l.version, l.body, p.hash from (${IDS[kind]}) t (id)
          cross join lateral desk.live($1, t.id) l
          left join desk.promotion_row p on p.kind = $1 and p.target = t.id order by t.id`,
    },
    [kind],
  )
  return rows.map(({ target, version, body, hash }) => ({
    kind,
    target,
    version,
    based_on: hash ?? '',
    body: portable(kind, body),
  }))
}

/** What this shop has that rows of the file name. */
async function context(q: Query, rows: readonly PromotedRow[]) {
  const live = new Map<string, Live>()
  for (const kind of promotedKinds) {
    const ids = rows.filter((row) => row.kind === kind).map(({ target }) => target)
    for (const [id, row] of await liveRows(q, kind, ids)) live.set(`${kind} ${id}`, row)
  }
  const hashes = [...JSON.stringify(rows.map(({ body }) => body)).matchAll(PICTURE)].map(([, hash = '']) => hash)
  const pictures = await q<{ hash: string }>({ text: 'select hash from desk.media where hash = any($1)' }, [hashes])
  const goods = await q<{ id: string }>({ text: 'select cp_goods_id as id from product' })
  const coming = rows.filter(({ kind }) => kind === 'product').map(({ target }) => target)
  return {
    live,
    pictures: new Set(pictures.map(({ hash }) => hash)),
    goods: new Set([...goods.map(({ id }) => id), ...coming]),
  }
}
type Targets = Awaited<ReturnType<typeof context>>

/** Why a row cannot be taken over. */
function refusals({ kind, target, body }: PromotedRow, is: Live, patch: Fields, here: Targets): WrongCell[] {
  const errors: WrongCell[] = []
  // Another shop's page is a page that somebody could have saved here.
  if (kind === 'block')
    for (const { path, code } of homeDraft.safeParse(body.value).error?.issues ?? [])
      // An older page may have fields that none has any more.
      if (code !== 'unrecognized_keys') errors.push(wrongCell(path.join('.').slice(0, 60), 'choice', target))
  if (kind === 'channel' && is.body === null) errors.push(wrongCell('id', 'no_channel', target))
  if (kind === 'product' && is.body !== null && 'kind' in patch) errors.push(wrongCell('kind', 'stands', patch.kind))
  const started = isDrafted(kind) && is.body !== null && is.body.state !== 'draft'
  if (started && Object.keys(patch).some((name) => name !== 'texts')) errors.push(wrongCell('id', 'runs', target))
  for (const [, hash = ''] of JSON.stringify(body).matchAll(PICTURE))
    if (!here.pictures.has(hash)) errors.push(wrongCell('icon', 'picture', hash.slice(0, 12)))
  const gifts = [
    ...(Array.isArray(body.items) ? (body.items as { cp_goods_id?: unknown }[]).map((item) => item.cp_goods_id) : []),
    ...(Array.isArray(body.tiers)
      ? (body.tiers as { gift_goods_id?: unknown }[]).map((tier) => tier.gift_goods_id)
      : []),
  ]
  for (const gift of gifts)
    if (typeof gift === 'string' && !here.goods.has(gift)) errors.push(wrongCell('items', 'unknown_product', gift))
  return errors
}

/** The file against this shop, row by row. `both`: the row was changed here too since both had the same. */
function compare(rows: readonly PromotedRow[], here: Targets): DryRun & { both: Set<string> } {
  const result: DryRun = { lines: [], changes: [], needs: ['promote.import'] }
  const both = new Set<string>()
  for (const [at, row] of rows.entries()) {
    const { kind, target, based_on: based, body } = row
    const name = `${kind} ${target}`
    const line = at + 2
    const is = here.live.get(name) ?? { version: 0, body: null }
    const patch = is.body === null ? body : changedFields(is.body, body)
    const errors = Object.keys(patch).length === 0 ? [] : refusals(row, is, patch, here)
    const verdict =
      errors.length > 0 ? 'refused' : is.body === null ? 'new' : Object.keys(patch).length === 0 ? 'same' : 'changed'
    result.lines.push({ line, target: name, verdict, errors })
    if (verdict === 'refused' || verdict === 'same') continue
    if (is.body !== null && based !== '' && hashOfRow(kind, is.body) !== based) both.add(name)
    const draft = is.body === null && isDrafted(kind) ? { state: 'draft' } : {}
    result.changes.push({
      kind,
      target,
      based_on: is.version,
      before: beforeOf(is.body, patch),
      patch: { ...patch, ...draft },
    })
  }
  result.changes.sort((a, b) => (`${a.kind} ${a.target}` < `${b.kind} ${b.target}` ? -1 : 1))
  return { ...result, both }
}

const used = async (q: Query, fileId: string): Promise<boolean> =>
  (await q({ text: `select 1 from desk.promotion where way = 'in' and file_id = $1` }, [fileId])).length > 0
/** @throws AppError PromotionRefused: used */
async function headOf(q: Query, importId: number) {
  const [row] = await q<{ head: { file_id: string; shop: string; key: string } }>(
    { text: 'select head from desk.import_job where import_id = $1' },
    [importId],
  )
  if (!row) throw new AppError('ImportNotFound')
  if (await used(q, row.head.file_id)) throw new AppError('PromotionRefused', { why: 'used' })
  return row.head
}
const CHOSEN_CHANGES = `from desk.import_change c where c.import_id = $1 and c.state = 'waiting' and c.seq = any($2)`

/** @throws AppError ImportRefused, ImportStale */
async function chosenOf(q: Query, importId: number, rows: readonly number[]) {
  const changes = await q<ImportChange & Row & { based_on: number; kind: EditedKind }>(
    {
      text: `select c.seq, c.kind, c.target, c.based_on, c.before, c.patch as after, c.state, c.why ${CHOSEN_CHANGES} order by c.seq`,
    },
    [importId, rows],
  )
  if (changes.length !== new Set(rows).size) throw new AppError('ImportRefused', { why: 'rows' })
  const [row] = await q<{ target: string | null }>({ text: 'select desk.import_stale($1, $2) as target' }, [
    importId,
    rows,
  ])
  if (row?.target != null) throw new AppError('ImportStale', { target: row.target })
  return changes
}

type ChosenChanges = Awaited<ReturnType<typeof chosenOf>>
/** Plans each row for a moment; a worker applies it then, if it is still as it is now. */
async function planAll(q: Query, importId: number, changes: ChosenChanges, when: LocalTime): Promise<void> {
  await q({ text: 'select desk.lock_kinds($1)' }, [[...new Set(changes.map(({ kind }) => kind))]])
  for (const { kind, target, based_on: basedOn, after } of changes)
    await change(q, { kind, target, basedOn, patch: after, when })
  await q(
    { text: `update desk.import_change c set state = 'planned' where c.import_id = $1 and c.state = 'waiting'` },
    [importId],
  )
}

/** Promotion of rows from a test shop to the shop that sells. */
export function promoteRoutes(register: DeskRegister, { seal, shop, trusted, now }: PromotionDeps): void {
  register('promote/state', async (_body, { q }) => {
    const kinds = []
    for (const kind of promotedKinds) {
      const [row] = await q<{ n: number }>({ text: `select count(*) as n from (${IDS[kind]}) x` })
      kinds.push({ kind, rows: row?.n ?? 0 })
    }
    const recent = await q<ImportJob & Row>({
      text: `${JOB} where j.kind = 'promotion' order by j.import_id desc limit 20`,
    })
    return { shop, key: await publicKey(q), trusted: [...trusted], kinds, recent }
  })
  register('promote/export', async ({ kinds }, { q, who }) => {
    const rows: PromotedRow[] = []
    for (const kind of promotedKinds) if (kinds.includes(kind)) rows.push(...(await rowsOf(q, kind)))
    const signing = await signer(q, seal)
    const { text, fileId } = toFile(signing, { shop, at: new Date(now()) }, rows)
    await q(
      {
        text: `insert into desk.promotion (file_id, way, shop, key, made_at, by_staff)
          values ($1, 'out', $2, $3, app_now(), $4)`,
      },
      [fileId, shop, signing.key, who().staff_id],
    )
    await q(
      {
        text: `insert into desk.promotion_row as p (kind, target, hash)
          select x.kind, x.target, x.hash from jsonb_to_recordset($1) x (kind text, target text, hash text)
          order by 1, 2 on conflict (kind, target) do update set hash = excluded.hash`,
      },
      [JSON.stringify(rows.map(({ kind, target, body }) => ({ kind, target, hash: hashOfRow(kind, body) })))],
    )
    return { name: `promotion-${fileId.slice(0, 8)}.jsonl`, text, rows: rows.length, key: signing.key }
  })
  register('promote/check', async ({ name, data }, { q, who }) => {
    if (!may(who(), 'promote.import')) throw new AppError('NotAllowed', { permission: 'promote.import' })
    const bytes = Buffer.from(data, 'base64')
    const { head, rows } = fromFile(bytes, trusted)
    if (await used(q, head.file_id)) throw new AppError('PromotionRefused', { why: 'used' })
    const { both, ...dryRun } = compare(rows, await context(q, rows))
    const importId = await keep(q, who(), { kind: 'promotion', target: head.shop, name, bytes, head, found: dryRun })
    await q(
      {
        text: `update desk.import_change c set why = 'both'
          where c.import_id = $1 and c.kind || ' ' || c.target = any($2)`,
      },
      [importId, [...both]],
    )
    return { import_id: importId }
  })
  register(
    'promote/apply',
    async ({ import_id: importId, rows, when, reason }, { q, by, who }) => {
      await applicable(q, importId, 'promotion', who())
      const { file_id: fileId, shop: from, key } = await headOf(q, importId)
      const changes = await chosenOf(q, importId, rows)
      await q(
        {
          text: `update desk.import_change c set state = 'left'
            where c.import_id = $1 and c.state = 'waiting' and not c.seq = any($2)`,
        },
        [importId, rows],
      )
      await q(
        {
          text: `insert into desk.promotion (file_id, way, shop, key, made_at, by_staff)
            values ($1, 'in', $2, $3, app_now(), $4)`,
        },
        [fileId, from, key, who().staff_id],
      )
      if (when) await planAll(q, importId, changes, when)
      else await applyWhole(q, importId)
      await q(
        {
          text: `update desk.import_job set state = 'applied', applied_at = app_now(), acting = $2
            where import_id = $1`,
        },
        [importId, JSON.stringify({ actor: by.actor, action: by.action, reason, approval: by.approval })],
      )
      await q({ text: 'select desk.note_import($1)' }, [importId])
      return { rows: changes.length, planned: when !== null }
    },
    async ({ import_id: importId, rows, when }, { q, who }) => {
      const { name } = await applicable(q, importId, 'promotion', who())
      const { shop: from } = await headOf(q, importId)
      const changes = await chosenOf(q, importId, rows)
      const at = when && (await momentOf(q, when))
      if (at !== null && at * 1000 <= now()) throw new AppError('TimePassed', { local: when?.local })
      const { before, after } = factsOf(changes.slice(0, MAX_SHOWN))
      const dated = when ? { from: `${when.local} ${when.zone}` } : {}
      return {
        amount: changes.length,
        kind: 'promotion',
        target: String(importId),
        versions: { rows: changes.length },
        forecast: { before, after: { file: name, shop: from, rows: changes.length, ...dated, ...after } },
      }
    },
  )
}
