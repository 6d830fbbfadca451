import { describe, expect, it } from 'vitest'
import { gameClient } from '@hc/test/game-client'
import { until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const shop = withShop({ RATE_LIMIT_PER_MINUTE: '400', REPAIR_AFTER_SECONDS: '3600' })

const counted = async (event: string): Promise<number> => {
  const text = await (await fetch(`${shop.url}/metrics`)).text()
  return Number(new RegExp(`^hc_security_events_total\\{event="${event}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? NaN)
}
const lines = (event: string): string[] =>
  shop
    .errors()
    .split('\n')
    .filter((line) => line.includes('"msg":"security event"') && line.includes(`"event":"${event}"`))
/** Does something, and waits until it is counted and logged exactly `times` times. */
async function untilSeen(event: string, times: number, happen: () => Promise<unknown>): Promise<void> {
  const before = [await counted(event), lines(event).length]
  expect(before[0]).not.toBeNaN()
  await happen()
  await until(
    `${event}: ${times}`,
    async () => (await counted(event)) === (before[0] ?? 0) + times && lines(event).length === (before[1] ?? 0) + times,
  )
}

describe('the metrics and the log report, without personal data,', () => {
  it('refused and throttled sign-ins', async () => {
    await untilSeen('sign_in_failed', 3, async () => {
      await shop.login('rich', 'Canary-pw-1')
      await shop.login('canary@example.com', 'Canary-pw-1')
      await shop.call('user/tmpWebTokenLogin', { token: 'x'.repeat(43) })
    })
    await untilSeen('throttled', 2, async () => {
      for (let n = 0; n < 11; n++) await shop.login('rich', 'Canary-pw-1')
    })
    await untilSeen('throttled', 1, async () => {
      for (let n = 0; n < 2; n++)
        await shop.call('user/email/code/send', { email: 'canary@example.com', type: 'login' })
    })
  })

  it('tokens that were never issued', async () => {
    await untilSeen('bad_token', 1, () => shop.call('user/uinfo', {}, { token: 'forged' }))
    // A request without a token is no attack; nor is an expired session or a sign-in elsewhere.
    await untilSeen('bad_token', 0, () => shop.call('user/uinfo'))
  })

  it('wrong signatures of the game, of a gateway and of an analytics batch', async () => {
    await untilSeen('bad_game_signature', 2, async () => {
      await gameClient(shop.url, 'demo-key', 'another secret').send('GET', '/game/v1/deliveries')
      await fetch(`${shop.url}/game/v1/deliveries`)
    })
    for (const [event, path] of [
      ['bad_webhook_signature', '/api/pay/sandbox/webhook'],
      ['bad_log_signature', '/log/events'],
    ] as const) {
      await untilSeen(event, 1, () =>
        fetch(shop.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
      )
    }
  })

  it('payments of a wrong amount and second payments', async () => {
    const demo = await shop.signIn('demo', 'Demo1234')
    await untilSeen('amount_mismatch', 1, async () => {
      await shop.outcome(await demo.order('gem_60'), 'paid_wrong_amount')
    })
    const order = await demo.buy('gem_60')
    await untilSeen('surplus_payment', 1, () =>
      shop.db.query(`select store_webhook('sandbox', 'e2', 'paid', $1, 'txn_2', '', 99, 'USD', '{}', null)`, [order]),
    )
    expect(lines('surplus_payment')[0]).toContain(order)
  })

  it('more requests than an address may send', async () => {
    const before = await counted('throttled')
    while ((await fetch(`${shop.url}/api/bulletin/top`)).status !== 429) {
      /* more */
    }
    // The demo's other parties come from the same address.
    await until(
      'it is counted and logged',
      async () =>
        (await counted('throttled')) > before && lines('throttled').some((line) => line.includes('/api/bulletin/top')),
    )
    const logLines = shop
      .errors()
      .split('\n')
      .filter((line) => line.includes('"msg":"security event"'))
    expect(logLines.length).toBeGreaterThan(10)
    for (const line of logLines) expect(line).not.toMatch(/Canary-pw|canary@|"ip"|127\.0\.0\.1|"token":/)
  })
})
