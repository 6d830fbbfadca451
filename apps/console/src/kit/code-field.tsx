import { TextField } from '@hc/ui/field'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'

/** The present code of an authenticator app. */
export function CodeField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const t = useTranslations('desk')
  return (
    <TextField
      label={t('staff.signIn.code')}
      hint={t('staff.signIn.codeHint')}
      inputMode="numeric"
      {...props}
      autoComplete="one-time-code"
    />
  )
}
