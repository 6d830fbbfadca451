import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { Arrives } from './arrives.tsx'

/** Where players pay, that the shop sees no card, and the links to the rules of refunds and to help. */
export function PayTrust({ gateways = [] }: { gateways: readonly string[] | undefined }) {
  const t = useTranslations('window')
  const tc = useTranslations('common')
  const locale = useLocale()
  const gateway = new Intl.ListFormat(locale, { type: 'disjunction' }).format(gateways)
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-4 border-t border-line pt-3 text-sm text-soft">
      {gateways.length > 0 && <p>{t('trust', { gateway })}</p>}
      <Arrives texts="window" />
      <Link href={paths.refunds} className="link inline-flex min-h-11 items-center">
        {tc('footer.refunds')}
      </Link>
      <Link href={paths.contact} className="link inline-flex min-h-11 items-center">
        {tc('footer.contact')}
      </Link>
    </div>
  )
}
