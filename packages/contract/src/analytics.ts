import { z } from 'zod'
import { strict } from './call.ts'

/** Milliseconds within a day. */
const duration = (min = 0) => z.number().int().min(min).max(86_400_000)
/** One of our own short names (a page's pattern, a button, a dialog): nothing that a player typed fits. */
const slug = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)
const pagePattern = z.string().regex(/^\/[a-z0-9/:]{0,63}$/)
const event = <N extends string, P extends z.ZodRawShape>(name: N, props: P) => strict({ event: z.literal(`web_payment_${name}`), ts: z.number().int(), props: strict(props) })

/** The events of the product specification, section 7, and nothing else: no text of a player, no id of an account, no token fits in. */
export const analyticsEvent = z.discriminatedUnion('event', [
  event('page_load', { loading_request_time: duration(), loading_time: duration() }),
  /** Stays under two seconds are not told. */
  event('page_stay', { page: pagePattern, page_duration: duration(2000) }),
  /** The `channel` of the address, else `organic`; and the site that led here, or the page that was opened. */
  event('user_info', { trafficsource: z.string().regex(/^[\w.-]{1,64}$/), trafficsource_link: z.string().regex(/^(https?:\/\/[\w.:-]{1,120}|\/[a-z0-9/:]{0,63})$/) }),
  event('login_result', { type: z.enum(['apple', 'wechat']), result: z.enum(['success', 'fail']) }),
  event('show_popup', { popup: slug }),
  event('click_button', { button: slug }),
])
export const analyticsBatch = z.array(analyticsEvent).min(1).max(50)
export type AnalyticsEvent = z.infer<typeof analyticsEvent>

export const ANALYTICS_BODY_MAX = 8192
/** A batch with an older (or newer) event is refused. */
export const ANALYTICS_AGE_MS = 300_000
