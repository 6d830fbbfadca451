import type { ChannelConfigs } from '@hc/channels/registry'
import { z } from 'zod'
import { about } from './config-about.ts'

const list = (one: string, what: string) =>
  z
    .string()
    .regex(new RegExp(`^${one}(,${one})*$`), `must be ${what}; several, the newest first, with commas while rotating`)
    .optional()
const origin = z.url({ protocol: /^https?$/ }).optional()

/** The settings of the payment gateways: docs/payments.md. */
export const gatewaySettings = {
  PAYMENTS_MODE: z
    .enum(['test', 'live'])
    .optional()
    .meta(
      about(
        '`live` takes real money; keys, environments and webhooks of the other mode are refused, and so are sample texts of ' +
          'the brand',
        { byDefault: '`test`; required in production with a gateway' },
      ),
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w{8,}$/, 'must be a secret or restricted key, sk_ or rk_ and test_ or live_')
    .optional()
    .meta(about('Stripe Checkout: its secret or restricted key')),
  STRIPE_WEBHOOK_SECRETS: list(String.raw`whsec_\w{8,}`, "the endpoint's secret, whsec_…").meta(
    about("The secret of Stripe's webhook. A list while rotating"),
  ),
  STRIPE_API_URL: origin.meta(about("Another address of Stripe's API", { byDefault: "Stripe's" })),
  PAYPAL_CLIENT_ID: z.string().min(8).optional().meta(about('PayPal Orders: the client')),
  PAYPAL_CLIENT_SECRET: z.string().min(8).optional().meta(about("The client's secret")),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^\w{8,50}$/)
    .optional()
    .meta(about("The id of PayPal's webhook")),
  PAYPAL_ENV: z.enum(['sandbox', 'live']).default('sandbox').meta(about("PayPal's environment")),
  PAYPAL_API_URL: origin.meta(about("Another address of PayPal's API", { byDefault: "PayPal's" })),
  ADYEN_API_KEY: z.string().min(8).optional().meta(about('Adyen Pay by Link: the API key')),
  ADYEN_MERCHANT_ACCOUNT: z.string().min(1).max(80).optional().meta(about('The merchant account at Adyen')),
  ADYEN_HMAC_KEYS: list('(?:[0-9A-Fa-f]{2}){32}', "the webhook's HMAC key, 64 hex digits").meta(
    about("The HMAC key of Adyen's webhook, 64 hex digits. A list while rotating"),
  ),
  ADYEN_ENV: z.enum(['test', 'live']).default('test').meta(about("Adyen's environment")),
  ADYEN_API_URL: origin.meta(
    about(
      "Adyen's API without its version; required for live: `https://PREFIX-checkout-live.adyenpayments.com/checkout`",
      {
        byDefault: "Adyen's for tests",
      },
    ),
  ),
  ADYEN_WEBHOOK_USER: z.string().min(1).optional().meta(about("The user of Adyen's webhook")),
  ADYEN_WEBHOOK_PASSWORD: z.string().min(8).optional().meta(about("That user's password")),
}

type Settings = z.infer<z.ZodObject<typeof gatewaySettings>>
type Tools = {
  production: boolean
  timeoutMs: number
  together: <K extends string>(values: Record<K, string | undefined>) => Record<K, string> | null
  refuse: (line: string) => never
}

const trim = (url: string): string => url.replace(/\/+$/, '')
const several = (text: string): string[] => text.split(',')

/**
 * The gateways that are configured. Test and live are never mixed: one wrong key would give items away, or take real
 * money in a rehearsal.
 */
export function readGateways(
  c: Settings,
  { production, timeoutMs, together, refuse }: Tools,
): Omit<ChannelConfigs, 'sandbox'> {
  const stripe = together({ STRIPE_SECRET_KEY: c.STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS: c.STRIPE_WEBHOOK_SECRETS })
  const paypal = together({
    PAYPAL_CLIENT_ID: c.PAYPAL_CLIENT_ID,
    PAYPAL_CLIENT_SECRET: c.PAYPAL_CLIENT_SECRET,
    PAYPAL_WEBHOOK_ID: c.PAYPAL_WEBHOOK_ID,
  })
  const adyen = together({
    ADYEN_API_KEY: c.ADYEN_API_KEY,
    ADYEN_MERCHANT_ACCOUNT: c.ADYEN_MERCHANT_ACCOUNT,
    ADYEN_HMAC_KEYS: c.ADYEN_HMAC_KEYS,
  })
  const basic = together({ ADYEN_WEBHOOK_USER: c.ADYEN_WEBHOOK_USER, ADYEN_WEBHOOK_PASSWORD: c.ADYEN_WEBHOOK_PASSWORD })
  if ((stripe ?? paypal ?? adyen) && production && !c.PAYMENTS_MODE)
    refuse('PAYMENTS_MODE: is required when NODE_ENV=production and a gateway is configured')
  const mode = c.PAYMENTS_MODE ?? 'test'
  const live = mode === 'live'
  // Decision 80.
  const keeps = (name: string, isLive: boolean): void => {
    if (isLive !== live) refuse(`${name}: belongs to ${isLive ? 'live' : 'test'} mode, but PAYMENTS_MODE is ${mode}`)
  }
  if (stripe) keeps('STRIPE_SECRET_KEY', /^[sr]k_live_/.test(stripe.STRIPE_SECRET_KEY))
  if (paypal) keeps('PAYPAL_ENV', c.PAYPAL_ENV === 'live')
  if (adyen) keeps('ADYEN_ENV', c.ADYEN_ENV === 'live')
  if (adyen && live && !c.ADYEN_API_URL)
    refuse("ADYEN_API_URL: is required because ADYEN_ENV is live; use your merchant's own URL")
  return {
    stripe: stripe && {
      secretKey: stripe.STRIPE_SECRET_KEY,
      webhookSecrets: several(stripe.STRIPE_WEBHOOK_SECRETS),
      live,
      apiUrl: c.STRIPE_API_URL ? trim(c.STRIPE_API_URL) : null,
      timeoutMs,
    },
    paypal: paypal && {
      clientId: paypal.PAYPAL_CLIENT_ID,
      clientSecret: paypal.PAYPAL_CLIENT_SECRET,
      webhookId: paypal.PAYPAL_WEBHOOK_ID,
      live,
      apiUrl: c.PAYPAL_API_URL ? trim(c.PAYPAL_API_URL) : null,
      timeoutMs,
    },
    adyen: adyen && {
      apiKey: adyen.ADYEN_API_KEY,
      merchantAccount: adyen.ADYEN_MERCHANT_ACCOUNT,
      hmacKeys: several(adyen.ADYEN_HMAC_KEYS),
      live,
      apiUrl: c.ADYEN_API_URL ? trim(c.ADYEN_API_URL) : null,
      basicAuth: basic && { user: basic.ADYEN_WEBHOOK_USER, password: basic.ADYEN_WEBHOOK_PASSWORD },
      timeoutMs,
    },
  }
}
