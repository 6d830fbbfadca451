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

/** Whether a method is there, and for this country and currency. */
function isThere(row: ChannelMethod, method: Method, where: Pick<Purchase, 'country' | 'currency'>, rules: Rules) {
  const countries = row.countries ?? method.countries
  const currencies = row.currencies ?? method.currencies
  return (
    row.seen > rules.now - SEEN_MS &&
    (countries === null || countries.includes(where.country)) &&
    (currencies === null || currencies.includes(where.currency)) &&
    !(rules.mayWithdraw && method.refund === 'none')
  )
}

type Rules = { now: number; mayWithdraw: boolean }
type NamedChannel = Pick<Channel, 'code' | 'methodWords'>

/** The methods that a channel knows, with their rows. */
const rowsOf = (rows: readonly ChannelMethod[], { code, methodWords }: NamedChannel) =>
  rows.flatMap((row) => {
    const method = allMethods.get(row.method)
    return method && row.channel_code === code && methodWords?.[row.method] !== undefined ? [{ row, method }] : []
  })

type Pair = ReturnType<typeof rowsOf>[number]

const inOrder = (a: Pair, b: Pair): number =>
  Number(isLocal(b.row, b.method)) - Number(isLocal(a.row, a.method)) ||
  a.row.sort - b.row.sort ||
  (a.row.method < b.row.method ? -1 : 1)

/** The marks of what a country's players can pay with at a channel, whatever the price; each mark once. */
export const marksFor = (
  rows: readonly ChannelMethod[],
  channel: NamedChannel,
  where: Pick<Purchase, 'country' | 'currency'>,
  rules: Rules,
): string[] => [
  ...new Set(
    rowsOf(rows, channel)
      .filter(({ row, method }) => isThere(row, method, where, rules))
      .sort(inOrder)
      .flatMap(({ method }) => method.marks),
  ),
]

const isFor = ({ row, method }: Pair, purchase: Purchase, rules: Rules): boolean =>
  isThere(row, method, purchase, rules) &&
  (row.min_minor === null || purchase.cents >= row.min_minor) &&
  (row.max_minor === null || purchase.cents <= row.max_minor)

/** Whether a channel has a method for a purchase. */
export const hasMethod = (
  rows: readonly ChannelMethod[],
  channel: NamedChannel,
  code: string,
  purchase: Purchase,
  rules: Rules,
): boolean =>
  rowsOf(
    rows.filter((row) => row.method === code),
    channel,
  ).some((pair) => isFor(pair, purchase, rules))

/**
 * The methods of a channel for a purchase, in the order to show: those of the purchase's country, then by their places.
 * `mayWithdraw`: the buyer may withdraw, so that money must be able to go back.
 */
export const methodsFor = (
  rows: readonly ChannelMethod[],
  channel: NamedChannel,
  purchase: Purchase,
  rules: Rules,
): OfferedMethod[] =>
  rowsOf(rows, channel)
    .filter((pair) => isFor(pair, purchase, rules))
    .sort(inOrder)
    .map(({ row, method: { code, name, kind, settles, marks } }) => ({
      code,
      name,
      kind,
      settles: row.settles ?? settles,
      ...(marks.length > 0 && { marks: [...marks] }),
    }))
