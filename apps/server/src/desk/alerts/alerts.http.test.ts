import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { DeskClient } from '@hc/test/desk'
import { PASSWORD } from '@hc/test/desk-people'
import { withDesk, withFixture } from '@hc/test/fixtures'
import { runChore } from '@hc/test/run-chore'
import { until } from '@hc/test/shop'
import { measures } from './measures.ts'

type Delivery = { path: string; headers: NodeJS.Dict<string | string[]>; body: string }
let messages: Delivery[] = []
const listener = withFixture({
  what: 'listener',
  start: async () => {
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      request.on('end', () => {
        messages.push({ path: request.url ?? '', headers: request.headers, body })
        response.end('ok')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return server
  },
  stop: (server) => {
    server.close()
  },
})
const at = withDesk({ ALERT_PRIVATE: '1' })
const { shop } = at
let owner: DeskClient
let auditor: DeskClient
let hook: string
beforeAll(() => {
  ;[owner, auditor] = [at.owner, at.as('auditor')]
  hook = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
})

const today = (): string => new Date().toISOString().slice(0, 10)
const chore = async (name: string): Promise<void> => await runChore(shop.db, name)
const leased = async (name: string): Promise<boolean> => {
  const { rows } = await shop.db.query(
    `select due_at > now() + interval '9 minutes' and due_at <= now() + interval '10 minutes' as leased
      from chore where name = $1`,
    [name],
  )
  return rows[0]?.leased === true
}

describe('sums of days', () => {
  it('count each paid order, top-up and refund once, before and after they are added up', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    const orders = [await player.order('gem_300'), await player.order('coin_1000')]
    for (const no of orders) await shop.outcome(no, 'paid')
    const paid = async (no: string) => (await player.record(no)).pay_ts > 0
    await until('both are paid', async () => (await Promise.all(orders.map(paid))).every(Boolean))
    const cents = async (no = '') => Math.round(Number((await player.record(no)).amount) * 100)
    const [item, pack] = [await cents(orders[0]), await cents(orders[1])]
    const read = async () => (await owner.call('report/money', { from: today(), to: today(), by: 'item' })).result.rows
    const live = await read()
    expect(live.find(({ key }) => key === 'gem_300')).toMatchObject({ orders: 1, gross_cents: item, refunds: 0 })
    expect(live.find(({ key }) => key === 'coin_1000')).toMatchObject({ orders: 1, gross_cents: pack })
    // The first round notes the newest journal; a later round adds up, once all transactions of that time have ended.
    await until('the journals are added up', async () => {
      await shop.db.query(`update desk.total_mark set seen_at = '-infinity'`)
      await chore('add_up')
      const { rows } = await shop.db.query(`select done_id >= (select max(journal_id) from ledger_journal) as added
        from desk.total_mark`)
      return rows[0]?.added === true
    })
    const { rows } = await shop.db.query('select count(*)::int as n from desk.day_total')
    expect(rows[0]?.n).toBeGreaterThan(0)
    expect(await read()).toEqual(live)
    const now = (await owner.call('today/read', {})).result
    expect(now.now.gross_cents).toBe(live.reduce((sum, row) => sum + row.gross_cents, 0))
    expect([now.day, now.paid >= 2, now.made >= now.opened]).toEqual([today(), true, true])
    // The past hours of a week ago; the current hour has no order there.
    const midnight = Date.parse(today())
    const hours = Math.floor((Date.now() - midnight) / 3_600_000)
    await shop.db.query(
      `insert into desk.channel_hour (hour, channel_code, created, opened, paid, failed)
        select to_timestamp($1) + make_interval(hours => h), 'sandbox', 10, 8, 4, 0 from generate_series(-1, 23) h`,
      [midnight / 1000 - 7 * 86_400],
    )
    const { made_before, paid_before } = (await owner.call('today/read', {})).result
    expect([hours, hours + 1]).toContain(made_before / 10)
    expect(paid_before).toBe(made_before * 0.4)
    await shop.db.query('delete from desk.channel_hour where hour < to_timestamp($1)', [midnight / 1000])
  })
  it('refuse more than a year, and an end before the start', async () => {
    const wide = await owner.call('report/money', { from: '2024-01-01', to: '2026-01-01' })
    expect([wide.status, wide.msg]).toEqual([422, 'TooWide'])
    const turned = await owner.call('report/money', { from: '2026-02-01', to: '2026-01-01' })
    expect(turned.msg).toBe('InvalidParams')
  })
})

describe('the funnel', () => {
  const day = today()
  const tell = async (visit: string, event: string, props: object): Promise<unknown> =>
    await shop.db.query('insert into analytics_event (at, event, props, client_id) values (now(), $1, $2, $3)', [
      `web_payment_${event}`,
      props,
      visit,
    ])
  it('counts consenting visits by their furthest step, and all orders by their outcome', async () => {
    await shop.db.query('delete from analytics_event')
    for (const visit of ['a', 'b', 'c', 'd']) await tell(visit, 'user_info', { trafficsource: 'organic' })
    await tell('b', 'page_stay', { page: '/main/recharge', page_duration: 3000 })
    await tell('b', 'page_stay', { page: '/main/recharge', page_duration: 3000 })
    await tell('c', 'click_button', { button: 'item' })
    // The browser does not report shorter stays, but a click proves the visit of the page.
    for (const _again of [1, 2]) await tell('d', 'click_button', { button: 'pay' })
    const [counted] = (
      await shop.db.query(
        `select count(*)::int as orders, count(opened_at)::int as opened,
          count(*) filter (where paid_cents > 0)::int as paid,
          count(*) filter (where paid_cents > 0 and status = 4)::int as delivered
          from orders where created_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`,
      )
    ).rows as Record<string, number>[]
    expect(counted?.orders).toBeGreaterThan(0)
    await chore('count_funnel')
    const { result } = await owner.call('report/funnel', { from: day, to: day })
    expect(result.rows).toEqual([{ day, visits: 4, recharge: 3, item: 2, clicks: 2, ...counted }])
    expect(Math.abs(result.at - Date.now() / 1000)).toBeLessThan(60)
  })
  it('keeps the counts of visits after their events are deleted', async () => {
    await shop.db.query('delete from analytics_event')
    await chore('count_funnel')
    const { result } = await owner.call('report/funnel', { from: day, to: day })
    expect(result.rows).toMatchObject([{ visits: 4, item: 2 }])
  })
})

describe('a saved report', () => {
  const letters = async (): Promise<Record<string, string>[]> =>
    (
      await shop.db.query<Record<string, string>>(
        `select target, kind, locale, state from message where kind = 'desk_report' order by message_id`,
      )
    ).rows
  const due = async (): Promise<unknown> =>
    await shop.db.query(`update desk.saved_report set next_at = now() - interval '1 minute'`)
  it('belongs to one person, with its filters, and only that person switches or deletes it', async () => {
    const body = { name: 'By channel', kind: 'money' as const, by: 'channel' as const, days: 7 }
    const { result: report } = await owner.call('report/save', body)
    expect((await owner.call('report/saved', {})).result).toMatchObject([{ ...body, weekly: false }])
    expect((await auditor.call('report/saved', {})).result).toEqual([])
    const change = { report_id: report.report_id, weekly: true }
    expect((await auditor.call('report/weekly', change)).msg).toBe('RowNotFound')
    expect((await auditor.call('report/forget', { report_id: report.report_id })).msg).toBe('RowNotFound')
    expect((await owner.call('report/weekly', change)).msg).toBe('success')
    const [saved] = (await owner.call('report/saved', {})).result
    const next = new Date(Number(saved?.next_at) * 1000)
    expect([next.getUTCDay(), next.getUTCHours(), next.getTime() > Date.now()]).toEqual([1, 6, true])
  })
  it('comes by mail once a week, even with several workers, and contains only sums', async () => {
    await chore('weekly_reports')
    expect(await letters()).toEqual([])
    await due()
    await Promise.all([chore('weekly_reports'), chore('weekly_reports')])
    await until('the letter is sent', async () => (await letters())[0]?.state === 'sent')
    await chore('weekly_reports')
    expect(await letters()).toEqual([
      { target: 'owner@shop.example', kind: 'desk_report', locale: 'en-US', state: 'sent' },
    ])
    const { rows } = await shop.db.query<{ next: boolean }>(
      'select next_at > now() as next from desk.saved_report where weekly',
    )
    expect(rows).toEqual([{ next: true }])
  })
  it('is written in one transaction with its next date: after a failure it stays due', async () => {
    await shop.db.query(`create function refuse_letter() returns trigger language plpgsql as
      $$ begin raise exception 'no letter now'; end $$`)
    await shop.db.query(`create trigger refuse_letter before insert on message for each row
      when (new.kind = 'desk_report') execute function refuse_letter()`)
    await due()
    await shop.db.query(`update chore set due_at = now() - interval '1 day' where name = 'weekly_reports'`)
    await until('the chore was tried', async () => await leased('weekly_reports'))
    const { rows } = await shop.db.query<{ due: boolean }>(
      'select next_at <= now() as due from desk.saved_report where weekly',
    )
    expect(rows).toEqual([{ due: true }])
    await shop.db.query('drop trigger refuse_letter on message')
    // The failed run kept its lease.
    await shop.db.query(`update chore set due_at = now() - interval '1 day' where name = 'weekly_reports'`)
    await chore('weekly_reports')
    expect(await letters()).toHaveLength(2)
  })
  it('is not mailed to a person who lost the right to see the sums', async () => {
    await auditor.call('report/save', { name: 'Mine', kind: 'funnel', days: 7, weekly: true })
    await shop.db.query(`update desk.staff set suspended_at = now() where email = 'auditor@shop.example'`)
    await due()
    await chore('weekly_reports')
    const targets = (await letters()).map(({ target }) => target)
    expect(targets).toEqual(['owner@shop.example', 'owner@shop.example', 'owner@shop.example'])
    await shop.db.query(`update desk.staff set suspended_at = null where email = 'auditor@shop.example'`)
    await due()
    await chore('weekly_reports')
    expect((await letters()).filter(({ target }) => target === 'auditor@shop.example')).toHaveLength(1)
  })
})

describe('the health page', () => {
  it('has a line for the books, each queue, gateway, database, game and audit, and the running processes', async () => {
    const answer = await owner.call('health/doctor', {})
    expect(answer.code).toBe(0)
    await until(
      'the doctor ran',
      async () => (await shop.db.query(`select 1 from desk.checkup where kind = 'doctor'`)).rows.length === 1,
    )
    const { result } = await owner.call('health/read', {})
    const keys = result.lines.map(({ key }) => key.split('.')[0])
    expect([...new Set(keys)]).toEqual([
      'watch',
      'doctor',
      'process',
      'queue',
      'gateway',
      'database',
      'messages',
      'game',
      'audit',
    ])
    expect(result.lines.filter(({ light }) => light === 'red')).toEqual([])
    expect(result.processes.map(({ role }) => role)).toContain('all')
  })
  it('names only configured gateways, and the game’s last confirmation', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    await player.buy('gem_60')
    const { lines } = (await owner.call('health/read', {})).result
    const gateways = lines.filter(({ key }) => key.startsWith('gateway.')).map(({ values }) => values.channel)
    expect(gateways).toEqual(['sandbox'])
    expect(lines.find(({ key }) => key.startsWith('game.confirmed'))?.at).toBeGreaterThan(Date.now() / 1000 - 60)
  })
  it('lists the stuck orders that the doctor found as work for a person', async () => {
    const player = await shop.signIn('demo', 'Demo1234')
    const no = await player.order('gem_60')
    await shop.db.query(`update orders set expires_at = app_now() - interval '2 days' where order_no = $1`, [no])
    await shop.db.query('delete from desk.checkup')
    expect((await owner.call('health/doctor', {})).code).toBe(0)
    await until(
      'the doctor ran',
      async () => (await shop.db.query(`select 1 from desk.checkup where kind = 'doctor'`)).rows.length === 1,
    )
    const read = async () => (await owner.call('waiting/list', { kind: 'endless_orders' })).result
    const { kinds, rows } = await read()
    expect(kinds.find(({ kind }) => kind === 'endless_orders')?.n).toBe(1)
    expect(rows.map(({ order_no: order }) => order)).toEqual([no])
    expect(rows[0]?.since).toBeLessThan(Date.now() / 1000 - 86_400)
    // A queue whose oldest row has no date does not hide the others.
    await shop.db.query(`update desk.checkup set waits = jsonb_set(waits, '{0,oldest}', '""') where kind = 'doctor'`)
    expect((await read()).rows.map(({ order_no: order }) => order)).toEqual([no])
    await shop.db.query(`update orders set expires_at = app_now() + interval '1 hour' where order_no = $1`, [no])
    await shop.db.query(`delete from desk.checkup`)
  })
  it('sees long transactions of other roles, and says so if the database forbids it', async () => {
    const keys = async () => (await owner.call('health/read', {})).result.lines.map(({ key }) => key)
    const unseen = async () =>
      (await owner.call('alert/setup', {})).result.rules.filter((rule) => rule.unseen).map(({ rule }) => rule)
    const other = await shop.db.connect()
    try {
      await other.query('begin')
      await other.query('select 1')
      expect(await keys()).toContain('database.oldest')
      await other.query('commit')
    } finally {
      other.release()
    }
    expect(await unseen()).toEqual([])
    await shop.db.query('revoke pg_read_all_stats from hc_desk')
    try {
      expect(await keys()).toContain('database.oldestUnseen')
    } finally {
      await shop.db.query('grant pg_read_all_stats to hc_desk')
    }
  })
  it('lets only people with the right to the books run the doctor', async () => {
    expect((await auditor.call('health/doctor', {})).code).toBe(0)
    expect((await auditor.call('alert/test', { channel_id: 1 })).msg).toBe('NotAllowed')
  })
})

