import type { OrderCheck, OrderRecord } from '@hc/contract/calls'
import { CallError } from '@hc/contract/client'
import { OrderStatus } from '@hc/domain/order/order-status'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import { api, refreshBalance } from '../../lib/api.ts'
import { serverNow } from '../../lib/clock.ts'
import { useSession } from '../../lib/session.ts'
import { isNews } from './moment.tsx'

/** Pauses between polls, in ms: short while the player waits, longer later; the last one repeats. */
const PAUSES_MS = [1500, 1500, 2000, 2000, 3000, 4000, 6000, 8000, 12_000, 20_000]

export type OrderView = {
  record: OrderRecord | null
  missing: boolean
  error: unknown
  updatedAt: number
  /** The last answer to "check my order". */
  check: OrderCheck | null
  checking: boolean
  refresh: () => Promise<void>
  /** Makes the server ask gateway and game now. @throws CallError */
  ask: () => Promise<void>
}

const isSettled = ({ status }: OrderRecord): boolean => status !== OrderStatus.pending && status !== OrderStatus.paid

/** One order that is polled until it is settled, and not while the page is hidden. */
export function useOrder(id: string): OrderView {
  const { status } = useSession()
  const locale = useLocale()
  const active = status === 'player' && id !== '' && !id.startsWith(':')
  const [state, setState] = useState<Pick<OrderView, 'record' | 'missing' | 'error' | 'updatedAt'>>({
    record: null,
    missing: false,
    error: null,
    updatedAt: 0,
  })
  const [check, setCheck] = useState<OrderCheck | null>(null)
  const [checking, setChecking] = useState(false)
  const turn = useRef(0)

  const refresh = useCallback(async () => {
    const ticket = ++turn.current
    try {
      const { result } = await api.list('order/record', { page: 1, size: 1, sdk_order_id: id })
      if (ticket === turn.current)
        setState({ record: result[0] ?? null, missing: result.length === 0, error: null, updatedAt: serverNow() })
    } catch (error) {
      if (ticket === turn.current) setState((before) => ({ ...before, error }))
    }
  }, [id])

  const ask = useCallback(async () => {
    setChecking(true)
    try {
      const answer = await api.call('order/check', { sdk_order_id: id })
      turn.current++
      setCheck(answer)
      setState({ record: answer.record, missing: false, error: null, updatedAt: serverNow() })
    } catch (error) {
      if (error instanceof CallError && error.msg === 'OrderNotFound')
        setState((before) => ({ ...before, missing: true }))
      throw error
    } finally {
      setChecking(false)
    }
  }, [id])

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the state is set when the answer comes
    if (active) void refresh()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- names come in the language
  }, [active, refresh, locale])
  usePolling(
    active && !state.missing && (state.record === null || !isSettled(state.record)),
    refresh,
    state.record?.status,
  )
  useBalanceOnArrival(state.record)
  useAskAtExpiry(state.record, ask)
  useAskAgain(check, state.record, ask)
  return { ...state, check, checking, refresh, ask }
}

/** Polls with growing pauses. A change of status, or the player's return, starts again with the shortest. */
function usePolling(on: boolean, look: () => Promise<void>, status: number | undefined): void {
  useEffect(() => {
    if (!on) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let count = 0
    let stopped = false
    const next = () => {
      clearTimeout(timer)
      if (stopped || document.hidden) return
      timer = setTimeout(() => void look().finally(next), PAUSES_MS[Math.min(count++, PAUSES_MS.length - 1)])
    }
    const onVisibility = () => {
      if (document.hidden) {
        clearTimeout(timer)
        return
      }
      count = 0
      void look().finally(next)
    }
    next()
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('online', onVisibility)
    return () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('online', onVisibility)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new status starts with the shortest pause
  }, [on, look, status])
}

/** Updates the balance in the top bar as soon as an order has added or spent points. */
function useBalanceOnArrival(record: OrderRecord | null): void {
  const status = record?.status
  const before = useRef(status)
  const touches = record !== null && (record.order_type === 'coin' || record.channel_code === 'hcpoint')
  // The moment of success shows what it brings.
  const atMoment = record?.order_type === 'coin' && record.status === OrderStatus.delivered && isNews(record)
  useEffect(() => {
    if (touches && !atMoment && before.current !== undefined && before.current !== status) void refreshBalance()
    before.current = status
  }, [status, touches, atMoment])
}

/** Asks the gateway once more when the time to pay is over: a payment in the last second counts. */
function useAskAtExpiry(record: OrderRecord | null, ask: () => Promise<void>): void {
  const pending = record?.status === OrderStatus.pending
  const expires = record?.pay_expire_ts ?? 0
  useEffect(() => {
    if (!pending) return undefined
    const ms = Math.max(0, expires * 1000 - serverNow()) + 1000
    const timer = setTimeout(() => {
      ask().catch(() => undefined)
    }, ms)
    return () => clearTimeout(timer)
  }, [pending, expires, ask])
}

/** An answer describes the order as it was then. Once the order's status has changed, this asks again. */
function useAskAgain(check: OrderCheck | null, record: OrderRecord | null, ask: () => Promise<void>): void {
  const behind = check !== null && record !== null && check.record.status !== record.status
  useEffect(() => {
    if (!behind) return undefined
    const timer = setTimeout(() => {
      ask().catch(() => undefined)
    })
    return () => clearTimeout(timer)
  }, [behind, ask])
}
