import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskCallName } from '@hc/contract/desk/calls'
import { type ImportKind, MOST_FILE_BYTES } from '@hc/contract/desk/imports'
import type { DeskClient } from '@hc/test/desk'
import { until } from '@hc/test/shop'
import { withDesk } from '@hc/test/fixtures'

const at = withDesk({ RATE_LIMIT_PER_MINUTE: '1000000' })

let campaigner: DeskClient
const REASON = 'the autumn price list'
const PRODUCT = 'id,kind,price_cents,bonus_pct,quantity,icon,tag,sort,active,featured,name,desc'

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64')
const check = (text: string | Buffer, kind: ImportKind | null = null, campaign = '', by = campaigner) =>
  by.call('import/check', { kind, campaign, name: 'file.csv', data: base64(text) })
const read = async (id: number) => (await campaigner.call('import/read', { import_id: id })).result
const wrongIn = async (id: number) =>
  (await campaigner.call('import/lines', { import_id: id })).result.lines.flatMap(({ line, errors }) =>
    errors.map(({ column, why }) => `${line} ${column} ${why}`),
  )
type Apply = Extract<DeskCallName, `import/apply${string}`>
/** Requests the import of a file; another person approves. */
const agreed = async (call: Apply, id: number, by = campaigner): Promise<string> =>
  await at.agreed(await by.call(call, { import_id: id, reason: REASON }))
const rows = async <R extends Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<R[]> =>
  (await at.shop.db.query<R>(sql, values)).rows
const counts = ({ lines, fresh, changed, same, refused }: Awaited<ReturnType<typeof read>>['job']) => ({
  lines,
  fresh,
  changed,
  same,
  refused,
})

beforeAll(async () => {
  campaigner = at.as('campaign')
  await rows(`update desk.staff_session set fresh_until = now() + interval '1 hour'`)
})

describe('a file that was exported', () =>
  it.each(['products', 'texts', 'campaigns'] as const)(
    'changes nothing when it is imported again: %s',
    async (kind) => {
      for (const form of ['csv', 'jsonl'] as const) {
        const { result } = await campaigner.call('export/file', { kind, form })
        const checked = await check(result.text)
        expect(checked.msg).toBe('success')
        const { job, changes } = await read(checked.result.import_id)
        expect(job.kind).toBe(kind)
        expect(counts(job)).toEqual({ lines: result.rows, fresh: 0, changed: 0, same: result.rows, refused: 0 })
        expect(changes).toEqual([])
        const nothing = await campaigner.call('import/applyTexts', { import_id: job.import_id, reason: REASON })
        expect(nothing.msg).toMatch(/ImportRefused|ImportNotFound/)
      }
    },
  ))

