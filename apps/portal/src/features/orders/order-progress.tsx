import type { OrderRecord } from '@hc/contract/calls'
import { orderStep } from '@hc/domain/order/order-status'
import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { statusCode } from './status-text.ts'

const steps = ['created', 'paid', 'fulfilled'] as const

/** The steps created, paid, fulfilled. Failed, refunded and overdue orders have no place among them and show none. */
export function OrderProgress({ record }: { record: OrderRecord }) {
  const t = useTranslations('order')
  const reached = orderStep(statusCode(record))
  if (reached === null) return null
  return (
    <ol className="steps" aria-label={t('detail.progress')}>
      {steps.map((name, index) => {
        const state = index < reached ? 'done' : index === reached ? 'next' : 'open'
        return (
          <li key={name} className="step" data-state={state} aria-current={index === reached - 1 ? 'step' : undefined}>
            <span className="step-dot" aria-hidden="true">
              {state === 'done' ? <Icon name="check" /> : index + 1}
            </span>
            <span className="text-sm font-semibold">{t(`step.${name}`)}</span>
          </li>
        )
      })}
    </ol>
  )
}
