import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testServer } from '@hc/test/shop'
import { shadowSettings } from '../config/shadow.ts'
import { openShopDatabase } from './shop-database.ts'

const base = testServer()
let admin: pg.Client
beforeAll(async () => {
  admin = new pg.Client({ connectionString: base })
  await admin.connect()
})
afterAll(() => admin.end())

let url: string
beforeEach(async () => {
  const name = `s_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  url = base.replace(/\/postgres$/, `/${name}`)
  return async () => {
    await admin.query(`drop database ${name} with (force)`)
  }
})
async function statement(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
type Life = Parameters<typeof openShopDatabase>[2]
const life: Life = { add: () => undefined, signal: new AbortController().signal }
const log = { warn: () => undefined } as unknown as Parameters<typeof openShopDatabase>[1]
const open = (shadow: boolean, role: 'all' | 'web') =>
  openShopDatabase(
    {
      databaseUrl: url,
      directUrl: null,
      pooled: false,
      dbPool: 2,
      dbFsync: true,
      dataDir: '',
      shadow,
      role,
      desk: null,
    },
    log,
    life,
  )
const tables = `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'`

describe('a trial on a copy and a shop never take the place of each other', () => {
  it.each(['all', 'web'] as const)('a %s with SHADOW=1 refuses a database without the mark', async (role) => {
    await expect(open(true, role)).rejects.toThrow(
      'SHADOW=1: this database is no copy for a trial (it has no mark shadow_copy); nothing was touched',
    )
    expect(await statement(tables)).toEqual([])
  })
  it.each(['all', 'web'] as const)('a %s of a shop refuses a database that has the mark', async (role) => {
    await statement('create schema shadow_copy')
    await expect(open(false, role)).rejects.toThrow(
      'this database is a copy on which an upgrade was tried (mark shadow_copy): it is no shop',
    )
    expect(await statement(tables)).toEqual([])
  })
})

describe('SHADOW=1', () => {
  const settings = {
    PUBLIC_URL: 'https://shop.example.test',
    STRIPE_SECRET_KEY: 'a',
    STRIPE_API_URL: 'https://gateway.example.test',
    GAME_URL: 'https://game.example.test',
    SMTP_URL: 'smtp://mail.example.test',
    SMS_URL: 'https://sms.example.test',
    CONSOLE_OIDC_ISSUER: 'https://people.example.test',
    GOOGLE_CLIENT_ID: 'b',
    SANDBOX_API_KEY: 'c',
    DEMO: '1',
    LOGGER_URL: 'https://logs.example.test',
    SESSION_SECRET: 'd',
  }
  it('leads to no gateway, game, mailbox or phone, but to this process', () => {
    const { SANDBOX_API_KEY: key, SANDBOX_WEBHOOK_SECRET: secret, ...rest } = shadowSettings(settings, '8190')
    expect(rest).toEqual({
      PUBLIC_URL: 'https://shop.example.test',
      SESSION_SECRET: 'd',
      DEMO: '0',
      SANDBOX_URL: 'http://127.0.0.1:8190/sandbox',
      SANDBOX_PAGE_URL: 'https://shop.example.test',
      GAME_URL: 'http://127.0.0.1:8190/demo/game/deliver',
      GAME_RECALL_URL: 'http://127.0.0.1:8190/demo/game/recall',
    })
    expect(key).not.toBe('c')
    expect(secret).toMatch(/^whsec_/)
  })
})
