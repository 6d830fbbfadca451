import { z } from 'zod'
import { strict } from './call.ts'

/** Whole milliseconds, at most a day. */
const duration = (min = 0) => z.number().transform(Math.round).pipe(z.number().int().min(min).max(86_400_000))
/** One of our own short names (of a button or a dialog); a text that a player typed does not fit. */
const slug = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

/** The path pattern of a page: without query and ids; each part that is not a plain word becomes `:id`. */
const patternOf = (address: string): string =>
  address
    .split(/[?#]/, 1)[0]
    ?.toLowerCase()
    .split('/')
    .map((part) => (/^([a-z]{0,24}|\d{3})$/.test(part) ? part : ':id'))
    .join('/')
    .slice(0, 64) ?? ''
const page = z.string().startsWith('/').transform(patternOf)
/** The site that the visitor came from, or the page that they opened. */
const link = z
  .string()
  .max(2048)
  .transform((address) => {
    if (address.startsWith('/')) return patternOf(address)
    const url = URL.canParse(address) ? new URL(address) : null
    return url && /^https?:$/.test(url.protocol) ? url.origin : ''
  })
const source = z.string().transform((text) => (/^[\w.-]{1,64}$/.test(text) ? text : 'other'))

const event = <N extends string, P extends z.ZodRawShape>(name: N, props: P) =>
  z.object({ event: z.literal(`web_payment_${name}`), ts: z.number().int(), props: z.object(props) })

/**
 * The events of the product specification, section 7. Nothing else is kept: no text of a player, no account id and no
 * token fits in.
 */
export const analyticsEvent = z.discriminatedUnion('event', [
  event('page_load', { loading_request_time: duration(), loading_time: duration() }),
  /** Stays under two seconds are not reported. */
  event('page_stay', { page, page_duration: duration(2000) }),
  /** The `channel` of the address, else `organic`. */
  event('user_info', { trafficsource: source, trafficsource_link: link }),
  event('login_result', { type: z.enum(['apple', 'wechat']), result: z.enum(['success', 'fail']) }),
  event('show_popup', { popup: slug }),
  event('click_button', { button: slug }),
])
/**
 * The outer form of a batch. `analyticsEvent` decides which of its events are known and which fields of them are kept.
 */
export const analyticsBatch = z
  .array(
    strict({
      event: z.string().regex(/^web_payment_[a-z0-9_]{1,48}$/, 'is a name that begins with web_payment_'),
      ts: z.number().int(),
      props: z.record(z.string(), z.unknown()),
    }),
  )
  .min(1)
  .max(50)
export type AnalyticsEvent = z.infer<typeof analyticsEvent>

export const ANALYTICS_BODY_MAX = 8192
/** A batch with an older (or newer) event is refused. */
export const ANALYTICS_AGE_MS = 300_000
