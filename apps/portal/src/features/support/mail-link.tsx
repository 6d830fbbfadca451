import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useApp } from '../../shell/app-context.ts'

/**
 * The publisher's address as a link that opens the player's mail program; nothing if the shop has none. Needs the texts
 * of `help`.
 */
export function MailLink({ order = '' }: { order?: string }) {
  const t = useTranslations('help')
  const { init } = useApp()
  const { supportEmail } = init
  if (!supportEmail) return null
  const href = `mailto:${supportEmail}${order ? `?subject=${encodeURIComponent(order)}` : ''}`
  const link = (chunks: ReactNode) => (
    <a key="mail" href={href} className="link unbroken">
      {chunks}
    </a>
  )
  return <p className="text-soft">{t.rich('form.mail', { link, email: supportEmail })}</p>
}
