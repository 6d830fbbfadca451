import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('a public demo is a demo, from which nothing leaves and in which nobody pays', () => {
  const start = (env: Record<string, string>) => () => readConfig({ PUBLIC_DEMO: '1', ...env })
  expect(start({})).not.toThrow()
  expect(start({ DEMO: '0' })).toThrow(/^PUBLIC_DEMO: needs DEMO=1$/)
  expect(start({ NODE_ENV: 'production', PUBLIC_URL: 'https://demo.example' })).toThrow(/^PUBLIC_DEMO: needs DEMO=1$/)
  expect(start({ SMTP_URL: 'smtp://mail.example' })).toThrow(/^SMTP_URL: must not be set/)
  expect(start({ SMS_URL: 'https://sms.example' })).toThrow(/^SMS_URL: must not be set/)
  expect(start({ PAYMENTS_MODE: 'live' })).toThrow(/^PAYMENTS_MODE: must not be live/)
})
it('a public demo has the limits of a real shop', () => {
  const [home, open] = [readConfig({}), readConfig({ PUBLIC_DEMO: '1' })]
  expect([home.order.limits, open.order.limits?.unpaid]).toEqual([null, 10])
  expect([home.signIn.failuresPerAddress, open.signIn.failuresPerAddress]).toEqual([1000, 100])
  expect([home.metricsPublic, open.metricsPublic]).toEqual([true, false])
})
