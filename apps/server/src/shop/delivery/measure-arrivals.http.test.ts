import { timeIdFloor } from '@hc/domain/order-no'
import { withPlayer, withShop } from '@hc/test/fixtures'
import { runChore } from '@hc/test/run-chore'
import { until } from '@hc/test/shop'
import { describe, expect, it } from 'vitest'

const DAY_MS = 86_400_000
const shop = withShop()
const demo = withPlayer(shop)

/** Delivered orders of a day in the past, each with its seconds from payment to delivery. */
async function delivered(daysAgo: number, seconds: readonly number[], type: 'item' | 'coin' = 'item'): Promise<void> {
  const at = Date.now() - daysAgo * DAY_MS
  await shop.rows(
    `insert into orders (order_no, account_id, uid, status, order_type, cp_goods_id, amount_cents, paid_cents,
        bonus_granted, channel_code, created_at, expires_at, paid_at, delivered_at)
      select left($1, 10) || left($5, 1) || lpad(n::text, 15, '0'), a.account_id, a.uid, 4, $5, 'gem_60', 99, 99, 0,
        'sandbox', t.at, t.at + interval '1 hour', t.at + interval '9 seconds',
        t.at + interval '9 seconds' + make_interval(secs => s)
      from unnest($3::float8[]) with ordinality x (s, n)
        cross join (select to_timestamp($2::float8 / 1000) as at) t
        cross join (select account_id, uid from account where login = $4) a`,
    timeIdFloor(at),
    at,
    seconds,
    'demo',
    type,
  )
}
const measured = async (): Promise<number | undefined> => {
  await runChore(shop.db, 'measure_arrivals')
  return (await shop.call('setting/init', {})).result.arrives_seconds
}
const page = async (path: string): Promise<string> =>
  (await (await fetch(shop.url + path, { headers: { 'accept-language': 'en-US' } })).text()).split('id="boot"')[0] ?? ''
const times = (n: number, seconds: number): number[] => Array.from({ length: n }, () => seconds)

describe('the time until an item is in the game', () => {
  it('is not said with fewer than 100 deliveries in seven days, whatever was before and whatever packs took', async () => {
    await delivered(2, [...times(89, 3), ...times(10, 21.2)])
    await delivered(9, times(50, 300))
    await delivered(1, times(50, 1), 'coin')
    expect(await measured()).toBeUndefined()
    expect(await page('/main/shop')).not.toContain('Usually in your game')
  })

  it('is that of nine deliveries of ten, rounded up to five seconds, in the shop and on the page of an item', async () => {
    await delivered(6, [21.2])
    await runChore(shop.db, 'measure_arrivals')
    await until('the measured time', async () => (await shop.call('setting/init', {})).result.arrives_seconds === 25)
    for (const path of ['/main/shop', '/main/shop/gem_300'])
      expect(await page(path), path).toContain('Usually in your game within 25 seconds')
    expect(await page('/main/shop/coin_500'), 'points are no item').not.toContain('Usually in your game')
  })

  it('is no longer said once it takes more than ten minutes', async () => {
    await delivered(3, times(40, 700))
    await runChore(shop.db, 'measure_arrivals')
    await until('silence', async () => (await shop.call('setting/init', {})).result.arrives_seconds === undefined)
  })
})

describe("an order's record", () => {
  it('names what the player paid with, in their language: the method, or the channel whose page asked', async () => {
    const names = async (channel: string, method?: string): Promise<string[]> => {
      const { result } = await demo.call('order/webCreate', {
        server_id: 's1',
        role_id: 'r1001',
        cp_goods_id: 'gem_60',
        channel_code: channel,
        ...(method && { method }),
      })
      const told: string[] = []
      for (const language of ['en-US', 'de-DE']) {
        const body = { page: 1, size: 1, sdk_order_id: result.sdk_order_id }
        const { result: records } = await demo.call('order/record', body, { 'accept-language': language })
        told.push((records[0]?.method_name ?? '').replaceAll('\u00a0', ' '))
      }
      return told
    }
    expect(await names('sandbox', 'sandbox_voucher')).toEqual(['Test voucher', 'Testgutschein'])
    expect(await names('sandbox')).toEqual(['Sandbox Pay', 'Sandbox Pay'])
    expect(await names('hcpoint')).toEqual(['HC Points', 'HC-Punkte'])
  })
})
