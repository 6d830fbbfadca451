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

const places = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .min(1)
  .max(250)
  .nullable()
const money = z
  .array(z.string().regex(/^[A-Z]{3}$/))
  .min(1)
  .max(200)
  .nullable()
const settles = z.enum(['instant', 'minutes', 'days'])
const minor = z.number().int().min(1).max(1_000_000_000_000).nullable()
const methodCode = z.string().regex(/^[a-z0-9_]{2,32}$/)
const method = strict({
  channel: z.string(),
  method: z.string(),
  /** A brand's own name; '' if a text has it. */
  name: z.string(),
  kind: z.string(),
  /** The publisher's words; null: those of the list, which follow. */
  countries: z.array(z.string()).nullable(),
  currencies: z.array(z.string()).nullable(),
  settles: settles.nullable(),
  usual: strict({
    countries: z.array(z.string()).nullable(),
    currencies: z.array(z.string()).nullable(),
    settles,
  }),
  min_minor: z.number().int().nullable(),
  max_minor: z.number().int().nullable(),
  sort: z.number().int(),
  enabled: z.boolean(),
  /** When its gateway last had it (seconds); null: never. Absent where the gateway always has it. */
  seen_at: z.number().int().nullable().optional(),
  /** It was not seen for so long that players are not offered it. */
  lapsed: z.boolean(),
  version: z.number().int(),
})
export type DeskMethod = z.output<typeof method>

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
  'channel/methods': reads('product.read', {
    summary: 'What each channel takes: cards, banks, wallets, and when its gateway last had them.',
    body: strict({}),
    result: z.array(method),
  }),
  'channel/method': changes('channel.rules', {
    summary: "A method of a channel: countries, currencies, amounts, settle time and place; null: the list's own.",
    body: strict({
      channel: target,
      method: methodCode,
      version: live,
      countries: places,
      currencies: money,
      min_minor: minor,
      max_minor: minor,
      settles: settles.nullable(),
      sort,
      enabled: z.boolean(),
      reason: z.string().trim().min(3).max(300),
    }).refine(({ min_minor: min, max_minor: max }) => min === null || max === null || min <= max, {
      path: ['max_minor'],
    }),
    result: strict({ version: z.number().int() }),
    errors: ['RowNotFound', 'VersionConflict', 'NeedsApproval'],
  }),
  'channel/methodOff': changes('channel.switch_off', {
    summary: 'Offers a method no more, at once. Orders with it can still be paid.',
    body: strict({
      channel: target,
      method: methodCode,
      version: live,
      reason: z.string().trim().min(3).max(300),
    }),
    result: strict({ version: z.number().int() }),
    errors: ['RowNotFound', 'VersionConflict'],
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
