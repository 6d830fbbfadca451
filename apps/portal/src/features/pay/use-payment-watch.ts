import type { OrderRecord } from '@hc/contract/calls'
import { OrderStatus } from '@hc/domain/order/order-status'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'

const PAUSE_MS = 2000

/**
 * Polls every two seconds, and at once when the player returns to this window, until the order is no longer unpaid. It
 * reads our own records only; `order/check` asks the gateway.
 */
export function usePaymentWatch(orderId: string | null, onMoved: (record: OrderRecord) => void): void {
  const moved = useRef(onMoved)
  useEffect(() => {
    moved.current = onMoved
  })
  useEffect(() => {
    if (orderId === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    const look = async (): Promise<void> => {
      clearTimeout(timer)
      const answer = await api.list('order/record', { page: 1, size: 1, sdk_order_id: orderId }).catch(() => null)
      const record = answer?.result[0]
      if (over) return
      if (record && record.status !== OrderStatus.pending) {
        moved.current(record)
        return
      }
      timer = setTimeout(() => void look(), PAUSE_MS)
    }
    const back = () => {
      if (!document.hidden) void look()
    }
    timer = setTimeout(() => void look(), PAUSE_MS)
    addEventListener('focus', back)
    document.addEventListener('visibilitychange', back)
    return () => {
      over = true
      clearTimeout(timer)
      removeEventListener('focus', back)
      document.removeEventListener('visibilitychange', back)
    }
  }, [orderId])
}
