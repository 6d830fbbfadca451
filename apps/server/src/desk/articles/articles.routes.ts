import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ArticleBody } from '@hc/contract/desk/articles'
import type { DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { noteExport, noteFile } from '../../http/desk/note-export.ts'
import type { Database, Query, Row } from '../../platform/db.ts'
import { epochSeconds } from '../../platform/epoch.ts'
import { sanitizeArticle } from '../../platform/sanitize.ts'
import { change, type Changed, conflict, headOf, liveOf, plansOf, replan, saveDraft, writer } from '../kit/changes.ts'
import {
  behind,
  formerSources,
  same,
  SOURCE_MARK,
  type StoredBody,
  type Text,
  toBody,
  toStored,
} from '../kit/stored-article.ts'
import { readLines, toLine } from './translations.ts'

type ListRow = DeskResult<'article/list'>['rows'][number]

/** @throws AppError VersionConflict where it is not the last saved version */
async function liveForHead(q: Query, id: string, version: number): Promise<number> {
  const head = await headOf(q, 'article', id)
  if (head.version === 0) throw new AppError('ArticleNotFound')
  if (head.version !== version) throw await conflict(q, 'article', id)
  return (await liveOf(q, 'article', id)).version
}

/**
 * Marks translations of the live article as right for its source. Players see no change, so no draft is made.
 * null: this version is not the live one.
 */
async function keepRight(q: Query, id: string, version: number, { texts }: StoredBody): Promise<number | null> {
  const [row] = await q<{ version: number | null }>({ text: 'select desk.keep_right($1, $2, $3) as version' }, [
    id,
    version,
    JSON.stringify(texts),
  ])
  return row?.version ?? null
}

/**
 * Publishes the source text of the last version at once. Players of the other languages see what they saw before, and
 * the draft keeps its translations. Decision 640.
 */
async function publishSource(q: Query, id: string, version: number, basedOn: number): Promise<Changed> {
  const head = (await headOf(q, 'article', id)).body as StoredBody
  const live = (await liveOf(q, 'article', id)).body as StoredBody | null
  const source = head.texts[defaultLocale]
  if (!source) throw new AppError('EditRefused', { rule: 'texts', message: 'it has no source text' })
  const texts = { ...live?.texts, [defaultLocale]: source }
  const saved = await saveDraft(q, 'article', id, version, { ...head, texts })
  const patch = { state: 'live', publish_at: null }
  const changed = await change(q, { kind: 'article', target: id, basedOn, patch, version: saved, when: null })
  if (!isDeepStrictEqual(texts, head.texts)) await saveDraft(q, 'article', id, changed.version, head)
  return changed
}

/** Refuses now what a constraint of the table would refuse at the planned time, when no author is there. */
function checkBody({ starts_at: starts, ends_at: ends, texts }: ArticleBody): void {
  if (starts !== null && ends !== null && starts >= ends)
    throw new AppError('EditRefused', { rule: 'article_runs', message: 'it ends before it begins' })
  if (Object.values(texts).every(({ title }) => title.trim() === ''))
    throw new AppError('EditRefused', { rule: 'texts', message: 'it has a title in no language' })
}

/** Articles: drafts, publication, translations. */
export function articleRoutes(register: DeskRegister, db: Pick<Database, 'pool'>): void {
  register('article/list', async (filter, { q, by }) => {
    const { type, state, lacks, after, size } = filter
    const [at = '', id = ''] = after.split(' ')
    const rows = await q<Row & Omit<ListRow, 'locales' | 'behind' | 'title'> & { body: StoredBody; exact: string }>(
      {
        text: `select h.target as id, (h.body ->> 'type')::int as type, coalesce(a.state, 'draft') as state,
            h.version <> coalesce(a.version, 0) as changed, (h.body ->> 'pinned')::boolean as pinned,
            (h.body ->> 'hot')::boolean as hot, h.body ->> 'img' as img, h.body, ${writer('h.author')} as by,
            ${epochSeconds('h.saved_at')} as at, h.saved_at::text as exact, h.version,
            (select ${epochSeconds('min(s.at)')} from desk.scheduled_change s
              where s.kind = 'article' and s.target = h.target and s.state = 'waiting') as next_at
          from (select distinct on (r.target) r.target, r.version, r.body, r.author, r.saved_at from desk.revision r
             where r.kind = 'article' order by r.target, r.version desc) h left join article a on a.id = h.target
         where ($1 = 0 or h.body ->> 'type' = $1::text)
           and ($2 = '' or $2 = coalesce(a.state, 'draft') or $2 = 'changed' and h.version <> coalesce(a.version, 0))
           and ($3 = '' or h.body -> 'texts' -> $3 is null or h.body -> 'texts' -> $3 ->> 'src' <> ${SOURCE_MARK})
           and ($4 = '' or (h.saved_at, h.target) < ($4::timestamptz, $5))
         order by h.saved_at desc, h.target desc limit $6`,
      },
      [type, state, lacks, at === '' ? '' : at.replace('_', ' '), id, size],
    )
    await noteExport(db, by, 'articles', filter)
    const last = rows.at(-1)
    return {
      rows: rows.map(({ body, exact: _exact, ...row }) => ({
        ...row,
        title: (body.texts[defaultLocale] ?? Object.values(body.texts)[0])?.title ?? '',
        locales: locales.filter((locale) => body.texts[locale]),
        behind: behind(body),
      })),
      next: rows.length === size && last ? `${last.exact.replace(' ', '_')} ${last.id}` : null,
    }
  })
  register('article/read', async ({ id }, { q }) => {
    const head = await headOf(q, 'article', id)
    if (!head.body) throw new AppError('ArticleNotFound')
    const live = await liveOf(q, 'article', id)
    const state = live.body ? (live.body.state === 'down' ? 'down' : 'live') : 'draft'
    return {
      id,
      version: head.version,
      live_version: live.version,
      state,
      body: toBody(head.body as StoredBody),
      sources: await sourcesOf(q, id, head.body as StoredBody),
      plans: await plansOf(q, 'article', id),
    }
  })
  register('article/save', async ({ id: givenId, version, body, still_right: right }, { q }) => {
    checkBody(body)
    const id = givenId ?? `n${Date.now().toString(36)}${randomBytes(3).toString('hex')}`
    const head = await headOf(q, 'article', id)
    const before = head.body as StoredBody | null
    const stored = toStored(body, before, { right })
    if (right.length > 0 && before && head.version === version && isDeepStrictEqual(toBody(before), toBody(stored))) {
      const current = await keepRight(q, id, version, stored)
      if (current !== null) return { id, version: current, body: toBody(stored) }
    }
    return { id, version: await saveDraft(q, 'article', id, version, stored), body: toBody(stored) }
  })
  register('article/publish', async ({ id, version, when, source_only: sourceOnly }, { q }) => {
    const basedOn = await liveForHead(q, id, version)
    if (sourceOnly && when)
      throw new AppError('InvalidParams', {
        issues: [{ path: 'when', message: 'a source alone is published at once' }],
      })
    if (sourceOnly) return await publishSource(q, id, version, basedOn)
    return await change(q, {
      kind: 'article',
      target: id,
      basedOn,
      patch: { state: 'live', publish_at: null },
      version,
      when,
    })
  })
  register('article/mark', async ({ id, version, pinned, hot }, { q }) => {
    const basedOn = await liveForHead(q, id, version)
    // A new live version would hide a newer draft.
    if (basedOn !== version) throw await conflict(q, 'article', id)
    return await change(q, { kind: 'article', target: id, basedOn, patch: { pinned, hot }, when: null })
  })
  register('article/takeDown', async ({ id, version, when }, { q }) => {
    const basedOn = await liveForHead(q, id, version)
    if (basedOn === 0) throw new AppError('ArticleNotFound')
    return await change(q, { kind: 'article', target: id, basedOn, patch: { state: 'down' }, when })
  })
  register('article/replan', async (body, { q }) => replan(q, 'article', body))
  register('article/export', async ({ locale, only_missing: onlyMissing }, { q, by }) => {
    const heads = await allHeads(q)
    const lines = heads.flatMap(({ id, version, body }) => {
      const source = body.texts[defaultLocale]
      const text = body.texts[locale]
      const late = behind(body).includes(locale)
      if (!source || (onlyMissing && text && !late)) return []
      return [toLine({ id, version, locale, source, text: text ?? null })]
    })
    await noteFile(db, by, 'articles', { locale, rows: lines.length })
    return { jsonl: lines.join(''), lines: lines.length }
  })
  register('article/import', async ({ jsonl, dry_run: dryRun }, { q }) => {
    const { lines, errors } = readLines(jsonl)
    let count = 0
    let unchanged = 0
    const bodies = new Map<string, { version: number; before: StoredBody; body: ArticleBody; saw: Saw }>()
    for (const { line, id, version, locale, text } of lines) {
      let entry = bodies.get(id)
      if (!entry) {
        const head = await headOf(q, 'article', id)
        if (!head.body) {
          errors.push({ line, message: `there is no article ${id}` })
          continue
        }
        const before = head.body as StoredBody
        entry = { version: head.version, before, body: toBody(before), saw: {} }
        bodies.set(id, entry)
      }
      const cleaned = { ...text, html: sanitizeArticle(text.html) }
      if (same(entry.before.texts[locale], cleaned)) {
        unchanged++
        continue
      }
      // A translation belongs to the source text that its translator saw.
      if (version !== entry.version && locale === defaultLocale) {
        errors.push({ line, message: `the article was changed since version ${version}; it is at ${entry.version}` })
        continue
      }
      entry.body.texts[locale] = cleaned
      const saw = version === entry.version ? undefined : await sourceAt(q, id, version)
      if (saw) entry.saw[locale] = saw
      count++
    }
    if (!dryRun && errors.length === 0)
      for (const [id, { version, before, body, saw }] of bodies)
        await saveDraft(q, 'article', id, version, toStored(body, before, { saw }))
    return { changed: count, same: unchanged, errors: errors.sort((a, b) => a.line - b.line).slice(0, 200) }
  })
  register('content/clean', ({ html }) => Promise.resolve({ html: sanitizeArticle(html) }))
}

type Saw = Partial<Record<Locale, Text>>
/** The source text in a version. */
async function sourceAt(q: Query, id: string, version: number): Promise<Text | undefined> {
  const [row] = await q<{ text: Text } & Row>(
    {
      text: `select r.body -> 'texts' -> $3 as text from desk.revision r
        where r.kind = 'article' and r.target = $1 and r.version = $2 and r.body -> 'texts' -> $3 is not null`,
    },
    [id, version, defaultLocale],
  )
  return row?.text
}

/** How many versions are searched for the source of a translation. */
const LOOKED = 500
/** For each outdated language, the source text from when it was saved, out of the stored versions. Decision 430. */
async function sourcesOf(q: Query, id: string, head: StoredBody): Promise<DeskResult<'article/read'>['sources']> {
  if (behind(head).length === 0) return {}
  const former = await q<{ text: Text } & Row>(
    {
      text: `select r.body -> 'texts' -> $2 as text from desk.revision r
        where r.kind = 'article' and r.target = $1 and r.body -> 'texts' -> $2 is not null
        order by r.version desc limit ${LOOKED}`,
    },
    [id, defaultLocale],
  )
  return formerSources(
    head,
    former.map(({ text }) => text),
  )
}

type ArticleHead = { id: string; version: number; body: StoredBody }
const allHeads = async (q: Query): Promise<ArticleHead[]> =>
  await q<ArticleHead & Row>({
    text: `select distinct on (r.target) r.target as id, r.version, r.body from desk.revision r
      where r.kind = 'article' order by r.target, r.version desc limit 5000`,
  })
