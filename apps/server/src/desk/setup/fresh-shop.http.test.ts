import { expect, it } from 'vitest'
import { deskCommand, enrol } from '@hc/test/desk'
import { withShop } from '@hc/test/fixtures'
import { freePort } from '@hc/test/shop'

const desk = `http://localhost:${await freePort()}`
const shop = withShop({
  DEMO: '0',
  CONSOLE_PORT: new URL(desk).port,
  SESSION_SECRET: 'a-secret-of-this-test',
  ANALYTICS_KEY: 'a-secret-of-this-test',
  CLIENT_KEY: '0123456789abcdef',
  GAME_WEBHOOK_SECRET: `whsec_${Buffer.from('a-secret-of-this-test-000').toString('base64')}`,
})

it('nothing of a fresh shop is done but what is proven, and its one owner lacks a second person', async () => {
  const link = await deskCommand({ databaseUrl: shop.databaseUrl, desk }, 'staff', 'invite-owner', 'olga@shop.example')
  const { client } = await enrol(desk, link.split('\n')[0] ?? '', 'Lantern-harbour-42')
  const { mode, done, open, steps } = (await client.call('setup/read', {})).result
  expect([mode, done, open]).toEqual(['test', 0, false])
  expect(steps.map(({ step, state, key }) => `${step} ${state} ${key}`)).toEqual([
    'address todo untested',
    'gateway todo none',
    'game todo nothing',
    'mail todo none',
    'products todo none',
    'countries todo nothing',
    'legal todo shipped',
    'team attention alone',
    'alerts todo none',
    'backup todo never',
    'order todo never_test',
  ])
  expect((await client.call('setup/test', { step: 'address' })).result).toMatchObject({ ok: true })
  expect((await client.call('setup/read', {})).result.done).toBe(0)
  const { lines, house } = (await client.call('health/read', {})).result
  const well = [...lines, ...house].filter(({ light }) => light === 'green').map(({ key }) => key)
  expect(well.filter((key) => /^(game|gateway|backup|certificate)/.test(key))).toEqual([])
})
