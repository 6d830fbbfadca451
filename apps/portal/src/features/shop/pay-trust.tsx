import type { ShopWindow } from '@hc/contract/calls'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { useApp } from '../../shell/app-context.ts'
import { Marks } from '../pay/marks.tsx'
import { Arrives } from './arrives.tsx'

/** So many marks stand in the line. */
const MOST_MARKS = 6

/** Where players pay and with what, that the shop sees no card, and the links to the rules of refunds and to help. */
export function PayTrust({ shop: { gateways = [], marks = [] } }: { shop: ShopWindow }) {
  const t = useTranslations('window')
  const tc = useTranslations('common')
  const locale = useLocale()
  const { brand } = useApp().init
  const gateway = new Intl.ListFormat(locale, { type: 'disjunction' }).format(gateways)
  return (
    <div className="pay-trust mt-8 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-3 text-sm text-soft">
      {gateways.length > 0 && <p>{t('trust', { gateway })}</p>}
      {brand.marks !== false && (
        <div>
          <Marks marks={marks.slice(0, MOST_MARKS)} />
        </div>
      )}
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
