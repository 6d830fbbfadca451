import type { DeskResult } from '@hc/contract/desk/calls'
import type { Tone } from '../../kit/badge.tsx'

export type Entry = DeskResult<'order/read'>['timeline'][number]
type Kind = 'created' | 'payment' | 'delivery' | 'refund' | 'dispute' | 'other'
const states = {
  created: { tone: 'neutral' },
  awaiting: { tone: 'neutral', waits: true },
  paid: { tone: 'good' },
  failed: { tone: 'bad' },
  cancelled: { tone: 'neutral' },
  expired: { tone: 'neutral' },
  hold: { tone: 'warn', waits: true },
  delivering: { tone: 'info', waits: true },
  delivered: { tone: 'good' },
  credited: { tone: 'good' },
  rejected: { tone: 'bad' },
  stopped: { tone: 'bad' },
  not_needed: { tone: 'neutral' },
  requested: { tone: 'info', waits: true },
  declined: { tone: 'neutral' },
  refunding: { tone: 'info', waits: true },
  refunded: { tone: 'neutral' },
  refund_failed: { tone: 'bad' },
  opened: { tone: 'bad', waits: true },
  answered: { tone: 'neutral' },
  won: { tone: 'good' },
  lost: { tone: 'bad' },
  other: { tone: 'neutral' },
} as const satisfies Record<string, { tone: Tone; waits?: true }>
export type ChapterState = keyof typeof states

/** A part of an order's story: one headline, and what belongs to it in the order of its causes. */
export type Chapter = {
  key: string
  kind: Kind
  state: ChapterState
  tone: Tone
  /** Seconds since 1970 of what the headline says. */
  at: number
  /** Milliseconds from the chapter before; null for the first one, and for a note. */
  since: number | null
  /** Unfolded from the beginning: it is the newest of the story, or bad, or waits for something. */
  open: boolean
  entries: Entry[]
}

/** A moment in milliseconds. A row that knows only its second stands behind the others of that second. */
export const momentOf = ({ at, ms = 999 }: Entry): number => at * 1000 + ms

const backReasons = new Set(['refund', 'refund_failed', 'refund_reversed', 'refund_settled', 'refunded_surplus'])
const isDispute = ({ kind, what, facts }: Entry): boolean =>
  kind === 'dispute' ||
  (kind === 'webhook' && what.startsWith('dispute')) ||
  (kind === 'points' && what.startsWith('dispute')) ||
  (kind === 'returned' && String(facts.number ?? '').startsWith('dispute:')) ||
  (kind === 'status' && what === '5' && facts.cause === 'charged_back')
const isOfRefund = (what: string): boolean => what.startsWith('refund') || what.startsWith('hold/release')

function messageKind(what: string): Kind {
  if (what.includes('deliver')) return 'delivery'
  return what.includes('refund') || what.includes('credit') ? 'refund' : 'payment'
}

/** The chapter that a row belongs to, by what it is. */
function kindOf(entry: Entry): Kind {
  const { kind, what, facts } = entry
  if (isDispute(entry)) return 'dispute'
  switch (kind) {
    case 'order':
    case 'page':
      return 'created'
    case 'status':
      return ({ 1: 'created', 4: 'delivery', 5: 'refund' } as const)[what] ?? 'payment'
    case 'bonus':
      return what === 'bonus_given' || what === 'bonus_late' ? 'delivery' : 'created'
    case 'webhook':
      return what.startsWith('refund') ? 'refund' : 'payment'
    case 'points':
      return backReasons.has(what) || what === 'take_back' ? 'refund' : 'payment'
    case 'document':
      return what === 'credit_note' ? 'refund' : 'payment'
    case 'message':
      return messageKind(what)
    case 'delivery':
      return 'delivery'
    case 'try':
      return String(facts.of ?? '').startsWith('dlv_') ? 'delivery' : 'refund'
    case 'refund':
      // A payment that does not fit has a refund that nobody has sent yet.
      return what === 'held' ? 'payment' : 'refund'
    case 'question':
    case 'payment':
      return 'payment'
    case 'asked':
    case 'returned':
    case 'settled':
    case 'recall':
      return 'refund'
    case 'request':
    case 'audit':
    case 'action':
      return isOfRefund(what) ? 'refund' : 'other'
    default:
      return 'other'
  }
}