describe('a file of products', () => {
  it('shows what is new, changed and unchanged before it changes anything, and is applied once, by two people', async () => {
    const csv = [
      PRODUCT,
      'gem_60,item,109,100,60,/art/items/gem_60.svg,,1,true,,60 Gems,',
      'file_a,item,300,0,10,/art/items/gem_60.svg,new,50,false,,"Ten, and a ""half""",',
    ].join('\r\n')
    const [before] = await rows('select to_jsonb(p) as p from product p where cp_goods_id = $1', 'gem_60')
    const { import_id: id } = (await check(`\uFEFF${csv}`)).result
    const { job, changes } = await read(id)
    expect(job).toMatchObject({ kind: 'products', lines: 2, fresh: 1, changed: 1, same: 0, refused: 0 })
    expect(changes.find(({ target }) => target === 'gem_60')).toMatchObject({ after: { price_cents: 109 } })
    expect(await rows('select to_jsonb(p) as p from product p where cp_goods_id = $1', 'gem_60')).toEqual([before])
    expect(await agreed('import/applyProducts', id)).toBe('done')
    const products = await rows(
      `select cp_goods_id as id, price_cents::int, active, texts->'en-US'->>'name' as name from product
        where cp_goods_id in ('gem_60', 'file_a') order by 1`,
    )
    expect(products).toEqual([
      { id: 'file_a', price_cents: 300, active: false, name: 'Ten, and a "half"' },
      { id: 'gem_60', price_cents: 109, active: true, name: '60 Gems' },
    ])
    const again = await campaigner.call('import/applyProducts', { import_id: id, reason: REASON })
    expect(again.data?.why).toBe('over')
    expect(counts((await read((await check(csv)).result.import_id)).job)).toMatchObject({ same: 2, fresh: 0 })
    const { lines } = (await at.owner.call('audit/list', { kind: 'product', target: 'gem_60' })).result
    expect(JSON.parse(lines[0]?.line ?? '')).toMatchObject({
      action: 'import/applyProducts',
      reason: REASON,
      before: { price_cents: 99 },
      after: { price_cents: 109 },
    })
  })
  it('changes only the fields of its columns, and reads semicolons, quotes and line breaks in a cell', async () => {
    const [before] = await rows<{ p: Record<string, unknown> }>(
      `select to_jsonb(p) as p from product p where cp_goods_id = 'gem_300'`,
    )
    const { import_id: id } = (await check('id;desc;sort\n"gem_300";"first\nsecond; ""third""";77\n')).result
    expect((await read(id)).changes).toMatchObject([
      { target: 'gem_300', after: { sort: 77, texts: { 'en-US': { desc: 'first\nsecond; "third"' } } } },
    ])
    expect(await agreed('import/applyProducts', id)).toBe('done')
    const [after] = await rows<{ p: Record<string, unknown> }>(
      `select to_jsonb(p) as p from product p where cp_goods_id = 'gem_300'`,
    )
    expect(after?.p).toEqual({ ...before?.p, sort: 77, texts: after?.p.texts, version: after?.p.version })
  })
  it('has neither the empty rows nor the empty columns that spreadsheets leave, and names a line with too many levels', async () => {
    const csv = 'id,price_cents,bonus_pct,,\r\ngem_60,99,5,,\r\n,,,,\r\n , ,,,\r\n,,,,\r\n'
    const { import_id: id } = (await check(csv)).result
    expect([await wrongIn(id), (await read(id)).job.lines]).toEqual([[], 1])
    expect(await wrongIn((await check('id,sort\ngem_60,5,,\ngem_300,6,x\n')).result.import_id)).toEqual([
      '2  cells',
      '3  cells',
    ])
    const deep = `{"id":"gem_60","price_cents":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    expect(await wrongIn((await check(`{"id":"gem_60","sort":5}\n${deep}\n`)).result.import_id)).toEqual(['2  no_json'])
  })
  it('names every wrong cell of every line, and is applied as a whole or not at all', async () => {
    const csv = [
      'id,price_cents,bonus_pct,active,color',
      'gem_60,0,5,true,',
      'gem_60,100,,maybe,',
      ',100,5,true,',
      'gem_980,ten,5000,true,red',
      'gem_980x,100,5,true',
    ].join('\n')
    const { import_id: id } = (await check(csv)).result
    expect(await wrongIn(id)).toEqual([
      '2 price_cents range',
      '2 color unknown',
      '3 bonus_pct empty',
      '3 active yes_no',
      '3 color unknown',
      '3 id twice',
      '4 id empty',
      '4 color unknown',
      '4 kind missing',
      '4 icon missing',
      '4 name missing',
      '5 price_cents whole',
      '5 bonus_pct range',
      '5 color unknown',
      '6  cells',
    ])
    expect((await campaigner.call('import/applyProducts', { import_id: id, reason: REASON })).data?.why).toBe('lines')
  })
  it('never changes the kind or the quantity of a product', async () => {
    const { import_id: id } = (await check('id,kind,quantity\ngem_60,coin,61\n')).result
    expect(await wrongIn(id)).toEqual(['2 kind stands', '2 quantity stands'])
  })
  it('becomes stale as a whole when one of its rows changes after the dry run', async () => {
    const { import_id: id } = (await check('id,sort\ngem_60,41\ngem_1980,42\n')).result
    await rows(`update product set tag = 'hot' where cp_goods_id = 'gem_1980'`)
    const answer = await campaigner.call('import/applyProducts', { import_id: id, reason: REASON })
    expect([answer.status, answer.msg, answer.data?.target]).toEqual([409, 'ImportStale', 'gem_1980'])
    const { import_id: next } = (await check('id,sort\ngem_60,41\ngem_1980,42\n')).result
    const open = await campaigner.call('import/applyProducts', { import_id: next, reason: REASON })
    await rows(`update product set tag = '' where cp_goods_id = 'gem_1980'`)
    expect(await at.agreed(open)).toBe('stale')
    expect(await rows(`select cp_goods_id from product where sort in (41, 42)`)).toEqual([])
  })
  it('needs the rights of each column that it changes', async () => {
    const content = at.as('content')
    const { import_id: id } = (await check('id,name,price_cents\ngem_60,Gems,5\n', 'products', '', content)).result
    expect(await wrongIn(id)).toEqual(['2 price_cents right'])
    expect((await check('id,sort\ngem_60,5\n', 'products', '', at.as('support'))).msg).toBe('NotAllowed')
    expect((await content.call('import/applyProducts', { import_id: id, reason: REASON })).msg).toBe('NotAllowed')
  })
})

describe('a file of texts', () => {
  it('has a line for each language, and changes only the languages that it names', async () => {
    const csv = 'id,locale,name,desc\npass_month,de-DE,Monatskarte,Jeden Tag\npass_month,en-US,Month pass,\n'
    const { import_id: id } = (await check(csv)).result
    expect(await agreed('import/applyTexts', id)).toBe('done')
    const [{ texts } = { texts: {} }] = await rows<{ texts: Record<string, { name: string }> }>(
      `select texts from product where cp_goods_id = 'pass_month'`,
    )
    expect(texts['de-DE']).toEqual({ name: 'Monatskarte', desc: 'Jeden Tag' })
    expect(Object.keys(texts).length).toBeGreaterThan(2)
    expect(await wrongIn((await check('id,locale,name\nnowhere,de-DE,x\ngem_60,xx,y\n')).result.import_id)).toEqual([
      '2 id unknown_product',
      '3 locale choice',
    ])
  })
  it('keeps a text that looks like a formula letter by letter', async () => {
    const hostile = [
      'line one\nline two',
      'a;=1+1',
      '=1+1',
      '+49 40',
      '-5 %',
      '@SUM(A1)',
      "'=x",
      "''-y",
      '=HYPERLINK("http://x.example";"y")',
    ]
    const lines = hostile.map((name, n) =>
      JSON.stringify({
        id: 'gem_6480',
        locale: ['de-DE', 'ja-JP', 'ko-KR', 'th-TH', 'vi-VN', 'zh-CN', 'zh-HK', 'zh-TW', 'en-US'][n],
        name,
        desc: name,
      }),
    )
    const { import_id: id } = (await check(lines.join('\n'))).result
    expect(await agreed('import/applyTexts', id)).toBe('done')
    const { result } = await campaigner.call('export/file', { kind: 'texts' })
    for (const cell of result.text.split(/[\r\n,]+/)) expect(cell).not.toMatch(/^"?[=+@]/)
    const back = (await read((await check(result.text)).result.import_id)).job
    expect([back.same, back.lines]).toEqual([result.rows, result.rows])
    // A whole list that leaves is in the audit.
    const { lines: noted } = (await at.owner.call('audit/list', { action: 'export/file' })).result
    expect(noted[0]).toMatchObject({ kind: 'list', target: 'texts' })
    expect(JSON.parse(noted[0]?.line ?? '')).toMatchObject({ after: { form: 'csv', rows: result.rows } })
  })
})

describe('a file of campaigns', () => {
  const HEAD = 'kind,id,name,starts_at,ends_at,items,basic_points,total,counts,tiers'
  it('makes drafts with their tiers, and changes an existing draft', async () => {
    const csv = [
      HEAD,
      'redeem,file_gift,A gift,2030-01-01T00:00:00Z,2030-02-01T00:00:00+01:00,gem_60:2:10; gem_300,5,100,,',
      'rebate,file_back,Money back,2030-01-01T00:00:00Z,2030-02-01T00:00:00Z,,,,item; coin,5000:10; 1000:5:gem_60:2',
    ].join('\n')
    const { import_id: id } = (await check(csv)).result
    expect(await wrongIn(id)).toEqual([])
    expect(await agreed('import/applyCampaigns', id)).toBe('done')
    const gift = (await campaigner.call('campaign/read', { kind: 'redeem', id: 'file_gift' })).result
    expect(gift).toMatchObject({
      state: 'draft',
      total: 100,
      items: [
        { cp_goods_id: 'gem_60', quantity: 2, bonus: 10 },
        { cp_goods_id: 'gem_300', quantity: 1, bonus: 0 },
      ],
    })
    const back = (await campaigner.call('campaign/read', { kind: 'rebate', id: 'file_back' })).result
    expect(back.tiers.map(({ threshold_cents, rate_pct }) => [threshold_cents, rate_pct])).toEqual([
      [1000, 5],
      [5000, 10],
    ])
    const changed = csv.replace('5000:10', '5000:15')
    const next = (await check(changed)).result.import_id
    expect((await read(next)).job).toMatchObject({ changed: 1, same: 1 })
    expect(await agreed('import/applyCampaigns', next)).toBe('done')
    const later = (await campaigner.call('campaign/read', { kind: 'rebate', id: 'file_back' })).result
    expect([later.version, later.tiers[1]?.rate_pct]).toEqual([back.version + 1, 15])
  })
  it('never changes a started campaign, and refuses what the constraints of the tables refuse', async () => {
    const [started] = await rows<{ id: string }>(
      `select campaign_id as id from redeem_campaign where state = 'ready' order by 1 limit 1`,
    )
    const csv = [
      HEAD,
      `redeem,${started?.id},Another name,2030-01-01T00:00:00Z,2030-02-01T00:00:00Z,gem_60,0,,,`,
      'redeem,never,No gift,2030-03-01T00:00:00Z,2030-02-01T00:00:00Z,nowhere,0,,,',
      'rebate,back2,Back,2030-01-01,2030-02-01T00:00:00Z,,,,item,10:1',
    ].join('\n')
    expect(await wrongIn((await check(csv)).result.import_id)).toEqual([
      '2 id runs',
      '3 ends_at before_start',
      '3 items unknown_product',
      '4 starts_at moment',
    ])
  })
})

describe('a file of codes', () =>
  it('adds only new codes to its one campaign, and its codes appear in no list and no audit line', async () => {
    const csv = 'code,uses\nWINTER-2030-A,1\nwinter2030b,\nAB,1\n'
    expect(await wrongIn((await check(csv, null, 'file_gift')).result.import_id)).toEqual(['4 code short'])
    const good = csv.replace('AB,1\n', '')
    const { import_id: id } = (await check(good, null, 'file_gift')).result
    expect(await agreed('import/applyCodes', id)).toBe('done')
    expect(await rows(`select code, uses from redeem_code where campaign_id = 'file_gift' order by 1`)).toEqual([
      { code: 'WINTER2030A', uses: 1 },
      { code: 'WINTER2030B', uses: null },
    ])
    const again = await read((await check(good, null, 'file_gift')).result.import_id)
    expect(counts(again.job)).toMatchObject({ same: 2, fresh: 0, refused: 0 })
    expect(JSON.stringify([again, await read(id)])).not.toMatch(/winter/i)
    expect(await rows(`select 1 from desk.audit where line ~* 'winter'`)).toEqual([])
    expect(await rows(`select 1 from desk.approval where forecast::text ~* 'winter' or command ~* 'winter'`)).toEqual(
      [],
    )
    const { codes } = (await campaigner.call('code/export', { id: 'file_gift' })).result
    const back = await read((await check(`code\n${codes.join('\n')}`, null, 'file_gift')).result.import_id)
    expect(counts(back.job)).toMatchObject({ same: 2 })
    expect((await check(good, null, 'nowhere')).msg).toBe('CampaignNotFound')
    const other = await check(good, null, 'file_gift2')
    expect(other.msg).toBe('CampaignNotFound')
  }))

describe('a large file', () => {
  it('is applied in steps above 5,000 rows, and another process continues after a crash', async () => {
    await rows(`update redeem_campaign set total = 1000000 where campaign_id = 'file_gift'`)
    const lines = Array.from({ length: 5_201 }, (_, n) => `STEP${String(n).padStart(6, '0')},1`)
    const { import_id: id } = (await check(`code,uses\n${lines.join('\n')}\n`, null, 'file_gift')).result
    // A step that fails half way, like one whose process dies, leaves nothing. The next look does it again.
    await rows(`create function stumble() returns trigger language plpgsql as $$ begin
      if (select count(*) from redeem_code where code like 'STEP%') > 700 then raise exception 'stumbled'; end if;
      return null; end $$`)
    await rows(`create trigger stumble after insert on redeem_code for each row execute function stumble()`)
    expect(await agreed('import/applyCodes', id)).toBe('done')
    const codeCount = async () =>
      (await rows<{ n: number }>(`select count(*)::int as n from redeem_code where code like 'STEP%'`))[0]?.n
    await until('the first step is done', async () => (await codeCount()) === 500)
    expect((await read(id)).job).toMatchObject({ state: 'running', applied: 500 })
    await rows('drop trigger stumble on redeem_code')
    await until('all steps are done', async () => (await read(id)).job.state === 'applied')
    expect(await codeCount()).toBe(5_201)
    expect((await read(id)).job.applied).toBe(5_201)
    const [note] = await rows<{ line: string; actor: string }>(
      `select line, actor from desk.audit where kind = 'import' and target = $1 order by seq desc limit 1`,
      id,
    )
    expect([note?.actor.startsWith('staff:'), JSON.parse(note?.line ?? '{}')]).toMatchObject([
      true,
      { after: { applied: 5201 }, reason: REASON },
    ])
  })
  it('ends when its campaign is stopped meanwhile, and names the refused rows', async () => {
    const lines = Array.from({ length: 5_001 }, (_, n) => `LATE${String(n).padStart(6, '0')},1`)
    const { import_id: id } = (await check(`code,uses\n${lines.join('\n')}\n`, null, 'file_gift')).result
    const [campaign] = await rows<{ state: string }>(
      `select state from redeem_campaign where campaign_id = 'file_gift'`,
    )
    await rows(`update redeem_campaign set state = 'stopped' where campaign_id = 'file_gift'`)
    expect(await agreed('import/applyCodes', id)).toBe('done')
    await until('the import ends', async () => (await read(id)).job.state === 'applied')
    await rows(`update redeem_campaign set state = $1 where campaign_id = 'file_gift'`, campaign?.state)
    expect((await read(id)).job.applied).toBe(0)
    const [note] = await rows<{ line: string }>(
      `select line from desk.audit where kind = 'import' and target = $1 order by seq desc limit 1`,
      id,
    )
    expect(JSON.parse(note?.line ?? '{}')).toMatchObject({ after: { refused: 5001 } })
  })
})

describe('a file that cannot be read', () => {
  it.each([
    ['nothing', '', 'empty'],
    ['UTF-16', Buffer.from('\uFEFFid,name', 'utf16le'), 'utf16'],
    ['Windows-1252', Buffer.from('id,name\ngem_60,M\xFCnze\n', 'latin1'), 'encoding'],
    ['a picture', Buffer.from('id,\0name'), 'binary'],
    ['an open quote', 'id,name\ngem_60,"open\n', 'csv'],
    ['two columns of one name', 'id,id\na,b\n', 'heading'],
    ['columns that nobody knows', 'a,b\n1,2\n', 'kind'],
  ])('is refused with the reason for %s', async (_what, text, why) => {
    const { status, msg, data } = await check(text)
    expect([status, msg, data?.why]).toEqual([422, 'FileRefused', why])
    if (why === 'encoding') expect(data?.line).toBe(2)
  })
  it('is refused before it is read if it is too big', async () => {
    expect((await check(Buffer.alloc(MOST_FILE_BYTES + 1, 'a'))).msg).toMatch(/FileRefused|InvalidParams/)
    // The answer comes while the body is still being sent, and reaches whoever sends it.
    const huge = Buffer.alloc(MOST_FILE_BYTES * 1.5, 'a')
    for (let n = 0; n < 5; n++) expect((await check(huge)).status).toBe(413)
  })
  it('is refused with the number of each line that is not JSON', async () => {
    const text = `{"id":"gem_60"}\n[1]\n{"id":\n{"id":"${'x'.repeat(70_000)}"}\n`
    expect(await wrongIn((await check(text, 'products')).result.import_id)).toEqual([
      '2  no_object',
      '3  no_json',
      '4  line_too_long',
    ])
  })
})
