import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { TextField } from '@hc/ui/field'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../../kit/copy-button.tsx'
import { dateTime } from '../../kit/date-time.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Failed } from '../../kit/failed.tsx'
import { roleName } from '../../kit/role-name.ts'
import { useCall } from '../../kit/use-call.ts'
import { useCommand } from '../../kit/use-command.ts'
import { useFields } from '../../kit/use-fields.ts'

/** Invites a person: name, address, roles; then shows the link once. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('desk')
  return (
    <Dialog open={open} title={t('staff.invite')} closeLabel={t('close')} onClose={onClose}>
      {open && <InviteForm onClose={onClose} />}
    </Dialog>
  )
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk')
  const roleList = useCall('role/list', {})
  const fields = useFields('staff/invite', { name: '', email: '', roles: [] as readonly string[] })
  const { name, email, roles } = fields.values
  const [invitation, setMade] = useState<{ url: string; expires_at: number } | null>(null)
  const { form, busy, errors, tell, run } = useCommand('staff/invite', {
    fields,
    onDone: (end) => {
      // An invitation to decide waits for a second person, and is then mailed to the address.
      if (end.did) setMade(end.result)
      else onClose()
    },
  })
  if (invitation)
    return (
      <div className="form">
        {invitation.url === '' ? (
          <output>{t('staff.mail.invitation.sent', { email })}</output>
        ) : (
          <>
            <output>{t('staff.inviteDone', { at: dateTime(invitation.expires_at) })}</output>
            <TextField label={t('staff.link')} readOnly value={invitation.url} />
          </>
        )}
        <div className="actions">
          {invitation.url !== '' && <CopyButton text={invitation.url} label={t('staff.copyLink')} />}
          <Button kind="quiet" size="small" onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      </div>
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const hasErrors = tell({
      email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : t('field.email'),
      roles: roles.length === 0 ? t('staff.rolesNeeded') : undefined,
    })
    if (hasErrors) return
    void run({ name, email, roles: [...roles] })
  }
  return (
    <form ref={form} noValidate className="form" onSubmit={submit}>
      <p>{t('staff.inviteText')}</p>
      <FormError text={errors.form} />
      <TextField label={t('staff.name')} {...fields('name')} />
      <TextField label={t('staff.email')} inputMode="email" {...fields('email')} />
      {roleList.error !== null && <Failed error={roleList.error} again={roleList.reload} />}
      <fieldset className="choices" aria-describedby={errors.roles ? 'roles-error' : undefined}>
        <legend>{t('staff.roles')}</legend>
        {roleList.result?.map(({ role }) => (
          <label key={role} className="choice">
            <input type="checkbox" {...fields.tick('roles', role)} />
            {roleName(t, role)}
          </label>
        ))}
        {errors.roles && (
          <p id="roles-error" className="field-error">
            {errors.roles}
          </p>
        )}
      </fieldset>
      <Button type="submit" busy={busy}>
        {t('staff.inviteSubmit')}
      </Button>
    </form>
  )
}