const isEnd = ({ what }: Entry): boolean => what !== 'made'
/** The place among rows of the same moment: a cause stands before its effect. */
const places: Readonly<Record<Exclude<Kind, 'other'>, (entry: Entry) => number>> = {
  created: ({ kind }) => ['order', 'status', 'page', 'bonus'].indexOf(kind),
  payment: ({ kind }) =>
    ['webhook', 'question', 'payment', 'status', 'points', 'document', 'message', 'refund'].indexOf(kind),
  delivery: (entry) =>
    entry.kind === 'delivery' && !isEnd(entry)
      ? -1
      : ['try', 'delivery', 'status', 'bonus', 'message'].indexOf(entry.kind),
  refund: (entry) => {
    const { kind, what } = entry
    if (kind === 'request') return what.endsWith(' open') ? 0 : 1
    if (kind === 'asked') return what === 'requested' ? 2 : what === 'done' ? 7 : 5
    if (kind === 'refund') return isEnd(entry) ? 7 : 4
    if (kind === 'recall') return isEnd(entry) ? 13 : 12
    return (
      { audit: 3, action: 3, try: 6, webhook: 8, returned: 8, settled: 8, status: 9, points: 10, document: 14 }[kind] ??
      15
    )
  },
  dispute: (entry) => {
    if (entry.kind === 'recall') return isEnd(entry) ? 8 : 7
    return { webhook: 0, dispute: 1, returned: 2, status: 3, points: 4, message: 9 }[entry.kind] ?? 5
  },
}
const kinds: readonly Kind[] = ['created', 'payment', 'delivery', 'dispute', 'refund', 'other']

type Draft = { kind: Kind; entries: Entry[]; key: string }
const draft = (kind: Kind, key: string): Draft => ({ kind, entries: [], key })
const has = ({ entries }: Draft, fits: (entry: Entry) => boolean): boolean => entries.some(fits)

/** The refunds of an order, each with what belongs to it; `lost` is the dispute that took the money. */
class Refunds {
  readonly all: Draft[] = []
  #now: Draft | undefined
  #begin(): Draft {
    const refund = draft('refund', `refund ${this.all.length + 1}`)
    this.all.push(refund)
    return refund
  }
  #newest = (fits: (refund: Draft) => boolean): Draft | undefined => this.all.findLast(fits)
  /** A refund that a request waits for, or was agreed on at this moment. */
  #requested = (): Draft | undefined =>
    this.#newest(
      (refund) =>
        has(refund, ({ kind, what }) => kind === 'request' && what.endsWith(' done')) &&
        !has(refund, ({ kind }) => kind === 'asked' || kind === 'refund'),
    )
  #placeOf(entry: Entry): Draft {
    const { kind, what, facts } = entry
    const same = (name: 'number' | 'txn' | 'part' | 'id'): Draft | undefined =>
      facts[name] === undefined
        ? undefined
        : this.#newest((refund) => has(refund, (other) => other.facts[name] === facts[name]))
    const isClosed = (refund: Draft): boolean => has(refund, ({ kind: of }) => of === 'returned' || of === 'settled')
    switch (kind) {
      case 'request':
        return (
          this.#newest((refund) =>
            has(refund, (other) => other.kind === 'request' && other.facts.number === facts.number),
          ) ?? this.#begin()
        )
      case 'asked': {
        const former = facts.part === undefined ? this.#newest((refund) => has(refund, isWhole)) : same('part')
        return what === 'requested' ? (this.#requested() ?? this.#begin()) : (former ?? this.#now ?? this.#begin())
      }
      case 'refund': {
        if (isEnd(entry)) return same('id') ?? same('txn') ?? this.#now ?? this.#begin()
        const atOnce = this.#newest(
          (refund) =>
            !has(refund, (other) => other.kind === 'refund') &&
            has(refund, (other) => other.kind === 'asked' && momentOf(other) === momentOf(entry)),
        )
        return atOnce ?? this.#requested() ?? this.#begin()
      }
      case 'try':
        return (
          this.#newest((refund) => has(refund, (other) => other.facts.id === facts.of)) ?? this.#now ?? this.#begin()
        )
      case 'returned':
        return (
          same('number') ??
          this.#newest((refund) => !isClosed(refund) && has(refund, (other) => ofPayment(other, facts.txn))) ??
          this.#newest((refund) => !isClosed(refund) && has(refund, isWhole)) ??
          this.#begin()
        )
      case 'webhook':
        return (
          this.#newest((refund) =>
            has(refund, (other) => other.kind === 'returned' && ofPayment(other, facts.txn) && sameSum(other, entry)),
          ) ??
          same('txn') ??
          this.#now ??
          this.#begin()
        )
      default:
        return this.#now ?? this.#newest(() => true) ?? this.#begin()
    }
  }
  add(entry: Entry): void {
    const refund = this.#placeOf(entry)
    refund.entries.push(entry)
    this.#now = refund
  }
}
const isWhole = ({ kind, facts }: Entry): boolean => kind === 'asked' && facts.part === undefined
const sameSum = (entry: Entry, other: Entry): boolean => entry.facts.cents === other.facts.cents
const ofPayment = ({ facts }: Entry, txn: unknown): boolean =>
  facts.txn === txn || (typeof facts.id === 'string' && facts.id.endsWith(`_${String(txn)}`))

