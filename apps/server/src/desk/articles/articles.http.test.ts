import { beforeAll, describe, expect, it } from 'vitest'
import type { ArticleBody } from '@hc/contract/desk/articles'
import type { DeskClient } from '@hc/test/desk'
import { until } from '@hc/test/shop'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk()

let editor: DeskClient

const body = (title: string, html = '<p>Text</p>'): ArticleBody => ({
  type: 1,
  img: '/art/news.svg',
  pinned: false,
  hot: false,
  starts_at: null,
  ends_at: null,
  unpublish_at: null,
  texts: { 'en-US': { title, summary: 'Short', html } },
})
const articleAt = async (id: string) => (await at.shop.call('setting/webArticleDetail', { id })).result
const local = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

beforeAll(async () => {
  editor = at.as('content')
})

describe('an article', () => {
  it('is invisible to players as a draft, and visible from the second of its publication', async () => {
    const saved = await editor.call('article/save', { id: null, version: 0, body: body('First') })
    const { id, version } = saved.result
    expect((await at.shop.call('setting/webArticleDetail', { id })).msg).toBe('ArticleNotFound')
    expect((await editor.call('article/publish', { id, version })).result.version).toBe(version)
    await until('it is there', async () => (await articleAt(id))?.title === 'First')
    const next = await editor.call('article/save', { id, version, body: body('Second') })
    expect((await articleAt(id)).title).toBe('First')
    const { result } = await editor.call('article/list', { state: 'changed' })
    expect(result.rows.map((row) => [row.id, row.title])).toContainEqual([id, 'Second'])
    await editor.call('article/publish', { id, version: next.result.version })
    await until('it is new', async () => (await articleAt(id)).title === 'Second')
    await editor.call('article/takeDown', { id, version: next.result.version, reason: 'wrong date' })
    await until('it is gone', async () => (await at.shop.call('setting/webArticleDetail', { id })).msg !== 'success')
  })
  it('is published in its source language alone, and the draft keeps its translations', async () => {
    const german = (title: string) => ({ title, summary: '', html: '<p>Text</p>' })
    const first = { ...body('One'), texts: { ...body('One').texts, 'de-DE': german('Eins') } }
    const { id } = (await editor.call('article/save', { id: null, version: 0, body: first })).result
    const live = (await editor.call('article/publish', { id, version: 1 })).result.version
    const next = { ...body('Two'), texts: { ...body('Two').texts, 'de-DE': german('Zwei, noch im Entwurf') } }
    const { version } = (await editor.call('article/save', { id, version: live, body: next })).result
    const planned = { local: '2040-01-01T10:00', zone: 'UTC', which: '' } as const
    const later = await editor.call('article/publish', { id, version, source_only: true, when: planned })
    expect(later.msg).toBe('InvalidParams')
    const published = (await editor.call('article/publish', { id, version, source_only: true })).result.version
    const read = (await editor.call('article/read', { id })).result
    expect([read.live_version, read.version > published]).toEqual([published, true])
    expect(read.body.texts['de-DE']?.title).toBe('Zwei, noch im Entwurf')
    const [row] = await at.rows(
      `select texts->'en-US'->>'title' as english, texts->'de-DE'->>'title' as german from article where id = $1`,
      id,
    )
    expect(row).toEqual({ english: 'Two', german: 'Eins' })
  })
  it('is pinned and marked as hot at once, unless an unpublished draft is newer', async () => {
    const { id, version } = (await editor.call('article/save', { id: null, version: 0, body: body('Pin me') })).result
    const marks = { id, pinned: true, hot: false }
    expect((await editor.call('article/mark', { ...marks, version })).msg).toBe('VersionConflict')
    const live = (await editor.call('article/publish', { id, version })).result
    const marked = (await editor.call('article/mark', { ...marks, version: live.version })).result
    const read = (await editor.call('article/read', { id })).result
    expect(read).toMatchObject({ version: marked.version, live_version: marked.version, body: { pinned: true } })
    await editor.call('article/save', { id, version: marked.version, body: { ...read.body, hot: true } })
    const late = await editor.call('article/mark', { ...marks, version: marked.version, pinned: false })
    expect(late.msg).toBe('VersionConflict')
  })
  it('keeps each version, and restoring an older one makes a new one', async () => {
    const { id } = (await editor.call('article/save', { id: null, version: 0, body: body('One') })).result
    await editor.call('article/save', { id, version: 1, body: body('Two') })
    const { result } = await editor.call('revision/list', { kind: 'article', target: id })
    expect(result.versions.map(({ version, by }) => [version, by])).toEqual([
      [2, 'content'],
      [1, 'content'],
    ])
    const old = (await editor.call('revision/read', { kind: 'article', target: id, version: 1 })).result.body
    expect((old.texts as ArticleBody['texts'])['en-US']?.title).toBe('One')
    const back = await editor.call('article/save', { id, version: 2, body: body('One') })
    expect(back.result.version).toBe(3)
  })
  it('rejects a save from an older draft', async () => {
    const { id, version } = (await editor.call('article/save', { id: null, version: 0, body: body('Base') })).result
    await at.owner.call('article/save', { id, version, body: body('Theirs') })
    const ownSave = await editor.call('article/save', { id, version, body: body('Mine') })
    expect(ownSave).toMatchObject({ status: 409, msg: 'VersionConflict', data: { by: 'owner', version: version + 1 } })
    const late = await editor.call('article/publish', { id, version })
    expect(late.msg).toBe('VersionConflict')
  })
  it('is published and taken down at the planned times', async () => {
    const { id, version } = (await editor.call('article/save', { id: null, version: 0, body: body('Later') })).result
    const moment = Math.ceil(Date.now() / 1000) + 2
    const when = { local: local(moment * 1000), zone: 'UTC' }
    expect((await editor.call('article/publish', { id, version, when })).result.plan?.at).toBe(moment)
    expect((await at.shop.call('setting/webArticleDetail', { id })).msg).toBe('ArticleNotFound')
    await until('it is there', async () => (await articleAt(id))?.title === 'Later')
    const soon = Math.ceil(Date.now() / 1000) + 2
    await editor.call('article/takeDown', { id, version, when: { local: local(soon * 1000), zone: 'UTC' } })
    await until('it is gone', async () => (await at.shop.call('setting/webArticleDetail', { id })).msg !== 'success')
  })
  it('disappears by itself at its end', async () => {
    const hidden = Math.ceil(Date.now() / 1000) + 3
    const article = { ...body('Short life'), unpublish_at: hidden }
    const { id, version } = (await editor.call('article/save', { id: null, version: 0, body: article })).result
    await editor.call('article/publish', { id, version })
    await until('it is there', async () => (await articleAt(id))?.title === 'Short life')
    await until('it is gone', async () => (await at.shop.call('setting/webArticleDetail', { id })).msg !== 'success')
    expect(Date.now() / 1000).toBeGreaterThanOrEqual(hidden)
  })
  it('stores only HTML that the shop’s sanitizer accepts, whatever was sent or pasted', async () => {
    const hostile = `<p onclick="x()">A<script>alert(1)</script><a href="javascript:alert(1)">b</a>
      <img src="https://elsewhere.example/x.png"><img src="/art/x.svg" onerror="x()"><style>p{}</style></p>`
    const { html } = (await editor.call('content/clean', { html: hostile })).result
    expect(html).not.toMatch(/script|onclick|javascript|elsewhere|onerror|style/)
    const saved = await editor.call('article/save', { id: null, version: 0, body: body('Hostile', hostile) })
    expect(saved.result.body.texts['en-US']?.html).toBe(html)
  })
  it('shows for each outdated language the source text from which it was translated', async () => {
    const two = body('Summer')
    two.texts['de-DE'] = { title: 'Sommer', summary: '', html: '<p>Alt</p>' }
    two.texts['ja-JP'] = { title: '夏', summary: '', html: '<p>古い</p>' }
    const { id, version } = (await editor.call('article/save', { id: null, version: 0, body: two })).result
    const read = async () => (await editor.call('article/read', { id })).result
    expect((await read()).sources).toEqual({})
    const texts = { ...two.texts, 'en-US': { title: 'Autumn', summary: 'Long', html: '<p>Text</p>' } }
    const autumn = (await editor.call('article/save', { id, version, body: { ...two, texts } })).result
    const summer = { title: 'Summer', summary: 'Short', html: '<p>Text</p>' }
    expect((await read()).sources).toEqual({ 'de-DE': summer, 'ja-JP': summer })
    const german = { ...texts, 'de-DE': { title: 'Herbst', summary: '', html: '<p>Neu</p>' } }
    const next = (await editor.call('article/save', { id, version: autumn.version, body: { ...two, texts: german } }))
      .result
    expect((await read()).sources).toEqual({ 'ja-JP': summer })
    const winter = { ...german, 'en-US': { title: 'Winter', summary: 'Long', html: '<p>Text</p>' } }
    await editor.call('article/save', { id, version: next.version, body: { ...two, texts: winter } })
    expect((await read()).sources).toEqual({ 'de-DE': texts['en-US'], 'ja-JP': summer })
    await at.shop.db.query('delete from desk.revision where target = $1 and version <= 2', [id])
    expect((await read()).sources).toEqual({ 'de-DE': texts['en-US'], 'ja-JP': null })
  })
  it('brings a confirmed translation up to date, and no other one', async () => {
    const two = body('Harbour')
    two.texts['de-DE'] = { title: 'Hafen', summary: '', html: '<p>Alt</p>' }
    two.texts['ja-JP'] = { title: '港', summary: '', html: '<p>古い</p>' }
    const { id, version } = (await editor.call('article/save', { id: null, version: 0, body: two })).result
    const texts = { ...two.texts, 'en-US': { title: 'Harbor', summary: 'Short', html: '<p>Text</p>' } }
    const now = { ...two, texts }
    const next = (await editor.call('article/save', { id, version, body: now })).result
    await editor.call('article/save', { id, version: next.version, body: now, still_right: ['de-DE'] })
    const { result } = await editor.call('article/read', { id })
    expect(Object.keys(result.sources)).toEqual(['ja-JP'])
    expect(result.body.texts['de-DE']).toEqual(two.texts['de-DE'])
  })
  it('stays published, with its plans, when a translation is confirmed', async () => {
    const two = body('Lighthouse')
    two.texts['de-DE'] = { title: 'Leuchtturm', summary: '', html: '<p>Alt</p>' }
    const { id, version } = (await editor.call('article/save', { id: null, version: 0, body: two })).result
    const texts = { ...two.texts, 'en-US': { title: 'The lighthouse', summary: 'Short', html: '<p>Text</p>' } }
    const draft = (await editor.call('article/save', { id, version, body: { ...two, texts } })).result
    const out = (await editor.call('article/publish', { id, version: draft.version, when: null })).result
    const when = { local: '2031-05-01T10:00:00', zone: 'Europe/Berlin', which: '' as const }
    await editor.call('article/takeDown', { id, version: out.version, when })
    const right = { id, version: out.version, body: { ...two, texts }, still_right: ['de-DE' as const] }
    const { result: keptArticle } = await editor.call('article/save', right)
    const { result } = await editor.call('article/read', { id })
    expect(result).toMatchObject({
      state: 'live',
      version: keptArticle.version,
      live_version: keptArticle.version,
      sources: {},
    })
    expect(result.body.texts['de-DE']).toEqual(two.texts['de-DE'])
    const list = (await editor.call('article/list', { state: 'changed' })).result.rows
    expect(list.filter((row) => row.id === id)).toEqual([])
    const plans = await at.shop.db.query('select based_on, state from desk.scheduled_change where target = $1', [id])
    expect(plans.rows).toEqual([{ based_on: keptArticle.version, state: 'waiting' }])
    const all = (await editor.call('article/list', {})).result.rows
    expect(all.find((row) => row.id === id)?.next_at).toBe(Date.parse('2031-05-01T08:00:00Z') / 1000)
  })
  it('links a translation to the source that its translator saw: a source that changed meanwhile makes it outdated', async () => {
    const { id, version } = (await editor.call('article/save', { id: null, version: 0, body: body('Spring') })).result
    const file = (await editor.call('article/export', { locale: 'de-DE', only_missing: true })).result.jsonl
    const line = JSON.parse(file.split('\n').find((text) => text.includes(id)) ?? '') as object
    await editor.call('article/save', { id, version, body: body('Early spring') })
    const jsonl = JSON.stringify({ ...line, text: { title: 'Frühling', summary: '', html: '<p>Text</p>' } })
    expect((await editor.call('article/import', { jsonl, dry_run: false })).result).toMatchObject({ changed: 1 })
    const read = (await editor.call('article/read', { id })).result
    expect(read.body.texts['de-DE']?.title).toBe('Frühling')
    expect(read.sources).toEqual({ 'de-DE': { title: 'Spring', summary: 'Short', html: '<p>Text</p>' } })
  })
  it('exports its outdated languages to translators, and imports their file once, whole or not at all', async () => {
    // The list compares the source in SQL, letter by letter as it was marked.
    const TRICKY = 'Source "2" \\ é €\t\u2028<b>🎮'
    const two = body('Source')
    two.texts['de-DE'] = { title: 'Quelle', summary: '', html: '<p>Alt</p>' }
    const { id, version } = (await editor.call('article/save', { id: null, version: 0, body: two })).result
    const row = async () => (await editor.call('article/list', {})).result.rows.find((entry) => entry.id === id)
    expect((await row())?.behind).toEqual([])
    const again = { ...two, texts: { ...two.texts, 'en-US': { title: TRICKY, summary: '', html: '<p>New</p>' } } }
    const next = (await editor.call('article/save', { id, version, body: again })).result
    expect((await row())?.behind).toEqual(['de-DE'])
    const articlesThat = async (lacks: 'de-DE' | 'ja-JP') =>
      (await editor.call('article/list', { lacks, size: 200 })).result.rows
    const all = (await editor.call('article/list', { size: 200 })).result.rows
    for (const lacks of ['de-DE', 'ja-JP'] as const)
      expect((await articlesThat(lacks)).map(({ id }) => id)).toEqual(
        all.filter(({ locales, behind }) => !locales.includes(lacks) || behind.includes(lacks)).map(({ id }) => id),
      )
    const file = (await editor.call('article/export', { locale: 'de-DE', only_missing: true })).result.jsonl
    const line = file.split('\n').find((text) => text.includes(id)) ?? ''
    const parsed = JSON.parse(line) as { source: { title: string }; text: { title: string; html: string } }
    expect(parsed.source.title).toBe(TRICKY)
    const jsonl = `${JSON.stringify({ ...parsed, text: { ...parsed.text, title: 'Quelle 2', html: '<p>Neu</p>' } })}\n`
    const wrong = await editor.call('article/import', { jsonl: `${jsonl}{"id":"nobody"}\n`, dry_run: false })
    expect(wrong.result).toMatchObject({ changed: 1, errors: [{ line: 2 }] })
    expect((await editor.call('article/read', { id })).result.version).toBe(next.version)
    expect((await editor.call('article/import', { jsonl, dry_run: true })).result).toMatchObject({
      changed: 1,
      same: 0,
    })
    await editor.call('article/import', { jsonl, dry_run: false })
    expect((await row())?.behind).toEqual([])
    expect((await editor.call('article/import', { jsonl, dry_run: false })).result).toMatchObject({
      changed: 0,
      same: 1,
    })
  })
})

