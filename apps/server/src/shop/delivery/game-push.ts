import { plainText } from '@hc/channels/channel'
import { jsonCall, NoAnswer, UnreadableAnswer } from '@hc/channels/http'
import { signWebhook, signWebhookByKey } from '@hc/channels/signature'
import { z } from 'zod'
import type { Game, Unknown } from '../../ctx.ts'

const REASON_LENGTH = 500
/**
 * A game's words in a form that the database holds: a sign that it cannot hold would leave the answer unstored, and the
 * game would be asked for ever. A reason of nothing else is still a refusal.
 */
const reason = z
  .string()
  .min(1)
  .transform((text) => plainText(text.toWellFormed(), REASON_LENGTH) || 'refused')
const grantId = z
  .string()
  .max(128)
  .transform((text) => plainText(text.toWellFormed(), 128))
  .pipe(z.string().min(1))
const granted = z.object({ delivery_id: z.string(), grant_id: grantId })
const refused = z.object({ delivery_id: z.string(), refused: reason })
const takenBack = z.object({ recall_id: z.string(), taken_back: z.literal(true) })
const keptBack = z.object({ recall_id: z.string(), refused: reason })

type Config = {
  url: string | null
  recallUrl: string | null
  secrets: readonly string[]
  privateKeys?: readonly string[]
  timeoutMs: number
}

/**
 * Pushes deliveries to the game's URL, signed by the Standard Webhooks headers (contract, section 7). A 2xx with this
 * delivery's grant id confirms, and a 2xx with a reason refuses. Any other answer, including a 200 without a grant id,
 * is unknown, and the delivery is retried with the same id. Recalls go the same way to their own address.
 */
export function gamePush(config: Config, now: () => number): Game {
  /** The body of a 2xx answer, or the reason why there is none. */
  async function push(url: string, id: string, payload: object): Promise<{ json: unknown } | Unknown> {
    const body = JSON.stringify(payload)
    const timestamp = Math.floor(now() / 1000)
    try {
      const { status, json } = await jsonCall({
        method: 'POST',
        url,
        body,
        timeoutMs: config.timeoutMs,
        headers: {
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          // During a rotation the game may know only the old secret or only the new one.
          'webhook-signature': [
            ...config.secrets.map((secret) => signWebhook(secret, id, timestamp, body)),
            ...(config.privateKeys ?? []).map((key) => signWebhookByKey(key, id, timestamp, body)),
          ].join(' '),
        },
      })
      return status < 200 || status > 299 ? { state: 'unknown', answer: 'error', detail: `HTTP ${status}` } : { json }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      const detail = error.message.slice(0, 300)
      if (error instanceof UnreadableAnswer) return { state: 'unknown', answer: 'unreadable', detail }
      // A game that asks for a pause does it by an error number.
      const { retryAfterMs } = error
      return { state: 'unknown', ...(retryAfterMs > 0 && { answer: 'error', retryAfterMs }), detail }
    }
  }
  const { url, recallUrl } = config
  return {
    ...(url === null ? { off: true as const } : {}),
    async deliver(delivery) {
      if (url === null) return { state: 'unknown', detail: 'the game has no address' }
      const answer = await push(url, delivery.id, delivery.payload)
      if ('state' in answer) return answer
      const yes = granted.safeParse(answer.json)
      if (yes.success && yes.data.delivery_id === delivery.id) return { state: 'confirmed', grantId: yes.data.grant_id }
      const no = refused.safeParse(answer.json)
      if (no.success && no.data.delivery_id === delivery.id) return { state: 'refused', reason: no.data.refused }
      return { state: 'unknown', answer: 'unreadable', detail: 'answer without a grant id' }
    },
    ...(recallUrl === null
      ? {}
      : {
          async recall(recall) {
            const answer = await push(recallUrl, recall.id, recall.payload)
            if ('state' in answer) return answer
            const yes = takenBack.safeParse(answer.json)
            if (yes.success && yes.data.recall_id === recall.id) return { state: 'taken_back' }
            const no = keptBack.safeParse(answer.json)
            if (no.success && no.data.recall_id === recall.id) return { state: 'refused', reason: no.data.refused }
            return { state: 'unknown', answer: 'unreadable', detail: 'answer of another form' }
          },
        }),
  }
}
