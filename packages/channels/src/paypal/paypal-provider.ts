import { z } from 'zod'
import { address, provider, withoutSlash } from '../provider.ts'
import { paypalChannel, type PaypalConfig } from './paypal.ts'
import { paypalUnits } from './paypal-forms.ts'

const settings = {
  PAYPAL_CLIENT_ID: z.string().min(8).optional().meta({ description: 'PayPal Orders: the client' }),
  PAYPAL_CLIENT_SECRET: z.string().min(8).optional().meta({ description: "The client's secret" }),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^\w{8,50}$/)
    .optional()
    .meta({ description: "The id of PayPal's webhook" }),
  PAYPAL_ENV: z.enum(['sandbox', 'live']).default('sandbox').meta({ description: "PayPal's environment" }),
  PAYPAL_API_URL: address.meta({ description: "Another address of PayPal's API", byDefault: "PayPal's" }),
}

export const paypal = provider<typeof settings, PaypalConfig>({
  settings,
  units: paypalUnits,
  kept: [
    'id',
    'event_type',
    'resource_type',
    'create_time',
    'update_time',
    'resource',
    'status',
    'links',
    'rel',
    'href',
    'amount',
    'value',
    'currency_code',
    'custom_id',
    'custom',
    'invoice_id',
    'purchase_units',
    'payments',
    'captures',
    'refunds',
    'status_details',
    'dispute_id',
    'dispute_amount',
    'dispute_outcome',
    'outcome_code',
    'disputed_transactions',
    'seller_transaction_id',
    'seller_response_due_date',
  ],
  configure(env, { together }) {
    const set = together({
      PAYPAL_CLIENT_ID: env.PAYPAL_CLIENT_ID,
      PAYPAL_CLIENT_SECRET: env.PAYPAL_CLIENT_SECRET,
      PAYPAL_WEBHOOK_ID: env.PAYPAL_WEBHOOK_ID,
    })
    if (!set) return null
    return ({ live, timeoutMs, keeps }) => {
      keeps('PAYPAL_ENV', env.PAYPAL_ENV === 'live')
      return {
        clientId: set.PAYPAL_CLIENT_ID,
        clientSecret: set.PAYPAL_CLIENT_SECRET,
        webhookId: set.PAYPAL_WEBHOOK_ID,
        live,
        apiUrl: env.PAYPAL_API_URL ? withoutSlash(env.PAYPAL_API_URL) : null,
        timeoutMs,
      }
    }
  },
  channel: paypalChannel,
})
