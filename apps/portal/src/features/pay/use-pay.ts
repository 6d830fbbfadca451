import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { openPayWindow } from './pay-window.ts'

export type PayTarget = { sdk_order_id: string; pay_url: string }
export type WindowState = PayTarget & { blocked: boolean }

export type PayFlow = {
  /** The state of the dialog about the payment in another window, or null. */
  shown: WindowState | null
  busy: boolean
  /**
   * Opens the window at once, then calls `order` for its address. If `order` throws, the window closes and the error is
   * rethrown.
   */
  payInWindow: (order: () => Promise<PayTarget>) => Promise<void>
  close: () => void
}

export function usePay(): PayFlow {
  const t = useTranslations('recharge')
  const [state, setShown] = useState<WindowState | null>(null)
  const [busy, setBusy] = useState(false)
  return {
    shown: state,
    busy,
    close() {
      setShown(null)
    },
    async payInWindow(order) {
      const opened = openPayWindow(t('dialog.opening'))
      setBusy(true)
      try {
        const target = await order()
        const arrived = opened?.go(target.pay_url) ?? false
        setShown({ ...target, blocked: !arrived })
      } catch (error) {
        opened?.close()
        throw error
      } finally {
        setBusy(false)
      }
    },
  }
}
