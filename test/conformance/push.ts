import { randomBytes } from 'node:crypto'
import { Agent, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { signWebhook } from '@hc/channels/signature'

export type Item = { cp_goods_id: string; quantity: number; bonus: number }
export type Delivery = {
  delivery_id: string
  sdk_order_id: string
  uid: string
  server_id: string
  role_id: string
  items: Item[]
} & Record<string, unknown>
/** If `status` is 0, there was no answer, and `text` gives the reason. */
export type Answer = { status: number; text: string; json: unknown; ms: number }
export type Target = { url: string; secret: string; timeoutMs: number }

/** The parts of a push; rules change them before it is sent. */
export type Push = { id: string; seconds: number; body: string; headers: Record<string, string> }

const nowSeconds = (): number => Math.floor(Date.now() / 1000)
export const freshId = (): string => `dlv_conf_${randomBytes(9).toString('hex')}`

export function pushOf(target: Target, delivery: Delivery, offsetSeconds = 0, secret = target.secret): Push {
  return signed(delivery.delivery_id, JSON.stringify(delivery), nowSeconds() + offsetSeconds, secret)
}

export function signed(id: string, body: string, seconds: number, secret: string): Push {
  return {
    id,
    seconds,
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signWebhook(secret, id, seconds, body),
    },
  }
}

const agent = new Agent({ keepAlive: false })

/** Sends a push. With `cut`, everything is sent and the connection is cut before an answer can be read. */
export function send(target: Target, push: Push, cut = false): Promise<Answer> {
  const startMs = Date.now()
  const url = new URL(target.url)
  const body = Buffer.from(push.body)
  return new Promise((resolve) => {
    const end = (status: number, text: string): void => {
      let json: unknown
      try {
        json = JSON.parse(text)
      } catch {
        json = undefined
      }
      resolve({ status, text, json, ms: Date.now() - startMs })
    }
    const out = (url.protocol === 'https:' ? secure : plain)(
      url,
      {
        method: 'POST',
        ...(url.protocol === 'https:' ? {} : { agent }),
        headers: { ...push.headers, 'content-length': String(body.length) },
        timeout: target.timeoutMs,
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text = (text + part).slice(0, 100_000)
        })
        response.on('error', (error) => end(0, error.message))
        response.on('end', () => end(response.statusCode ?? 0, text))
      },
    )
    const late = setTimeout(() => {
      out.destroy(new Error(`no answer in ${target.timeoutMs} ms`))
    }, target.timeoutMs)
    out.on('close', () => clearTimeout(late))
    out.on('error', (error) => end(0, error.message))
    out.end(body, () => {
      // All bytes are sent. The game continues, but nobody reads its answer.
      if (cut)
        setTimeout(() => {
          out.destroy(new Error('cut'))
        }, 2)
    })
  })
}

export type Verdict =
  | { kind: 'granted'; grant: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; why: string }

/**
 * Judges an answer as the shop does: only a 2xx with this delivery's id and a grant id confirms, only one with a reason
 * refuses.
 */
export function verdict(delivery: string, answer: Answer): Verdict {
  if (answer.status === 0) return { kind: 'unknown', why: answer.text }
  if (answer.status < 200 || answer.status > 299) return { kind: 'unknown', why: `HTTP ${answer.status}` }
  if (typeof answer.json !== 'object' || answer.json === null)
    return { kind: 'unknown', why: 'the answer is not a JSON object' }
  const { delivery_id, grant_id, refused } = answer.json as Record<string, unknown>
  if (delivery_id !== delivery)
    return { kind: 'unknown', why: `delivery_id is ${JSON.stringify(delivery_id) ?? 'missing'}, not ${delivery}` }
  if (typeof grant_id === 'string' && grant_id.length > 0 && grant_id.length <= 128)
    return { kind: 'granted', grant: grant_id }
  if (typeof refused === 'string' && refused.length > 0 && refused.length <= 500)
    return { kind: 'refused', reason: refused }
  return { kind: 'unknown', why: 'neither grant_id (1 to 128 characters) nor refused (1 to 500) is in the answer' }
}

export const show = (answer: Answer): string =>
  answer.status === 0
    ? `no answer: ${answer.text}`
    : `${answer.status} ${answer.text.length > 160 ? `${answer.text.slice(0, 160)}…` : answer.text} (${answer.ms} ms)`