function paymentState({ entries }: Draft): [ChapterState, Entry | undefined] {
  const status = entries.findLast(({ kind }) => kind === 'status')
  const wrong = entries.findLast(({ kind, what }) => kind === 'payment' && what === 'mismatch')
  if (status?.what === '2') return ['paid', status]
  if (wrong) return ['hold', wrong]
  if (status?.what === '3') return [status.facts.cause === 'cancelled' ? 'cancelled' : 'failed', status]
  return status?.what === '6' ? ['expired', status] : ['awaiting', entries.at(-1)]
}

function deliveryState({ entries }: Draft): [ChapterState, Entry | undefined] {
  const end = entries.findLast((entry) => entry.kind === 'delivery' && isEnd(entry))
  const status = entries.findLast(({ kind }) => kind === 'status')
  if (status) return [status.facts.cause === 'credited' ? 'credited' : 'delivered', status]
  const state = ({ confirmed: 'delivered', refused: 'rejected', parked: 'stopped', cancelled: 'not_needed' } as const)[
    end?.what ?? ''
  ]
  return state ? [state, end] : ['delivering', entries.findLast(({ kind }) => kind === 'try') ?? entries[0]]
}

const over = ['confirmed', 'done', 'applied', 'gateway', 'elsewhere']
const stopped = ['refused', 'failed', 'parked']
function refundState({ entries }: Draft): [ChapterState, Entry | undefined] {
  const last = entries.findLast(({ kind, what }) =>
    kind === 'returned' || kind === 'settled' || kind === 'asked' || kind === 'refund'
      ? over.includes(what) || stopped.includes(what) || kind === 'settled'
      : kind === 'status' || (kind === 'webhook' && what === 'refunded'),
  )
  if (last) return [stopped.includes(last.what) ? 'refund_failed' : 'refunded', last]
  const start = entries.find(({ kind }) => kind === 'asked' || kind === 'refund' || kind === 'action')
  const request = entries.findLast(({ kind }) => kind === 'request')
  if (start || !request) return ['refunding', start ?? entries.at(-1)]
  const state = request.what.split(' ')[1] ?? ''
  return [state === 'open' || state === 'alone' ? 'requested' : state === 'done' ? 'refunding' : 'declined', request]
}

const stateOf: Readonly<Record<Kind, (draft: Draft) => [ChapterState, Entry | undefined]>> = {
  created: ({ entries }) => ['created', entries[0]],
  payment: paymentState,
  delivery: deliveryState,
  refund: refundState,
  dispute: ({ entries }) => {
    const row = entries.find(({ kind }) => kind === 'dispute') ?? entries[0]
    return [row?.what === 'won' || row?.what === 'lost' ? row.what : 'opened', row]
  },
  other: ({ entries }) => ['other', entries[0]],
}

