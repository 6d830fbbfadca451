import { Icon } from '@hc/ui/icon'
import { type KeyboardEvent, type PointerEvent as Press, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { targetName } from '../../kit/codes.ts'
import { monthText, today } from '../../kit/date-time.ts'
import { dayOf } from '../../kit/local-time.ts'
import { clock } from '../../kit/moment.tsx'
import { Pop } from '../../kit/pop.tsx'
import { localeNow } from '../../lib/language.ts'
import { zone } from '../../lib/zone.ts'
import { type Entry, lookOf, movable } from './entries.ts'
import { EntryCard, MoveDialog } from './entry-acts.tsx'
import { dayLater } from './month-days.ts'
import type { DaysProps } from './month-phone.tsx'
import { wholeDay, Weekdays } from './weekdays.tsx'

/** More than these a day are folded. */
const MOST = 4
const FOLDED_TO = 3
/** A press that moves this far is a drag. */
const FAR_PX = 6
/** So long after a move its entry gets the focus back, wherever the grid has drawn it anew. */
const KEEPS_FOCUS_MS = 3_000
const RIGHT_HALF = 4

const soon = (key: string) => ({ key, until: Date.now() + KEEPS_FOCUS_MS })

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
type Way = { entry: Entry; day: string }
const ownDay = ({ at }: Entry): string => dayOf(at, zone())

const numberOf = (day: string): string =>
  day.endsWith('-01')
    ? new Intl.DateTimeFormat(localeNow(), { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(Date.parse(day))
    : String(Number(day.slice(-2)))

/** Drags an entry with a mouse or a pen; a finger scrolls, and has the entry's menu. `drop`: on another day to come. */
function useDrag(drop: (entry: Entry, day: string) => void) {
  const [drag, setDrag] = useState<Way | null>(null)
  const begin = (entry: Entry, { button, pointerType, target, clientX, clientY }: Press): void => {
    const isInCard = target instanceof Element && target.closest('.drop-card, dialog') !== null
    if (button !== 0 || pointerType === 'touch' || isInCard) return
    const ends = new AbortController()
    const { signal } = ends
    let way: Way | null = null
    const move = (event: PointerEvent): void => {
      if (!way && Math.hypot(event.clientX - clientX, event.clientY - clientY) < FAR_PX) return
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-day]')
      const day = under?.dataset.day ?? ''
      way = { entry, day: day >= today() && day !== ownDay(entry) ? day : '' }
      setDrag(way)
    }
    const end = (event: Event): void => {
      ends.abort()
      setDrag(null)
      if (!way) return
      // The press that ends a drag opens nothing.
      const swallow = (click: Event): void => click.stopPropagation()
      addEventListener('click', swallow, { capture: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }))
      if (event.type === 'pointerup' && way.day !== '') drop(entry, way.day)
    }
    addEventListener('pointermove', move, { signal })
    for (const name of ['pointerup', 'pointercancel', 'blur']) addEventListener(name, end, { signal })
    const escape = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape') end(event)
    }
    addEventListener('keydown', escape, { signal, capture: true })
  }
  return { drag, begin }
}

