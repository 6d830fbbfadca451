import { oneTimeCode } from '@hc/domain/typed-text'
import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../lib/api.ts'
import { addPasskey } from '../lib/passkeys.ts'
import { CodeField } from './code-field.tsx'
import { CopyButton } from './copy-button.tsx'
import { FormError } from './form-error.tsx'
import { QrCode } from './qr-code.tsx'
import { useAction } from './use-action.ts'
import { useFields } from './use-fields.ts'

type Props = { onDone: () => Promise<void> }

/** Adds a passkey of this device, with a name to recognise it. */
export function AddPasskey({ onDone }: Props) {
  const t = useTranslations('desk')
  const fields = useFields('factor/passkeyAdd', { name: '' })
  const { form, busy, errors, tell, run } = useAction({ fields })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (tell()) return
    void run(() => addPasskey(fields.values.name)).then(async (did) => {
      if (!did) return
      fields.reset()
      await onDone()
    })
  }
  return (
    <form ref={form} noValidate className="form" onSubmit={submit}>
      <FormError text={errors.form} />
      <TextField label={t('staff.factor.addName')} hint={t('staff.factor.addHint')} {...fields('name')} />
      <Button type="submit" busy={busy}>
        {t('staff.factor.add')}
      </Button>
    </form>
  )
}

/** An authenticator app: its key as a picture and as text, and a field for its first code. */
export function SetUpApp({ label, onDone }: Props & { label: string }) {
  const t = useTranslations('desk')
  const [secret, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  // The contract takes digits alone; a person may type spaces between them.
  const fields = useFields(null, { code: '' })
  const { form, busy, errors, tell, run } = useAction({ fields })
  if (!secret)
    return (
      <div className="form">
        <FormError text={errors.form} />
        <Button
          kind="quiet"
          busy={busy}
          onClick={() =>
            void run(async () => {
              setBegun(await call('factor/totpBegin', {}))
            })
          }
        >
          {label}
        </Button>
      </div>
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const digits = oneTimeCode(fields.values.code)
    if (tell(/^\d{6}$/.test(digits) ? {} : { code: t('field.code') })) return
    void run(() => call('factor/totpConfirm', { code: digits })).then(async (did) => {
      if (!did) return
      setBegun(null)
      fields.reset()
      await onDone()
    })
  }
  return (
    <form ref={form} noValidate className="form" onSubmit={submit}>
      <p>{t('staff.factor.scan')}</p>
      <QrCode text={secret.uri} />
      <p>
        {t('staff.factor.key')} <code className="secret">{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <FormError text={errors.form} />
      <CodeField {...fields('code')} />
      <Button type="submit" busy={busy}>
        {t('staff.factor.confirm')}
      </Button>
    </form>
  )
}

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations('desk')
  return (
    <div className="form">
      <p>{t('staff.factor.codesText')}</p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} label={t('staff.factor.copy')} />
    </div>
  )
}
