import { describe, expect, it } from 'vitest'
import { chapters, type Chapter, type Entry, momentOf } from './chapters.ts'
import { orderNames, timelineOf } from './known-timelines.ts'

const AT = 1_795_812_680
const row = (ms: number, kind: string, what: string, facts: Entry['facts'] = {}): Entry => ({
  at: AT + Math.floor(ms / 1000),
  ms: ms % 1000,
  kind,
  what,
  facts,
})
const story = (all: readonly Chapter[]): string[] => all.map(({ state }) => state)
const wordsOf = ({ entries }: Chapter): string[] => entries.map(({ kind, what }) => `${kind} ${what}`)
const chapterOf = (timeline: readonly Entry[], kind: Chapter['kind'], n = 0): Chapter => {
  const matches = chapters(timeline).filter((chapter) => chapter.kind === kind)[n]
  if (!matches) throw new Error(`no chapter ${kind}`)
  return matches
}

describe('the chapters of twelve orders', () => {
  it.each([
    ['paid', ['created', 'paid', 'delivered']],
    ['late', ['created', 'paid', 'delivered']],
    ['twice', ['created', 'paid', 'delivered', 'refunded']],
    ['wrong amount', ['created', 'hold']],
    ['failed', ['created', 'failed']],
    ['cancelled', ['created', 'cancelled']],
    ['expired', ['created', 'expired']],
    ['refused item', ['created', 'paid', 'rejected']],
    ['part refund', ['created', 'paid', 'delivered', 'refunded', 'refunded']],
    ['refund by approval', ['created', 'paid', 'delivered', 'refunded']],
    ['dispute lost', ['created', 'paid', 'delivered', 'answered', 'lost']],
    ['points', ['created', 'paid', 'credited', 'requested']],
  ] as const)('an order that ended as “%s” has its own story', (name, expected) => {
    const all = chapters(timelineOf(name))
    expect(all.map(({ state, tone }) => (state === 'opened' && tone === 'neutral' ? 'answered' : state))).toEqual(
      expected,
    )
  })
  it.each(orderNames)('the story of an order “%s” has six chapters at most, and every row once', (name) => {
    const timeline = timelineOf(name)
    const all = chapters(timeline)
    expect(all.length).toBeLessThanOrEqual(6)
    const rows = all.flatMap(({ entries }) => entries)
    expect(new Set(rows)).toEqual(new Set(timeline))
    expect(rows).toHaveLength(timeline.length)
  })
  it.each(orderNames)('the chapters of an order “%s” follow each other, and so do the rows of each', (name) => {
    const all = chapters(timelineOf(name))
    for (const { entries } of all) {
      const moments = entries.map(momentOf)
      expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    }
    for (const { since } of all) expect(since ?? 0).toBeGreaterThanOrEqual(0)
  })
})

describe('within a chapter a cause stands before its effect, also at the same moment', () => {
  const shuffled = (timeline: Entry[]): Entry[] => timeline.toReversed()
  it('an order, its status, its page, its bonus', () => {
    const timeline = [
      row(0, 'bonus', 'bonus_kept'),
      row(0, 'page', 'opened'),
      row(0, 'status', '1'),
      row(0, 'order', 'made'),
    ]
    expect(wordsOf(chapterOf(timeline, 'created'))).toEqual([
      'order made',
      'status 1',
      'page opened',
      'bonus bonus_kept',
    ])
  })
  it('a webhook or a question, the payment, the status, the books, the receipt, the mail', () => {
    const timeline = shuffled([
      row(5, 'webhook', 'paid'),
      row(5, 'question', 'paid'),
      row(5, 'payment', 'applied'),
      row(5, 'status', '2'),
      row(5, 'points', 'sale'),
      row(5, 'document', 'receipt'),
      row(5, 'message', 'order_paid'),
    ])
    expect(wordsOf(chapterOf(timeline, 'payment')).slice(2)).toEqual([
      'payment applied',
      'status 2',
      'points sale',
      'document receipt',
      'message order_paid',
    ])
  })
  it('a delivery, its attempts, its end, the status, the bonus, the mail', () => {
    const timeline = shuffled([
      row(5, 'delivery', 'made', { id: 'dlv_1' }),
      row(5, 'try', 'confirmed', { of: 'dlv_1' }),
      row(5, 'delivery', 'confirmed'),
      row(5, 'status', '4', { cause: 'delivered' }),
      row(5, 'bonus', 'bonus_given'),
      row(5, 'message', 'order_delivered'),
    ])
    expect(chapterOf(timeline, 'delivery').entries.map(({ kind }) => kind)).toEqual([
      'delivery',
      'try',
      'delivery',
      'status',
      'bonus',
      'message',
    ])
  })
  it('a refund from its request to its mail', () => {
    const timeline = shuffled([
      row(5, 'request', 'refund/make open', { number: 1, by: 'Suri' }),
      row(5, 'request', 'refund/make done', { number: 1, by: 'Fin' }),
      row(5, 'asked', 'requested'),
      row(5, 'action', 'refund'),
      row(5, 'refund', 'made', { id: 'rfd_s_t' }),
      row(5, 'asked', 'sent'),
      row(5, 'refund', 'confirmed', { id: 'rfd_s_t' }),
      row(5, 'returned', 'applied', { txn: 't', number: 'r' }),
      row(5, 'status', '5'),
      row(5, 'points', 'refund'),
      row(5, 'recall', 'made'),
      row(5, 'recall', 'confirmed'),
      row(5, 'document', 'credit_note'),
      row(5, 'message', 'order_refunded'),
    ])
    expect(chapters(timeline)).toHaveLength(1)
    expect(wordsOf(chapterOf(timeline, 'refund'))).toEqual(
      timeline.toReversed().map(({ kind, what }) => `${kind} ${what}`),
    )
  })
  it('a webhook of the bank, and its dispute', () => {
    const timeline = [row(5, 'dispute', 'opened', { id: 'dp_1' }), row(5, 'webhook', 'dispute')]
    expect(wordsOf(chapterOf(timeline, 'dispute'))).toEqual(['webhook dispute', 'dispute opened'])
  })
})

