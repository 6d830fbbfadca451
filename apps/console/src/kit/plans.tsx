import type { Planned } from '@hc/contract/desk/editing'
import { useTranslations } from 'use-intl'
import { ActionDialog } from './action-dialog.tsx'
import { Status, type Tone } from './facts.tsx'

const tones: Readonly<Record<Planned['state'], Tone>> = {
  waiting: 'wait',
  done: 'good',
  conflict: 'bad',
  failed: 'bad',
  withdrawn: 'plain',
}

/** The fields of a plan as words: `price_cents: 499`. */
export const patchText = (patch: Readonly<Record<string, unknown>>): string =>
  Object.entries(patch)
    .filter(([name, value]) => name !== 'texts' && typeof value !== 'object')
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ')

/** What is planned for something, with the way to take it back. */
export function Plans({
  plans,
  withdraw,
  mayWithdraw,
}: {
  plans: readonly Planned[]
  withdraw: 'product/replan' | 'article/replan'
  mayWithdraw: boolean
}) {
  const t = useTranslations('desk')
  if (plans.length === 0) return null
  return (
    <section className="card part">
      <h2>{t('editing.plans')}</h2>
      <ul className="rows">
        {plans.map(({ id, local, zone, state, by, patch, version }) => (
          <li key={id}>
            <span>
              <Status tone={tones[state]}>{t(`editing.state.${state}`)}</Status>{' '}
              {t('editing.planned', { local: local.replace('T', ' '), zone, by })}{' '}
              <span className="soft">
                {version === null ? patchText(patch) : t('editing.version', { n: String(version) })}
              </span>
            </span>
            {state === 'waiting' && mayWithdraw && (
              <ActionDialog
                name={withdraw}
                label={t('editing.withdraw')}
                title={t('editing.withdraw')}
                confirm={t('editing.withdraw')}
                reason={false}
                body={() => ({ id, when: null })}
              >
                <p>{t('editing.withdrawText')}</p>
              </ActionDialog>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
