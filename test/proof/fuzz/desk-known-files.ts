import type { DeskBody } from '@hc/contract/desk/calls'
import { promotedRows } from '../../kit/other-shop.ts'
import { type Cast, later, reason } from './desk-cast.ts'

const local = (days: number) => ({
  local: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19),
  zone: 'UTC',
})
const draft = (from: number): DeskBody<'campaign/edit'>['draft'] => ({
  kind: 'redeem',
  texts: { 'en-US': { name: 'Autumn gift' } },
  starts: local(from),
  ends: local(9),
  items: [],
  basic_points: 0,
  present_points: 100,
  per_role: 1,
  per_account: null,
  total: 5,
})
const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** A draft with its codes, its start, its end; and a reset that has not come yet. */
export function aboutCampaigns({ add, text, number, read }: Cast): void {
  const version = async (id: string): Promise<number> =>
    await number(`select coalesce(max(version), 0) from redeem_campaign where campaign_id = '${id}'`)
  const edited = async (id: string) => ({ kind: 'redeem' as const, id, version: await version(id), draft: draft(-1) })
  add('campaign/edit', async () => await edited('fuzz-a'), 'campaign')
  add('code/make', () => ({ id: 'fuzz-a', count: 3, uses: 1 }), 'campaign')
  add('campaign/start', async () => ({ kind: 'redeem', id: 'fuzz-a', version: await version('fuzz-a'), reason }))
  add('campaign/read', () => ({ kind: 'redeem', id: 'fuzz-a' }))
  add('campaign/explain', () => ({ kind: 'redeem', id: 'fuzz-a', uid: '100001', server_id: 's1', role_id: 'r1001' }))
  add('code/export', () => ({ id: 'fuzz-a' }))
  const running = async () => {
    const id = await text(`select campaign_id from redeem_campaign
      where state = 'ready' and starts_at < now() and ends_at > now() order by 1 limit 1`)
    return { now: await read('campaign/read', { kind: 'redeem', id }), kind: 'redeem', id } as const
  }
  add('campaign/change', async () => {
    const { now, kind, id } = await running()
    const starts = { local: new Date(now.starts_at * 1000).toISOString().slice(0, 19), zone: 'UTC' }
    const texts = { 'en-US': { name: 'Harvest gift' } }
    return { kind, id, version: now.version, texts, starts, ends: local(30), reason }
  })
  add('campaign/stop', async () => {
    const { now, kind, id } = await running()
    return { kind, id, version: now.version, reason }
  })
  add('bonus/withdraw', async () => {
    const id = await text(`select cp_goods_id from product where kind = 'item' and bonus_pct > 0 order by 1 limit 1`)
    const second = `select max(floor(extract(epoch from at))::bigint) from bonus_reset where cp_goods_id = '${id}'`
    const waits = async (): Promise<boolean> => (await number(second)) * 1000 > Date.now()
    if (!(await waits())) await read('bonus/reset', { id, when: later, reason })
    return { id: `${id}@${await text(second)}`, reason }
  })
}

/** Files that are tried and applied, and one of another shop. */
export function aboutFiles({ add, number, read, decided, other }: Cast): void {
  const csv = {
    products: 'id,tag\ngem_60,fuzz\n',
    texts: 'id,locale,name\ngem_60,de-DE,60 Kristalle\n',
    campaigns: `kind,id,name,starts_at,ends_at,present_points,total
redeem,fuzz-file,From a file,${local(1).local}Z,${local(9).local}Z,10,5\n`,
    codes: 'code,uses\nFUZZFILECODE1,1\n',
  } as const
  type Kind = keyof typeof csv
  const fileOf = (kind: Kind) => ({
    kind,
    campaign: kind === 'codes' ? 'fuzz-codes' : '',
    name: `${kind}.csv`,
    data: base64(csv[kind]),
  })
  const checked = async (kind: Kind): Promise<{ import_id: number; reason: string }> => ({
    import_id: (await read('import/check', fileOf(kind))).import_id,
    reason,
  })
  const newest = async (): Promise<number> => await number('select max(import_id) from desk.import_job')
  add('import/check', () => fileOf('products'))
  add('import/read', async () => ({ import_id: await newest() }))
  add('import/lines', async () => ({ import_id: await newest() }))
  add('import/applyProducts', async () => await checked('products'))
  decided('import/applyProducts')
  add('import/applyTexts', async () => await checked('texts'))
  decided('import/applyTexts')
  add('import/applyCampaigns', async () => await checked('campaigns'))
  decided('import/applyCampaigns')
  add('import/applyCodes', async () => {
    const batchId = await number(`select count(*) from redeem_campaign where campaign_id = 'fuzz-codes'`)
    if (batchId === 0) await read('campaign/edit', { kind: 'redeem', id: 'fuzz-codes', version: 0, draft: draft(1) })
    return await checked('codes')
  })
  decided('import/applyCodes')

  const promotion = async () => {
    const { text } = await read('promote/export', { kinds: ['product'] })
    const [row] = promotedRows(text)
    const rows = row ? [{ ...row, body: { ...row.body, tag: 'other' } }] : []
    return { name: 'promotion.jsonl', data: base64(other.signed(rows)) }
  }
  add('promote/check', promotion, 'ops')
  add(
    'promote/apply',
    async () => ({
      import_id: (await read('promote/check', await promotion())).import_id,
      rows: [1],
      when: null,
      reason,
    }),
    'ops',
  )
  decided('promote/apply', 'owner')
}
