import { z } from 'zod'
import { address, provider, rotating, several, withoutSlash } from '../provider.ts'
import { adyenChannel, type AdyenConfig } from './adyen.ts'
import { adyenUnits } from './adyen-webhook.ts'

const settings = {
  ADYEN_API_KEY: z.string().min(8).optional().meta({ description: 'Adyen Pay by Link: the API key' }),
  ADYEN_MERCHANT_ACCOUNT: z.string().min(1).max(80).optional().meta({ description: 'The merchant account at Adyen' }),
  ADYEN_HMAC_KEYS: rotating('(?:[0-9A-Fa-f]{2}){32}', "the webhook's HMAC key, 64 hex digits").meta({
    description: "The HMAC key of Adyen's webhook, 64 hex digits. A list while rotating",
  }),
  ADYEN_ENV: z.enum(['test', 'live']).default('test').meta({ description: "Adyen's environment" }),
  ADYEN_API_URL: address.meta({
    description:
      "Adyen's API without its version; required for live: `https://PREFIX-checkout-live.adyenpayments.com/checkout`",
    byDefault: "Adyen's for tests",
  }),
  ADYEN_WEBHOOK_USER: z.string().min(1).optional().meta({ description: "The user of Adyen's webhook" }),
  ADYEN_WEBHOOK_PASSWORD: z.string().min(8).optional().meta({ description: "That user's password" }),
}

export const adyen = provider<typeof settings, AdyenConfig>({
  settings,
  units: adyenUnits,
  // Without `reason`: that of an authorisation contains the card's last digits and its expiry (decision 113).
  kept: [
    'amount',
    'value',
    'currency',
    'live',
    'notificationItems',
    'NotificationRequestItem',
    'pspReference',
    'originalReference',
    'merchantReference',
    'merchantAccountCode',
    'eventCode',
    'eventDate',
    'success',
  ],
  configure(env, { together, refuse }) {
    const set = together({
      ADYEN_API_KEY: env.ADYEN_API_KEY,
      ADYEN_MERCHANT_ACCOUNT: env.ADYEN_MERCHANT_ACCOUNT,
      ADYEN_HMAC_KEYS: env.ADYEN_HMAC_KEYS,
    })
    const basic = together({
      ADYEN_WEBHOOK_USER: env.ADYEN_WEBHOOK_USER,
      ADYEN_WEBHOOK_PASSWORD: env.ADYEN_WEBHOOK_PASSWORD,
    })
    if (!set) return null
    return ({ live, timeoutMs, keeps }) => {
      keeps('ADYEN_ENV', env.ADYEN_ENV === 'live')
      if (live && !env.ADYEN_API_URL)
        refuse("ADYEN_API_URL: is required because ADYEN_ENV is live; use your merchant's own URL")
      return {
        apiKey: set.ADYEN_API_KEY,
        merchantAccount: set.ADYEN_MERCHANT_ACCOUNT,
        hmacKeys: several(set.ADYEN_HMAC_KEYS),
        live,
        apiUrl: env.ADYEN_API_URL ? withoutSlash(env.ADYEN_API_URL) : null,
        basicAuth: basic && { user: basic.ADYEN_WEBHOOK_USER, password: basic.ADYEN_WEBHOOK_PASSWORD },
        timeoutMs,
      }
    }
  },
  channel: adyenChannel,
})
