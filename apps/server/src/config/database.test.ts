import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'hc-ca-'))
const ca = join(folder, 'ca.crt')
writeFileSync(ca, 'an authority')
afterAll(() => rmSync(folder, { recursive: true }))

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  CLIENT_KEY: 'abcdefghijklmnop',
  SESSION_SECRET: 'a'.repeat(32),
  ANALYTICS_KEY: 'analytics-key-1',
  GAME_WEBHOOK_SECRET: `whsec_${'b'.repeat(32)}`,
}
const PASSWORD = 'secret-word'
const at = (host: string, query = ''): string => `postgres://hc:${PASSWORD}@${host}/hc${query}`

describe('the way to the database', () => {
  it('logs a warning without the password when production reaches another machine without verified TLS', () => {
    for (const query of [
      '',
      '?sslmode=disable',
      '?sslmode=no-verify',
      '?sslmode=require',
      '?sslmode=verify-ca',
      '?sslmode=require&uselibpqcompat=true',
      '?ssl=true',
    ]) {
      const { openWays } = readConfig({
        ...production,
        DATABASE_URL: at('pgbouncer:6432', query),
        DATABASE_DIRECT_URL: at('10.0.0.9:5432', query),
      })
      expect([query, openWays.map((line) => line.replace(/ does not use.*/, ''))]).toEqual([
        query,
        ['DATABASE_URL: the connection to pgbouncer', 'DATABASE_DIRECT_URL: the connection to 10.0.0.9'],
      ])
      expect(openWays.join()).not.toContain(PASSWORD)
    }
  })
  it('logs no warning with verify-full, on the same machine, or outside production', () => {
    for (const url of [
      at('pgbouncer:6432', `?sslmode=verify-full&sslrootcert=${ca}`),
      at('db.example', '?sslmode=verify-full'),
      at('127.0.0.1:5433'),
      at('localhost'),
      at('[::1]'),
      'postgres:///hc?host=/run/postgresql',
      'postgres://hc@%2Frun%2Fpostgresql/hc',
    ]) {
      expect([url, readConfig({ ...production, DATABASE_URL: url }).openWays]).toEqual([url, []])
    }
    expect(readConfig({ DATABASE_URL: at('pgbouncer:6432') }).openWays).toEqual([])
    expect(readConfig(production).openWays).toEqual([])
  })
  it('stops the start when the CA file is unreadable, with a line that names the file', () =>
    expect(() =>
      readConfig({ DATABASE_URL: at('pgbouncer:6432', `?sslmode=verify-full&sslrootcert=${folder}/none.crt`) }),
    ).toThrow(`DATABASE_URL: the file of its sslrootcert cannot be read: ${folder}/none.crt`))
})
