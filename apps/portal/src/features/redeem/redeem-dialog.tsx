import type { Redemption } from '@hc/contract/calls'
import { CallError } from '@hc/contract/client'
import { errorText } from '@hc/i18n/error-text'
import { Button, buttonClass } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { api, refreshBalance } from '../../lib/api.ts'
import { useFormat } from '../../lib/locale.ts'
import { paths } from '../../paths.ts'
import { WithMessages } from '../../shell/with-messages.tsx'
import { useRoleChoice } from '../recharge/role-choice.ts'
import { TargetPicker } from '../recharge/target-picker.tsx'
import { RedemptionView } from './redemption-view.tsx'

type Props = { code: string; onCode: (code: string) => void; onClose: () => void }
/** The data of a refusal: the reason, and the redemption that the code was used for. */
type Refusal = Partial<Redemption> & { reason?: string; date?: number }

const CODE_MAX = 64

/** Why a code gave nothing, as a text under the field; undefined if the code is not the cause. */
function useWhy(): (error: unknown) => string | undefined {
  const t = useTranslations('redeem')
  const format = useFormat()
  return (error) => {
    if (!(error instanceof CallError)) return undefined
    const { reason, date = 0, create_ts = 0, role_name = '' } = (error.data ?? {}) as Refusal
    switch (error.msg) {
      case 'RedeemCodeNotFound':
        return t('why.notFound')
      case 'SystemBusy':
        return reason === 'too_many_codes' ? t('why.tooMany') : undefined
      case 'RedeemCodeUsed':
        if (reason === 'role') return t('why.role', { role: role_name, date: format.dateTime(create_ts) })
        return reason === 'account' ? t('why.account', { date: format.dateTime(create_ts) }) : t('why.code')
      case 'RedeemCodeEnded':
        return t(reason === 'not_begun' ? 'why.notBegun' : reason === 'over' ? 'why.over' : 'why.exhausted', {
          date: format.dateTime(date),
        })
      default:
        return undefined
    }
  }
}

const earlierOf = (error: unknown): Redemption | null => {
  const data = error instanceof CallError && error.msg === 'RedeemCodeUsed' ? (error.data as Refusal | null) : null
  return data?.sdk_order_id ? (data as Redemption) : null
}

function RedeemForm({ code, onCode, onClose }: Props) {
  const t = useTranslations('redeem')
  const tc = useTranslations('common')
  const te = useTranslations('error')
  const tHome = useTranslations('home')
  const why = useWhy()
  const choice = useRoleChoice()
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<'code' | 'target' | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const [outcome, setDone] = useState<Redemption | null>(null)
  const { server_id, role_id } = choice.chosen
  const redeem = async () => {
    const problem = code.trim() === '' ? 'code' : role_id === '' ? 'target' : null
    setMissing(problem)
    setFailed(null)
    if (problem) return
    setBusy(true)
    try {
      setDone(await api.call('code/redeem', { code: code.trim(), server_id, role_id }))
      onCode('')
      void refreshBalance()
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(false)
    }
  }
  if (outcome) {
    return (
      <Dialog
        open
        name="redeem_done"
        title={t('done')}
        closeLabel={tc('action.close')}
        onClose={onClose}
        actions={
          <>
            <Link href={paths.account} className={buttonClass('quiet')} onClick={onClose}>
              {t('list')}
            </Link>
            <Button onClick={onClose}>{tc('action.ok')}</Button>
          </>
        }
      >
        <RedemptionView redemption={outcome} live />
      </Dialog>
    )
  }
  const fieldError = missing === 'code' ? tHome('redeem.emptyCode') : why(failed)
  const earlier = earlierOf(failed)
  return (
    <Dialog
      open
      name="redeem"
      title={t('title')}
      closeLabel={tc('action.close')}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {tc('action.cancel')}
          </Button>
          <Button data-track="redeem" type="submit" form="redeem-form" busy={busy}>
            {t(busy ? 'busy' : 'submit')}
          </Button>
        </>
      }
    >
      <form
        id="redeem-form"
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void redeem()
        }}
      >
        <TextField
          label={t('code')}
          value={code}
          error={fieldError}
          maxLength={CODE_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            onCode(event.target.value)
            setFailed(null)
            setMissing(null)
          }}
        />
        {earlier && <RedemptionView redemption={earlier} live />}
        <div>
          <TargetPicker choice={choice} />
        </div>
        <div aria-live="polite" className="empty:hidden">
          {missing === 'target' && <Notice tone="bad">{t('choose')}</Notice>}
          {failed !== null && !fieldError && <Notice tone="bad">{errorText(te, failed, 'redeem')}</Notice>}
          {fieldError && <span className="sr-only">{fieldError}</span>}
        </div>
      </form>
    </Dialog>
  )
}

export default function RedeemDialog(props: Props) {
  return (
    <WithMessages namespaces={['redeem', 'recharge', 'error']}>
      <RedeemForm {...props} />
    </WithMessages>
  )
}
