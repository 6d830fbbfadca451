import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withFixture } from '@hc/test/fixtures'
import { loginAt, otherLogin } from '@hc/test/desk-login'
import { deskDatabase } from '@hc/test/desk-people'
import { stopProgram } from '@hc/test/program'
import { asAdmin, freePort, launch, startShop, sleep } from '@hc/test/shop'
import { readConfig } from '../config/config.ts'
import { openDatabases } from './databases.ts'

const port = await freePort()
const people = withFixture({ what: 'people', start: async () => await deskDatabase(`http://localhost:${port}`) })
const shop = withFixture({
  what: 'shop',
  start: async () => await startShop({ CONSOLE_PORT: '0' }, people.url),
  stop: (started) => started.stop(),
})
const addresses = withFixture({
  what: 'addresses',
  start: async () => ({ desk: await loginAt(shop.databaseUrl, 'desk'), shop: await loginAt(shop.databaseUrl, 'shop') }),
})
// As in the cluster: the shop's login, no way as the owner, and the desk's own login.
const console = withFixture({
  what: 'console',
  start: async () =>
    await launch(await freePort(), addresses.shop, {
      ROLE: 'console',
      CONSOLE_PORT: String(port),
      CONSOLE_DATABASE_URL: addresses.desk,
    }),
  stop: async (program) => {
    await stopProgram(program)
  },
})
const clientOf = (role: 'owner' | 'support') => {
  const person = people.people.get(role)
  if (!person) throw new Error(role)
  return person.client
}

/** The connections to the shop's database as the owner of its tables. */
const ownersConnections = async (): Promise<number> =>
  (
    await shop.db.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and usename = $1`,
      [new URL(shop.databaseUrl).username],
    )
  ).rows[0]?.n ?? 0

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never
const desk = (url: string | null, more: object = {}) =>
  openDatabases(
    { url: shop.databaseUrl, directUrl: null, owns: true, pooled: false, max: 2, desk: { url }, ...more },
    log,
  )

describe('the desk with a login of its own', () => {
  it('is nobody after a reset of its role, and changes neither audit nor tables nor rules', async () => {
    const opened = await desk(addresses.desk)
    if (!opened.desk) throw new Error('desk')
    try {
      expect(
        await opened.desk.query({ text: 'select session_user::text as login, current_user::text as role' }),
      ).toEqual([{ login: 'hc_console', role: 'hc_desk' }])
      for (const away of ['reset role', 'set role none', 'reset session authorization', 'reset all', 'discard all'])
        for (const harm of [
          `update desk.audit set line = 'x'`,
          'alter table desk.audit disable trigger all',
          'delete from desk.approval_rule',
          `insert into ledger_journal (reason, source_id, created_at) values ('x', 'x', now())`,
          'drop table desk.approval',
          'create table public.mine ()',
        ]) {
          const client = await opened.desk.pool.connect()
          try {
            await client.query(away)
            await expect(client.query(harm), `${away}; ${harm}`).rejects.toThrow(/permission denied|must be owner/)
          } finally {
            client.release(true)
          }
        }
      const client = await opened.desk.pool.connect()
      for (const role of ['hc_app', 'hc_log', new URL(shop.databaseUrl).username])
        await expect(client.query(`set role "${role}"`)).rejects.toThrow('permission denied')
      client.release()
    } finally {
      await opened.end()
    }
  })
  it('reads, writes, refunds and audits as a whole, in a process that has no connection of the owner', async () => {
    const [owner, support] = [clientOf('owner'), clientOf('support')]
    const player = await shop.signIn('demo', 'Demo1234')
    const order = await player.order('gem_60')
    await shop.outcome(order, 'paid')
    expect((await owner.call('order/read', { order_no: order })).result.order.order_no).toBe(order)
    expect((await support.call('refund/make', { order_no: order, reason: 'asked for it' })).msg).toMatch(
      /success|StepUp/,
    )
    const note = { kind: 'order', target: order, text: 'said thanks', ticket: '', for_role: '' } as const
    expect((await support.call('remark/write', note)).msg).toBe('success')
    expect((await owner.call('order/ask', { order_no: order })).msg).toBe('success')
    const product = (await owner.call('product/list', {})).result[0]
    expect(product?.id).toBeTruthy()
    expect((await owner.call('health/read', {})).msg).toBe('success')
    expect((await owner.call('alert/setup', {})).result.rules.length).toBeGreaterThan(0)
    expect((await owner.call('ledger/balances', {})).msg).toBe('success')
    expect((await owner.call('audit/verify', {})).result.holds).toBe(true)
    const [line] = (await shop.db.query(`select actor from desk.audit where action = 'remark/write'`)).rows
    expect(String((line as { actor: string } | undefined)?.actor)).toMatch(/^staff:/)
    const before = await ownersConnections()
    const logins = (
      await shop.db.query<{ usename: string }>(
        `select distinct usename from pg_stat_activity where datname = current_database() and usename like 'hc\\_%'`,
      )
    ).rows.map(({ usename }) => usename)
    expect(logins.toSorted()).toEqual(['hc_console', 'hc_shop'])
    await stopProgram(console)
    // Only what the other process and this test have came as the owner.
    expect(await ownersConnections()).toBeGreaterThanOrEqual(before)
    expect(console.errors()).not.toMatch(/"level":(50|60)|permission denied/)
  })
  it.each([
    ['a superuser', 'superuser in role hc_desk', 'is a superuser'],
    ['a maker of roles', 'createrole in role hc_desk', 'may make roles'],
    ['no member of the desk’s role', '', 'is no member of hc_desk'],
    ['the shop’s, too', 'in role hc_desk, hc_app', 'may become hc_app'],
    ['a member of the owner', '', 'the owner of the tables'],
  ])('is refused at the start if it is %s, by name', async (what, words, says) => {
    const owning = new URL(shop.databaseUrl).username
    const login = await otherLogin(shop.databaseUrl, what.includes('owner') ? `in role hc_desk, "${owning}"` : words)
    await expect(desk(login.url)).rejects.toThrow(says)
    await expect(desk(login.url)).rejects.toThrow('CONSOLE_DATABASE_URL')
    const failed = launch(await freePort(), shop.databaseUrl, {
      ROLE: 'console',
      CONSOLE_PORT: String(await freePort()),
      CONSOLE_DATABASE_URL: login.url,
    })
    await expect(failed).rejects.toThrow('deploy/database/desk-user.sql')
    await asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${new URL(login.url).username}'`,
    )
    await login.drop()
  })
})

