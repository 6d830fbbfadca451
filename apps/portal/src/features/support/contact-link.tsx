import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'

/** The link to customer service beside every error; it needs no account. `order`: the order in question. */
export function ContactLink({ className = 'link', order = '' }: { className?: string; order?: string }) {
  const t = useTranslations('common')
  const href = order ? `${paths.contact}?order=${encodeURIComponent(order)}#write` : paths.write
  return (
    <Link href={href} className={className}>
      {t('action.contact')}
    </Link>
  )
}
