import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DeskClient, deskCommand } from '@hc/test/desk'
import { withDesk } from '@hc/test/fixtures'
import { runChore } from '@hc/test/run-chore'
import { stopProgram } from '@hc/test/program'
import { freePort, launch, until } from '@hc/test/shop'

const at = withDesk()
const { shop } = at
let owner: DeskClient
beforeAll(() => {
  owner = at.owner
})

const chore = async (name: string): Promise<void> => await runChore(shop.db, name)

describe('the health page', () => {
  it('is amber, with a guide, if a role has no process, a clock is off, or versions differ', async () => {
    const amber = async () =>
      (await owner.call('health/read', {})).result.lines
        .filter(({ key, light }) => key.startsWith('process.') && light === 'amber')
        .map(({ key, values, help }) => ({ key, values, help }))
    // The database is a copy of one that another process has served.
    await shop.db.query(`delete from desk.process where seen_at < now() - interval '1 minute'`)
    expect(await amber()).toEqual([])
    // Two versions in the first quarter of an hour are an update.
    await shop.db.query(`update desk.process set started_at = now() - interval '1 hour'`)
    const help = '/help/desk#processes'
    await shop.db.query(`insert into desk.process (process_id, role, version, started_at, seen_at, clock_ms) values
      (gen_random_uuid(), 'worker', '0.0.1', now() - interval '1 day', now() - interval '3 minutes', 9000),
      (gen_random_uuid(), 'web', '0.0.2', now() - interval '1 hour', now(), -2001)`)
    try {
      const [process, clock, versions] = await amber()
      expect([process, clock]).toEqual([
        { key: 'process.gone', values: { role: 'worker' }, help },
        { key: 'process.clock', values: { ms: 2001 }, help },
      ])
      // The version of an ended process does not count.
      expect(versions).toMatchObject({ key: 'process.versions', help })
      expect(versions?.values.versions).toMatch(/0\.0\.2/)
      expect(versions?.values.versions).not.toMatch(/0\.0\.1/)
    } finally {
      await shop.db.query(`delete from desk.process where version like '0.0._'`)
    }
    expect(await amber()).toEqual([])
  })
  it('is amber for a role whose last process was killed, and not after an orderly stop', async () => {
    const goneRoles = async () => {
      // Two minutes later.
      await shop.db.query(`update desk.process set seen_at = now() - interval '3 minutes' where role = 'worker'`)
      return (await owner.call('health/read', {})).result.lines
        .filter(({ key }) => key === 'process.gone')
        .map(({ light, values }) => ({ light, role: values.role }))
    }
    const workerCount = async (): Promise<number> =>
      (await shop.db.query(`select from desk.process where role = 'worker'`)).rows.length
    const worker = async () => {
      const running = await launch(await freePort(), shop.databaseUrl, { ROLE: 'worker' })
      await until('it says that it is there', async () => (await workerCount()) === 1)
      return running
    }
    try {
      await stopProgram(await worker())
      expect(await workerCount()).toBe(0)
      expect(await goneRoles()).toEqual([])
      const { child } = await worker()
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      expect(await goneRoles()).toEqual([{ light: 'amber', role: 'worker' }])
    } finally {
      await shop.db.query(`delete from desk.process where role = 'worker'`)
    }
  })
  it('links a guide for each line that is not green', async () => {
    const { lines } = (await owner.call('health/read', {})).result
    // A line that is always green needs no guide.
    const always = ['database.size', 'database.alone', 'game.confirmed']
    expect(lines.filter(({ key, help }) => help === '' && !always.includes(key)).map(({ key }) => key)).toEqual([])
  })
  it('shows the growth of the database, and says that the disk of another machine is unknown', async () => {
    const house = async () => (await owner.call('health/read', {})).result.house
    expect((await house()).map(({ key, light }) => [key, light])).toEqual([
      ['disk.elsewhere', 'unknown'],
      ['backup.never', 'off'],
      ['certificate.none', 'off'],
    ])
    await shop.db.query(`insert into desk.database_day (day, bytes) values
      (app_now()::date - 10, 1000000), (app_now()::date - 4, 4000000), (app_now()::date, 11000000)`)
    expect((await house())[0]).toMatchObject({ key: 'disk.grows', values: { daily: 1 } })
    await shop.db.query('delete from desk.database_day')
  })
  it('shows the last proof of a backup, and alerts where it failed or is older than a day and two hours', async () => {
    const proof = async (equal: boolean, hoursAgo: number) =>
      await shop.db
        .query(`insert into desk.backup_proof (backup, place, taken_at, proved_at, seconds, bytes, last_moment,
        equal, detail) values ('base-1', '/mnt', now() - interval '3 days', now() - interval '${hoursAgo} hours', 41, 1000,
        now() - interval '${hoursAgo} hours', ${equal}, 'captures of 2026-01-03')`)
    const lines = async () =>
      (await owner.call('health/read', {})).result.house.filter(({ key }) => key.startsWith('backup'))
    const alerts = async () => {
      await chore('alerts')
      return (await owner.call('alert/list', {})).result.alerts.filter(({ rule }) => rule === 'backup_unproved')
    }
    try {
      await proof(true, 30)
      expect(await lines()).toMatchObject([{ key: 'backup.late' }, { key: 'backup.keyUntried' }])
      expect(await alerts()).toMatchObject([{ value: 30 }])
      await proof(true, 1)
      expect((await lines())[0]).toMatchObject({ key: 'backup.proved', light: 'green', values: { seconds: 41 } })
      expect(await alerts()).toEqual([])
      await proof(false, 0)
      expect((await lines())[0]).toMatchObject({ key: 'backup.unequal', values: { detail: 'captures of 2026-01-03' } })
      expect(await alerts()).toHaveLength(1)
      await shop.db.query(`select desk.note_place('{"place":"/mnt","waiting":2,"since":1,"deletes":true}')`)
      await shop.db.query(`select desk.note_place('{"place":"/mnt","waiting":2,"since":1}')`)
      expect((await lines()).map(({ key }) => key)).toContain('backup.deletable')
      await shop.db.query(`select desk.note_place('{"place":"/other","waiting":0}')`)
      expect((await lines()).map(({ key }) => key)).not.toContain('backup.deletable')
    } finally {
      await shop.db.query('begin; set local session_replication_role = replica; delete from desk.backup_proof; commit')
      await shop.db.query('delete from desk.backup_place')
    }
  })
  it('tells of an upgrade that went back by itself, until a later one stays', async () => {
    const ended = (version: string, runs: boolean, result: string) =>
      shop.db.query(`select desk.note_release($1, app_now(), 'upgrade', $2, $3)`, [version, runs, result])
    const alerts = async () => {
      await chore('alerts')
      return (await owner.call('alert/list', {})).result.alerts.filter(({ rule }) => rule === 'upgrade_undone')
    }
    await ended('1.1.0', false, 'undone: an operator took it back')
    expect(await alerts()).toEqual([])
    await ended('1.2.0', false, 'undone: watch: pages take 306 ms (half of them), and 3 of the old release')
    expect(await alerts()).toMatchObject([{ subject: '1.2.0', value: 0 }])
    await ended('1.2.1', true, 'good')
    expect(await alerts()).toEqual([])
  })
  it('shows the age of the last verified backup', async () => {
    const backup = async (...args: string[]) =>
      await deskCommand({ databaseUrl: shop.databaseUrl, desk: at.desk }, 'backup', ...args)
    const line = async () =>
      (await owner.call('health/read', {})).result.house.find(({ key }) => key.startsWith('backup'))
    const days = (n: number): string => new Date(Date.now() - n * 86_400_000).toISOString()
    const verified = (name: string, takenAt: string) => backup('verified', name, '--taken', takenAt, '--by', 'ada')
    await verified('base-old', days(70))
    expect(await line()).toMatchObject({ key: 'backup.verified', light: 'red', values: { days: 70 } })
    await verified('base-new', days(40))
    expect(await line()).toMatchObject({ light: 'amber', values: { days: 40 } })
    await verified('base-now', days(2))
    expect(await verified('base-now', days(1))).toContain('noted before')
    expect(await line()).toMatchObject({ light: 'green', values: { days: 2 } })
    await expect(verified('base-later', days(-2))).rejects.toThrow('--taken lies in the future')
    await expect(backup('verified', 'base-x', '--by', 'ada')).rejects.toThrow('npm run hc -- backup')
    // 5 November, as a German writes it, is no day of May.
    for (const unclear of ['05.11.2026', '1', '2026-02-30'])
      await expect(verified('base-x', unclear)).rejects.toThrow('npm run hc -- backup')
    expect(await backup()).toMatch(/^base-now {2}taken .* by ada\n/)
    const { lines } = (await owner.call('audit/list', { kind: 'backup' })).result
    expect(lines.map(({ actor, action, target }) => [actor, action, target])).toEqual([
      ['cli:ada', 'backup.verified', 'base-now'],
      ['cli:ada', 'backup.verified', 'base-new'],
      ['cli:ada', 'backup.verified', 'base-old'],
    ])
  })
})