describe('a chapter says how far it is', () => {
  const storyOf = (...timeline: Entry[]): string[] => story(chapters(timeline))
  it('a delivery that waits, was rejected, or was given up', () => {
    const begin = row(0, 'delivery', 'made', { id: 'dlv_1' })
    expect(storyOf(begin, row(1, 'try', 'unknown', { of: 'dlv_1' }))).toEqual(['delivering'])
    expect(storyOf(begin, row(1, 'delivery', 'refused'))).toEqual(['rejected'])
    expect(storyOf(begin, row(1, 'delivery', 'parked'))).toEqual(['stopped'])
  })
  it('a refund that waits for a decision, was declined, is on its way, or has failed', () => {
    const open = row(0, 'request', 'refund/part open', { number: 3 })
    expect(storyOf(open)).toEqual(['requested'])
    expect(storyOf(open, row(1, 'request', 'refund/part refused', { number: 3 }))).toEqual(['declined'])
    expect(storyOf(row(0, 'refund', 'made', { id: 'rfd_s_t' }))).toEqual(['refunding'])
    expect(
      storyOf(row(0, 'refund', 'made', { id: 'rfd_s_t' }), row(1, 'refund', 'refused', { id: 'rfd_s_t' })),
    ).toEqual(['refund_failed'])
  })
  it('a dispute is one chapter for each of its stages, and nothing waits once the bank has decided', () => {
    const opened = row(0, 'dispute', 'opened', { id: 'dp_1' })
    expect(chapters([opened, row(9, 'note', 'x')])[0]?.open).toBe(true)
    const both = chapters([opened, row(9, 'dispute', 'won', { id: 'dp_1' })])
    expect(both.map(({ state, open }) => [state, open])).toEqual([
      ['opened', false],
      ['won', true],
    ])
  })
})

describe('a refund is one chapter', () => {
  it('each part by itself, and a declined request beside the refund that came later', () => {
    const timeline = [
      row(0, 'request', 'refund/make open', { number: 1 }),
      row(1, 'request', 'refund/make refused', { number: 1 }),
      row(2, 'request', 'refund/part open', { number: 2 }),
      row(3, 'request', 'refund/part done', { number: 2 }),
      row(3, 'asked', 'requested', { part: '1', txn: 't' }),
      row(4, 'returned', 'applied', { txn: 't', number: 'a' }),
      row(5, 'asked', 'requested', { part: '2', txn: 't' }),
      row(6, 'returned', 'applied', { txn: 't', number: 'b' }),
    ]
    expect(story(chapters(timeline))).toEqual(['declined', 'refunded', 'refunded'])
  })
  it('what failed at the gateway after all belongs to the refund of that number', () => {
    const timeline = [
      row(0, 'asked', 'requested', { part: '1', txn: 't' }),
      row(1, 'returned', 'applied', { txn: 't', number: 'a' }),
      row(2, 'asked', 'requested', { part: '2', txn: 't' }),
      row(3, 'returned', 'applied', { txn: 't', number: 'b' }),
      row(9, 'returned', 'failed', { number: 'a' }),
    ]
    expect(story(chapters(timeline)).toSorted()).toEqual(['refund_failed', 'refunded'])
  })
})

it('a note, a line of the audit and an action of a person are chapters of their own, and count no time', () => {
  const timeline = [
    row(0, 'order', 'made'),
    row(800, 'note', 'please look'),
    row(900, 'audit', 'order/ask'),
    row(950, 'action', 'ask_delivery_again'),
    row(1000, 'status', '6', { cause: 'expired' }),
  ]
  expect(chapters(timeline).map(({ kind, since }) => [kind, since])).toEqual([
    ['created', null],
    ['other', null],
    ['other', null],
    ['other', null],
    ['payment', 1000],
  ])
})
