import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { localeNow } from '../lib/language.ts'
import { zone } from '../lib/zone.ts'
import { dateTime } from './date-time.ts'
import { dayOf } from './local-time.ts'
import type { DeskTexts } from './use-action.ts'

const TICK_MS = 30_000
const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

const subscribe = (changed: () => void): (() => void) => {
  const timer = setInterval(changed, TICK_MS)
  return () => clearInterval(timer)
}
/** Seconds since 1970, in steps of half a minute. */
const present = (): number => Math.floor(Date.now() / TICK_MS) * (TICK_MS / 1000)

/** The time of day of a moment: 14:02. */
export const clock = (at: number): string =>
  new Intl.DateTimeFormat(localeNow(), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone(),
  }).format(at * 1000)

/**
 * A moment as people say it: "4 min ago", "Today 14:02", "Yesterday 09:10", "Nov 12", or with another year. `within`:
 * it stands within a sentence.
 */
export function momentText(t: DeskTexts, at: number, now: number, within = false): string {
  const say = (text: string): string =>
    within ? text.replace(/^./u, (letter) => letter.toLocaleLowerCase(localeNow())) : text
  const past = now - at
  if (past >= -TICK_MS / 1000 && past < HOUR)
    return say(past < MINUTE ? t('time.now') : t('time.minutes', { n: String(Math.floor(past / MINUTE)) }))
  const day = dayOf(at, zone())
  if (day === dayOf(now, zone())) return say(t('time.today', { time: clock(at) }))
  if (day === dayOf(now - DAY, zone())) return say(t('time.yesterday', { time: clock(at) }))
  if (day === dayOf(now + DAY, zone())) return say(t('time.tomorrow', { time: clock(at) }))
  const sameYear = day.slice(0, 4) === dayOf(now, zone()).slice(0, 4)
  return new Intl.DateTimeFormat(localeNow(), {
    month: 'short',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
    timeZone: zone(),
  }).format(at * 1000)
}

/** A moment in seconds, as people say it; its tooltip has the whole time and the zone. */
export function Moment({ at }: { at: number }) {
  const t = useTranslations('desk')
  const now = useSyncExternalStore(subscribe, present)
  return (
    <time className="moment" dateTime={new Date(at * 1000).toISOString()}>
      {momentText(t, at, now)}
      <span className="tip" aria-hidden="true">
        {dateTime(at)} · {zone()}
      </span>
    </time>
  )
}
