import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { openPayWindow } from './pay/pay-window.ts'
import { api } from '../lib/api.ts'
import { openSession, sessionStore } from '../lib/session.ts'
import { toastError } from '../lib/toast.ts'

/** The service's address with the order's number, if there is one. */
function about(address: string, order: string | undefined): string {
  if (order === undefined) return address
  const url = new URL(address)
  url.searchParams.set('order', order)
  return url.href
}

/**
 * A link to customer service, which knows the player by a ticket that lives for minutes: each click asks for a fresh
 * one.
 */
export function ServiceLink({
  href,
  order,
  className,
  children,
}: {
  href: string
  order?: string
  className: string
  children: ReactNode
}) {
  const t = useTranslations('common')
  const open = async (): Promise<void> => {
    const opened = openPayWindow(t('state.loading'))
    try {
      const info = await api.call('user/uinfo', {})
      openSession(info)
      const address = about(info.customer_service, order)
      if (!opened?.go(address)) location.assign(address)
    } catch (error) {
      opened?.close()
      // The end of a session has its own dialog.
      if (sessionStore.get().status === 'player') toastError(error, 'service')
    }
  }
  const onClick = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void open()
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className} onClick={onClick}>
      {children}
    </a>
  )
}
