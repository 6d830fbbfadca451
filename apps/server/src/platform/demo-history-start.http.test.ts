import { expect, it } from 'vitest'
import { faultsIn } from '@hc/test/books'
import { withShop } from '@hc/test/fixtures'
import { type Player, type Shop, until } from '@hc/test/shop'

const secrets = {
  CLIENT_KEY: 'hcportal-demo-01',
  SESSION_SECRET: 'demo-session-secret-0001',
  ANALYTICS_KEY: 'demo-analytics-key',
  GAME_WEBHOOK_SECRET: `whsec_${Buffer.from('demo-game-delivery-secret-000001').toString('base64')}`,
}
const killedShop = withShop()
const busy = withShop()
const alone = withShop()
const withOrders = withShop()

const SAYS = /thirty days of history/
const daysOf = async ({ rows }: Shop): Promise<number> =>
  Number((await rows<{ days: number }>('select days from demo_history'))[0]?.days ?? 0)
const whole = async (shop: Shop): Promise<void> => {
  await until('the history is whole', () => Promise.resolve(SAYS.test(shop.errors())))
}

it('a start that was killed leaves whole days alone, and the next start goes on after them', async () => {
  await killedShop.restart({ DEMO_HISTORY: '1' })
  await until('some days are made', async () => (await daysOf(killedShop)) >= 4)
  killedShop.process.kill('SIGKILL')
  const days = await daysOf(killedShop)
  expect(days).toBeLessThan(30)
  const [before] = await killedShop.rows('select count(*)::int as n, max(order_no) as last from orders')
  const open = await killedShop.rows(`select from outbox where kind = 'deliver' and state in ('pending', 'unknown')
    union all select from orders where status = 1`)
  expect(open).toEqual([])
  await killedShop.restart({ DEMO_HISTORY: '1' })
  await whole(killedShop)
  expect(await daysOf(killedShop)).toBe(30)
  const [after] = await killedShop.rows(
    `select count(*)::int as n, count(*) filter (where order_no <= $1)::int as old from orders`,
    before?.last,
  )
  expect(after?.old).toBe(before?.n)
  expect(after?.n).toBeGreaterThan(580)
  expect(await faultsIn(killedShop, true)).toEqual([])
})

it('a second start makes nothing', async () => {
  const counts = `select (select count(*)::int from orders) as orders, (select count(*) from desk.audit
      where actor like 'staff:%') as audit, (select count(*) from account) as accounts,
    (select count(*) from desk.approval) as requests, (select count(*) from redemption) as uses`
  const before = await killedShop.rows(counts)
  await killedShop.restart({ DEMO_HISTORY: '1' })
  const player = await killedShop.signIn('demo', 'Demo1234')
  await player.buy('gem_60')
  expect(killedShop.errors()).not.toMatch(SAYS)
  expect(await killedShop.rows(counts)).toEqual([{ ...before[0], orders: Number(before[0]?.orders) + 1 }])
})

it('a start without the demo refuses its database in one line, which asks for a fresh one', async () => {
  const refusal = await killedShop.restart({ ...secrets, DEMO: '0' }).then(
    () => '',
    (error: Error) => error.message,
  )
  const refusalLines = refusal.split('\n').filter((line) => line.includes('cannot start'))
  expect(refusalLines).toEqual([
    expect.stringMatching(/cannot start: DEMO: .*the demo's history.*a real shop needs a fresh database/),
  ])
  const [{ ended }] = (await killedShop.rows(`select exists (select from demo_ended) as ended`)) as [{ ended: boolean }]
  expect(ended).toBe(false)
  await killedShop.restart({ DEMO_HISTORY: '0' })
})

it('a database that has orders gets no history, and a demo without it ends as ever', async () => {
  const player = await withOrders.signIn('demo', 'Demo1234')
  await player.buy('gem_60')
  await withOrders.restart({ DEMO_HISTORY: '1' })
  await (await withOrders.signIn('demo', 'Demo1234')).buy('gem_300')
  expect(await withOrders.rows('select from demo_history')).toEqual([])
  expect(await withOrders.rows('select from orders')).toHaveLength(2)
  await withOrders.restart({ ...secrets, DEMO: '0' })
  expect(await withOrders.rows('select from demo_ended')).toHaveLength(4)
})

/** The time from the order to the item in the game, in ms. */
async function purchase(shop: Shop, player: Player): Promise<number> {
  const start = performance.now()
  const order = await player.order('gem_60')
  await shop.outcome(order, 'paid')
  for (;;) {
    const { status } = await player.record(order)
    if (status === 4) return performance.now() - start
  }
}
const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN

it('first purchases wait for nothing of it: they take as long as in a shop beside it without one', async () => {
  await alone.restart()
  await busy.restart({ DEMO_HISTORY: '1' })
  const player = await busy.signIn('demo', 'Demo1234')
  const other = await alone.signIn('demo', 'Demo1234')
  const beside: number[] = []
  const without: number[] = []
  // In turn, so that the machine is as busy for the one as for the other.
  while (!SAYS.test(busy.errors()) && beside.length < 500) {
    beside.push(await purchase(busy, player))
    without.push(await purchase(alone, other))
  }
  expect(beside.length).toBeGreaterThan(5)
  expect(p95(beside) / p95(without)).toBeLessThan(3)
  expect(await faultsIn(busy)).toEqual([])
})
