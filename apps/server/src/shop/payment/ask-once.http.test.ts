import { beforeAll, describe, expect, it } from 'vitest'
import { withFixture, withGame, withPlayer, withShop, withStripe } from '@hc/test/fixtures'
import { until } from '@hc/test/shop'

const gateway = withStripe()
/** The game wants to be asked again an hour later. */
const game = withGame()
const settings = {
  OUTSIDE_TIMEOUT_MS: '3000',
  REPAIR_AFTER_SECONDS: '3600',
  RECONCILE_SECONDS: '3600',
  RATE_LIMIT_PER_MINUTE: '100000',
}
const env = () => ({ ...gateway.env(), ...settings, GAME_URL: game.url })
const shop = withShop(env)
const other = withFixture({
  what: 'second process',
  start: async () => await shop.beside(),
  stop: (beside) => beside.stop(),
})
/** A process that takes webhooks, with a database that no worker works on. */
const web = withShop(() => ({ ...env(), ROLE: 'web' }))
const demo = withPlayer(shop)
beforeAll(() => {
  gateway.webhookUrl = `${shop.url}/api/pay/stripe/webhook`
  Object.assign(game, { says: 'nothing', retryAfter: 3600 })
})

type Checked = { code: number; result: { payment: string; delivery: string; record: { status: number } } }
const check = async (order: string, url = shop.url): Promise<Checked> =>
  (await (
    await fetch(`${url}/api/order/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: demo.token },
      body: JSON.stringify({ sdk_order_id: order }),
    })
  ).json()) as Checked
const clicks = async (order: string, n = 240): Promise<Checked[]> =>
  await Promise.all(Array.from({ length: n }, (_, at) => check(order, at % 2 ? other.url : shop.url)))
/** One question in three seconds, however slow this machine is. */
const mostQuestions = (start: number): number => 1 + Math.ceil((Date.now() - start) / 3000)
const questions = (order: string): number =>
  gateway.calls.filter((call) => call.method === 'GET' && call.path.includes(gateway.payment(order).id)).length

describe('"check my order"', () => {
  it('asks the gateway once for all simultaneous callers in all processes, and gives each the same answer', async () => {
    const order = await demo.order('gem_60', 'stripe')
    gateway.pay(order)
    const start = Date.now()
    const answers = await clicks(order)
    expect(
      new Set(answers.map((answer) => [answer.code, answer.result.payment, answer.result.record.status].join())),
    ).toEqual(new Set(['0,taken,2']))
    expect(questions(order)).toBeGreaterThan(0)
    expect(questions(order)).toBeLessThanOrEqual(mostQuestions(start))
  })

  it('asks the game no sooner than the game wants, however often it is pressed', async () => {
    const order = await demo.order('gem_60', 'stripe')
    await gateway.tell(gateway.pay(order))
    await until('the game was asked', () => Promise.resolve(game.asked.includes(`dlv_${order}`)))
    await until(
      'and its answer is known',
      async () =>
        (await shop.rows(`select 1 from outbox where order_no = $1 and state = 'unknown'`, order)).length === 1,
    )
    const answers = await clicks(order)
    expect(new Set(answers.map((answer) => [answer.result.payment, answer.result.delivery].join()))).toEqual(
      new Set(['taken,asking']),
    )
    expect(game.asked.filter((id) => id === `dlv_${order}`)).toHaveLength(1)
    expect(
      await shop.rows(`select run_at > now() + interval '50 minutes' as kept from outbox where order_no = $1`, order),
    ).toEqual([{ kept: true }])
  })

  it('tells each caller that the gateway gave no answer, and asks again when the gateway allows it', async () => {
    const order = await demo.order('gem_60', 'stripe')
    const before = gateway.calls.length
    const start = Date.now()
    gateway.misbehave('busy', /^GET/, 1000)
    const payments = async (): Promise<string[]> => [
      ...new Set((await clicks(order, 60)).map((answer) => answer.result.payment)),
    ]
    expect(await payments()).toEqual(['unknown'])
    expect(await payments()).toEqual(['unknown'])
    expect(gateway.calls.length - before).toBeLessThanOrEqual(mostQuestions(start))
    gateway.behave()
    gateway.pay(order)
    await until('it is asked again', async () => (await check(order)).result.payment === 'taken', 30_000)
  })

  it("works this order's webhooks and leaves all others to the worker", async () => {
    try {
      gateway.webhookUrl = `${web.url}/api/pay/stripe/webhook`
      const player = await web.signIn('demo', 'Demo1234')
      const [ownOrder, otherOrder] = [await player.order('gem_60', 'stripe'), await player.order('gem_60', 'stripe')]
      // A payment whose order is busy is not settled with its webhook: it waits for the worker.
      const holder = await web.db.connect()
      await holder.query('begin')
      await holder.query('select 1 from orders where order_no in ($1, $2) for update', [ownOrder, otherOrder])
      await gateway.tell([...gateway.pay(otherOrder), ...gateway.pay(ownOrder)])
      await holder.query('rollback')
      holder.release()
      expect((await player.call('order/check', { sdk_order_id: ownOrder })).result.payment).toBe('taken')
      const states = async (order: string): Promise<unknown[]> =>
        await web.rows('select distinct state from inbox where order_no = $1', order)
      expect([await states(ownOrder), await states(otherOrder)]).toEqual([[{ state: 'done' }], [{ state: 'new' }]])
      expect((await player.record(otherOrder)).status).toBe(1)
    } finally {
      gateway.webhookUrl = `${shop.url}/api/pay/stripe/webhook`
    }
  })

  it("is open to the order's player alone: the order of another player is not found, and no gateway is asked", async () => {
    const order = await demo.order('gem_60', 'stripe')
    const rich = await shop.signIn('rich', 'Rich1234')
    const before = gateway.calls.length
    expect((await rich.call('order/check', { sdk_order_id: order })).msg).toBe('OrderNotFound')
    expect(gateway.calls.length).toBe(before)
  })
})

describe('the page that leads to a payment', () =>
  it('makes the payment once for all who open it, and does not retry within seconds if the gateway does not answer', async () => {
    gateway.misbehave('broken_before', /POST .*sessions/, 1000)
    const creation = await demo.call('order/webCreate', {
      role_id: 'r1001',
      server_id: 's1',
      cp_goods_id: 'gem_60',
      channel_code: 'stripe',
    })
    const order = (creation.data as { sdk_order_id?: string } | null)?.sdk_order_id ?? ''
    const before = gateway.calls.length
    const start = Date.now()
    const open = async (url: string): Promise<string> =>
      (await fetch(`${url}/pay/${order}`, { redirect: 'manual' })).headers.get('location') ?? ''
    const led = await Promise.all(Array.from({ length: 60 }, (_, at) => open(at % 2 ? other.url : shop.url)))
    expect(led.every((to) => to.endsWith(`/main/recharge/detail/${order}`))).toBe(true)
    expect(gateway.calls.length - before).toBeLessThanOrEqual(mostQuestions(start))
    gateway.behave()
    await until('it leads to the gateway', async () => (await open(shop.url)).startsWith(gateway.url))
  }))
