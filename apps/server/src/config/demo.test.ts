import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const refusal = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  }
  return 'accepted'
}

it('a public demo is a demo, from which nothing leaves and in which nobody pays', () => {
  expect(refusal({ PUBLIC_DEMO: '1', DEMO: '0' })).toBe('PUBLIC_DEMO: needs DEMO=1')
  expect(refusal({ PUBLIC_DEMO: '1', NODE_ENV: 'production', PUBLIC_URL: 'https://demo.example' })).toBe(
    'PUBLIC_DEMO: needs DEMO=1',
  )
  expect(refusal({ PUBLIC_DEMO: '1', SMTP_URL: 'smtp://mail.example' })).toMatch(/^SMTP_URL: must not be set/)
  expect(refusal({ PUBLIC_DEMO: '1', PAYMENTS_MODE: 'live' })).toMatch(/^PAYMENTS_MODE: must not be live/)
  expect(refusal({ PUBLIC_DEMO: '1' })).toBe('accepted')
})
it('a public demo has the limits of a real shop', () => {
  const [home, open] = [readConfig({}), readConfig({ PUBLIC_DEMO: '1' })]
  expect([home.order.limits, open.order.limits?.unpaid]).toEqual([null, 10])
  expect([home.signIn.failuresPerAddress, open.signIn.failuresPerAddress]).toEqual([1000, 100])
  expect([home.metricsPublic, open.metricsPublic]).toEqual([true, false])
})
