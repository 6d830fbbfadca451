import type { DeskBody } from '@hc/contract/desk/calls'
import { buttonClass } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { FormError } from '../../kit/form-error.tsx'
import { useAction } from '../../kit/use-action.ts'
import { call } from '../../lib/api.ts'
import { notice } from '../../lib/outcome.ts'

const trials: readonly DeskBody<'today/try'>['what'][] = ['order', 'refuse', 'dispute', 'amount', 'price']

/** What happens in a shop, at a press, in the demo alone: each leads to the page on which it shows. */
export function DemoCard() {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const { busy, errors, run } = useAction()
  return (
    <section className="card demo-card" aria-labelledby="demo">
      <h2 id="demo">{t('today.demo.title')}</h2>
      <div className="demo-trials">
        {trials.map((what) => (
          <button
            key={what}
            type="button"
            className={buttonClass('quiet', 'small')}
            aria-disabled={busy || undefined}
            onClick={() =>
              void run(async () => {
                const { path } = await call('today/try', { what })
                notice.set({ text: t(`today.demo.did.${what}`), tone: 'good' })
                go(path)
              })
            }
          >
            {t(`today.demo.${what}`)}
          </button>
        ))}
      </div>
      <FormError text={errors.form} />
    </section>
  )
}
