import { TextField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'

type Props = { value: string; set: (code: string) => void; error?: string | undefined }

/** The present code of an authenticator app. */
export function CodeField({ value, set, error }: Props) {
  const t = useTranslations('desk')
  return (
    <TextField
      label={t('staff.signIn.code')}
      hint={t('staff.signIn.codeHint')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      error={error}
      onChange={(event) => set(event.target.value)}
    />
  )
}
