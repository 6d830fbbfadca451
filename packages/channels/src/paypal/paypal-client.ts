import { boundedCall, jsonCall, NoAnswer, readAnswer } from '../http.ts'
import { z } from 'zod'

export type PaypalConfig = {
  clientId: string
  clientSecret: string
  /** The webhook's id in PayPal's dashboard: a signature is valid for one webhook only. */
  webhookId: string
  live: boolean
  /** An origin other than PayPal's own; its pages are trusted, too. */
  apiUrl: string | null
  timeoutMs: number
}

const token = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const problem = z.object({
  name: z.string().default(''),
  details: z.array(z.object({ issue: z.string().default('') })).default([]),
})

/** A refusal by PayPal, with the issue that it names. If no caller handles it, it counts as no answer. */
export class PaypalNo extends NoAnswer {
  readonly issue: string
  constructor(status: number, issue: string) {
    super(`paypal answered ${status} ${issue}`, status)
    this.issue = issue
  }
}

export type PaypalAsk = (method: 'GET' | 'POST', path: string, body?: string, key?: string) => Promise<unknown>

/**
 * PayPal's REST calls with their access token, which is kept until a minute before it expires (PayPal documentation,
 * "Get access token").
 */
export function paypalClient(config: PaypalConfig, now: () => number): PaypalAsk {
  const base = config.apiUrl ?? (config.live ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com')
  let gate: { token: Promise<string>; until: number } | undefined

  async function fresh(): Promise<{ token: string; seconds: number }> {
    const { status, json } = await jsonCall({
      method: 'POST',
      url: `${base}/v1/oauth2/token`,
      timeoutMs: config.timeoutMs,
      body: 'grant_type=client_credentials',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')}`,
      },
    })
    if (status !== 200) throw new NoAnswer(`paypal gave no token: ${status}`, status)
    const { access_token: accessToken, expires_in: seconds } = readAnswer(token, json, 'paypal')
    return { token: accessToken, seconds }
  }
  async function bearer(): Promise<string> {
    if (!gate || gate.until <= now()) {
      const request = fresh()
      const entry = { token: request.then((it) => it.token), until: now() + 60_000 }
      gate = entry
      // Concurrent calls wait for the same token; if that request fails, the next call asks for a new one.
      request.then(
        (it) => {
          entry.until = now() + (it.seconds - 60) * 1000
        },
        () => {
          if (gate === entry) gate = undefined
        },
      )
    }
    return await gate.token
  }
  return async (method, path, body, key) => {
    const answer = await boundedCall({
      method,
      url: base + path,
      timeoutMs: config.timeoutMs,
      maxBytes: 4 << 20,
      ...(body === undefined ? {} : { body }),
      headers: {
        authorization: `Bearer ${await bearer()}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...(key ? { 'paypal-request-id': key } : {}),
      },
    })
    if (answer.status === 401) gate = undefined
    let json: unknown
    try {
      json = JSON.parse(answer.text)
    } catch {
      throw new NoAnswer('paypal: the answer is not JSON', answer.status)
    }
    if (answer.status >= 200 && answer.status < 300) return json
    const { name, details } = problem.catch({ name: '', details: [] }).parse(json)
    const issue = details[0]?.issue || name
    throw new PaypalNo(answer.status, /^[A-Z_]{1,80}$/.test(issue) ? issue : '')
  }
}
