import { TextField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { minorOf } from '../../kit/amount.ts'
import { Facts, money } from '../../kit/facts.tsx'
import { useCall } from '../../kit/use-call.ts'

/** On an order's page: refunds a part of its money. */
export function RefundPart({ orderNo, mail, onDone }: { orderNo: string; mail: string; onDone?: () => void }) {
  const t = useTranslations('desk')
  const [amount, setAmount] = useState('')
  // The refunded sum at the time when the person began to type: the page may load a colleague's refund meanwhile.
  const [seenCents, setSeen] = useState<number>()
  const now = useCall('refund/parts', { order_no: orderNo })
  const leftCents = now.result?.left_cents ?? 0
  if (leftCents < 2) return null
  const currency = now.result?.currency ?? 'USD'
  const cents = minorOf(amount, currency)
  const isInvalid = !Number.isInteger(cents) || cents < 1 || cents >= leftCents
  return (
    <ActionDialog
      name="refund/part"
      label={t('refunds.part')}
      title={t('refunds.partTitle')}
      confirm={t('refunds.partConfirm')}
      fieldNames={['cents']}
      check={() => (isInvalid ? { cents: t('refunds.partWrong', { left: money(leftCents, currency) }) } : {})}
      fields={(errors) => (
        <TextField
          label={t('refunds.amount', { currency })}
          hint={t('refunds.amountHint', { left: money(leftCents, currency) })}
          name="cents"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={errors.cents}
          onChange={(event) => {
            setAmount(event.target.value)
            if (amount === '') setSeen(now.result?.refunded_cents)
          }}
        />
      )}
      body={(reason) => ({ order_no: orderNo, cents, refunded_cents: seenCents ?? now.result?.refunded_cents, reason })}
      meets={() => {
        // The numbers above the form are current now; by confirming again the person accepts them.
        setSeen(undefined)
        void now.reload()
        return false
      }}
      done={({ part }) => t('refunds.partDone', { part: String(part) })}
      onDone={() => {
        setAmount('')
        setSeen(undefined)
        void now.reload()
        onDone?.()
      }}
    >
      <p>{t('refunds.partText')}</p>
      <p>{mail}</p>
      {now.result && (
        <Facts
          facts={[
            [t('refunds.paid'), money(now.result.paid_cents, currency)],
            [t('refunds.back'), money(now.result.refunded_cents, currency)],
            [t('refunds.left'), money(leftCents, currency)],
          ]}
        />
      )}
    </ActionDialog>
  )
}
