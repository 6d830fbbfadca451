import { withPlayer, withShop } from '@hc/test/fixtures'
import { pastDeliveries, times } from '@hc/test/past-deliveries'
import { runChore } from '@hc/test/run-chore'
import { until } from '@hc/test/shop'
import { describe, expect, it } from 'vitest'

const shop = withShop()
const demo = withPlayer(shop)

const measured = async (): Promise<number | undefined> => {
  await runChore(shop.db, 'measure_arrivals')
  return (await shop.call('setting/init', {})).result.arrives_seconds
}
const page = async (path: string): Promise<string> =>
  (await (await fetch(shop.url + path, { headers: { 'accept-language': 'en-US' } })).text()).split('id="boot"')[0] ?? ''

describe('the time until an item is in the game', () => {
  it('is not said with fewer than 100 deliveries in seven days, whatever was before and whatever packs took', async () => {
    await pastDeliveries(shop.db, 2, [...times(89, 3), ...times(10, 21.2)])
    await pastDeliveries(shop.db, 9, times(50, 300))
    await pastDeliveries(shop.db, 1, times(50, 1), 'coin')
    expect(await measured()).toBeUndefined()
    expect(await page('/main/shop')).not.toContain('Usually in your game')
  })

  it('is that of nine deliveries of ten, rounded up to five seconds, in the shop and on the page of an item', async () => {
    await pastDeliveries(shop.db, 6, [21.2])
    await runChore(shop.db, 'measure_arrivals')
    await until('the measured time', async () => (await shop.call('setting/init', {})).result.arrives_seconds === 25)
    for (const path of ['/main/shop', '/main/shop/gem_300'])
      expect(await page(path), path).toContain('Usually in your game within 25 seconds')
    expect(await page('/main/shop/coin_500'), 'points are no item').not.toContain('Usually in your game')
  })

  it('is no longer said once it takes more than ten minutes', async () => {
    await pastDeliveries(shop.db, 3, times(40, 700))
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
      const list: string[] = []
      for (const language of ['en-US', 'de-DE']) {
        const body = { page: 1, size: 1, sdk_order_id: result.sdk_order_id }
        const { result: records } = await demo.call('order/record', body, { 'accept-language': language })
        list.push((records[0]?.method_name ?? '').replaceAll('\u00a0', ' '))
      }
      return list
    }
    expect(await names('sandbox', 'sandbox_voucher')).toEqual(['Test voucher', 'Testgutschein'])
    expect(await names('sandbox')).toEqual(['Sandbox Pay', 'Sandbox Pay'])
    expect(await names('hcpoint')).toEqual(['HC Points', 'HC-Punkte'])
  })
})