describe('the home page', () => {
  it('has a draft for each language, and players see it once it is published', async () => {
    const { result } = await editor.call('home/read', { locale: 'de-DE' })
    if (!result.body) throw new Error('no home page')
    const hero = { ...result.body.hero, title: 'Neuer Titel' }
    const home = async () =>
      (await at.shop.call('setting/webHomeConf', {}, { 'accept-language': 'de-DE', lang: 'de-DE' })).result
    const saved = await editor.call('home/save', {
      locale: 'de-DE',
      version: result.version,
      body: { ...result.body, hero },
    })
    const { rows } = await at.shop.db.query(
      `select value->'hero'->>'title' as t from content_block where locale='de-DE'`,
    )
    expect(rows).not.toEqual([{ t: 'Neuer Titel' }])
    expect((await editor.call('home/publish', { locale: 'de-DE', version: saved.result.version })).msg).toBe('success')
    await until('it is there', async () => (await home()).hero.title === 'Neuer Titel')
  })
  it('has pictures, downloads and facts, and only addresses of this site or of https', async () => {
    const { version, body } = (await editor.call('home/read', { locale: 'ja-JP' })).result
    if (!body) throw new Error('no home page')
    const save = async (part: Partial<typeof body>) =>
      await editor.call('home/save', { locale: 'ja-JP', version, body: { ...body, ...part } })
    const windows = { system: 'windows', region: 'global', version: '3.0', size: '7 GB' } as const
    for (const url of ['javascript:alert(1)', '//elsewhere.example', 'http://elsewhere.example', '/\\elsewhere'])
      expect((await save({ downloads: [{ ...windows, url }] })).msg, url).toBe('InvalidParams')
    expect((await save({ hero: { ...body.hero, img: 'https://elsewhere.example/a.png' } })).msg).toBe('InvalidParams')
    const twice = [{ ...windows, url: null }, windows].map((entry) => ({ url: null, ...entry }))
    expect((await save({ downloads: twice })).msg).toBe('InvalidParams')
    const downloads = [{ ...windows, url: 'https://game.example/setup.exe' }]
    const saved = await save({ downloads })
    await editor.call('home/publish', { locale: 'ja-JP', version: saved.result.version })
    await until('players see it', async () => {
      const { result } = await at.shop.call('setting/webHomeConf', {}, { 'accept-language': 'ja-JP', lang: 'ja-JP' })
      return result.downloads.map(({ url }) => url).join() === downloads[0]?.url
    })
  })
  it('changes at its planned time, unless the plan is moved or withdrawn', async () => {
    const { version, body } = (await editor.call('home/read', { locale: 'ko-KR' })).result
    if (!body) throw new Error('no home page')
    const hero = { ...body.hero, title: '새 제목' }
    const saved = await editor.call('home/save', { locale: 'ko-KR', version, body: { ...body, hero } })
    const day = (days: number) => ({
      local: `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T10:00`,
      zone: 'UTC',
    })
    await editor.call('home/publish', { locale: 'ko-KR', version: saved.result.version, when: day(2) })
    const plan = async () => (await editor.call('home/read', { locale: 'ko-KR' })).result.plans.at(-1)
    const first = await plan()
    if (!first) throw new Error('no plan')
    expect((await editor.call('home/replan', { id: first.id, when: day(3), seen_at: first.at - 1 })).msg).toBe(
      'VersionConflict',
    )
    expect((await editor.call('home/replan', { id: first.id, when: day(3), seen_at: first.at })).code).toBe(0)
    expect(await plan()).toMatchObject({ id: first.id, at: first.at + 86_400, state: 'waiting' })
    expect((await editor.call('article/replan', { id: first.id, when: null })).msg).toBe('PlanOver')
    expect((await editor.call('home/replan', { id: first.id, when: null })).code).toBe(0)
    expect(await plan()).toBeUndefined()
  })
})
