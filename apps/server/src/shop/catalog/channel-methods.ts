import type { Channel } from '@hc/channels/channel'
import { type Method, methods as allMethods, type Settles } from '@hc/channels/methods'
import type { Purchase } from './channel-rules.ts'

/** What the publisher says of a channel's method; null: as the list of methods says. */
export type ChannelMethod = {
  channel_code: string
  method: string
  countries: string[] | null
  currencies: string[] | null
  min_minor: number | null
  max_minor: number | null
  settles: Settles | null
  sort: number
  /** When its gateway last had it: ms since 1970, or Infinity. */
  seen: number
}
export type OfferedMethod = Pick<Method, 'code' | 'name' | 'kind'> & { settles: Settles; marks?: string[] }

/** A gateway that has not named a method for so long is taken at its word. */
export const SEEN_MS = 3 * 86_400_000

/** Rows for all countries come after those of the purchase's own. */
const isLocal = (row: ChannelMethod, method: Method): boolean => (row.countries ?? method.countries) !== null

/**
 * The methods of a channel for a purchase, in the order to show: those of the purchase's country, then by their places.
 * `mayWithdraw`: the buyer may withdraw, so that money must be able to go back.
 */
export function methodsFor(
  rows: readonly ChannelMethod[],
  channel: Pick<Channel, 'code' | 'methodWords'>,
  purchase: Purchase,
  { now, mayWithdraw }: { now: number; mayWithdraw: boolean },
): OfferedMethod[] {
  const { methodWords } = channel
  if (!methodWords) return []
  return rows
    .flatMap((row) => {
      const method = allMethods.get(row.method)
      if (!method || row.channel_code !== channel.code || methodWords[row.method] === undefined) return []
      const { min_minor: min, max_minor: max } = row
      const countries = row.countries ?? method.countries
      const currencies = row.currencies ?? method.currencies
      const suits =
        row.seen > now - SEEN_MS &&
        (countries === null || countries.includes(purchase.country)) &&
        (currencies === null || currencies.includes(purchase.currency)) &&
        (min === null || purchase.cents >= min) &&
        (max === null || purchase.cents <= max) &&
        !(mayWithdraw && method.refund === 'none')
      return suits ? [{ row, method }] : []
    })
    .sort(
      (a, b) =>
        Number(isLocal(b.row, b.method)) - Number(isLocal(a.row, a.method)) ||
        a.row.sort - b.row.sort ||
        (a.row.method < b.row.method ? -1 : 1),
    )
    .map(({ row, method: { code, name, kind, settles, marks } }) => ({
      code,
      name,
      kind,
      settles: row.settles ?? settles,
      ...(marks.length > 0 && { marks: [...marks] }),
    }))
}
