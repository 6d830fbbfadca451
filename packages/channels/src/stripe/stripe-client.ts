import { fieldsOf } from '@hc/domain/record'
import type { Stripe } from 'stripe'
import { boundedCall, NoAnswer } from '../http.ts'

export type StripeConfig = {
  secretKey: string
  /** Endpoint secrets, `whsec_…`; several during a rotation. */
  webhookSecrets: readonly string[]
  live: boolean
  /** An origin other than Stripe's own; its pages are trusted, too. */
  apiUrl: string | null
  timeoutMs: number
}

/** A refusal by Stripe. If no caller handles it, it counts as no answer. */
export class StripeNo extends NoAnswer {
  readonly type: string
  readonly code: string
  readonly param: string
  /** The answer repeats an earlier one to the same idempotency key. */
  readonly replayed: boolean
  constructor(status: number, type: string, code: string, param: string, replayed: boolean) {
    // Stripe's message is left out: it may repeat data that we sent.
    super(`stripe answered ${status} ${code || type}`, status)
    this.type = type
    this.code = code
    this.param = param
    this.replayed = replayed
  }
}

/**
 * Sends the SDK's calls over our own bounded transport: the SDK's client has no size limit, and its time-out starts
 * anew with each byte.
 */
function transport(): NonNullable<Stripe.StripeConfig['httpClient']> {
  return {
    getClientName: () => 'undici',
    async makeRequest(host, port, path, method, headers, body, protocol, timeoutMs) {
      const answer = await boundedCall({
        method: method === 'GET' ? 'GET' : 'POST',
        url: `${protocol}://${host}:${port}${path}`,
        timeoutMs,
        maxBytes: 4 << 20,
        ...(body ? { body } : {}),
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      })
      return {
        getStatusCode: () => answer.status,
        getRawResponse: () => answer,
        getHeaders: () =>
          Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
        toStream() {
          throw new Error('no streams')
        },
        toJSON: async () => {
          const json: unknown = JSON.parse(answer.text)
          return await Promise.resolve(json)
        },
      }
    },
  }
}

const word = (value: unknown): string => (typeof value === 'string' && /^[\w[\]]{1,60}$/.test(value) ? value : '')

/**
 * Stripe's SDK, loaded with the first call. It makes no retries: each caller has its own schedule, and its key makes a
 * repetition harmless.
 */
export function stripeClient(config: StripeConfig): <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T> {
  const url = new URL(config.apiUrl ?? 'https://api.stripe.com')
  let loaded: Promise<Stripe> | undefined
  const load = async (): Promise<Stripe> => {
    const { Stripe: Sdk } = await import('stripe')
    return new Sdk(config.secretKey, {
      host: url.hostname,
      port: url.port || (url.protocol === 'https:' ? '443' : '80'),
      protocol: url.protocol === 'https:' ? 'https' : 'http',
      timeout: config.timeoutMs,
      maxNetworkRetries: 0,
      telemetry: false,
      httpClient: transport(),
    })
  }
  return async (call) => {
    const stripe = await (loaded ??= load())
    try {
      return await call(stripe)
    } catch (cause) {
      // The SDK wraps an error of our transport into its own.
      const { statusCode, rawType, code, param, detail, headers } = fieldsOf(cause)
      if (cause instanceof NoAnswer) throw cause
      if (detail instanceof NoAnswer) throw detail
      if (typeof statusCode !== 'number') throw new NoAnswer('stripe gave no answer')
      throw new StripeNo(
        statusCode,
        word(rawType),
        word(code),
        word(param),
        fieldsOf(headers)['idempotent-replayed'] === 'true',
      )
    }
  }
}