describe('the desk without a login of its own', () => {
  it('comes as the owner and takes the role of the desk, also past a pooler', async () => {
    for (const more of [{}, { url: addresses.shop, directUrl: shop.databaseUrl, pooled: true }]) {
      const opened = await desk(null, more)
      expect(await opened.desk?.query({ text: 'select current_user::text as role' })).toEqual([{ role: 'hc_desk' }])
      await opened.end()
    }
  })
  it('says at its start in live mode that it could become the owner', async () => {
    const brand = await mkdtemp(join(tmpdir(), 'hc-brand-'))
    await cp('brands/maplewick', brand, { recursive: true })
    const json = JSON.parse(await readFile(join(brand, 'brand.json'), 'utf8')) as object
    await writeFile(join(brand, 'brand.json'), JSON.stringify({ ...json, sample: false }))
    const live = {
      BRAND_DIR: brand,
      ROLE: 'console',
      CONSOLE_PORT: String(await freePort()),
      PAYMENTS_MODE: 'live',
      DEMO: '0',
      CLIENT_KEY: 'client-key-of-16',
      SESSION_SECRET: 'a-session-secret-of-this-test',
      ANALYTICS_KEY: 'a-key-of-this-test',
      GAME_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    }
    const says = 'the desk could become the owner of the tables'
    const bare = await launch(await freePort(), shop.databaseUrl, live)
    await expect.poll(() => bare.errors()).toContain(says)
    await stopProgram(bare)
    const safe = await launch(await freePort(), shop.databaseUrl, { ...live, CONSOLE_DATABASE_URL: addresses.desk })
    await sleep(500)
    expect(safe.errors()).not.toContain(says)
    await stopProgram(safe)
    await rm(brand, { recursive: true })
  })
  it('is required to have one where the shop’s own login is no owner', async () => {
    const started = launch(await freePort(), addresses.shop, {
      ROLE: 'console',
      CONSOLE_PORT: String(await freePort()),
    })
    await expect(started).rejects.toThrow('CONSOLE_DATABASE_URL: is required')
    const worker = launch(await freePort(), addresses.shop, { ROLE: 'worker' })
    await expect(worker).rejects.toThrow('may not become the owner of the tables')
  })
  it('needs no way past the pooler with one, and DATABASE_URL beside it', () => {
    const pooled = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      CONSOLE_URL: 'https://desk.example',
      ROLE: 'console',
      DATABASE_URL: 'postgres://hc_shop@pool/hc',
      DATABASE_POOLER: '1',
      CLIENT_KEY: 'client-key-of-16',
      SESSION_SECRET: 'a-session-secret-of-this-test',
      ANALYTICS_KEY: 'a-key-of-this-test',
      PASSWORD_PEPPER: 'a-pepper-of-this-test',
      GAME_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      GAME_URL: 'none',
    }
    expect(() => readConfig(pooled)).toThrow('DATABASE_DIRECT_URL: is required')
    const login = 'postgres://hc_console@db/hc'
    expect(readConfig({ ...pooled, CONSOLE_DATABASE_URL: login }).desk?.databaseUrl).toBe(login)
    expect(() => readConfig({ CONSOLE_DATABASE_URL: login })).toThrow('DATABASE_URL: is required')
  })
})
