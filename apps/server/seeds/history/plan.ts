import { timeId } from '@hc/domain/order-no'
import type { HistoryPlayer } from './players.ts'
import type { Random } from './random.ts'

/** Something that happened at a moment of the past (ms since 1970), as `demo_play` reads it. */
export type Happening = { at: number; do: string; no: string } & Readonly<Record<string, unknown>>

export type HistoryProduct = {
  id: string
  kind: 'item' | 'coin'
  cents: number
  bonus: number
  names: Record<string, string>
}

/** An order, with all that happened to it until it ended. */
export type Story = {
  no: string
  at: number
  player: HistoryPlayer
  kind: 'item' | 'coin'
  goods: string
  cents: number
  title: string
  payment: string
  end: End
  /** The gateway's number of the money; null: nobody paid. */
  txn: string | null
  /** What came, in cents: another sum than the price holds the order. */
  came: number
  happenings: Happening[]
}

export const DAYS = 30
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
const SECOND = 1000
/** How long an order can be paid, in seconds. */
export const TTL = 900
/** Orders a day, Sunday first: weekends are busier. */
const ORDERS = [26, 19, 17, 18, 20, 24, 27] as const
/** How busy each hour of UTC is: the evenings of Asia, Europe and America. */
const HOURS = [6, 4, 3, 3, 3, 3, 4, 5, 6, 7, 8, 10, 12, 12, 11, 10, 10, 11, 12, 12, 11, 10, 9, 8] as const

const shares = {
  gem_60: 22,
  gem_300: 20,
  gem_980: 14,
  gem_1980: 6,
  gem_3280: 3,
  gem_6480: 1.6,
  pass_month: 12,
  coin_500: 8,
  coin_1000: 8,
  coin_5000: 3,
  coin_10000: 1,
}
/** What the few buy who spend the most: they reach the rebate's tiers. */
const sharesOfRich = { gem_980: 20, gem_1980: 25, gem_3280: 25, gem_6480: 20, pass_month: 10 }
/** How fifty orders end. */
const ends = { paid: 39, failed: 2, cancelled: 2, expired: 7 }
type End = keyof typeof ends

export const hex = (random: Random, bytes: number): string =>
  Array.from({ length: bytes }, () => random.int(256).toString(16).padStart(2, '0')).join('')

/** The orders of the days before a moment, in the order of time. */
export function planOrders(
  startMs: number,
  random: Random,
  players: readonly HistoryPlayer[],
  products: readonly HistoryProduct[],
): Story[] {
  const stories: Story[] = []
  const weights = Object.fromEntries(players.map(({ uid, weight }) => [uid, weight]))
  const playerOf = new Map(players.map((player) => [player.uid, player]))
  const productOf = new Map(products.map((product) => [product.id, product]))
  const hours = Object.fromEntries(HOURS.map((weight, hour) => [String(hour), weight]))
  const midnight = Math.floor(startMs / DAY_MS) * DAY_MS
  const nextEnd = endsOf(random)
  for (let day = DAYS; day >= 0; day--) {
    const from = midnight - day * DAY_MS
    const count = ORDERS[new Date(from).getUTCDay()] ?? 20
    for (let order = 0; order < count; order++) {
      const at = from + Number(random.weighted(hours)) * HOUR_MS + random.int(HOUR_MS)
      const uid = random.weighted(weights)
      const player = playerOf.get(uid)
      const product = productOf.get(random.weighted<string>(player?.rich ? sharesOfRich : shares))
      if (!player || !product) continue
      const story = tellOrder(random, at, player, product, nextEnd())
      const last = story.happenings.at(-1)?.at ?? at
      // An order that is under way at the start would have to end by itself.
      if (at >= startMs - DAYS * DAY_MS && last < startMs - SECOND) stories.push(story)
    }
  }
  return stories.toSorted((a, b) => a.at - b.at)
}

/** The ends of orders, in an order of chance: of each fifty as many as `ends` says. */
function endsOf(random: Random): () => End {
  let left: Record<End, number> = { ...ends }
  return () => {
    if (Object.values(left).every((n) => n === 0)) left = { ...ends }
    const end = random.weighted(left)
    left[end]--
    return end
  }
}

function tellOrder(random: Random, at: number, player: HistoryPlayer, product: HistoryProduct, end: End): Story {
  const no = timeId(at, Buffer.from(hex(random, 10), 'hex'))
  const title = product.names[player.locale] ?? product.names['en-US'] ?? product.id
  const payment = `pay_${hex(random, 12)}`
  const paid = end === 'paid'
  const txn = paid ? `txn_${hex(random, 12)}` : null
  const opened = at + (1 + random.int(4)) * SECOND + random.int(SECOND)
  const answeredAt = opened + (9 + random.int(140)) * SECOND
  const event = `evt_${hex(random, 12)}`
  const happenings: Happening[] = [
    {
      at,
      do: 'order',
      no,
      uid: player.uid,
      goods: product.id,
      kind: product.kind,
      amount: product.cents,
      bonus: product.bonus,
      server: product.kind === 'item' ? player.server : '',
      role: product.kind === 'item' ? player.role : '',
      title,
      locale: player.locale,
      ttl: TTL,
      payment,
    },
  ]
  // Two of three of those who did not pay saw the gateway's page.
  if (end !== 'expired' || random.int(3) > 0) happenings.push({ at: opened, do: 'opened', no })
  if (end === 'expired') happenings.push({ at: at + (TTL + 1 + random.int(20)) * SECOND, do: 'expired', no })
  else happenings.push({ at: answeredAt, do: end, no, event, txn, amount: product.cents })
  if (paid && product.kind === 'item')
    happenings.push({
      at: answeredAt + 400 + random.int(random.int(12) === 0 ? 40_000 : 3200),
      do: 'delivered',
      no,
      grant: `grant_${hex(random, 9)}`,
    })
  return {
    no,
    at,
    player,
    kind: product.kind,
    goods: product.id,
    cents: product.cents,
    title,
    payment,
    end,
    txn,
    came: product.cents,
    happenings,
  }
}