/** A month as a grid. An entry opens its card; dragged, or with Alt and an arrow key, it goes to another day. */
export function MonthGrid({ me, month, weeks, entries, show, tell }: DaysProps) {
  const t = useTranslations('desk')
  const hint = useId()
  const [question, setQuestion] = useState<Way | null>(null)
  const [way, setWay] = useState<Way | null>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const { drag, begin } = useDrag((entry, day) => setQuestion({ entry, day }))
  const focus = useRef({ key: '', until: 0 })
  const place = useRef<HTMLTableElement>(null)
  const keepFocus = ({ key }: Entry): void => {
    focus.current = soon(key)
  }
  // An entry that goes to another cell is another button.
  useLayoutEffect(() => {
    const { key, until } = focus.current
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement?.tagName === 'H1'
    if (key !== '' && isLost && Date.now() < until)
      place.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(key)}"] button`)?.focus()
  })
  const rows = way && !entries.some(({ key }) => key === way.entry.key) ? [...entries, way.entry] : entries
  const dayNow = (entry: Entry): string => (way?.entry.key === entry.key ? way.day : ownDay(entry))
  const byDay = Map.groupBy(rows, dayNow)
  const present = today()

  const step = (entry: Entry, by: number): void => {
    const day = dayLater(dayNow(entry), by)
    if (day < present) return
    keepFocus(entry)
    const stays = day === ownDay(entry)
    setWay(stays ? null : { entry, day })
    tell(t(stays ? 'revisions.month.stays' : 'revisions.month.towards', { what: entry.name, day: wholeDay(day) }))
    if (!weeks.flat().includes(day)) show(day.slice(0, month.length))
  }
  const leave = (entry: Entry): void => {
    keepFocus(entry)
    setWay(null)
    tell(t('revisions.month.stays', { what: entry.name, day: wholeDay(ownDay(entry)) }))
  }
  const keys = (entry: Entry) => (event: KeyboardEvent) => {
    const by = event.altKey ? steps[event.key] : undefined
    const waits = way?.entry.key === entry.key && question === null
    const isOwn = by !== undefined || (waits && (event.key === 'Enter' || event.key === 'Escape'))
    if (!isOwn || (event.target instanceof Element && event.target.closest('.drop-card, dialog'))) return
    event.preventDefault()
    event.stopPropagation()
    if (by !== undefined) step(entry, by)
    else if (event.key === 'Escape') leave(entry)
    else setQuestion(way)
  }

  const chip = (entry: Entry, column: number) => {
    const { icon, tone } = lookOf(entry)
    const isMovable = movable(me, entry) !== null
    const goes = way?.entry.key === entry.key || drag?.entry.key === entry.key
    const over = entry.plan?.state === 'done' ? ' plan-over' : ''
    return (
      // The button inside has the focus, and its keys bubble.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <li
        key={entry.key}
        data-entry={entry.key}
        className={isMovable ? 'month-entry month-movable' : 'month-entry'}
        {...(isMovable && {
          onPointerDown: (event: Press) => begin(entry, event),
          onKeyDownCapture: keys(entry),
          'aria-describedby': hint,
        })}
      >
        <Pop
          className={`plan plan-${tone}${over}${goes ? ' plan-goes' : ''}`}
          end={column >= RIGHT_HALF}
          label={
            <>
              <Icon name={icon} className="size-4" />
              <span className="plan-words">
                <span className="hidden-text">{targetName(t, entry.kind)}: </span>
                <span className="plan-name">{entry.name}</span>{' '}
                <span className="plan-what">
                  {clock(entry.at)} · {tone === 'bad' ? entry.state : entry.what}
                </span>
              </span>
            </>
          }
        >
          {() => <EntryCard me={me} entry={entry} />}
        </Pop>
      </li>
    )
  }
  const cell = (day: string, column: number) => {
    const ofDay = byDay.get(day) ?? []
    const folds = ofDay.length > MOST && way?.day !== day
    const isOpen = unfolded.has(day)
    const names = [
      day.startsWith(month) ? '' : 'month-other',
      day < present ? 'month-past' : '',
      drag?.day === day ? 'month-over' : '',
    ]
    return (
      <td key={day} data-day={day} className={names.filter(Boolean).join(' ') || undefined}>
        <time dateTime={day} className="month-number" aria-current={day === present ? 'date' : undefined}>
          {numberOf(day)}
        </time>
        {ofDay.length > 0 && (
          <ul>{(folds && !isOpen ? ofDay.slice(0, FOLDED_TO) : ofDay).map((entry) => chip(entry, column))}</ul>
        )}
        {folds && (
          <button
            type="button"
            className="month-more"
            aria-expanded={isOpen}
            onClick={() =>
              setUnfolded(new Set(isOpen ? [...unfolded].filter((other) => other !== day) : [...unfolded, day]))
            }
          >
            {isOpen ? t('revisions.month.fewer') : t('revisions.month.more', { n: String(ofDay.length - FOLDED_TO) })}
          </button>
        )}
      </td>
    )
  }
  return (
    <>
      <table ref={place} className={drag ? 'month-days month-drags' : 'month-days'}>
        <caption className="hidden-text">{monthText(month)}</caption>
        <Weekdays week={weeks[0] ?? []} />
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>{week.map(cell)}</tr>
          ))}
        </tbody>
      </table>
      {entries.some((entry) => movable(me, entry)) && (
        <p id={hint} className="soft month-hint">
          {t('revisions.month.hint')}
        </p>
      )}
      {question && (
        <MoveDialog
          key={`${question.entry.key} ${question.day}`}
          me={me}
          entry={question.entry}
          day={question.day}
          done={() => keepFocus(question.entry)}
          close={() => {
            keepFocus(question.entry)
            setQuestion(null)
            setWay(null)
            tell('')
          }}
        />
      )}
    </>
  )
}
