import { fieldsOf } from '@hc/domain/record'
import type { AnalyticsEvent } from '@hc/contract/analytics'
import type { SettingInit } from '@hc/contract/calls'
import { MIN_STAY_MS } from '@hc/domain/limits'
import { keys, randomId, readJson, readText, remove, writeJson, writeText } from './storage.ts'
import { consentNoticeStore, loginResultStore, pageStore } from './visit.ts'

type EventArgs = AnalyticsEvent extends infer E
  ? E extends { event: `web_payment_${infer N}`; props: infer P }
    ? [name: N, props: P]
    : never
  : never

const FLUSH_MS = 4_000
const BATCH_MAX = 40
/** Less than the server's limit of five minutes, so that small differences of the clocks do not matter. */
const AGE_MAX_MS = 290_000
/**
 * Time zones of the EU, the EEA, the United Kingdom and Switzerland; visitors in other European time zones are asked,
 * too.
 */
const EUROPE =
  /^(Europe|Arctic)\/|^Atlantic\/(Azores|Canary|Faroe|Madeira|Reykjavik)|^Asia\/(Nicosia|Famagusta)|^Africa\/Ceuta|^Indian\/(Reunion|Mayotte)|^America\/(Cayenne|Guadeloupe|Martinique)/

let init: SettingInit
let landing = ''
let running = false
let sign: (body: string) => Promise<string>
let calibrated: Promise<number>
let offset = 0
let queue: AnalyticsEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let shownAt = 0
let shownPage = ''

/** Whether the browser asks not to be tracked (Global Privacy Control, Do Not Track). */
export const isRefused = (): boolean =>
  // Decision 70.
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) || navigator.doNotTrack === '1'

/** The player's decision; '' if nobody asked, or nobody has to. */
export const decision = (): string => readText(keys.analytics)
const mustAsk = (): boolean => {
  const { analyticsConsent } = init.customConfig
  return (
    analyticsConsent === 'always' ||
    (analyticsConsent === 'eu' && EUROPE.test(Intl.DateTimeFormat().resolvedOptions().timeZone))
  )
}
export const isCounting = (): boolean => running

/**
 * Stores the player's decision, from the notice or the privacy page. After a refusal nothing is kept and nothing is
 * sent.
 */
export function decide(allowed: boolean): void {
  writeText(keys.analytics, allowed ? 'yes' : 'no')
  consentNoticeStore.set(false)
  if (allowed) {
    if (!running && !isRefused()) begin()
  } else {
    running = false
    queue = []
    remove(keys.analyticsQueue)
    try {
      sessionStorage.removeItem(keys.visit)
    } catch {
      /* as in storage.ts */
    }
  }
}

/** @param search the query of the address that was opened. */
export function start(settings: SettingInit, search: string): void {
  init = settings
  landing = search
  if (!init.gameInfo.cgi || !init.customConfig.loggerUrl) console.error('analytics: cgi or loggerUrl is missing')
  else if (!('subtle' in crypto)) console.error('analytics: no crypto.subtle here (plain http), nothing is counted')
  else if (isRefused() || decision() === 'no') return
  else if (decision() === '' && mustAsk()) consentNoticeStore.set(true)
  else oncePageIsShown(begin)
}

/** React hydrates the page in slices; the page sets its name at the end of them. */
function oncePageIsShown(then: () => void): void {
  if (pageStore.get() !== '') {
    then()
    return
  }
  const stop = pageStore.subscribe(() => {
    stop()
    then()
  })
}

/** The random id of this visit in this tab; it is linked to nothing else. @returns whether the visit begins. */
function visit(): [id: string, fresh: boolean] {
  try {
    const storedId = sessionStorage.getItem(keys.visit)
    if (storedId) return [storedId, false]
    const newId = randomId()
    sessionStorage.setItem(keys.visit, newId)
    return [newId, true]
  } catch {
    return [randomId(), true]
  }
}

let visitId = ''
let listening = false

