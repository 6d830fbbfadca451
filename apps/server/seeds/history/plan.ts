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

const DAYS = 30
const DAY_MS = 86_400_000
const SECOND = 1000
/** How long an order can be paid, in seconds. */
const TTL = 900
/** Orders a day, Sunday first: weekends are busier. */
const ORDERS = [27, 19, 18, 19, 21, 24, 28] as const
/** How busy each hour of UTC is: the evenings of Asia, Europe and America. */
const HOURS = [6, 4, 3, 3, 3, 3, 4, 5, 6, 7, 8, 10, 12, 12, 11, 10, 10, 11, 12, 12, 11, 10, 9, 8] as const

const goodsShares = {
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
const ends = { paid: 78, failed: 4, cancelled: 4, expired: 14 }

const hex = (random: Random, bytes: number): string =>
  Array.from({ length: bytes }, () => random.int(256).toString(16).padStart(2, '0')).join('')

/** The orders of thirty days before a moment, each with all that happened to it, in the order of time. */
export function planOrders(
  startMs: number,
  random: Random,
  players: readonly HistoryPlayer[],
  products: readonly HistoryProduct[],
): Happening[] {
  const happenings: Happening[] = []
  const add = (happening: Happening): number => happenings.push(happening)
  const weights = Object.fromEntries(players.map(({ uid, weight }) => [uid, weight]))
  for (let day = DAYS; day >= 0; day--) {
    const midnight = Math.floor(startMs / DAY_MS) * DAY_MS - day * DAY_MS
    const count = ORDERS[new Date(midnight).getUTCDay()] ?? 20
    for (let order = 0; order < count; order++) {
      const hour = Number(random.weighted(Object.fromEntries(HOURS.map((weight, at) => [String(at), weight]))))
      const at = midnight + hour * 3_600_000 + random.int(3_600_000)
      // What is under way at the start would have to end by itself: the last half hour is quiet.
      if (at > startMs - 2 * TTL * SECOND) continue
      const [who, what] = [random.weighted(weights), random.weighted(goodsShares)]
      const player = players.find(({ uid }) => uid === who)
      const product = products.find(({ id }) => id === what)
      if (!player || !product) continue
      const no = timeId(at, Buffer.from(hex(random, 10), 'hex'))
      add({
        at,
        do: 'order',
        no,
        uid: player.uid,
        goods: product.id,
        kind: product.kind,
        amount: product.cents,
        bonus: product.bonus,
        server: player.server,
        role: player.role,
        title: product.names[player.locale] ?? product.names['en-US'] ?? product.id,
        locale: player.locale,
        ttl: TTL,
        payment: `pay_${hex(random, 12)}`,
      })
      const end = random.weighted(ends)
      const answered = at + (12 + random.int(150)) * SECOND
      if (end === 'expired') {
        add({ at: at + (TTL + 1 + random.int(20)) * SECOND, do: 'expired', no })
        continue
      }
      const event = `evt_${hex(random, 12)}`
      if (end !== 'paid') {
        add({ at: answered, do: end, no, event })
        continue
      }
      add({ at: answered, do: 'paid', no, event, txn: `txn_${hex(random, 12)}` })
      if (product.kind === 'item')
        add({
          at: answered + 400 + random.int(3200),
          do: 'delivered',
          no,
          grant: `grant_${hex(random, 9)}`,
        })
    }
  }
  return inOrder([...happenings, ...planTroubles(startMs, random, happenings)])
}

const inOrder = (happenings: readonly Happening[]): Happening[] =>
  happenings.toSorted((a, b) => a.at - b.at || a.no.localeCompare(b.no))

/** Money that went back whole, of a hundred paid orders. */
const REFUNDED_PCT = 2.5

/** What went wrong afterwards: refunds, disputes, a payment of another amount, an item that the game refused. */
function planTroubles(startMs: number, random: Random, happenings: Happening[]): Happening[] {
  const troubles: Happening[] = []
  const hours = (n: number): number => n * 3_600_000
  const paid = happenings.filter(({ do: what }) => what === 'paid')
  const isItem = (no: string): boolean => happenings.some((other) => other.no === no && other.do === 'delivered')
  const used = new Set<string>()
  /** A paid order of an item, of so many days before the start. */
  const pickPaid = (daysFrom: number, daysTo: number, fits = isItem): Happening => {
    const fitting = paid.filter(
      ({ at, no }) => !used.has(no) && at > startMs - daysFrom * DAY_MS && at < startMs - daysTo * DAY_MS && fits(no),
    )
    const happening = random.pick(fitting)
    used.add(happening.no)
    return happening
  }
  const refunds = Math.round((paid.length * REFUNDED_PCT) / 100)
  for (let n = 0; n < refunds; n++) {
    const { no, at } = pickPaid(28, 2)
    const asked = at + hours(1 + random.int(30))
    const isPart = n % 5 === 4
    troubles.push(
      {
        at: asked,
        do: isPart ? 'part asked' : 'refund asked',
        no,
        asker: 'job:demo',
        reason: random.pick(['bought by mistake', 'wrong character', 'a child bought it', 'not as described']),
      },
      {
        at: asked + 4000 + random.int(9000),
        do: 'refunded',
        no,
        event: `evt_${hex(random, 12)}`,
        refund: `ref_${hex(random, 12)}`,
      },
    )
    if (!isPart) troubles.push({ at: asked + 20_000 + random.int(9000), do: 'taken back', no })
  }
  for (const [stage, daysFrom, daysTo] of [
    ['won', 26, 18],
    ['lost', 22, 14],
    ['opened', 9, 7],
  ] as const) {
    const { no, at } = pickPaid(daysFrom, daysTo)
    const id = `dp_${hex(random, 8)}`
    const opened = stage === 'opened' ? startMs - hours(84) : at + hours(70 + random.int(20))
    const dispute = { id, reason: 'fraudulent', dueMs: stage === 'opened' ? startMs + hours(36) : opened + hours(168) }
    troubles.push({
      at: opened,
      do: 'dispute',
      no,
      event: `evt_${hex(random, 12)}`,
      dispute: { ...dispute, stage: 'opened' },
    })
    if (stage !== 'opened')
      troubles.push({
        at: opened + hours(100),
        do: 'dispute',
        no,
        event: `evt_${hex(random, 12)}`,
        dispute: { ...dispute, stage },
      })
  }
  // A player paid another amount, and staff must look at it: the order's own payment never came.
  const held = pickPaid(3, 1)
  for (const happening of happenings)
    if (happening.no === held.no && happening.do === 'paid') Object.assign(happening, { less: 1 })
  // The game refused an item of this morning, because the character's bag is full.
  const refused = pickPaid(1.5, 0.1)
  for (const happening of happenings)
    if (happening.no === refused.no && happening.do === 'delivered')
      Object.assign(happening, { do: 'refused', reason: 'bag full' })
  const left = happenings.filter(({ no, do: what }) => !(no === held.no && what === 'delivered'))
  happenings.splice(0, happenings.length, ...left)
  troubles.push({
    at: startMs - hours(5),
    do: 'stray',
    no: '',
    event: `evt_${hex(random, 12)}`,
    txn: `txn_${hex(random, 12)}`,
  })
  return troubles
}
