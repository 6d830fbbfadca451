import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'

/**
 * The way to customer service that stands with every trouble; it needs no account. `order`: which order it is about.
 */
export function ContactLink({ className = 'link', order = '' }: { className?: string; order?: string }) {
  const t = useTranslations('common')
  const href = order ? `${paths.contact}?order=${encodeURIComponent(order)}#write` : paths.write
  return (
    <Link href={href} className={className}>
      {t('action.contact')}
    </Link>
  )
}
