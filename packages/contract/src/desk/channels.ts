import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { changed, changeErrors, replan, replanErrors, replanned, requests, target, when } from './editing.ts'
import { live, sort } from './products.ts'

const amounts = z.number().int().min(1).max(10_000_000).nullable()
const channel = strict({
  code: z.string(),
  version: z.number().int(),
  /** Whether this installation has the settings that the channel needs. */
  configured: z.boolean(),
  name: z.string(),
  enabled: z.boolean(),
  sort: z.number().int(),
  countries: z.array(z.string()).nullable(),
  currencies: z.array(z.string()).nullable(),
  min_cents: z.number().int().nullable(),
  max_cents: z.number().int().nullable(),
  /** Consecutive failures, and the end of the channel's pause; 0: no pause. */
  failures: z.number().int(),
  rests_until: z.number().int(),
  /** Orders of the last hour and of the last day by this channel, and how many of them were paid. */
  hour: strict({ made: z.number().int(), paid: z.number().int() }),
  day: strict({ made: z.number().int(), paid: z.number().int() }),
  /** Whether the channel takes real money; null if it has no gateway or is not configured. */
  mode: z.enum(['test', 'live']).nullable(),
  /** Open disputes. */
  disputes: z.number().int(),
  /**
   * The secrets that are set: name and first characters of a hash, never a value; and the time since when this shop has
   * known the hash (0: not noted yet).
   */
  secrets: z.array(strict({ name: z.string(), fingerprint: z.string(), seen_at: z.number().int() })),
  requests,
})
export type DeskChannel = z.output<typeof channel>

export const channelCalls = {
  'channel/list': reads('product.read', {
    summary: 'All payment channels: rules, health, and which secrets are set.',
    body: strict({}),
    result: z.array(channel),
  }),
  'channel/off': changes('channel.switch_off', {
    summary: 'Takes a channel out of the shop. Payments in progress go on.',
    body: strict({ code: target, version: live, reason: z.string().trim().min(3).max(300) }),
    result: changed,
    errors: changeErrors,
  }),
  'channel/on': changes('channel.switch_on', {
    summary: 'Offers a channel to players.',
    body: strict({ code: target, version: live, reason: z.string().trim().min(3).max(300) }),
    result: changed,
    errors: changeErrors,
  }),
  'channel/rules': changes('channel.rules', {
    summary: 'Countries, currencies, amounts and place of a channel; null: no rule.',
    body: strict({
      code: target,
      version: live,
      sort,
      countries: z
        .array(z.string().regex(/^[A-Z]{2}$/))
        .min(1)
        .max(250)
        .nullable(),
      currencies: z
        .array(z.string().regex(/^[A-Z]{3}$/))
        .min(1)
        .max(200)
        .nullable(),
      min_cents: amounts,
      max_cents: amounts,
      reason: z.string().trim().min(3).max(300),
      when,
    }),
    result: changed,
    errors: changeErrors,
  }),
  'channel/replan': changes('channel.rules', {
    summary:
      "Moves a channel's plan to another moment, or withdraws it. Two people agreed on the moment, so two must " +
      'agree on another one.',
    body: strict({ ...replan.shape, reason: z.string().trim().min(3).max(300) }),
    result: replanned,
    errors: replanErrors,
  }),
  'channel/try': changes('reconcile.run', {
    summary:
      'Asks a gateway for one line of its own books, which changes nothing. A channel without such a list says so.',
    body: strict({ code: target }),
    result: strict({
      state: z.enum(['answers', 'refuses', 'silent', 'none', 'asked']),
      ms: z.number().int(),
      detail: z.string(),
    }),
    errors: ['NotFound'],
  }),
  'sales/state': reads('product.read', {
    summary: 'Whether all sales pause.',
    body: strict({}),
    result: strict({ paused: z.boolean(), version: z.number().int(), by: z.string(), at: z.number().int() }),
  }),
  'sales/pause': changes('sales.pause', {
    summary:
      'Pauses all sales, or resumes them: the shop makes no orders meanwhile. Existing orders can still be paid.',
    body: strict({ paused: z.boolean(), version: live, reason: z.string().trim().min(3).max(300) }),
    result: changed,
    errors: changeErrors,
  }),
}