describe('a rule of alerts', () =>
  it('has its own measure and names an existing document', async () => {
    const { rules } = (await owner.call('alert/setup', {})).result
    expect(measures.map(({ rule }) => rule).sort()).toEqual(rules.map(({ rule }) => rule).sort())
    expect(measures.filter(({ runbook }) => !existsSync(runbook))).toEqual([])
  }))

describe('an alert', () => {
  const open = async () => (await owner.call('alert/list', { state: 'open' })).result.alerts

  it('goes to each place once when its rule is met and once when it is over, and signs web hooks', async () => {
    const signed = await owner.call('alert/saveChannel', {
      kind: 'webhook',
      name: 'Ops hook',
      address: `${hook}/hook`,
      enabled: true,
    })
    const chat = { kind: 'slack' as const, name: 'Chat', address: `${hook}/slack`, enabled: true }
    expect((await owner.call('alert/saveChannel', chat)).code).toBe(0)
    await shop.db.query(
      `insert into inbox (channel_code, event_id, kind, order_no, raw, state) values ('stripe', 'evt_1', 'paid', '',
        '{}', 'parked')`,
    )
    await chore('alerts')
    await until('both places heard', () => Promise.resolve(messages.length >= 2))
    await chore('alerts')
    const parked = (await open()).filter(({ rule }) => rule === 'webhook_parked')
    expect(parked).toMatchObject([{ value: 1, seen_by: null }])
    const alertMessages = messages.filter(({ body }) => body.includes('found no order'))
    expect(alertMessages.map(({ path }) => path).sort()).toEqual(['/hook', '/slack'])
    const web = alertMessages.find(({ path }) => path === '/hook')
    const [id, at] = [web?.headers['webhook-id'], web?.headers['webhook-timestamp']].map(String)
    const key = Buffer.from(signed.result.secret.replace('whsec_', ''), 'base64')
    const expectedMac = createHmac('sha256', key).update(`${id}.${at}.${web?.body}`).digest('base64')
    expect(web?.headers['webhook-signature']).toBe(`v1,${expectedMac}`)
    expect(JSON.parse(alertMessages.find(({ path }) => path === '/slack')?.body ?? '')).toEqual({
      text: `Alert: Webhooks that found no order: 1\n${owner.base}/help/parked-webhook#step-1`,
    })
    messages = []
    await shop.db.query(`update inbox set state = 'done' where event_id = 'evt_1'`)
    await chore('alerts')
    await until('both places heard', () =>
      Promise.resolve(messages.filter(({ body }) => body.includes('Over:')).length === 2),
    )
    expect((await open()).filter(({ rule }) => rule === 'webhook_parked')).toEqual([])
  })
  it('reports a person who has viewed twenty fields of players in a day', async () => {
    const { rows } = await shop.db.query<{ uid: string }>('select uid from account order by account_id limit 1')
    const uid = rows[0]?.uid ?? ''
    const reveal = () => owner.call('player/reveal', { uid, field: 'login', reason: 'ticket 12 asks for it' })
    messages = []
    for (let n = 1; n < 20; n++) expect((await reveal()).msg).toBe('success')
    await chore('alerts')
    expect((await open()).filter(({ rule }) => rule === 'reveals')).toEqual([])
    expect((await reveal()).msg).toBe('success')
    expect((await reveal()).msg).toBe('TooManyReveals')
    await chore('alerts')
    const { result: me } = await owner.call('session/me', {})
    expect((await open()).filter(({ rule }) => rule === 'reveals')).toMatchObject([
      { subject: `staff:${me.staff_id}`, value: 20 },
    ])
    const revealAlerts = () => messages.filter(({ body }) => body.includes('has revealed 20 fields in a day'))
    await until('both places heard', () => Promise.resolve(revealAlerts().length === 2))
    expect(revealAlerts().some(({ body }) => body.includes(uid) || body.includes('@'))).toBe(false)
  })
  it('reports a sign-in by a recovery code', async () => {
    const { result } = await owner.call('factor/recoveryCodes', {})
    const credentials = { email: 'owner@shop.example', password: PASSWORD, recovery_code: result.codes[0] ?? '' }
    expect((await new DeskClient(owner.base).call('session/recover', credentials)).result.may).toBe('enrol')
    messages = []
    await chore('alerts')
    await until('both places heard', () =>
      Promise.resolve(messages.filter(({ body }) => body.includes('came in by a recovery code')).length === 2),
    )
  })
  it('reports a plan that moved with the rules of its time zone, and the calendar shows its former time', async () => {
    // Planned under older rules, by which Berlin's clocks were an hour earlier that day.
    await shop.db.query(
      `insert into desk.scheduled_change (kind, target, patch, based_on, local_time, zone, at, planned_by)
        values ('product', 'gem_300', '{"sort": 7}', 1, '2031-07-01 10:00', 'Europe/Berlin', '2031-07-01 09:00Z',
          'staff:1'),
        ('product', 'gem_300', '{"sort": 8}', 1, '2031-07-02 10:00', 'Europe/Berlin', '2031-07-02 08:00Z', 'staff:1')`,
    )
    messages = []
    await chore('move_plans')
    const from = Date.UTC(2031, 5, 30) / 1000
    const { plans } = (await owner.call('calendar/list', { from, to: from + 10 * 86_400 })).result
    expect(plans.map(({ at, moved_from }) => [at, moved_from])).toEqual([
      [Date.UTC(2031, 6, 1, 8) / 1000, Date.UTC(2031, 6, 1, 9) / 1000],
      [Date.UTC(2031, 6, 2, 8) / 1000, null],
    ])
    await chore('alerts')
    await until('both places heard', () =>
      Promise.resolve(messages.filter(({ body }) => body.includes('product gem_300 moved by 60 minutes')).length === 2),
    )
  })
  it('is not sent while it is silenced or in quiet hours', async () => {
    messages = []
    const { rules } = (await owner.call('alert/setup', {})).result
    const signInRule = rules.find((entry) => entry.rule === 'sign_ins_fail')
    if (!signInRule) throw new Error('no rule')
    const { unseen: _unseen, ...rule } = signInRule
    const hour = new Date().getUTCHours()
    const quiet = { quiet_from: hour, quiet_to: (hour + 2) % 24 }
    expect((await owner.call('alert/saveRule', { ...rule, threshold: 1, ...quiet })).result.version).toBe(2)
    await shop.db.query(`insert into desk.staff_failure (who, address) values ('x', '192.0.2.1')`)
    await chore('alerts')
    const [alert] = (await open()).filter((entry) => entry.rule === 'sign_ins_fail')
    if (!alert) throw new Error('no alert')
    expect(messages.filter(({ body }) => body.includes('sign-ins'))).toEqual([])
    const muted = { alert_id: alert.alert_id, until: Math.floor(Date.now() / 1000) + 3600, reason: 'we know' }
    const counted = async (): Promise<number> => (await owner.call('pulse/read', {})).result.alerts
    const before = await counted()
    expect((await owner.call('alert/mute', muted)).code).toBe(0)
    expect(await counted(), 'what is silenced is not counted on every page').toBe(before - 1)
    const version2 = { ...rule, threshold: 1, version: 2 }
    expect((await owner.call('alert/saveRule', version2)).code).toBe(0)
    await chore('alerts')
    expect(messages.filter(({ body }) => body.includes('sign-ins'))).toEqual([])
    expect((await owner.call('alert/acknowledge', { alert_id: alert.alert_id })).code).toBe(0)
    expect((await open()).find(({ alert_id }) => alert_id === alert.alert_id)?.seen_by).not.toBeNull()
    const stale = await owner.call('alert/saveRule', version2)
    expect([stale.status, stale.msg, stale.data?.version]).toEqual([409, 'VersionConflict', 3])
  })
  it('goes to the places that its rule names, and to every place if those are all switched off', async () => {
    const setup = (await owner.call('alert/setup', {})).result
    const [parkedRule] = setup.rules.filter(({ rule }) => rule === 'webhook_parked')
    const chat = setup.channels.find(({ name }) => name === 'Chat')?.channel_id ?? 0
    if (!parkedRule) throw new Error('no rule')
    const { unseen: _unseen, ...rule } = parkedRule
    expect(rule.channels).toEqual([])
    expect((await owner.call('alert/saveRule', { ...rule, channels: [999] })).msg).toBe('AlertUnknown')
    const { result: saved } = await owner.call('alert/saveRule', { ...rule, channels: [chat] })
    const paths = async (event: string): Promise<string[]> => {
      messages = []
      await shop.db.query(
        `insert into inbox (channel_code, event_id, kind, order_no, raw, state) values ('stripe', $1, 'paid', '', '{}',
          'parked')`,
        [event],
      )
      await chore('alerts')
      const alarms = () => messages.filter(({ body }) => body.includes('Alert:') && body.includes('found no order'))
      await until('a place heard', () => Promise.resolve(alarms().length > 0))
      await shop.db.query(`update inbox set state = 'done' where event_id = $1`, [event])
      await chore('alerts')
      await until('it is over', () => Promise.resolve(messages.some(({ body }) => body.includes('Over:'))))
      return alarms().map(({ path }) => path)
    }
    expect(await paths('evt_who')).toEqual(['/slack'])
    await owner.call('alert/saveChannel', { channel_id: chat, enabled: false })
    expect(await paths('evt_off')).toEqual(['/hook'])
    await owner.call('alert/saveChannel', { channel_id: chat, enabled: true })
    await owner.call('alert/saveRule', { ...rule, version: saved.version, channels: [] })
    expect((await paths('evt_all')).sort()).toEqual(['/hook', '/slack'])
  })
  it('accepts only web hook addresses, and shows its places only to people who may change them', async () => {
    for (const address of ['ftp://a.example/x', 'https://user:pass@a.example/', 'nonsense'])
      expect((await owner.call('alert/saveChannel', { kind: 'webhook', name: 'x', address, enabled: true })).msg).toBe(
        'AddressRefused',
      )
    const addresses = (await auditor.call('alert/setup', {})).result.channels.map(({ address }) => address)
    expect(addresses).toEqual(['', ''])
    expect((await owner.call('alert/setup', {})).result.channels.map(({ address }) => address)).toEqual([
      `${hook}/hook`,
      `${hook}/slack`,
    ])
  })
  it('links the guide on its page, in the web hook and in the mail', async () => {
    const mail = { kind: 'email' as const, name: 'Ops', address: 'ops@shop.example', enabled: true }
    expect((await owner.call('alert/saveChannel', mail)).code).toBe(0)
    await shop.db.query(
      `insert into inbox (channel_code, event_id, kind, order_no, raw, state) values ('stripe', 'evt_2', 'paid', '',
        '{}', 'parked')`,
    )
    messages = []
    await chore('alerts')
    const help = '/help/parked-webhook#step-1'
    expect((await open()).find(({ rule }) => rule === 'webhook_parked')?.help).toBe(help)
    const hookMessage = () => messages.find(({ path, body }) => path === '/hook' && body.includes('found no order'))
    await until('the web hook heard', () => Promise.resolve(hookMessage() !== undefined))
    expect(JSON.parse(hookMessage()?.body ?? '')).toMatchObject({ help: `${owner.base}${help}` })
    const link = `What to do: ${owner.base}${help}`
    await until('the mail is there', async () => (await shop.letters()).some(({ text }) => text.includes(link)))
    const lines = (await owner.call('health/read', {})).result.lines
    expect(lines.find(({ key }) => key === 'queue.inbox_parked')).toMatchObject({ light: 'amber', help })
    await shop.db.query(`update inbox set state = 'done' where event_id = 'evt_2'`)
  })
})
