import { oneTimeCode } from '@hc/domain/typed-text'
import { Button, buttonClass } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { type FormEvent, useEffect, useId } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../lib/api.ts'
import { stepUpWithPasskey } from '../lib/passkeys.ts'
import { type StepUp, stepUp } from '../lib/session.ts'
import { onShown, sso, STEP_UP } from '../lib/sso.ts'
import { CodeField } from './code-field.tsx'
import { FormError } from './form-error.tsx'
import { Failed } from './failed.tsx'
import { useAction } from './use-action.ts'
import { useCall } from './use-call.ts'
import { useFields } from './use-fields.ts'

/** Asks for a factor if a call needs one. The form behind the dialog keeps its contents. */
export function StepUpDialog() {
  const t = useTranslations('desk')
  const request = stepUp.use()
  return (
    <Dialog
      open={request !== null}
      title={t('staff.stepUp.title')}
      closeLabel={t('close')}
      onClose={() => {
        request?.dropped()
      }}
    >
      {request && <Factors asked={request} />}
    </Dialog>
  )
}

function Factors({ asked }: { asked: StepUp }) {
  const t = useTranslations('desk')
  const factors = useCall('factor/list', {})
  const fields = useFields(null, { code: '' })
  const { form, busy, errors, tell, run } = useAction({ fields })
  const passkey = useAction()
  const hint = useId()
  useEffect(() => {
    if (!sso) return
    return onShown(() => asked.done())
  }, [asked])
  const after = (did: boolean): void => {
    if (did) asked.done()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const digits = oneTimeCode(fields.values.code)
    if (tell(/^\d{6}$/.test(digits) ? {} : { code: t('field.code') })) return
    void run(() => call('session/stepUp', { code: digits })).then(after)
  }
  return (
    <div className="form">
      <p>{t('staff.stepUp.text')}</p>
      {factors.error !== null && <Failed error={factors.error} again={factors.reload} />}
      {factors.result && factors.result.passkeys.length > 0 && (
        <>
          <FormError text={passkey.errors.form} />
          <Button busy={passkey.busy} onClick={() => void passkey.run(stepUpWithPasskey).then(after)}>
            {t('staff.stepUp.passkey')}
          </Button>
        </>
      )}
      {factors.result?.sso && sso && (
        <>
          <a className={buttonClass('quiet')} href={STEP_UP} target="_blank" rel="noopener" aria-describedby={hint}>
            {t('staff.sso.stepUp', { host: sso.host })}
          </a>
          <p id={hint} className="hint">
            {t('staff.sso.stepUpHint')}
          </p>
        </>
      )}
      {factors.result?.totp && (
        <form ref={form} noValidate className="form" onSubmit={submit}>
          <FormError text={errors.form} />
          <CodeField {...fields('code')} />
          <Button type="submit" busy={busy}>
            {t('staff.stepUp.submit')}
          </Button>
        </form>
      )}
    </div>
  )
}
