import { beforeAll, expect, it } from 'vitest'
import { withGame, withPlayer, withShop, withStripe } from '@hc/test/fixtures'
import { until } from '@hc/test/shop'

const gateway = withStripe()
const game = withGame()
const shop = withShop(() => ({
  ...gateway.env(),
  GAME_URL: game.url,
  LEASE_SECONDS: '1',
  REPAIR_AFTER_SECONDS: '1',
  LATE_CHECK_SECONDS: '1,1,1',
  OUTSIDE_TIMEOUT_MS: '3000',
}))
const demo = withPlayer(shop)
beforeAll(() => {
  gateway.webhookUrl = `${shop.url}/api/pay/stripe/webhook`
})

it('asks a silent gateway about a settled order after pauses that double, and none of these questions counts', async () => {
  const order = await demo.order('gem_60', 'stripe')
  gateway.misbehave('busy', /^GET/, 1000)
  await gateway.tell(gateway.pay(order))
  const silent = async (): Promise<Date[]> =>
    (
      await shop.rows<{ at: Date }>(
        `select at from gateway_question where order_no = $1 and asked_by = 'repair' and not answered order by at`,
        order,
      )
    ).map(({ at }) => at)
  await until('four questions in vain', async () => (await silent()).length >= 4)
  const times = (await silent()).map((at) => at.getTime())
  const pauses = times.slice(1).map((at, n) => at - (times[n] ?? 0))
  expect(pauses.slice(0, 3).map((pause, n) => pause >= 1000 * 2 ** n)).toEqual([true, true, true])
  const row = async (): Promise<unknown> =>
    (await shop.rows('select checks, next_check_at > now() as later from orders where order_no = $1', order))[0]
  expect(await row()).toEqual({ checks: 101, later: true })
  gateway.behave()
  await shop.rows('update orders set next_check_at = now() where order_no = $1', order)
  await until('the answers of those that it is owed', async () => {
    const [answers] = await shop.rows<{ n: number }>(
      `select count(*)::int as n from gateway_question where order_no = $1 and asked_by = 'repair' and answered`,
      order,
    )
    return answers?.n === 2
  })
})
