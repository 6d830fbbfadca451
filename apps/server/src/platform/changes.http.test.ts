import type { CallName, ResultOf } from '@hc/contract/calls'
import { beforeAll, describe, expect, it } from 'vitest'
import { freePort, read, until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop()

/** The rule's own bound: after so many ms every process shows a change. */
const SHOWN_MS = 5_000
let token: string
beforeAll(async () => {
  token = (await shop.signIn('demo', 'Demo1234')).token
})

type Process = { name: string; url: string }
const call = async <N extends CallName>(at: Process, name: N, body: object = {}): Promise<ResultOf<N>> =>
  (
    await read<ResultOf<N>>(
      await fetch(`${at.url}/api/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', token, 'accept-language': 'en-US' },
        body: JSON.stringify(body),
      }),
    )
  ).result
const target = { server_id: 's1', role_id: 'r1001' }
const views = {
  price: async (at: Process): Promise<number> =>
    (await call(at, 'order/webProduct', target)).find((product) => product.cp_goods_id === 'gem_60')?.price ?? 0,
  channels: async (at: Process): Promise<string> =>
    (await call(at, 'order/webPayChannel', { ...target, cp_goods_id: 'gem_60' }))
      .map((channel) => channel.channel_code)
      .join(),
  article: async (at: Process): Promise<string> => (await call(at, 'setting/webArticleDetail', { id: 'a06' })).title,
  home: async (at: Process): Promise<string> => (await call(at, 'setting/webHomeConf')).hero.title,
  page: async (at: Process): Promise<string> =>
    /<h1[^>]*>([^<]*)</.exec(await (await fetch(`${at.url}/main/event/detail/a06`)).text())?.[1] ?? '',
}
const lines = (text: string): number =>
  shop
    .errors()
    .split('\n')
    .filter((line) => line.includes(text)).length
const metric = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await (await fetch(`${shop.url}/metrics`)).text())?.[1] ?? NaN)

let round = 0
/** Changes everything that processes keep in memory, and waits until each of them shows it. */
async function changeAll(processes: readonly Process[]): Promise<void> {
  const n = ++round
  await shop.db.query(`update product set price_cents = $1 where cp_goods_id = 'gem_60'`, [100 + n])
  await shop.db.query(`update payment_channel set enabled = $1 where channel_code = 'hcpoint'`, [n % 2 === 0])
  await shop.db.query(
    `update article set texts = jsonb_set(texts, '{en-US,title}', to_jsonb($1::text)) where id = 'a06'`,
    [`Title ${n}`],
  )
  await shop.db.query(
    `update content_block set value = jsonb_set(value, '{hero,title}', to_jsonb($1::text)) where locale = 'en-US'`,
    [`Hero ${n}`],
  )
  const since = Date.now()
  const expectedViews: { [K in keyof typeof views]: unknown } = {
    price: (100 + n) / 100,
    channels: n % 2 === 0 ? 'sandbox,hcpoint' : 'sandbox',
    article: `Title ${n}`,
    home: `Hero ${n}`,
    page: `Title ${n}`,
  }
  for (const at of processes) {
    for (const [what, want] of Object.entries(expectedViews)) {
      await until(
        `${what} at ${at.name}`,
        async () => (await views[what as keyof typeof views](at)) === want,
        Math.max(500, SHOWN_MS - (Date.now() - since)),
      )
    }
  }
}

describe('a changed price, channel, article or home page', () => {
  it('is shown by every process within five seconds, with the bus and after its connection was lost', async () => {
    const second = await shop.beside({ ROLE: 'web' })
    const processes = [
      { name: 'the first', url: shop.url },
      { name: 'the second', url: second.url },
    ]
    await changeAll(processes)
    const [before, notices] = [await metric('hc_bus_lost_total'), lines('the bus lost its connection')]
    await shop.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hc-portal bus'
        and datname = current_database()`,
    )
    await changeAll(processes)
    await until('it is counted', async () => (await metric('hc_bus_lost_total')) === before + 1)
    await until('it is in the log', () => Promise.resolve(lines('the bus lost its connection') === notices + 1))
    await until('it is there again', async () => (await metric('hc_bus_connected')) === 1)
    await changeAll(processes)
    await second.stop()
  })

  it('is shown by a process whose bus cannot connect', async () => {
    // The bus cannot stay connected, as in a web process behind a pooler without a direct URL.
    const deaf = await shop.beside({ ROLE: 'web' })
    const ended = setInterval(
      () =>
        void shop.db.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hc-portal bus'
          and datname = current_database()`,
        ),
      30,
    )
    try {
      await changeAll([
        { name: 'the first', url: shop.url },
        { name: 'the deaf one', url: deaf.url },
      ])
    } finally {
      clearInterval(ended)
    }
    await deaf.stop()
  })

  it('that cannot be read is logged and counted, and is shown once it is readable', async () => {
    // Every topic has a counter from the start, so that a rate sees its first error.
    const counters = await (await fetch(`${shop.url}/metrics`)).text()
    for (const topic of ['catalog', 'content', 'law', 'market', 'version'])
      expect(counters).toContain(`hc_reload_errors_total{topic="${topic}"} 0`)
    const before = lines('could not be read')
    await shop.db.query('alter table article rename to article_away')
    await shop.db.query(`update content_version set version = version + 1 where topic = 'content'`)
    await until('the line', () => Promise.resolve(lines('could not be read') === before + 1))
    expect(await (await fetch(`${shop.url}/metrics`)).text()).toMatch(
      /^hc_reload_errors_total\{topic="content"\} [1-9]/m,
    )
    expect((await fetch(`${shop.url}/main/event`)).status).toBe(200)
    await shop.db.query('alter table article_away rename to article')
    await changeAll([{ name: 'the first', url: shop.url }])
  })
})

describe('readiness', () => {
  it('is reported together with the ready line, and not during the start', async () => {
    const holder = await shop.db.connect()
    // The last step of a start needs this lock; the server listens before it.
    await holder.query('begin; lock table chore in access exclusive mode')
    let ready = false
    const port = await freePort()
    const starting = shop.beside({ PORT: String(port) }).then((beside) => {
      ready = true
      return beside
    })
    const answer = (path: string): Promise<number> =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ status }) => status,
        () => 0,
      )
    try {
      await until('it listens', async () => (await answer('/healthz')) === 200)
      expect([ready, await answer('/healthz'), await answer('/readyz')]).toEqual([false, 200, 503])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    const another = await starting
    expect(await answer('/readyz')).toBe(200)
    await another.stop()
  })
})
