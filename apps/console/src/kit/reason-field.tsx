import { TextField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'

/** The reason of an action, for the audit and for the decider. */
export function ReasonField({
  value,
  back = false,
  set,
  error,
}: {
  value: string
  /** It was kept when the dialog left the screen. */
  back?: boolean
  set: (text: string) => void
  error?: string | undefined
}) {
  const t = useTranslations('desk')
  return (
    <TextField
      label={t('kit.reason')}
      hint={t(back ? 'kit.wordsBack' : 'kit.reasonHint')}
      name="reason"
      autoComplete="off"
      maxLength={300}
      value={value}
      error={error}
      onChange={(event) => set(event.target.value)}
    />
  )
}