function begin(): void {
  running = true
  const [id, fresh] = visit()
  visitId = id
  const key = crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(init.gameInfo.cgi),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  sign = async (body) =>
    [...new Uint8Array(await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(body)))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
  calibrated = calibrate()
  if (fresh) log('user_info', { trafficsource: source(), trafficsource_link: link() })
  if (document.readyState === 'complete') pageLoad()
  else
    addEventListener('load', () => {
      setTimeout(pageLoad)
    })
  look()
  void resend()
  if (listening) return
  listening = true
  pageStore.subscribe(() => {
    stay()
    look()
  })
  const loginResult = () => {
    const candidate = loginResultStore.get()
    if (candidate) log('login_result', candidate)
  }
  loginResult()
  loginResultStore.subscribe(loginResult)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) {
      look()
      void resend()
      return
    }
    stay()
    flush()
  })
  addEventListener('pagehide', () => {
    stay()
    flush()
  })
  document.addEventListener(
    'click',
    ({ target }) => {
      const near = target instanceof Element ? target.closest<HTMLElement>('[data-track]') : null
      const button = near?.dataset.track
      if (button) log('click_button', { button })
    },
    true,
  )
  document.addEventListener('popup', ({ target }) => {
    const popup = target instanceof HTMLElement ? target.dataset.popup : undefined
    if (popup) log('show_popup', { popup })
  })
}

const logAddress = (what: string): string => `${init.customConfig.loggerUrl.replace(/\/$/, '')}/log/${what}`

/** Half of the round trip is taken as the answer's age. */
async function calibrate(): Promise<number> {
  const sentAt = Date.now()
  try {
    const { time } = fieldsOf(await (await fetch(logAddress('time'))).json())
    if (typeof time === 'number') offset = Math.round(time + (Date.now() - sentAt) / 2 - Date.now())
  } catch {
    /* No answer: the browser's own clock is used. */
  }
  return offset
}

const source = (): string => /^[\w.-]{1,64}$/.exec(new URLSearchParams(landing).get('channel') ?? '')?.[0] ?? 'organic'
const link = (): string => {
  const from = document.referrer && new URL(document.referrer).origin
  return from && from !== location.origin && from.startsWith('http') ? from : pageStore.get()
}

function pageLoad(): void {
  const [entry] = performance.getEntriesByType('navigation')
  if (entry instanceof PerformanceNavigationTiming)
    log('page_load', {
      loading_request_time: Math.max(0, Math.round(entry.responseEnd - entry.requestStart)),
      loading_time: Math.round(entry.loadEventEnd),
    })
}

const look = (): void => {
  shownAt = Date.now()
  shownPage = pageStore.get()
}
/** Reports the end of a stay; the next one begins. */
function stay(): void {
  const duration = Date.now() - shownAt
  if (shownAt > 0 && duration >= MIN_STAY_MS) log('page_stay', { page: shownPage, page_duration: duration })
  shownAt = 0
}

function log(...[name, props]: EventArgs): void {
  if (!running) return
  queue.push({ event: `web_payment_${name}`, ts: Date.now(), props } as AnalyticsEvent)
  if (queue.length >= BATCH_MAX) flush()
  else timer ??= setTimeout(flush, FLUSH_MS)
}

type Batch = { at: number; body: string }
const isBatches = (value: unknown): value is Batch[] =>
  Array.isArray(value) &&
  value.every((batch: Partial<Batch> | null) => typeof batch?.body === 'string' && typeof batch.at === 'number')
const storedBatches = (): Batch[] =>
  (readJson(keys.analyticsQueue, isBatches) ?? []).filter((batch) => batch.at > Date.now() - AGE_MAX_MS)
const forget = (body: string): void =>
  writeJson(
    keys.analyticsQueue,
    storedBatches().filter((batch) => batch.body !== body),
  )

/**
 * Turns the waiting events into a batch. The batch is kept until it is answered, so that neither a lost connection nor
 * the end of the page loses it.
 */
function flush(): void {
  clearTimeout(timer)
  timer = undefined
  if (!running || queue.length === 0) return
  const events = queue.map((event) => ({ ...event, ts: event.ts + offset }))
  queue = []
  const body = JSON.stringify(events)
  writeJson(keys.analyticsQueue, [...storedBatches(), { at: Date.now(), body }])
  void calibrated.then(() => send(body))
}

/**
 * Sends again the batches that a lost connection or the last page left behind. The bytes are the same, so that the
 * server recognises those that it already has.
 */
async function resend(): Promise<void> {
  await calibrated
  for (const { body } of storedBatches()) await send(body)
}

async function send(body: string): Promise<void> {
  if (!running) return
  try {
    const answer = await fetch(logAddress('events'), {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', 'x-sign': await sign(body), 'client-id': visitId },
      body,
    })
    // An answer that is never read never ends, and the page would not come to rest.
    await answer.text()
    // Accepted now, accepted before, or refused for good; only a busy server is asked again.
    if (answer.status < 500 && answer.status !== 429) forget(body)
  } catch {
    /* Sent again with the next page or the next flush. */
  }
}
