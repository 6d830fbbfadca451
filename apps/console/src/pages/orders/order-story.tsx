import type { Me } from '@hc/contract/desk/calls'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { channelName } from '../../kit/channel-name.ts'
import { actName, factName, factText, saidText } from '../../kit/codes.ts'
import { dateTime } from '../../kit/date-time.ts'
import { money } from '../../kit/facts.tsx'
import { statusWord } from '../../kit/order-badge.tsx'
import { may } from '../../kit/permission.ts'
import { kindOfRow, stateWord } from '../../kit/row-state.tsx'
import { tOf } from '../../kit/text-of.ts'
import { type Part, type Step, Story, Timeline } from '../../kit/timeline.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { localeNow } from '../../lib/language.ts'
import { lasting } from '../../lib/storage.ts'
import { type Chapter, chapters, type ChapterState, type Entry, momentOf } from './chapters.ts'
import type { OrderPage } from './order-actions.tsx'
import { Body } from './webhook-body.tsx'

type Order = OrderPage['order']
const TECHNICAL = 'desk order technical'
const tones: Readonly<Record<string, NonNullable<Step['tone']>>> = {
  confirmed: 'good',
  applied: 'good',
  done: 'good',
  refused: 'bad',
  failed: 'bad',
  parked: 'bad',
  mismatch: 'bad',
  surplus: 'bad',
  unknown: 'warn',
}

/** What happened to an order: its chapters, or every row with its numbers. */
export function OrderStory({ me, page }: { me: Me; page: OrderPage }) {
  const t = useTranslations('desk')
  const id = useId()
  const [technical, setTechnical] = useState(() => lasting.read(TECHNICAL) === 'on')
  const { order, timeline } = page
  const step = (entry: Entry, at: number): Step => stepOf(t, me, entry, `${at} ${entry.kind}`, order)
  return (
    <section className="card part order-story" aria-labelledby={id}>
      <div className="order-story-head">
        <h2 id={id}>{t('orders.page.timeline')}</h2>
        <label className="choice">
          <input
            type="checkbox"
            role="switch"
            aria-checked={technical}
            checked={technical}
            onChange={({ target: { checked } }) => {
              lasting.write(TECHNICAL, checked ? 'on' : 'off')
              setTechnical(checked)
            }}
          />
          {t('orders.chapters.technical')}
        </label>
      </div>
      {technical ? (
        <Timeline steps={timeline.map(step)} moreLabel={t('orders.page.more')} />
      ) : (
        <Story
          parts={chapters(timeline)
            .toReversed()
            .map((chapter) => partOf(t, page, chapter, step))}
        />
      )}
    </section>
  )
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const
/** How long something took: "0.8s", "3m", in the desk's language. */
export function tookText(ms: number): string {
  const seconds = ms / 1000
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? (['second', 1] as const)
  return new Intl.NumberFormat(localeNow(), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'second' && seconds < 10 ? 1 : 0,
  }).format(unit === 'second' ? Math.max(seconds, 0.1) : Math.floor(seconds / length))
}

const amountIn = (order: Order, entry: Entry | undefined): string =>
  money(Number(entry?.facts.cents ?? order.amount_cents), String(entry?.facts.currency ?? order.currency))

/** The row whose amount a chapter names. */
const amountRow = ({ kind, entries }: Chapter): Entry | undefined =>
  entries.findLast(({ kind: of, facts }) => of === (kind === 'refund' ? 'returned' : 'payment') && facts.cents) ??
  entries.findLast(({ facts }) => facts.cents !== undefined)

/** The name of a chapter. A state that has a word elsewhere on the desk has the same one here. */
function headline(t: DeskTexts, { order }: OrderPage, chapter: Chapter): string {
  const { state, entries } = chapter
  const words: Partial<Record<ChapterState, string>> = {
    awaiting: t('orders.statuses.1'),
    failed: t('orders.statuses.3'),
    cancelled: t('orders.statuses.cancelled'),
    expired: t('orders.statuses.6'),
    delivered: t('orders.statuses.4'),
    credited: t('orders.statuses.credited'),
    rejected: t('deliveries.states.refused'),
    stopped: t('deliveries.states.parked'),
    not_needed: t('deliveries.states.cancelled'),
    opened: t('codes.said.dispute_opened'),
    won: t('codes.said.dispute_won'),
    lost: t('codes.said.dispute_lost'),
  }
  return (
    words[state] ??
    tOf(t, 'orders.chapters', state, {
      amount: amountIn(order, amountRow(chapter)),
      n: String(Math.max(1, entries.filter(({ kind }) => kind === 'try').length)),
    }) ??
    state
  )
}

