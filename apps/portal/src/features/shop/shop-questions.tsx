import type { ShopWindow } from '@hc/contract/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { type Question, Questions } from '../support/questions.tsx'

/** What players ask before they buy. Nothing answers a question about what this shop does not sell. */
export function ShopQuestions({ shop: { items, packs } }: { shop: ShopWindow }) {
  const t = useTranslations('help')
  const numbers: Question[] = [
    ...(items.some(({ bonus }) => bonus > 0) ? [8 as const] : []),
    ...(packs.length > 0 ? [3 as const] : []),
    4,
    1,
    5,
    7,
  ]
  return (
    <section className="shop-questions" aria-labelledby="shop-questions">
      <div>
        <h2 id="shop-questions" className="heading-3">
          {t('questions')}
        </h2>
        <p className="mt-2 text-soft">{t('text')}</p>
        <Link href={paths.write} className="link mt-1 inline-flex min-h-11 items-center">
          {t('write')}
        </Link>
      </div>
      <Questions name="shop-question" numbers={numbers} />
    </section>
  )
}
