import { createHmac, randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { type Reply, read } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop({ ANALYTICS_PER_MINUTE: '60' })

let key: string

beforeAll(async () => {
  key = (await shop.call('setting/init')).result.gameInfo.cgi
})

const sign = (body: string): string => createHmac('sha256', key).update(body).digest('hex')
async function send(
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply<{ stored: number; dropped: { index: number; path: string }[] }>> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return await read(
    await fetch(`${shop.url}/log/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sign': sign(text), ...headers },
      body: text,
    }),
  )
}
const stay = (more: object = {}, props: object = {}): object => ({
  event: 'web_payment_page_stay',
  ts: Date.now(),
  props: { page: '/main/home', page_duration: 2000 + Math.floor(Math.random() * 1e6), ...props },
  ...more,
})
const stored = async (): Promise<number> =>
  (await shop.db.query('select count(*)::int as n from analytics_event')).rows[0].n

it('the clock call needs no body, and setting/init gives the address and the key of analytics', async () => {
  // These are the contract's addresses on the host that setting/init names.
  const { loggerUrl, analyticsConsent } = (await shop.call('setting/init')).result.customConfig
  expect([new URL(loggerUrl).pathname, analyticsConsent]).toEqual(['/', 'eu'])
  const { time } = (await (await fetch(`${loggerUrl}/log/time`)).json()) as { time: number }
  expect(Math.abs(time - Date.now())).toBeLessThan(2000)
})

it("every event of the specification is stored with its time, its props and the visit's random id, and nothing else", async () => {
  const client = randomUUID()
  const ts = Date.now() - 1234
  const batch = [
    { event: 'web_payment_page_load', ts, props: { loading_request_time: 12, loading_time: 345 } },
    { event: 'web_payment_page_stay', ts, props: { page: '/main/recharge/detail/:id', page_duration: 2000 } },
    { event: 'web_payment_user_info', ts, props: { trafficsource: 'organic', trafficsource_link: '/main/home' } },
    { event: 'web_payment_login_result', ts, props: { type: 'apple', result: 'fail' } },
    { event: 'web_payment_show_popup', ts, props: { popup: 'redeem' } },
    { event: 'web_payment_click_button', ts, props: { button: 'pay' } },
  ]
  expect(await send(batch, { 'client-id': client })).toMatchObject({ status: 200, code: 0 })
  const { rows } = await shop.db.query('select * from analytics_event where client_id = $1 order by event', [client])
  expect(rows.map(({ event, props, at }) => ({ event, props, ts: at.getTime() }))).toEqual(
    [...batch].sort((a, b) => a.event.localeCompare(b.event)),
  )
  const { rows: columns } = await shop.db.query(
    `select column_name from information_schema.columns where table_name = 'analytics_event' order by 1`,
  )
  expect(columns.map(({ column_name }) => column_name)).toEqual(['at', 'client_id', 'event', 'props'])
})

it('a batch that is not signed with the key is refused', async () => {
  const body = JSON.stringify([stay()])
  for (const wrong of ['', 'abc', '0'.repeat(64), sign(`${body} `)]) {
    expect(await send(body, { 'x-sign': wrong })).toMatchObject({ status: 401, code: 10008 })
  }
})

it('a batch is taken once, by all processes together, and never when one of its events is older than five minutes', async () => {
  const body = JSON.stringify([stay()])
  const before = await stored()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(body)))
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
  expect(answers.filter((answer) => answer.msg === 'EventSeen' && answer.code === 40003)).toHaveLength(7)
  await shop.restart()
  expect((await send(body)).msg).toBe('EventSeen')
  for (const ts of [Date.now() - 301_000, Date.now() + 330_000])
    expect(await send([stay(), stay({ ts })])).toMatchObject({ code: 40002, msg: 'EventTooOld' })
  expect((await send([stay({ ts: Date.now() - 290_000 })])).code).toBe(0)
  expect(await stored()).toBe(before + 2)
})

it('an event outside the specification is dropped and named, and the other events of its batch are stored', async () => {
  const before = await stored()
  const wrong = [
    stay({ event: 'web_payment_anything' }),
    stay({}, { page_duration: 1999 }),
    stay({}, { page: 'demo@example.com' }),
    { event: 'web_payment_click_button', ts: Date.now(), props: { button: 'My name is Bond' } },
    { event: 'web_payment_login_result', ts: Date.now(), props: { type: 'apple', result: 'Demo1234' } },
  ]
  for (const [index, event] of wrong.entries()) {
    const answer = await send([...wrong.slice(0, index).map(() => stay()), event, stay()])
    expect(answer).toMatchObject({ code: 0, result: { stored: index + 1, dropped: [{ index }] } })
    expect(answer.result.dropped[0]?.path).toMatch(/^(event|props\.)/)
  }
  expect(await stored()).toBe(before + 1 + 2 + 3 + 4 + 5)
})

it('an address is stored as its pattern or its site, a source as a plain word, and props outside the specification never', async () => {
  const storedEvent = async (event: string, props: object): Promise<unknown> => {
    const client = randomUUID()
    expect(await send([{ event, ts: Date.now(), props }], { 'client-id': client })).toMatchObject({
      code: 0,
      result: { stored: 1, dropped: [] },
    })
    return (await shop.db.query('select props from analytics_event where client_id = $1', [client])).rows[0].props
  }
  const page = (address: string): Promise<unknown> =>
    storedEvent('web_payment_page_stay', { page: address, page_duration: 2000.4, uid: '100001' })
  expect(await page('/main/recharge?hctoken=abc')).toEqual({ page: '/main/recharge', page_duration: 2000 })
  expect(await page('/main/recharge/detail/01M7ZJ3RQ8V5N2K4T6W8Y0A1C3#top')).toEqual({
    page: '/main/recharge/detail/:id',
    page_duration: 2000,
  })
  expect(await page('/Main/demo@example.com')).toEqual({ page: '/main/:id', page_duration: 2000 })
  const from = (trafficsource: string, link: string): Promise<unknown> =>
    storedEvent('web_payment_user_info', { trafficsource, trafficsource_link: link })
  expect(await from('mail', 'https://x.example/reset?token=1')).toEqual({
    trafficsource: 'mail',
    trafficsource_link: 'https://x.example',
  })
  expect(await from('a@b.example', 'javascript:alert(1)')).toEqual({ trafficsource: 'other', trafficsource_link: '' })
  expect(
    await storedEvent('web_payment_page_load', { loading_request_time: 12.6, loading_time: 345, name: 'Bond' }),
  ).toEqual({
    loading_request_time: 13,
    loading_time: 345,
  })
})

it('a body that is not a batch of events is refused whole', async () => {
  const before = await stored()
  const wrong: unknown[] = [
    [],
    {},
    [{}],
    'x',
    [stay({ event: 'page_stay' })],
    [stay({ event: 'web_payment_My name' })],
    [stay({ token: 'x' })],
    [stay({ ts: 'now' })],
    [stay(), stay({ extra: 1 })],
    [stay({ props: [] })],
  ]
  for (const body of wrong) expect([body, (await send(body as never)).code]).toEqual([body, 10001])
  expect((await send('{not json')).code).toBe(10001)
  expect((await send([stay()], { 'client-id': 'demo@example.com' })).code).toBe(10001)
  expect((await send([stay()], { 'content-type': 'text/plain' })).status).toBe(415)
  expect(await send(JSON.stringify(Array.from({ length: 90 }, () => stay())))).toMatchObject({
    status: 413,
    code: 10007,
  })
  expect(await stored()).toBe(before)
})

it('events are written by a database role with that right alone, and the role of the shop cannot read them', async () => {
  const as = async (role: string, text: string): Promise<string> => {
    const client = await shop.db.connect()
    try {
      await client.query(`begin; set local role ${role}`)
      await client.query(text)
      return 'done'
    } catch (error) {
      return (error as Error).message
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const store = `select store_events('\\x00', '', '[]')`
  expect(await as('hc_log', store)).toBe('done')
  expect(await as('hc_app', store)).toContain('permission denied')
  for (const table of ['analytics_event', 'analytics_seen', 'orders', 'account'])
    expect(await as('hc_log', `select * from ${table}`)).toContain('permission denied')
  const { rows } = await shop.db.query(
    `select relname from pg_inherits join pg_class on oid = inhrelid where inhparent = 'analytics_event'::regclass`,
  )
  for (const name of ['analytics_event', ...rows.map((row) => row.relname)])
    expect(await as('hc_app', `select * from ${name}`)).toContain('permission denied')
})

it('days are partitions: made ahead, and dropped whole when they have served their time', async () => {
  const days = async (): Promise<string[]> =>
    (
      await shop.db.query(
        `select relname from pg_inherits join pg_class on oid = inhrelid where inhparent = 'analytics_event'::regclass
          order by 1`,
      )
    ).rows.map((row) => row.relname)
  const name = (offset: number): string =>
    `analytics_event_${new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`
  // If the database was made before midnight, the day before has a partition, too.
  expect((await days()).filter((day) => day !== name(-1))).toEqual(Array.from({ length: 8 }, (_, i) => name(i)))
  await shop.db.query(`select make_analytics_partitions(current_date - 95, current_date - 89)`)
  expect((await shop.db.query('select drop_analytics_partitions(90) as n')).rows[0].n).toBe(5)
  expect((await days()).slice(0, 2)).toEqual([name(-90), name(-89)])
})

it('one address sends a limited number of batches a minute', async () => {
  const answers = await Promise.all(Array.from({ length: 70 }, () => send([stay()])))
  expect(answers.filter((answer) => answer.status === 429 && answer.msg === 'SystemBusy').length).toBeGreaterThan(5)
})