const factsByKind: Readonly<Record<Chapter['kind'], (t: DeskTexts, page: OrderPage, chapter: Chapter) => string[]>> = {
  created: (t, _page, { entries }) => {
    const [first] = entries
    const opened = entries.find(({ kind }) => kind === 'page')
    return first && opened
      ? [t('orders.chapters.page', { after: `+${tookText(momentOf(opened) - momentOf(first))}` })]
      : []
  },
  payment: (t, { order }, { state }) => (state === 'paid' ? [channelName(t, order.channel)] : []),
  delivery: (t, _page, { state, entries }) => {
    const end = entries.findLast(({ kind, facts }) => kind === 'delivery' && facts.tries !== undefined)
    const n = Number(end?.facts.tries ?? 0)
    return [
      ...(n > 1 ? [t('orders.chapters.attempts', { n })] : []),
      ...(state === 'rejected' && end?.facts.said !== undefined ? [`“${String(end.facts.said)}”`] : []),
    ]
  },
  refund: (t, _page, { entries }) => {
    const requests = entries.filter(({ kind }) => kind === 'request')
    const [request, end] = [
      requests.find(({ what }) => what.endsWith(' open')),
      requests.find(({ what }) => !what.endsWith(' open')),
    ]
    const by = request ?? entries.find(({ kind, facts }) => (kind === 'asked' || kind === 'action') && facts.by)
    const isYes = end?.what.endsWith(' done') === true
    return [
      ...(by ? [t('orders.chapters.by', { by: String(by.facts.by) })] : []),
      ...(isYes && end.facts.by !== undefined ? [t('orders.chapters.yes', { by: String(end.facts.by) })] : []),
      ...(end && !isYes ? [tOf(t, 'approvals.states', end.what.split(' ')[1] ?? '') ?? ''] : []),
    ]
  },
  dispute: (t, { order }, { state, entries }) => {
    const row = entries.find(({ kind }) => kind === 'dispute')
    if (state !== 'opened' || !row) return []
    return [amountIn(order, row), ...(row.facts.because === undefined ? [] : [saidText(t, String(row.facts.because))])]
  },
  other: (_t, _page, { entries: [entry] }) => (entry?.facts.by === undefined ? [] : [String(entry.facts.by)]),
}

function partOf(t: DeskTexts, page: OrderPage, chapter: Chapter, step: (entry: Entry, at: number) => Step): Part {
  const { key, kind, at, tone, open, since, entries } = chapter
  const steps = entries.map(step)
  const title = kind === 'other' ? (steps[0]?.title ?? '') : headline(t, page, chapter)
  return {
    key,
    at,
    tone,
    open,
    title,
    facts: [...factsByKind[kind](t, page, chapter), ...(since === null ? [] : [`+${tookText(since)}`])],
    steps: kind === 'other' ? [] : steps,
  }
}

/** The outcome of the bonus, with the deciding time and order. */
const bonusText = (t: DeskTexts, what: string, { at, bonus, order }: Entry['facts']): string =>
  tOf(t, 'orders.bonusWhy', what, {
    at: at === undefined ? '–' : dateTime(Number(at)),
    bonus: String(bonus ?? ''),
    order: String(order ?? '–'),
  }) ?? what

/** The event of a row, by its kind. A note is free text. */
function happenedText(t: DeskTexts, { kind, what, facts }: Entry, type: Order['type']): string {
  if (kind === 'status') return statusWord(t, { status: Number(what), type, cause: String(facts.cause ?? '') })
  if (kind === 'audit' || kind === 'action') return actName(t, what)
  if (kind === 'note') return what
  if (kind === 'request') {
    const [requestedCall = '', state = ''] = what.split(' ')
    return `${actName(t, requestedCall)}, ${tOf(t, 'approvals.states', state) ?? state}`
  }
  // The gateway knows no payment yet. For a delivery, the same state means that the game is still to be asked.
  if (kind === 'question' && what === 'pending') return t('orders.statuses.1')
  if (kind === 'document') return tOf(t, 'documents.kinds', what) ?? what
  if (kind === 'try') return stateWord(t, kindOfRow(String(facts.of ?? '')), what)
  return kind === 'delivery' || kind === 'recall' || kind === 'refund' ? stateWord(t, kind, what) : saidText(t, what)
}

/** One event in words; further facts unfold. */
function stepOf(t: DeskTexts, me: Me, entry: Entry, key: string, order: Order): Step {
  const { at, kind, what, facts } = entry
  const { cents, currency, said, by, ...more } = facts
  const bonus = kind === 'bonus'
  const title = kind === 'request' ? t('codes.target.approval') : (tOf(t, 'orders.kind', kind) ?? kind)
  const happened = bonus ? bonusText(t, what, facts) : happenedText(t, entry, order.type)
  const rest = bonus ? {} : more
  const amount = cents === undefined ? '' : money(Number(cents), String(currency ?? order.currency))
  const lines = Object.entries(rest).map(([name, value]) => `${factName(t, name)}: ${factText(t, name, value)}`)
  const body = kind === 'webhook' && typeof facts.id === 'number' && may(me, 'order.bodies') ? facts.id : null
  return {
    key,
    at,
    title: `${title}: ${[happened, amount].filter(Boolean).join(', ')}`,
    tone: tones[what] ?? 'neutral',
    text: [by, said].filter((part) => part !== undefined).join(': '),
    ...(lines.length > 0 || body !== null
      ? {
          more: (
            <>
              <p className="facts-line">{lines.join(' · ')}</p>
              {body !== null && <Body id={body} />}
            </>
          ),
        }
      : {}),
  }
}
