import { Badge } from '../../kit/badge.tsx'
import { CallError } from '@hc/contract/client'
import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { AddPasskey, RecoveryCodes, SetUpApp } from '../../kit/second-factors.tsx'
import { dateTime } from '../../kit/date-time.ts'
import { LanguageSelect } from '../../kit/language-select.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { Failed } from '../../kit/failed.tsx'
import { Page } from '../../kit/page.tsx'
import { Shortcuts } from '../../kit/shortcuts.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useCommand } from '../../kit/use-command.ts'
import { useFields } from '../../kit/use-fields.ts'
import { useCall } from '../../kit/use-call.ts'
import { ZoneSelect } from '../../kit/zone-select.tsx'
import { call } from '../../lib/api.ts'

/** The person's own factors, settings and sessions. */
export default function Account() {
  return (
    <Page width="settings">
      <Factors />
      <Password />
      <OwnAccess />
      <Sessions />
    </Page>
  )
}

function Factors() {
  const t = useTranslations('desk')
  const factors = useCall('factor/list', {})
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { errors, run } = useAction()
  if (factors.error !== null) return <Failed error={factors.error} again={factors.reload} />
  if (!factors.result) return <output className="state">{t('loading')}</output>
  const { passkeys, totp, recovery_left } = factors.result
  return (
    <section className="card part" aria-labelledby="factors">
      <h2 id="factors">{t('staff.factor.title')}</h2>
      <FormError text={errors.form} />
      <h3>{t('staff.factor.passkeys')}</h3>
      {passkeys.length < 2 && <p>{t(passkeys.length === 0 ? 'staff.factor.noPasskey' : 'staff.factor.onlyPasskey')}</p>}
      {passkeys.length > 0 && (
        <ul className="rows">
          {passkeys.map(({ credential_id, name, created_at, used_at }) => (
            <li key={credential_id}>
              <span>
                <b>{name}</b>{' '}
                <span className="soft">
                  {used_at === null
                    ? t('staff.factor.made', { at: dateTime(created_at) })
                    : t('staff.factor.used', { at: dateTime(used_at) })}
                </span>
              </span>
              <Button
                kind="ghost"
                size="small"
                aria-label={t('staff.factor.removeName', { name })}
                onClick={() =>
                  void run(async () => {
                    await call('factor/passkeyRemove', { credential_id })
                    await factors.reload()
                  })
                }
              >
                {t('staff.factor.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddPasskey onDone={factors.reload} />
      <h3>{t('staff.factor.app')}</h3>
      <p>{t(totp ? 'staff.factor.appOn' : 'staff.factor.appOff')}</p>
      <SetUpApp label={t(totp ? 'staff.factor.change' : 'staff.factor.setUp')} onDone={factors.reload} />
      <h3>{t('staff.factor.codes')}</h3>
      <p>{t('staff.factor.codesLeft', { n: recovery_left })}</p>
      {codes && <RecoveryCodes codes={codes} />}
      <Button
        kind="quiet"
        onClick={() =>
          void run(async () => {
            setCodes((await call('factor/recoveryCodes', {})).codes)
            await factors.reload()
          })
        }
      >
        {t('staff.factor.newCodes')}
      </Button>
    </section>
  )
}

/** The person's own password; whoever signs in by a provider or a passkey alone has none. */
function Password() {
  const t = useTranslations('desk')
  // No longest length: the rest of a pasted password would be dropped without a word.
  const fields = useFields(null, { present: '', password: '' })
  const { present, password } = fields.values
  const { form, busy, errors, tell, run } = useCommand('session/changePassword', {
    fields,
    done: t('roles.ownPassword.done'),
    onDone: fields.reset,
    meets: (error) => {
      const isWrong = error instanceof CallError && error.msg === 'StaffSignInFailed'
      if (isWrong) tell({ present: t('roles.ownPassword.wrong') })
      return isWrong
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const hasErrors = tell({
      present: present === '' ? t('field.needed') : undefined,
      password: password.length < 12 ? t('field.short') : undefined,
    })
    if (!hasErrors) void run({ present, password })
  }
  return (
    <section className="card part" aria-labelledby="password">
      <h2 id="password">{t('roles.ownPassword.title')}</h2>
      <form ref={form} noValidate className="form" onSubmit={submit}>
        <FormError text={errors.form} />
        <TextField
          label={t('roles.ownPassword.present')}
          {...fields('present')}
          type="password"
          autoComplete="current-password"
        />
        <TextField
          label={t('roles.ownPassword.new')}
          {...fields('password')}
          type="password"
          autoComplete="new-password"
        />
        <div className="actions">
          <Button type="submit" kind="quiet" busy={busy}>
            {t('roles.ownPassword.change')}
          </Button>
        </div>
      </form>
    </section>
  )
}

/** Personal settings, which this browser stores. */
function OwnAccess() {
  const t = useTranslations('desk')
  return (
    <section className="card part" aria-labelledby="own">
      <h2 id="own">{t('own.title')}</h2>
      <div className="form">
        <LanguageSelect />
        <ZoneSelect />
      </div>
      <h3>{t('keys.title')}</h3>
      <Shortcuts />
    </section>
  )
}

function Sessions() {
  const t = useTranslations('desk')
  const open = useCall('session/list', {})
  const { errors, run } = useAction()
  if (open.error !== null) return <Failed error={open.error} again={open.reload} />
  const rows = open.result ?? []
  const end = (body: { session_id?: string }): void =>
    void run(async () => {
      await call('session/end', body)
      await open.reload()
    })
  return (
    <section className="card part" aria-labelledby="sessions">
      <h2 id="sessions">{t('staff.ownSessions.title')}</h2>
      <FormError text={errors.form} />
      <ul className="rows">
        {rows.map(({ session_id, this_one, created_at, seen_at, address, browser }) => (
          <li key={session_id}>
            <span>
              <b>{address}</b> <span className="soft">{browser}</span>
              <br />
              <span className="soft">
                {t('staff.ownSessions.since', { at: dateTime(created_at) })},{' '}
                {t('staff.ownSessions.seen', { at: dateTime(seen_at) })}
              </span>
            </span>
            {this_one ? (
              <Badge tone="good">{t('staff.ownSessions.thisOne')}</Badge>
            ) : (
              <Button
                kind="ghost"
                size="small"
                aria-label={t('staff.ownSessions.endName', { browser })}
                onClick={() => end({ session_id })}
              >
                {t('staff.ownSessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {rows.length > 1 && (
        <Button kind="quiet" onClick={() => end({})}>
          {t('staff.ownSessions.endOthers')}
        </Button>
      )}
    </section>
  )
}
