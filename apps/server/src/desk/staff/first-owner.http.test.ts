import { describe, expect, it } from 'vitest'
import { deskCommand, enrol } from '@hc/test/desk'
import { freePort, until } from '@hc/test/shop'
import { withShop } from '@hc/test/fixtures'

const SAYS = 'npm run hc -- staff invite-owner EMAIL'
const desk = `http://localhost:${await freePort()}`
const env = {
  DEMO: '0',
  CONSOLE_PORT: new URL(desk).port,
  SESSION_SECRET: 'a-secret-of-this-test',
  ANALYTICS_KEY: 'a-secret-of-this-test',
  CLIENT_KEY: '0123456789abcdef',
  GAME_WEBHOOK_SECRET: `whsec_${Buffer.from('a-secret-of-this-test-000').toString('base64')}`,
}
const shop = withShop(env)

describe('a shop outside the demo', () =>
  it('says at its start which command makes the first owner, until there is one', async () => {
    await until('the line', () => Promise.resolve(shop.errors().includes(SAYS)))
    const link = await deskCommand(
      { databaseUrl: shop.databaseUrl, desk },
      'staff',
      'invite-owner',
      'olga@shop.example',
    )
    await enrol(desk, link.split('\n')[0] ?? '', 'Lantern-harbour-42')
    await shop.restart(env)
    expect(shop.errors()).not.toContain(SAYS)
  }))
