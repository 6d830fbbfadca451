import type { Channel } from '@hc/channels/channel'
import type { PayMethod } from '@hc/channels/methods'
import type { PayChannel } from '@hc/contract/calls'
import { timeIdFloor } from '@hc/domain/order-no'
import type { Ctx } from '../../ctx.ts'
import { createBriefCache } from '../../platform/brief-cache.ts'
import type { Query } from '../../platform/db.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { hasMethod, methodsFor, type OfferedMethod } from '../catalog/channel-methods.ts'
import type { Purchase } from '../catalog/channel-rules.ts'
import type { Law } from '../law/law.ts'

type Parts = {
  ctx: Pick<Ctx, 'now'>
  lastWays: LastWays
  catalog: Pick<Catalog, 'channels' | 'methods'>
  law: Pick<Law, 'withdrawal'>
}

/** An offered channel, as a client that asks for no methods sees it. */
export const plainRow = ({ name, code, icon }: Channel): PayChannel => ({ name, channel_code: code, icon })

const kindOf = (channel: Channel, offered: readonly OfferedMethod[]): PayChannel['kind'] => {
  if (channel.kind === 'points') return 'points'
  if (channel.code === 'sandbox') return 'test'
  const [first] = offered
  return first?.kind === 'wallet' || first?.kind === 'bank' ? first.kind : 'card'
}

/** How long the last way to pay is remembered. */
const LAST_MS = 180 * 86_400_000

type Way = { channel: string; method: string }
export type LastWays = {
  /** How the player paid for the newest order of half a year; null: nothing. Read at most every 800 ms. */
  of(accountId: number): Promise<Way | null>
}

/** @param nowMs ms since 1970 */
export function createLastWays(q: Query, nowMs: () => number): LastWays {
  const cache = createBriefCache<number, { way: Way | null }>()
  return {
    async of(accountId) {
      const cachedWay = cache.get(accountId)
      if (cachedWay) return cachedWay.way
      const [way = null] = await q<Way>(
        {
          name: 'last-way',
          text: `select channel_code as channel, split_part(coalesce(method, ''), '/', 1) as method from orders
            where account_id = $1 and order_no >= $2 and paid_cents > 0 order by order_no desc limit 1`,
        },
        [accountId, timeIdFloor(nowMs() - LAST_MS)],
      )
      cache.set(accountId, { way })
      return way
    },
  }
}

const rulesOf = (app: Parts, country: string): { now: number; mayWithdraw: boolean } => ({
  now: app.ctx.now(),
  mayWithdraw: app.law.withdrawal(country) !== undefined,
})

/**
 * Offered channels with their methods. A method that two channels have is the first one's; a channel whose methods are
 * all another's is left out, and one without methods of its own is one row, as ever.
 */
export async function rowsWithMethods(
  app: Parts,
  accountId: number,
  offered: readonly Channel[],
  purchase: Purchase,
): Promise<PayChannel[]> {
  const last = await app.lastWays.of(accountId)
  const takenCodes = new Set<string>()
  const rules = rulesOf(app, purchase.country)
  return offered.flatMap((channel) => {
    const all = methodsFor(app.catalog.methods(), channel, purchase, rules)
    const ownMethods = all.filter(({ code }) => !takenCodes.has(code))
    if (all.length > 0 && ownMethods.length === 0) return []
    for (const { code } of ownMethods) takenCodes.add(code)
    const isLast = last?.channel === channel.code
    return [
      {
        ...plainRow(channel),
        kind: kindOf(channel, all),
        methods: ownMethods.map((method) => ({
          ...method,
          ...(isLast && last.method === method.code && { last: true as const }),
        })),
        ...(isLast && { last: true as const }),
      },
    ]
  })
}

/**
 * The method that an order freezes: the player's wish, if the channel has it for this purchase now, and the country of
 * the list. Otherwise none: the page asks.
 */
export function methodOf(
  app: Parts,
  channel: Channel | undefined,
  wish: string | undefined,
  purchase: Purchase,
): PayMethod | undefined {
  if (wish === undefined || !channel) return undefined
  const rules = rulesOf(app, purchase.country)
  return hasMethod(app.catalog.methods(), channel, wish, purchase, rules)
    ? { code: wish, country: purchase.country }
    : undefined
}