describe('a rule of alerts', () =>
  it('stores quiet hours in an existing zone on the chosen weekdays, also if a save names neither', async () => {
    const read = async () =>
      (await owner.call('alert/setup', {})).result.rules.find((entry) => entry.rule === 'reveals')
    const revealsRule = await read()
    if (!revealsRule) throw new Error('no rule')
    const { unseen: _unseen, quiet_zone, quiet_days, ...rule } = revealsRule
    expect([quiet_zone, quiet_days]).toEqual(['UTC', [1, 2, 3, 4, 5, 6, 7]])
    for (const more of [{ quiet_zone: 'Europe/Atlantis' }, { quiet_days: [8] }])
      expect(await owner.call('alert/saveRule', { ...rule, ...more })).toMatchObject({
        msg: 'InvalidParams',
        data: { issues: [expect.objectContaining({ path: expect.stringMatching(/^quiet_/) })] },
      })
    const quiet = { quiet_from: 22, quiet_to: 6, quiet_zone: 'Asia/Tokyo', quiet_days: [7, 1, 1] }
    const { version } = (await owner.call('alert/saveRule', { ...rule, ...quiet })).result
    expect((await owner.call('alert/saveRule', { ...rule, version })).code).toBe(0)
    expect(await read()).toMatchObject({ quiet_from: 0, quiet_zone: 'Asia/Tokyo', quiet_days: [1, 7] })
  }))