/** The stages of disputes, each with the webhook that brought it, and with the money and the item that it took. */
function disputesOf(entries: readonly Entry[]): Draft[] {
  const all = entries
    .filter(({ kind }) => kind === 'dispute')
    .map((row) => ({ ...draft('dispute', `dispute ${String(row.facts.id)} ${row.what}`), entries: [row] }))
  for (const entry of entries) {
    if (entry.kind === 'dispute') continue
    const at = momentOf(entry)
    const loss = entry.kind === 'webhook' ? undefined : all.find(({ entries: [row] }) => row?.what === 'lost')
    const place =
      loss ??
      all.find(({ entries: [row] }) => row !== undefined && momentOf(row) >= at) ??
      all.at(-1) ??
      draft('dispute', 'dispute')
    if (!all.includes(place)) all.push(place)
    place.entries.push(entry)
  }
  return all
}

const sorted = (kind: Exclude<Kind, 'other'>, entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => momentOf(a) - momentOf(b) || places[kind](a) - places[kind](b))

/** An order's timeline as a story: its chapters, oldest first, with every row of the timeline in one of them. */
export function chapters(timeline: readonly Entry[]): Chapter[] {
  const of = Object.groupBy(timeline, kindOf)
  const losses = (of.dispute ?? []).filter(({ kind }) => kind === 'returned').map(momentOf)
  // What a lost dispute took back stands at its moment. Nobody made a refund there.
  const isTaken = (entry: Entry): boolean =>
    ['points', 'recall', 'status'].includes(entry.kind) &&
    losses.some((at) => at === momentOf(entry) || (entry.kind === 'recall' && at < momentOf(entry)))
  const noRefund = !(of.refund ?? []).some(({ kind }) => ['refund', 'asked', 'request', 'settled'].includes(kind))
  const back = sorted('refund', of.refund ?? [])
  const refunds = new Refunds()
  for (const entry of back) if (losses.length === 0 || !(isTaken(entry) || noRefund)) refunds.add(entry)
  const ofDispute = [
    ...(of.dispute ?? []),
    ...back.filter((entry) => losses.length > 0 && (isTaken(entry) || noRefund)),
  ]
  const drafts: Draft[] = [
    ...(['created', 'payment', 'delivery'] as const).map((kind) => ({ ...draft(kind, kind), entries: of[kind] ?? [] })),
    ...refunds.all,
    ...disputesOf(sorted('dispute', ofDispute)),
    ...(of.other ?? []).map((entry, n) => ({ ...draft('other', `other ${n}`), entries: [entry] })),
  ]
  return finished(drafts.filter(({ entries }) => entries.length > 0))
}

function finished(drafts: readonly Draft[]): Chapter[] {
  const whole = drafts
    .map(({ kind, key, entries }) => {
      const inOrder = kind === 'other' ? entries : sorted(kind, entries)
      const [state, head = inOrder[0]] = stateOf[kind]({ kind, key, entries: inOrder })
      return { kind, key, state, at: head?.at ?? 0, moment: head ? momentOf(head) : 0, entries: inOrder }
    })
    .toSorted((a, b) => a.moment - b.moment || kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  const newest = whole.findLastIndex(({ kind }) => kind !== 'other')
  let before: number | null = null
  return whole.map(({ kind, key, state, at, moment, entries }, n) => {
    const since = before === null || kind === 'other' ? null : moment - before
    if (kind !== 'other') before = moment
    // The bank has decided.
    const isAnswered =
      state === 'opened' &&
      whole.some(
        (other) =>
          other.kind === 'dispute' &&
          other.state !== 'opened' &&
          other.entries.some(({ facts }) => facts.id !== undefined && entries.some((row) => row.facts.id === facts.id)),
      )
    const { tone, ...more } = states[isAnswered ? 'answered' : state]
    const isBad = tone === 'bad' || 'waits' in more
    return { key, kind, state, tone, at, since, open: isBad || n === newest, entries }
  })
}
