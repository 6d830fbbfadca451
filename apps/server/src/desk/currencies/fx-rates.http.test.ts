import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeEnv } from '../../../../../scripts/node-flags.mjs'
import { withShop } from '@hc/test/fixtures'

const shop = withShop({ ROLE: 'web' })

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hc-fx-'))
})
afterAll(async () => await rm(dir, { recursive: true, force: true }))

const file = (day: string, rates: Record<string, string>): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><Cube><Cube time='${day}'>
${Object.entries(rates)
  .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n')}
</Cube></Cube></gesmes:Envelope>`

async function fx(source: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../commands/fx.ts'), source], {
    env: { ...nodeEnv, DATABASE_URL: shop.databaseUrl },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: output }
}
const stored = async (): Promise<string[]> =>
  (
    await shop.db.query<{ line: string }>(
      `select day || ' ' || currency || ' ' || per_eur as line from fx_rate order by day, currency`,
    )
  ).rows.map(({ line }) => line)

describe('the rates of a day', () => {
  it('are read once from a file or an address of the European Central Bank, and corrected by a later one', async () => {
    const path = join(dir, 'daily.xml')
    writeFileSync(path, file('2026-11-20', { USD: '1.0815', JPY: '163.06' }))
    expect(await fx(path)).toMatchObject({ code: 0, said: '2026-11-20: 2 rates, 2 of them new or changed\n' })
    expect(await fx(path)).toMatchObject({ code: 0, said: '2026-11-20: 2 rates, 0 of them new or changed\n' })
    const server = createServer((_ask, answer) => {
      answer.end(file('2026-11-20', { USD: '1.0816', JPY: '163.06' }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    expect((await fx(`http://127.0.0.1:${port}/`)).said).toContain('1 of them new or changed')
    server.close()
    expect(await stored()).toEqual(['2026-11-20 JPY 163.06', '2026-11-20 USD 1.0816'])
  })
  it.each([
    ['no file of the bank', '<html>not found</html>'],
    ['two days', file('2026-11-21', { USD: '1' }) + file('2026-11-22', { USD: '1' })],
    ['no rates', file('2026-11-21', {})],
    ['a rate of nothing', file('2026-11-21', { USD: '0' })],
    ['a rate that is no number', file('2026-11-21', { USD: '1e9' })],
    ['a currency twice', file('2026-11-21', { USD: '1' }).replace('</Cube>', `<Cube currency='USD' rate='2'/></Cube>`)],
    ['too much', ' '.repeat(300_000)],
  ])('are not taken from %s', async (_what, text) => {
    const path = join(dir, 'bad.xml')
    writeFileSync(path, text)
    const { code, said } = await fx(path)
    expect(said).toContain('was rejected')
    expect(code).toBe(2)
    expect((await stored()).filter((line) => !line.startsWith('2026-11-20'))).toEqual([])
  })
})
