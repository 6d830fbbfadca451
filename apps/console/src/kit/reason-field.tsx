import { TextField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import type { Fields } from './use-fields.ts'

/** Any form with a reason. */
type ReasonOf = Pick<Fields<{ reason: string }>, 'isBack'> &
  ((name: 'reason') => ReturnType<Fields<{ reason: string }>>)

/** The reason of an action, for the audit and for the decider. It comes back if its dialog left the screen. */
export function ReasonField({ of }: { of: ReasonOf }) {
  const t = useTranslations('desk')
  return (
    <TextField label={t('kit.reason')} hint={t(of.isBack ? 'kit.wordsBack' : 'kit.reasonHint')} {...of('reason')} />
  )
}
