import type { DeskCallName, DeskResult, Me } from '@hc/contract/desk/calls'
import { buttonClass } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useSearch } from 'wouter'
import { ActionButton, ActionDialog } from '../../kit/action-dialog.tsx'
import { may } from '../../kit/permission.ts'
import { Pop } from '../../kit/pop.tsx'
import { useFields } from '../../kit/use-fields.ts'
import { ApprovalLine, mailText, Refund } from './refund-dialog.tsx'

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

/** The call of a dialog that an address with `do` opens. */
const calls: Readonly<Partial<Record<Action, DeskCallName>>> = {
  retell: 'order/retell',
  retry: 'refund/retry',
  close: 'refund/close',
  release: 'hold/release',
  seen: 'hold/seen',
  recall: 'recall/close',
}

/** The page of the order's dispute; without its number, the list of disputes. */
export function disputeAddress({ order, timeline }: OrderPage): string {
  const id = timeline.findLast(({ kind, what }) => kind === 'dispute' && what === 'opened')?.facts.id
  return id === undefined ? '/disputes' : `/disputes/${order.channel}/${encodeURIComponent(String(id))}`
}

/** Buttons beside the heading; what does not fit is in the menu. */
const BUTTONS = 2
/** Less helpful ones go to the menu first. */
const order: readonly Action[] = ['refund', 'settle_gateway', 'settle_elsewhere', 'close', 'ask']

/** The permitted actions on the order: the sentence's next step first, two as buttons, the others in a menu. */
export function OrderActions({ me, page, banner }: { me: Me; page: OrderPage; banner: string }) {
  const t = useTranslations('desk')
  const actions = page.may.filter((action) => may(me, permissions[action]))
  // A dialog that the address opens is on the page, not in the closed menu.
  const dialog = new URLSearchParams(useSearch()).get('do')
  const placeOf = (action: Action): number =>
    dialog !== null && calls[action] === dialog ? -3 : action === page.next ? -2 : order.indexOf(action)
  const sorted = actions.toSorted((a, b) => placeOf(a) - placeOf(b))
  const responds = page.disputed && may(me, 'dispute.read')
  const buttons = sorted.slice(0, responds ? BUTTONS - 1 : BUTTONS)
  const buttonOf = (action: Action): ReactNode => (
    <OneAction
      key={action}
      action={action}
      page={page}
      banner={banner}
      first={action === page.next && !responds && page.requests.length === 0}
    />
  )
  const rest = sorted.slice(buttons.length)
  return (
    <>
      {responds && (
        <Link className={buttonClass('primary', 'small')} href={disputeAddress(page)}>
          {t('orders.disputed.respond')}
        </Link>
      )}
      {buttons.map(buttonOf)}
      {rest.length > 0 && (
        <Pop label="⋯" about={t('orders.card.more')} end>
          {() => <div className="drop-list drop-actions">{rest.map(buttonOf)}</div>}
        </Pop>
      )}
    </>
  )
}

type OneProps = { action: Action; page: OrderPage; first: boolean; banner: string }

function OneAction({ action, page, first, banner }: OneProps) {
  const t = useTranslations('desk')
  const { order_no } = page.order
  const kind = first ? 'primary' : 'quiet'
  const limit = page.limits?.find((row) => row.action === action)
  const label = t(`orders.act.${action}`)
  const common = { label, title: label, confirm: limit?.asks ? t('approvals.rules.ask') : label }
  const before = limit && <ApprovalLine limit={limit} cents={page.refund.cents} currency={page.order.currency} />
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
      return <Refund page={page} limit={limit} banner={banner} />
    case 'settle_gateway':
    case 'settle_elsewhere':
      return <Settle action={action} page={page} kind={kind} confirm={common.confirm} before={before} />
    case 'retell':
      return (
        <ActionDialog {...common} byAddress name="order/retell" kind={kind} body={byNumber} done={doneText}>
          <p>{t('orders.does.retell')}</p>
        </ActionDialog>
      )
    case 'recall':
      return (
        <ActionDialog {...common} byAddress name="recall/close" kind={kind} body={byNumber} done={doneText}>
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
          {before}
        </ActionDialog>
      )
    case 'retry':
    case 'close':
    case 'release':
    case 'seen':
      return (
        <ActionDialog
          {...common}
          byAddress
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
          {before}
        </ActionDialog>
      )
  }
}

function Settle({
  action,
  page,
  kind,
  confirm,
  before,
}: {
  action: 'settle_gateway' | 'settle_elsewhere'
  page: OrderPage
  kind: 'primary' | 'quiet'
  confirm: string
  before: ReactNode
}) {
  const t = useTranslations('desk')
  const call = action === 'settle_gateway' ? 'refund/settleGateway' : 'refund/settleElsewhere'
  const fields = useFields(call, { reference: '' })
  const label = t(`orders.act.${action}`)
  return (
    <ActionDialog
      name={call}
      label={label}
      title={label}
      confirm={confirm}
      kind={kind}
      done={t('row.done')}
      body={(reason) => ({ order_no: page.order.order_no, reference: fields.values.reference.trim(), reason })}
      form={fields}
      fields={<TextField label={t('orders.reference')} {...fields('reference')} />}
    >
      <p>{t(`orders.does.${action}`)}</p>
      {action === 'settle_elsewhere' && <p>{mailText(t, page.refund_mail)}</p>}
      {before}
    </ActionDialog>
  )
}
