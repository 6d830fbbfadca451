import { CallError } from '@hc/contract/client'
import { oneTimeCode } from '@hc/domain/typed-text'
import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormError } from '../kit/form-error.tsx'
import { useAction } from '../kit/use-action.ts'
import { type Fields, useFields } from '../kit/use-fields.ts'
import { call, loadSession } from '../lib/api.ts'
import { signInWithPasskey } from '../lib/passkeys.ts'
import { leaveFor, sso } from '../lib/sso.ts'
import { Frame } from './frame.tsx'

type Step = 'password' | 'code' | 'recovery' | 'sso'

/** Signs in with a passkey, or with a password and then a one-time code or a recovery code. */
export function SignIn({ over }: { over: boolean }) {
  const t = useTranslations('desk')
  const [step, setStep] = useState<Step>(sso?.only ? 'sso' : 'password')
  const fields = useFields(null, { email: '', password: '', code: '', recovery_code: '' })
  const { email, password, code, recovery_code } = fields.values
  const { form, busy, errors, tell, run } = useAction({ fields })
  const passkey = useAction()
  const house = useAction()

  const send = async (): Promise<void> => {
    if (step === 'recovery') await call('session/recover', { email, password, recovery_code })
    else await call('session/password', { email, password, ...(step === 'code' ? { code: oneTimeCode(code) } : {}) })
    await loadSession()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const isGoodCode = step !== 'code' || /^\d{6}$/.test(oneTimeCode(code))
    const isGoodRecovery = step !== 'recovery' || recovery_code.trim().length >= 8
    const hasErrors = tell({
      email: email.trim() === '' ? t('field.needed') : undefined,
      password: password === '' && step !== 'recovery' ? t('field.needed') : undefined,
      code: isGoodCode ? undefined : t('field.code'),
      recovery_code: isGoodRecovery ? undefined : t('field.needed'),
    })
    if (hasErrors) return
    void run(() =>
      send().catch((error: unknown) => {
        if (!(error instanceof CallError) || error.msg !== 'FactorNeeded') throw error
        setStep('code')
      }),
    )
  }
  return (
    <Frame title={t('staff.signIn.title')}>
      {over && <Notice>{t('staff.signIn.over')}</Notice>}
      {sso && (step === 'password' || step === 'sso') && (
        <>
          <Button size="large" busy={house.busy} onClick={() => void house.run(leaveFor)}>
            {t('staff.sso.button', { host: sso.host })}
          </Button>
          <FormError text={house.errors.form} />
        </>
      )}
      {step === 'password' && (
        <>
          <Button
            size="large"
            busy={passkey.busy}
            onClick={() =>
              void passkey.run(async () => {
                await signInWithPasskey()
                await loadSession()
              })
            }
          >
            {t('staff.signIn.passkey')}
          </Button>
          <FormError text={passkey.errors.form} />
          <p className="or">{t('staff.signIn.or')}</p>
        </>
      )}
      {step !== 'sso' && (
        <form ref={form} noValidate className="form" onSubmit={submit}>
          <FormError text={errors.form} />
          {/* A person who comes here from the single sign-on has typed nothing yet. */}
          {(step === 'password' || (step === 'recovery' && sso)) && (
            <>
              <TextField
                label={t('staff.signIn.email')}
                {...fields('email')}
                autoComplete="username"
                inputMode="email"
              />
              <TextField
                label={t('staff.signIn.password')}
                hint={step === 'recovery' ? t('staff.sso.recoveryText') : undefined}
                {...fields('password')}
                type="password"
                autoComplete="current-password"
              />
            </>
          )}
          {step !== 'password' && <SecondStep key={step} recovery={step === 'recovery'} fields={fields} />}
          <Button type="submit" kind={step === 'password' ? 'quiet' : 'primary'} busy={busy}>
            {t('staff.signIn.submit')}
          </Button>
        </form>
      )}
      {sso && (step === 'sso' || step === 'password') && (
        <div className="links">
          <Button kind="ghost" size="small" onClick={() => setStep('recovery')}>
            {t('staff.sso.recovery')}
          </Button>
        </div>
      )}
      {(step === 'code' || step === 'recovery') && (
        <div className="links">
          {!sso?.only && (
            <Button
              kind="ghost"
              size="small"
              onClick={() => {
                tell({})
                fields.set({ code: '', recovery_code: '' })
                setStep(step === 'code' ? 'recovery' : 'code')
              }}
            >
              {step === 'code' ? t('staff.signIn.lost') : t('staff.signIn.haveCode')}
            </Button>
          )}
          <Button
            kind="ghost"
            size="small"
            onClick={() => {
              tell({})
              fields.set({ password: '', code: '', recovery_code: '' })
              setStep(sso?.only ? 'sso' : 'password')
            }}
          >
            {t('staff.signIn.other')}
          </Button>
        </div>
      )}
    </Frame>
  )
}

type SecondProps = { recovery: boolean; fields: Fields<{ code: string; recovery_code: string }> }

/** The password was right; now the second factor. Its field is the next to type into, so it has the focus. */
function SecondStep({ recovery, fields }: SecondProps) {
  const t = useTranslations('desk')
  const id = useId()
  useEffect(() => {
    document.getElementById(id)?.focus()
  }, [id])
  return (
    <>
      {!recovery && <p aria-live="polite">{t('staff.signIn.codeAsk')}</p>}
      <TextField
        id={id}
        label={recovery ? t('staff.signIn.recovery') : t('staff.signIn.code')}
        hint={recovery ? t('staff.signIn.recoveryHint') : t('staff.signIn.codeHint')}
        {...fields(recovery ? 'recovery_code' : 'code')}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        spellCheck={false}
      />
    </>
  )
}
