import { z } from 'zod'
import { address, provider, rotating, several, withoutSlash } from '../provider.ts'
import { stripeChannel, type StripeConfig } from './stripe.ts'
import { stripeUnits } from './stripe-forms.ts'

const settings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w{8,}$/, 'must be a secret or restricted key, sk_ or rk_ and test_ or live_')
    .optional()
    .meta({ description: 'Stripe Checkout: its secret or restricted key' }),
  STRIPE_WEBHOOK_SECRETS: rotating(String.raw`whsec_\w{8,}`, "the endpoint's secret, whsec_…").meta({
    description: "The secret of Stripe's webhook. A list while rotating",
  }),
  STRIPE_API_URL: address.meta({ description: "Another address of Stripe's API", byDefault: "Stripe's" }),
}

export const stripe = provider<typeof settings, StripeConfig>({
  settings,
  units: stripeUnits,
  kept: [
    'id',
    'object',
    'type',
    'created',
    'livemode',
    'data',
    'status',
    'amount',
    'currency',
    'amount_total',
    'amount_received',
    'amount_captured',
    'metadata',
    'order_no',
    'refund_key',
    'payment_intent',
    'payment_status',
    'client_reference_id',
    'charge',
    'failure_reason',
    'evidence_details',
    'due_by',
  ],
  configure(env, { together }) {
    const set = together({
      STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY,
      STRIPE_WEBHOOK_SECRETS: env.STRIPE_WEBHOOK_SECRETS,
    })
    if (!set) return null
    return ({ live, timeoutMs, keeps }) => {
      keeps('STRIPE_SECRET_KEY', /^[sr]k_live_/.test(set.STRIPE_SECRET_KEY))
      return {
        secretKey: set.STRIPE_SECRET_KEY,
        webhookSecrets: several(set.STRIPE_WEBHOOK_SECRETS),
        live,
        apiUrl: env.STRIPE_API_URL ? withoutSlash(env.STRIPE_API_URL) : null,
        timeoutMs,
      }
    }
  },
  channel: stripeChannel,
})
