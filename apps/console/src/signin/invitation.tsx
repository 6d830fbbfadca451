import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { FormError } from '../kit/form-error.tsx'
import { Failed } from '../kit/failed.tsx'
import { useAction } from '../kit/use-action.ts'
import { useCall } from '../kit/use-call.ts'
import { useFields } from '../kit/use-fields.ts'
import { CallError } from '@hc/contract/client'
import { call, loadSession } from '../lib/api.ts'
import { leaveFor, sso } from '../lib/sso.ts'
import { Frame } from './frame.tsx'

/**
 * The token is behind the `#` of the URL, so no server's log has it. It is removed from the address as soon as it is
 * read.
 */
function takeToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(null, '', location.pathname)
  return token
}
const token = takeToken()
const MIN = 12

/** An invited person chooses a password; the factors come next. */
export default function Invitation() {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const invited = useCall('invitation/read', { token: token.padEnd(20, '-').slice(0, 100) })
  const fields = useFields(null, { password: '' })
  const { password } = fields.values
  const { form, busy, errors, tell, run } = useAction({ fields })
  const house = useAction()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (tell(password.length < MIN ? { password: t('field.short') } : {})) return
    void run(async () => {
      await call('invitation/accept', { token, password })
      go('/')
      await loadSession()
    })
  }
  if (invited.error instanceof CallError && invited.error.msg === 'InvitationOver')
    return (
      <Frame title={t('staff.invitation.over')}>
        <p>{t('staff.invitation.overText')}</p>
        <Button kind="quiet" onClick={() => go('/')}>
          {t('staff.invitation.signIn')}
        </Button>
      </Frame>
    )
  return (
    <Frame title={t('staff.invitation.title')}>
      {invited.loading && <output className="state">{t('loading')}</output>}
      {invited.error !== null && <Failed error={invited.error} again={invited.reload} />}
      {invited.result && sso && (
        <div className="form">
          <p>{t('staff.sso.invitation', { name: invited.result.name, email: invited.result.email, host: sso.host })}</p>
          <FormError text={house.errors.form} />
          <Button busy={house.busy} onClick={() => void house.run(leaveFor)}>
            {t('staff.sso.button', { host: sso.host })}
          </Button>
          {!sso.only && <p className="or">{t('staff.signIn.or')}</p>}
        </div>
      )}
      {invited.result && !sso?.only && (
        <form ref={form} noValidate className="form" onSubmit={submit}>
          <p>{t('staff.invitation.forWhom', { name: invited.result.name, email: invited.result.email })}</p>
          <FormError text={errors.form} />
          <input type="hidden" name="username" autoComplete="username" value={invited.result.email} readOnly />
          <TextField
            label={t('staff.invitation.password')}
            hint={t('staff.invitation.passwordHint')}
            {...fields('password')}
            type="password"
            autoComplete="new-password"
          />
          <Button type="submit" busy={busy}>
            {t('staff.invitation.submit')}
          </Button>
        </form>
      )}
    </Frame>
  )
}
