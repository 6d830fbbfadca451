import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { deskCommand } from '@hc/test/desk'
import { withDesk } from '@hc/test/fixtures'

type Row = { prev: string; line: string; hash: string }
const folder = mkdtempSync(join(tmpdir(), 'hc-audit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = withDesk({ TRUST_PROXY: '1', CONSOLE_ALLOW: '127.0.0.0/8, ::1, 2001:db8::/32' })
const { shop } = at

const command = (name: 'staff' | 'audit' | 'doctor', ...args: string[]): Promise<string> =>
  deskCommand({ databaseUrl: shop.databaseUrl, desk: at.desk }, name, ...args)
const exported = async (): Promise<Row[]> =>
  (await command('audit', 'export'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
/** The output of `npm run hc -- audit verify` for a file with these lines. */
async function verified(rows: readonly Row[], ...args: string[]): Promise<string> {
  const file = join(folder, 'export.jsonl')
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  return await command('audit', 'verify', file, ...args).catch((error: unknown) => (error as { stdout: string }).stdout)
}
/** A consistent chain of these texts. */
function chained(lines: readonly string[]): Row[] {
  let prev = ''
  return lines.map((line) => {
    const hash = createHash('sha256').update(Buffer.from(prev, 'hex')).update(line).digest('hex')
    const row = { prev, line, hash }
    prev = hash
    return row
  })
}

describe('an address outside CONSOLE_ALLOW', () => {
  it.each(['203.0.113.9', '2001:db9::1'])('(%s) gets a bare 404 for every request', async (address) => {
    for (const path of ['/', '/healthz', '/console/api/session/me', '/assets/x.js']) {
      const answer = await fetch(at.desk + path, { headers: { 'x-forwarded-for': address } })
      expect([answer.status, await answer.text()], path).toEqual([404, ''])
      expect(answer.headers.get('content-security-policy'), path).toBeNull()
    }
  })
  it('is taken from the header of the proxy, as IPv4 or IPv6', async () => {
    for (const address of ['127.9.9.9', '2001:db8:1::1', '::ffff:127.0.0.1'])
      expect((await fetch(`${at.desk}/healthz`, { headers: { 'x-forwarded-for': address } })).status, address).toBe(200)
  })
})

describe('the audit', () =>
  it('is filtered by the exact address of a line, never by an address that only begins alike', async () => {
    const elsewhere = { 'x-forwarded-for': '2001:db8::7' }
    const view = { page: '/orders', name: 'Mine', query: 'status=2', shared: false }
    await at.owner.call('view/save', view, { headers: elsewhere })
    const from = async (ip: string) => (await at.owner.call('audit/list', { ip })).result.lines
    expect((await from('2001:db8::7')).map(({ action }) => action)).toEqual(['view/save'])
    expect((await from('127.0.0.1')).length).toBeGreaterThan(0)
    expect(await from('2001:db8::')).toEqual([])
  }))

describe('an export of the audit', () => {
  it('is checked without a database: each altered, deleted, inserted or cut line is found, in any order of lines', async () => {
    const rows = await exported()
    const [first, second] = rows
    const last = rows.at(-1)
    if (!first || !second || !last) throw new Error('too few lines')
    expect(rows.length).toBeGreaterThan(5)
    expect(await verified(rows, '--head', last.hash)).toContain(`${rows.length} lines hold`)
    const altered = { ...second, line: second.line.replace('}', ' }') }
    expect(await verified([first, altered, ...rows.slice(2)])).toContain('BROKEN  at 2: the line was altered')
    expect(await verified([first, ...rows.slice(2)])).toMatch(/^GAPS {4}these \d+ lines hold, with gaps \(2\)/)
    const other = { ...second, line: second.line.replace('"seq":2', '"seq":3').replace('"seq": 2', '"seq": 3') }
    expect(await verified([first, other, ...rows.slice(2)])).toContain('BROKEN  at 3')
    expect(await verified([...rows].reverse())).toContain(`${rows.length} lines hold`)
    expect(await verified([first, first, ...rows.slice(1)])).toContain('BROKEN  at 1: it does not follow')
    expect(await verified(rows.slice(0, -1))).toContain('lines hold')
    expect(await verified(rows.slice(0, -1), '--head', last.hash)).toContain('BROKEN  no line has the hash of --head')
  })
  it('that was rewritten as a whole is consistent, but lacks the hash that was stored elsewhere', async () => {
    const rows = await exported()
    const forged = chained(rows.map(({ line }) => line.replace('invitation/accept', 'nothing/at-all')))
    expect(await verified(forged)).toContain('lines hold')
    expect(await verified(forged, '--head', rows.at(-1)?.hash ?? '')).toContain(
      'BROKEN  no line has the hash of --head',
    )
  })
})

describe('the file that the page saves', () => {
  const lines = async (filter: { kind?: string }): Promise<Row[]> =>
    (await at.owner.call('audit/list', { ...filter, size: 1000 })).result.lines.map(({ prev, line, hash }) => ({
      prev,
      line,
      hash,
    }))
  it('has the same lines, newest first, and passes the check of exports; a filtered file says that it has gaps', async () => {
    expect(await verified(await lines({}))).toMatch(/^\d+ lines hold; the last is/)
    await at.owner.call('view/save', { page: '/orders', name: 'Two', query: 'status=2', shared: false })
    const listLines = await lines({ kind: 'list' })
    expect(listLines.length).toBeGreaterThan(0)
    const two = [...listLines, ...(await exported()).slice(0, 1)]
    expect(await verified(two)).toContain('--gaps accepts them')
    expect(await verified(two, '--gaps')).toMatch(/^these \d+ lines hold, with gaps/)
    const altered = two.map((row, at) => (at === 0 ? { ...row, line: row.line.replace('}', ' }') } : row))
    expect(await verified(altered, '--gaps')).toContain('the line was altered')
  })
  it('needs the right to export the audit, and everybody may save their own lines', async () => {
    const reader = { role_key: 'reader', name: 'Reader', permissions: { 'audit.read': 'do', 'audit.own': 'do' } }
    await shop.db.query(
      `insert into desk.role (role_key, name, permissions, limits, decides, built_in)
        select $1, $2, $3, limits, '{}', false from desk.role where role_key = 'content'`,
      [reader.role_key, reader.name, JSON.stringify(reader.permissions)],
    )
    const reads = (await at.invited('reader', ['reader'])).client
    expect((await reads.call('audit/list', { size: 50 })).msg).toBe('success')
    const refused = await reads.call('audit/list', { size: 1000 })
    expect([refused.msg, refused.data]).toEqual(['NotAllowed', { permission: 'audit.export' }])
    const ownLines = await at.as('support').call('audit/list', { size: 1000 })
    expect([ownLines.msg, ownLines.result.lines.every(({ actor_name }) => actor_name === 'support')]).toEqual([
      'success',
      true,
    ])
  })
})

describe('the last hash of a day', () =>
  it('is also published as a metric', async () => {
    const { rows } = await shop.db.query<{ hash: string }>(
      `insert into desk.audit_anchor (day, seq, hash) select current_date - 1, seq, hash from desk.audit order by seq
        limit 1 returning encode(hash, 'hex') as hash`,
    )
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const metrics = await (await fetch(`${shop.url}/metrics`)).text()
    expect(metrics).toContain(`hc_audit_anchor_info{day="${day}",hash="${rows[0]?.hash}"} 1`)
  }))

describe("an operator's command", () =>
  it('leaves an audit line with the person, the action and the reason', async () => {
    await shop.db.query(`select note_action('close_webhook', '17', '', 'mina', 'the gateway sent it twice')`)
    const { result } = await at.owner.call('audit/list', { kind: 'operator_action' })
    const [line] = result.lines
    expect(line).toMatchObject({ actor: 'cli:mina', action: 'cli.close_webhook', target: '17' })
    expect(JSON.parse(line?.line ?? '')).toMatchObject({ reason: 'the gateway sent it twice' })
  }))

describe('the doctor', () =>
  it('checks the chain and names the changed line', async () => {
    expect(await command('doctor')).toContain(' 0 broken')
    const client = await shop.db.connect()
    try {
      await client.query(`set session_replication_role = replica`)
      await client.query(`update desk.audit set line = line || ' ' where seq = 2`)
    } finally {
      client.release(true)
    }
    const { rows } = await shop.db.query('select broken::int, why from audit_fault()')
    expect(rows).toEqual([{ broken: 2, why: 'the row was altered' }])
    const output = await command('doctor').catch((error: unknown) => (error as { stdout: string }).stdout)
    expect(output).toContain("BROKEN  the desk's audit is one chain")
    expect(output).toContain('the row was altered')
  }))
