import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const stripe = { STRIPE_SECRET_KEY: 'sk_test_canary12345678', STRIPE_WEBHOOK_SECRETS: 'whsec_canary12345678' }
const paypal = {
  PAYPAL_CLIENT_ID: 'client-id-1',
  PAYPAL_CLIENT_SECRET: 'canary-secret',
  PAYPAL_WEBHOOK_ID: '8PT597110X687430LKGECATA',
}
const adyen = {
  ADYEN_API_KEY: 'canary-api-key',
  ADYEN_MERCHANT_ACCOUNT: 'PublisherECOM',
  ADYEN_HMAC_KEYS: 'ab'.repeat(32),
}
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  CLIENT_KEY: '0123456789abcdef',
  SESSION_SECRET: 'a-session-secret-of-our-own',
  ANALYTICS_KEY: 'analytics',
  GAME_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
}
const refusal = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  }
  return 'accepted'
}

describe('the settings of a gateway', () => {
  it('switch the gateway on, and without them the shop does not offer it', () => {
    expect(readConfig({}).gateways).toMatchObject({ stripe: null, paypal: null, adyen: null })
    expect(Object.values(readConfig({}).gateways).filter((gateway) => gateway !== null)).toEqual([])
    const { gateways } = readConfig({
      ...stripe,
      ...paypal,
      ...adyen,
      ADYEN_HMAC_KEYS: `${'ab'.repeat(32)},${'cd'.repeat(32)}`,
    })
    expect(gateways.stripe).toMatchObject({ live: false, apiUrl: null })
    expect(gateways.paypal).toMatchObject({ live: false })
    expect(gateways.adyen?.hmacKeys).toHaveLength(2)
  })

  it.each<[string, Record<string, string>, string]>([
    ['a live key in test mode', { ...stripe, STRIPE_SECRET_KEY: 'sk_live_canary12345678' }, 'STRIPE_SECRET_KEY'],
    ['a test key in live mode', { ...stripe, PAYMENTS_MODE: 'live' }, 'STRIPE_SECRET_KEY'],
    [
      'a restricted live key in test mode',
      { ...stripe, STRIPE_SECRET_KEY: 'rk_live_canary12345678' },
      'STRIPE_SECRET_KEY',
    ],
    ['live PayPal in test mode', { ...paypal, PAYPAL_ENV: 'live' }, 'PAYPAL_ENV'],
    ["PayPal's sandbox in live mode", { ...paypal, PAYMENTS_MODE: 'live' }, 'PAYPAL_ENV'],
    [
      'live Adyen in test mode',
      { ...adyen, ADYEN_ENV: 'live', ADYEN_API_URL: 'https://x-checkout-live.adyenpayments.com/checkout' },
      'ADYEN_ENV',
    ],
    ['live Adyen without its address', { ...adyen, ADYEN_ENV: 'live', PAYMENTS_MODE: 'live' }, 'ADYEN_API_URL'],
    ['a gateway in production without saying which money', { ...production, ...stripe }, 'PAYMENTS_MODE'],
    ['a publishable key', { ...stripe, STRIPE_SECRET_KEY: 'pk_test_canary12345678' }, 'STRIPE_SECRET_KEY'],
    ["a key without its webhook's secret", { STRIPE_SECRET_KEY: stripe.STRIPE_SECRET_KEY }, 'STRIPE_WEBHOOK_SECRETS'],
    ['a webhook user without a password', { ...adyen, ADYEN_WEBHOOK_USER: 'adyen' }, 'ADYEN_WEBHOOK_PASSWORD'],
    ['an HMAC key that is not hex', { ...adyen, ADYEN_HMAC_KEYS: 'canary'.repeat(12) }, 'ADYEN_HMAC_KEYS'],
  ])('refuse %s, by its name and without its value', (_what, env, name) => {
    expect(refusal(env)).toMatch(new RegExp(`^${name}: [^:]*$`))
    expect(refusal(env)).not.toContain('canary')
  })

  it('accept live keys only in live mode', () =>
    expect(
      readConfig({ ...production, ...stripe, STRIPE_SECRET_KEY: 'sk_live_canary12345678', PAYMENTS_MODE: 'live' })
        .gateways.stripe,
    ).toMatchObject({ live: true }))
})
