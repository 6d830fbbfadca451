import { Button } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AddPasskey, RecoveryCodes, SetUpApp } from '../kit/second-factors.tsx'
import { FormError } from '../kit/form-error.tsx'
import { useAction } from '../kit/use-action.ts'
import { call, loadSession } from '../lib/api.ts'
import { Frame } from './frame.tsx'

/** A session that an invitation or a recovery code opened: the person first sets up a factor, then can work. */
export default function Enrol() {
  const t = useTranslations('desk')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { errors, run } = useAction()
  const finish = async (): Promise<void> => {
    await run(async () => {
      setCodes((await call('factor/recoveryCodes', {})).codes)
    })
  }
  if (codes)
    return (
      <Frame title={t('staff.factor.codes')}>
        <p>{t('staff.enrol.done')}</p>
        <RecoveryCodes codes={codes} />
        <Button onClick={() => void loadSession()}>{t('staff.enrol.goOn')}</Button>
      </Frame>
    )
  return (
    <Frame title={t('staff.enrol.title')}>
      <p>{t('staff.enrol.text')}</p>
      <FormError text={errors.form} />
      <AddPasskey onDone={finish} />
      <SetUpApp label={t('staff.factor.setUp')} onDone={finish} />
    </Frame>
  )
}
