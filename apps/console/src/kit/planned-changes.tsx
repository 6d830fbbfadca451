import type { Planned } from '@hc/contract/desk/editing'
import { useTranslations } from 'use-intl'
import { ActionDialog } from './action-dialog.tsx'
import { factName, factText } from './codes.ts'
import { timeText } from './date-time.ts'
import { Badge, type Tone } from './badge.tsx'
import type { DeskTexts } from './use-action.ts'

const tones: Readonly<Record<Planned['state'], Tone>> = {
  waiting: 'warn',
  done: 'good',
  conflict: 'bad',
  failed: 'bad',
  withdrawn: 'neutral',
}

/** The fields of a plan in words: `Price: $4.99`. */
export const patchText = (t: DeskTexts, patch: Readonly<Record<string, unknown>>): string =>
  Object.entries(patch)
    .filter(([name, value]) => name !== 'texts' && (typeof value !== 'object' || Array.isArray(value)))
    .map(([name, value]) => `${factName(t, name)}: ${factText(t, name, value)}`)
    .join(', ')

/** The plans of a target, each with a button to withdraw it. */
export function Plans({
  plans,
  withdraw,
  mayWithdraw,
}: {
  plans: readonly Planned[]
  withdraw: 'product/replan' | 'article/replan' | 'home/replan'
  mayWithdraw: boolean
}) {
  const t = useTranslations('desk')
  if (plans.length === 0) return null
  return (
    <section className="card part">
      <h2>{t('revisions.plans')}</h2>
      <ul className="rows">
        {plans.map(({ id, local, zone, state, by, patch, version }) => (
          <li key={id}>
            <span>
              <Badge tone={tones[state]}>{t(`revisions.state.${state}`)}</Badge>{' '}
              {t('revisions.planned', { local: timeText(local), zone, by })}{' '}
              <span className="soft">
                {version === null ? patchText(t, patch) : t('revisions.version', { n: String(version) })}
              </span>
            </span>
            {state === 'waiting' && mayWithdraw && (
              <ActionDialog
                name={withdraw}
                label={t('revisions.withdraw')}
                title={t('revisions.withdraw')}
                confirm={t('revisions.withdraw')}
                reason={false}
                body={() => ({ id, when: null })}
              >
                <p>{t('revisions.withdrawText')}</p>
              </ActionDialog>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
