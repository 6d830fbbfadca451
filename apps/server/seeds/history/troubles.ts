import { timeId } from '@hc/domain/order-no'
import { DAY_MS, type Happening, hex, HOUR_MS, type Story, TTL } from './plan.ts'
import type { Random } from './random.ts'

/** A refund that the staff gives: alone, or as a request that somebody else decides. */
export type StaffRefund = {
  story: Story
  at: number
  /** What goes back, in cents; all of it where `part` is false. */
  cents: number
  part: boolean
  reason: string
  /** What the gateway and the game did afterwards. */
  outcome: Happening[]
  refund: { refund_txn: string; txn: string; at: number }
}

export type Troubles = {
  refunds: StaffRefund[]
  /** What else happened to orders after they had ended. */
  later: Happening[]
  /** The order whose dispute is open, and the one whose refund waits for an approval. */
  disputed: Story
  waiting: Story
}

/** Orders whose money went back, of a hundred paid ones. */
const REFUNDED_PCT = 2.5
/** Above it a refund of the support needs somebody else's approval (permissions.ts). */
export const SUPPORT_LIMIT = 2000
const reasons = ['Bought by mistake', 'Wrong character', 'A child bought it', 'Not as described'] as const

/**
 * What went wrong after the orders: refunds, disputes, a payment of another amount, an item that the game refused, money
 * for no order. It changes the orders that end otherwise.
 */
export function planTroubles(startMs: number, random: Random, stories: readonly Story[]): Troubles {
  const used = new Set<Story>()
  /** A paid order of an item that nothing happened to, of so many days before the start. */
  const pick = (daysFrom: number, daysTo: number, fits: (story: Story) => boolean = () => true): Story => {
    const fitting = stories.filter(
      (story) =>
        story.txn !== null &&
        story.kind === 'item' &&
        !story.player.rich &&
        !used.has(story) &&
        story.at > startMs - daysFrom * DAY_MS &&
        story.at < startMs - daysTo * DAY_MS &&
        fits(story),
    )
    const story = random.pick(fitting.length > 0 ? fitting : stories.filter((other) => other.txn && !used.has(other)))
    used.add(story)
    return story
  }
  const isDear = ({ cents }: Story): boolean => cents > SUPPORT_LIMIT
  const waiting = pick(3, 0.2, isDear)
  holdOne(pick(2, 0.3))
  refuseOne(pick(1.2, 0.1))
  const paid = stories.filter(({ txn }) => txn !== null).length
  const refunds = Array.from({ length: Math.round((paid * REFUNDED_PCT) / 100) }, (_, n) =>
    planRefund(random, pick(28, 2, n % 4 === 3 ? isDear : ({ cents }) => cents > 99), n % 5 === 4),
  )
  const later: Happening[] = []
  const dispute = (story: Story, stage: 'won' | 'lost' | 'opened'): void => {
    const opened = stage === 'opened' ? startMs - 84 * HOUR_MS : story.at + (70 + random.int(20)) * HOUR_MS
    const id = `dp_${hex(random, 8)}`
    const dueMs = stage === 'opened' ? startMs + 36 * HOUR_MS : opened + 168 * HOUR_MS
    const tell = (at: number, news: string): number =>
      later.push({
        at,
        do: 'dispute',
        no: story.no,
        ordered: story.at,
        event: `evt_${hex(random, 12)}`,
        txn: story.txn,
        amount: story.came,
        dispute: { id, reason: 'fraudulent', dueMs, stage: news },
      })
    tell(opened, 'opened')
    if (stage !== 'opened') tell(opened + 100 * HOUR_MS, stage)
    // The bank took the money, so the game takes the item.
    if (stage === 'lost') later.push({ at: opened + 100 * HOUR_MS + 20_000, do: 'taken back', no: story.no })
  }
  dispute(pick(26, 18), 'won')
  dispute(pick(22, 14), 'lost')
  const disputed = pick(9, 5, isDear)
  dispute(disputed, 'opened')
  const at = startMs - 5 * HOUR_MS
  later.push({
    at,
    do: 'stray',
    no: timeId(at - HOUR_MS, Buffer.from(hex(random, 10), 'hex')),
    event: `evt_${hex(random, 12)}`,
    txn: `txn_${hex(random, 12)}`,
    amount: 499,
  })
  return { refunds, later, disputed, waiting }
}

/** A player paid a cent less: the order is held, and ends unpaid. */
function holdOne(story: Story): void {
  story.came = story.cents - 1
  story.happenings = story.happenings
    .filter(({ do: what }) => what !== 'delivered')
    .map((row) => (row.do === 'paid' ? { ...row, amount: story.came } : row))
  story.happenings.push({ at: story.at + (TTL + 5) * 1000, do: 'expired', no: story.no })
}

/** The game refused the item, because the character's bag is full. */
function refuseOne(story: Story): void {
  story.happenings = story.happenings.map((row) =>
    row.do === 'delivered' ? { at: row.at, do: 'refused', no: row.no, reason: 'bag full' } : row,
  )
}

function planRefund(random: Random, story: Story, part: boolean): StaffRefund {
  const at = story.at + (2 + random.int(26)) * HOUR_MS + random.int(HOUR_MS)
  const sentAt = at + HOUR_MS
  const refundTxn = `ref_${hex(random, 12)}`
  const txn = story.txn ?? ''
  const cents = part ? Math.max(1, Math.floor(story.cents / 2)) : story.cents
  const outcome: Happening[] = [
    {
      at: sentAt + 4000 + random.int(9000),
      do: 'refunded',
      no: story.no,
      event: `evt_${hex(random, 12)}`,
      refund: refundTxn,
      txn,
      amount: cents,
    },
  ]
  if (!part) outcome.push({ at: sentAt + 20_000 + random.int(9000), do: 'taken back', no: story.no })
  return {
    story,
    at,
    cents,
    part,
    reason: random.pick(reasons),
    outcome,
    refund: { refund_txn: refundTxn, txn, at: outcome[0]?.at ?? sentAt },
  }
}
