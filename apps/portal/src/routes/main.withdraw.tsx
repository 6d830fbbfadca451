import { useTranslations } from 'use-intl'
import { WithdrawForm } from '../features/withdraw/withdraw-form.tsx'
import { useSearch } from '../lib/nav.ts'
import { useHydrated } from '../lib/use-hydrated.ts'

/** The form to withdraw from a contract, with or without an account. */
export default function WithdrawPage() {
  const t = useTranslations('withdraw')
  const search = useSearch()
  // The server renders the page without the order: its HTML is the same for everybody.
  const order = useHydrated() ? (new URLSearchParams(search).get('order') ?? '') : ''
  return (
    <article className="page py-10">
      <h1 className="heading-2">{t('title')}</h1>
      <p className="section-lead">{t('intro')}</p>
      <section className="reading mt-6">
        <WithdrawForm order={order} />
      </section>
    </article>
  )
}
