import type { CallError } from '@hc/contract/client'
import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { aesEcbBase64 } from '../../lib/aes-ecb.ts'
import { api } from '../../lib/api.ts'
import { navigate } from '../../lib/nav.ts'
import { closeSession, sessionStore } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'
import { paths } from '../../paths.ts'
import { useApp } from '../../shell/app-context.ts'

const ACCOUNT_MAX = 128
type Field = 'account' | 'password'

const fieldOf = ({ msg }: CallError): Field | 'form' =>
  msg === 'InvalidPassword' ? 'password' : msg === 'GameAccountNotFound' ? 'account' : 'form'

/**
 * Says which data goes and which stays, and asks for account and password, so that nobody deletes an account by a slip
 * or on somebody else's open page.
 */
export function DeleteDialog({ open, account, onClose }: { open: boolean; account: string; onClose: () => void }) {
  const t = useTranslations('account')
  const tc = useTranslations('common')
  const { init } = useApp()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const { form, errors, busy, clear, onSubmit } = useAction<Field>({
    fields: ['account', 'password'],
    check: () => (typed.trim() === account ? {} : { account: t('privacy.accountWrong') }),
    work: async () => {
      try {
        await api.call('user/data/delete', {
          account: typed.trim(),
          ...(password ? { passwd: aesEcbBase64(password, init.customConfig.clientKey), encrypt: 1 } : {}),
        })
      } catch (error) {
        // If the session has ended, the page says so, and this dialog closes with it.
        if (sessionStore.get().status === 'player') throw error
        return
      }
      closeSession()
      navigate(paths.home)
      toast(t('privacy.goodbye'), 'good')
    },
    fieldOf,
    wordsOf: (_, field) => (field === 'account' ? t('privacy.accountWrong') : undefined),
    fail: 'dataDelete',
  })

  const close = (): void => {
    if (busy) return
    setTyped('')
    setPassword('')
    clear()
    onClose()
  }

  return (
    <Dialog
      open={open}
      name="delete_account"
      title={t('privacy.deleteTitle')}
      closeLabel={tc('action.close')}
      onClose={close}
      actions={
        <>
          <Button kind="quiet" onClick={close}>
            {tc('action.cancel')}
          </Button>
          <Button kind="danger" type="submit" form={id} busy={busy}>
            {t(busy ? 'privacy.deleting' : 'privacy.confirm')}
          </Button>
        </>
      }
    >
      <h3 className="font-bold text-ink">{t('privacy.goneTitle')}</h3>
      <p>{t('privacy.gone')}</p>
      <h3 className="mt-3 font-bold text-ink">{t('privacy.staysTitle')}</h3>
      <p>{t('privacy.stays')}</p>
      <Notice tone="warn" className="mt-4">
        {t('privacy.points')}
      </Notice>
      <form ref={form} id={id} className="mt-5 grid gap-4" noValidate onSubmit={onSubmit}>
        <TextField
          label={t('privacy.account', { account })}
          name="account"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={ACCOUNT_MAX}
          value={typed}
          error={errors.account}
          onChange={(event) => {
            setTyped(event.target.value)
            clear()
          }}
        />
        <TextField
          label={t('privacy.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          hint={t('privacy.passwordHint')}
          value={password}
          error={errors.password}
          onChange={(event) => {
            setPassword(event.target.value)
            clear()
          }}
        />
        <div aria-live="assertive">{errors.form && <Notice tone="bad">{errors.form}</Notice>}</div>
      </form>
    </Dialog>
  )
}
