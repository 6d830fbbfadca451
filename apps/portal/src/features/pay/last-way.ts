import type { OrderRecord } from '@hc/contract/calls'
import { fieldsOf } from '@hc/domain/record'
import { keys, readJson, writeJson } from '../../lib/storage.ts'

/** How the last purchase on this device was paid. */
export type LastWay = { channel: string; method: string }

const isLast = (value: unknown): value is LastWay => {
  const { channel, method } = fieldsOf(value)
  return typeof channel === 'string' && typeof method === 'string'
}

export const lastWay = (): LastWay | null => readJson(keys.pay, isLast)

/** Remembers how an order was paid. An order that was not paid says nothing. */
export function noteWay({ channel_code: channel, method = '', pay_ts: paid }: OrderRecord): void {
  if (paid > 0) writeJson(keys.pay, { channel, method })
}

export const notePoints = (): void => writeJson(keys.pay, { channel: 'hcpoint', method: '' })