describe('the certificate of the shop', () => {
  /** A server with a self-signed certificate. */
  const secure = async (days: number): Promise<{ url: string; stop: () => void }> => {
    const pem = execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        String(days),
      ].concat(['-subj', '/CN=localhost', '-keyout', '-', '-out', '-']),
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    const tls = createTlsServer({ key: pem, cert: pem })
    await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
    return {
      url: `https://localhost:${(tls.address() as AddressInfo).port}`,
      stop: () => {
        tls.close()
      },
    }
  }
  const line = async () =>
    (await owner.call('health/read', {})).result.house.find(({ key }) => key.startsWith('certif'))
  it('is read at the start and daily from the shop’s address, shown with its days left, and raises an alert before it ends', async () => {
    const { url, stop } = await secure(10)
    await shop.restart({ PUBLIC_URL: url })
    await until('the certificate is read', async () => (await line())?.key === 'certificate.ends')
    await shop.db.query(`insert into desk.secret_seen (channel_code, name, fingerprint, seen_at)
      values ('stripe', 'secretKey', '0', now() - interval '366 days')`)
    await chore('look_around')
    expect(await line()).toMatchObject({ key: 'certificate.ends', light: 'amber', values: { days: 9 } })
    const { rows } = await shop.db.query(
      'select day = app_now()::date as today, bytes > 0 as size from desk.database_day',
    )
    expect(rows).toEqual([{ today: true, size: true }])
    await chore('alerts')
    const alerts = (await owner.call('alert/list', {})).result.alerts.map(({ rule, subject, value }) => [
      rule,
      subject,
      value,
    ])
    expect(alerts).toContainEqual(['certificate_ends', new URL(url).host, 9])
    expect(alerts).toContainEqual(['secret_old', 'stripe secretKey', 366])
    // The address no longer answers: the line says so, and the shop goes on.
    stop()
    await chore('look_around')
    expect(await line()).toMatchObject({ key: 'certificate.unread', light: 'unknown' })
    // A shop in production has a backup to verify.
    await shop.db.query('delete from desk.backup_verified')
    const { house } = (await owner.call('health/read', {})).result
    expect(house.find(({ key }) => key === 'backup.never')?.light).toBe('amber')
  })
})
