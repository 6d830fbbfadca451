import type { PayChannel } from '@hc/contract/calls'
import type { LastWay } from '../pay/last-way.ts'

export const POINTS_CHANNEL = 'hcpoint'

export type PayMethod = NonNullable<PayChannel['methods']>[number]
/** One way to pay: a channel, and a method of it where its page can be restricted to one. */
export type Way = {
  /** Its place in the address and in the form. */
  key: string
  channel: PayChannel
  method: PayMethod | null
  /** The last purchase was paid so. */
  last: boolean
}

/** Rows before "More ways to pay". */
const FIRST_ROWS = 6

/** Apple Pay is offered where the browser knows it, for the gateway's page will ask the same. */
const isHere = ({ code }: PayMethod): boolean => code !== 'apple_pay' || 'ApplePaySession' in globalThis

function rowsOf(channel: PayChannel): Omit<Way, 'last'>[] {
  const methods = channel.methods?.filter(isHere) ?? []
  if (methods.length === 0) return [{ key: channel.channel_code, channel, method: null }]
  return methods.map((method) => ({ key: method.code, channel, method }))
}

/**
 * The ways to pay, the last used one first. What this device remembers goes before what the shop does, whose orders may
 * be from anywhere.
 */
export function waysOf(channels: readonly PayChannel[], device: LastWay | null): Way[] {
  const rows = channels.flatMap(rowsOf)
  const ownRow = device && rows.find((row) => isWay(row, device))
  const last =
    ownRow ?? rows.find(({ channel, method }) => channel.last === true && (method === null || method.last === true))
  const marked = rows.map((row) => ({ ...row, last: row === last }))
  return marked.sort((a, b) => Number(b.last) - Number(a.last))
}

const isWay = ({ channel, method }: Omit<Way, 'last'>, device: LastWay): boolean =>
  channel.channel_code === device.channel && (method?.code ?? '') === device.method

/** The rows that stand there at first: the wallet and the chosen one among them. */
export function firstWays(ways: readonly Way[], chosenKey: string): readonly Way[] {
  if (ways.length <= FIRST_ROWS + 1) return ways
  const must = ways.filter(({ key, channel }) => key === chosenKey || channel.channel_code === POINTS_CHANNEL)
  const others = ways.filter((way) => !must.includes(way)).slice(0, FIRST_ROWS - must.length)
  return ways.filter((way) => must.includes(way) || others.includes(way))
}

/** The way of the address, else the last used one, else the first one that is not the wallet. */
export const chosenWay = (ways: readonly Way[], wantedKey: string | null): Way | undefined =>
  ways.find(({ key }) => key === wantedKey) ??
  ways.find(({ channel }) => channel.channel_code === wantedKey) ??
  ways.find(({ last }) => last) ??
  ways.find(({ channel }) => channel.channel_code !== POINTS_CHANNEL) ??
  ways[0]
