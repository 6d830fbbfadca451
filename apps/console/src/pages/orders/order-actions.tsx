import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { TextField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { channelName } from '../../kit/channel-name.ts'
import { ActionButton, ActionDialog, type FormFields } from '../../kit/action-dialog.tsx'
import { count, money } from '../../kit/facts.tsx'
import { languageName } from '../../kit/languages.tsx'
import { may } from '../../kit/permission.ts'
import type { DeskTexts } from '../../kit/use-action.ts'

export type OrderPage = DeskResult<'order/read'>
type Action = OrderPage['may'][number]

const permissions: Readonly<Record<Action, string>> = {
  ask: 'order.ask',
  retell: 'order.retell',
  refund: 'refund.make',
  retry: 'refund.retry',
  settle_gateway: 'refund.settle_gateway',
  settle_elsewhere: 'refund.settle_elsewhere',
  close: 'refund.close',
  release: 'hold.release',
  seen: 'hold.seen',
  recall: 'recall.close',
  points_take: 'hold.seen',
  points_leave: 'hold.seen',
}

/** The permitted actions on the order, the most helpful one first. */
export function OrderActions({ me, page }: { me: Me; page: OrderPage }) {
  const actions = page.may.filter((action) => may(me, permissions[action]))
  const first = actions.find((action) => action === page.next)
  return [...(first ? [first] : []), ...actions.filter((action) => action !== first)].map((action) => (
    <OneAction key={action} action={action} page={page} first={action === first && page.requests.length === 0} />
  ))
}

type OneProps = { action: Action; page: OrderPage; first: boolean }

function OneAction({ action, page, first }: OneProps) {
  const t = useTranslations('desk')
  const { order_no } = page.order
  const kind = first ? 'primary' : 'quiet'
  const common = {
    label: t(`orders.act.${action}`),
    title: t(`orders.act.${action}`),
    confirm: t(`orders.act.${action}`),
  }
  const doneText = t('row.done')
  const byNumber = (reason: string) => ({ number: order_no, reason })
  const byOrder = (reason: string) => ({ order_no, reason })
  switch (action) {
    case 'ask':
      return (
        <ActionButton
          name="order/ask"
          label={common.label}
          kind={kind}
          body={{ order_no }}
          done={t('orders.askedBoth')}
        />
      )
    case 'refund':
      return (
        <ActionDialog
          {...common}
          name="refund/make"
          kind="danger"
          body={byOrder}
          done={({ cents }) => t('orders.refundAsked', { amount: money(cents, page.order.currency) })}
        >
          <RefundForecast page={page} />
        </ActionDialog>
      )
    case 'settle_gateway':
    case 'settle_elsewhere':
      return <Settle action={action} page={page} kind={kind} />
    case 'retell':
      return (
        <ActionDialog {...common} name="order/retell" kind={kind} body={byNumber} done={doneText}>
          <p>{t('orders.does.retell')}</p>
        </ActionDialog>
      )
    case 'recall':
      return (
        <ActionDialog {...common} name="recall/close" kind={kind} body={byNumber} done={doneText}>
          <p>{t('orders.does.recall')}</p>
        </ActionDialog>
      )
    case 'points_take':
    case 'points_leave':
      return (
        <ActionDialog
          {...common}
          name="hold/points"
          kind={kind}
          body={(reason) => ({ order_no, take: action === 'points_take', reason })}
          done={doneText}
        >
          <p>{t(`orders.does.${action}`)}</p>
        </ActionDialog>
      )
    case 'retry':
    case 'close':
    case 'release':
    case 'seen':
      return (
        <ActionDialog
          {...common}
          name={
            ({ retry: 'refund/retry', close: 'refund/close', release: 'hold/release', seen: 'hold/seen' } as const)[
              action
            ]
          }
          kind={kind}
          body={byOrder}
          done={doneText}
        >
          <p>{t(`orders.does.${action}`)}</p>
        </ActionDialog>
      )
  }
}

/** The mail that the player gets after a refund, in words. */
export const mailText = (t: DeskTexts, mail: OrderPage['refund_mail']): string =>
  mail === null ? t('orders.does.noMail') : t('orders.does.mail', { language: languageName(mail) })

function RefundForecast({ page: { order, refund, refund_mail: mail } }: { page: OrderPage }) {
  const t = useTranslations('desk')
  const item = { none: 'itemNone', stopped: 'itemStopped', asked_back: 'itemBack' } as const
  return (
    <ul>
      <li>
        {t('orders.does.refund', {
          amount: money(refund.cents, order.currency),
          channel: channelName(t, order.channel),
        })}
      </li>
      <li>{t(`orders.does.${item[refund.item]}`)}</li>
      {refund.points > 0 && <li>{t('orders.does.points', { points: count(refund.points) })}</li>}
      {refund.debt > 0 && <li>{t('orders.does.debt', { debt: count(refund.debt) })}</li>}
      <li>{mailText(t, mail)}</li>
    </ul>
  )
}

function Settle({
  action,
  page,
  kind,
}: {
  action: 'settle_gateway' | 'settle_elsewhere'
  page: OrderPage
  kind: 'primary' | 'quiet'
}) {
  const t = useTranslations('desk')
  const [reference, setReference] = useState('')
  const label = t(`orders.act.${action}`)
  const form: FormFields = (errors) => (
    <TextField
      label={t('orders.reference')}
      name="reference"
      maxLength={200}
      autoComplete="off"
      value={reference}
      error={errors.reference}
      onChange={(event) => setReference(event.target.value)}
    />
  )
  return (
    <ActionDialog
      name={action === 'settle_gateway' ? 'refund/settleGateway' : 'refund/settleElsewhere'}
      label={label}
      title={label}
      confirm={label}
      kind={kind}
      done={t('row.done')}
      body={(reason) => ({ order_no: page.order.order_no, reference: reference.trim(), reason })}
      fieldNames={['reference']}
      check={() => (reference.trim() === '' ? { reference: t('field.needed') } : {})}
      fields={form}
    >
      <p>{t(`orders.does.${action}`)}</p>
      {action === 'settle_elsewhere' && <p>{mailText(t, page.refund_mail)}</p>}
    </ActionDialog>
  )
}
