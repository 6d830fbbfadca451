import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { TextField } from '@hc/ui/field'
import { Icon } from '@hc/ui/icon'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { minorOf } from '../../kit/amount.ts'
import { channelName } from '../../kit/channel-name.ts'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { count, Facts, money } from '../../kit/facts.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { languageName } from '../../kit/languages.tsx'
import { roleName } from '../../kit/role-name.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useCommand } from '../../kit/use-command.ts'
import { useOpened } from '../../kit/use-dialog-open.ts'
import { useFields } from '../../kit/use-fields.ts'
import { localeNow } from '../../lib/language.ts'
import type { OrderPage } from './order-actions.tsx'

type Limit = NonNullable<OrderPage['limits']>[number]
const whys = ['player', 'mistake', 'undelivered', 'duplicate', 'fraud', 'other'] as const
/** A reason has 300 signs; the choice stands before its details. */
const DETAILS = 250

/** The mail that the player gets after a refund, in words. */
export const mailText = (t: DeskTexts, mail: OrderPage['refund_mail']): string =>
  mail === null ? t('orders.does.noMail') : t('orders.does.mail', { language: languageName(mail) })

/** Whether this amount needs a decision. In full, the gate itself has said it. */
const needsApproval = (limit: Limit | undefined, cents: number, isFull = true): boolean =>
  limit?.asks === true && (isFull || (limit.most_minor !== null && cents > limit.most_minor))

/** What stands between a person and an action: nothing, their limit, or somebody who decides. */
export function ApprovalLine({
  limit,
  cents,
  currency,
  full = true,
}: {
  limit: Limit | undefined
  cents: number
  currency: string
  full?: boolean
}) {
  const t = useTranslations('desk')
  const { each_minor: each = null, left_minor: left = null, roles = [] } = limit ?? {}
  const amount = (minor: number | null): string => (minor === null ? '–' : money(minor, currency))
  if (!needsApproval(limit, cents, full))
    return (
      <p className="approval-line">
        <Icon name="check" className="size-4" />
        <span>
          {each === null
            ? t('orders.limit.free')
            : t('orders.limit.within', { each: amount(each), left: amount(left) })}
        </span>
      </p>
    )
  const why =
    each !== null && cents > each
      ? t('orders.limit.above', { each: amount(each) })
      : left !== null && cents > left
        ? t('orders.limit.day', { left: amount(left) })
        : t('orders.limit.rule')
  const who = new Intl.ListFormat(localeNow(), { type: 'disjunction' }).format(roles.map((role) => roleName(t, role)))
  return (
    <p className="approval-line approval-needs">
      <Icon name="shield" className="size-4" />
      <span>
        <b>{t('orders.limit.needs')}</b> {why} {who !== '' && t('orders.limit.who', { roles: who })}
      </span>
    </p>
  )
}

type Props = { page: OrderPage; limit: Limit | undefined; banner: string }

/** Refunds an order in full or in part. While a request for it waits, the button is off, and the banner says why. */
export function Refund({ page, limit, banner }: Props) {
  const t = useTranslations('desk')
  const [open, setOpen] = useOpened('refund/make')
  const close = (): void => setOpen(false)
  const waits = page.requests.some(({ call }) => call === 'refund/make' || call === 'refund/part')
  const { order } = page
  const [titleCents, setTitleCents] = useState(page.refund.cents)
  const amount = money(titleCents, order.currency)
  const name = order.role_name || order.uid
  const title = name === '' ? t('orders.giveBack.bare', { amount }) : t('orders.giveBack.title', { amount, name })
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        aria-haspopup="dialog"
        off={waits}
        aria-describedby={waits ? banner : undefined}
        onClick={() => setOpen(true)}
      >
        {t('orders.act.refund')}
      </Button>
      <Dialog open={open && !waits} title={title} closeLabel={t('close')} onClose={close}>
        <RefundForm page={page} limit={limit} titleCents={titleCents} setTitleCents={setTitleCents} close={close} />
      </Dialog>
    </>
  )
}

const Effect = ({ children }: { children: ReactNode }) => (
  <li>
    <Icon name="arrow" className="size-4" />
    <span>{children}</span>
  </li>
)

function Effects({ page: { order, refund, refund_mail: mail }, part }: { page: OrderPage; part: boolean }) {
  const t = useTranslations('desk')
  const item = { none: 'itemNone', stopped: 'itemStopped', asked_back: 'itemBack' } as const
  return (
    <ul className="effects">
      {part ? (
        <Effect>{t('refunds.partText')}</Effect>
      ) : (
        <>
          <Effect>
            {t('orders.does.refund', {
              amount: money(refund.cents, order.currency),
              channel: channelName(t, order.channel),
            })}
          </Effect>
          <Effect>{t(`orders.does.${item[refund.item]}`)}</Effect>
          {refund.points > 0 && <Effect>{t('orders.does.points', { points: count(refund.points) })}</Effect>}
          {refund.debt > 0 && <Effect>{t('orders.does.debt', { debt: count(refund.debt) })}</Effect>}
        </>
      )}
      <Effect>{mailText(t, mail)}</Effect>
    </ul>
  )
}

type FormProps = {
  page: OrderPage
  limit: Limit | undefined
  /** The amount in the title. */
  titleCents: number
  setTitleCents: (cents: number) => void
  close: () => void
}

function RefundForm({ page, limit, titleCents, setTitleCents, close }: FormProps) {
  const t = useTranslations('desk')
  const { order, refund } = page
  const { order_no, currency } = order
  const now = useCall('refund/parts', order.channel === 'hcpoint' ? null : { order_no })
  const leftCents = now.result?.left_cents ?? 0
  const fields = useFields(null, { why: '', reason: '' }, { keep: 'refund' })
  const [part, setPart] = useState(false)
  const [amount, setAmount] = useState('')
  // The refunded sum at the time when the person began to type: the page may load a colleague's refund meanwhile.
  const [seenCents, setSeen] = useState<number>()
  const leave = (): void => {
    fields.reset()
    setTitleCents(refund.cents)
    close()
  }
  const whole = useCommand('refund/make', {
    fields,
    done: ({ cents: total }) => t('orders.refundAsked', { amount: money(total, currency) }),
    onDone: leave,
  })
  const piece = useCommand('refund/part', {
    fields,
    done: ({ part: number }) => t('refunds.partDone', { part: String(number) }),
    meets: () => {
      // The numbers above the form are current now; by confirming again the person accepts them.
      setSeen(undefined)
      void now.reload()
      return false
    },
    onDone: leave,
  })
  const cents = part ? minorOf(amount, currency) : refund.cents
  const isWrong = !Number.isInteger(cents) || cents < 1 || (part && cents >= leftCents)
  const { form, busy } = part ? piece : whole
  const { errors } = part ? piece : whole
  const choose = (isPart: boolean): void => {
    setPart(isPart)
    setTitleCents(isPart && !isWrong ? cents : refund.cents)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const why = whys.find((key) => key === fields.values.why)
    const noWhy = why ? {} : { why: t('orders.giveBack.needed') }
    const text = fields.values.reason.trim()
    const reason = [...(why ? [t(`orders.giveBack.why.${why}`)] : []), ...(text === '' ? [] : [text])].join(': ')
    if (!part) {
      if (!whole.tell(noWhy)) void whole.run({ order_no, reason })
      return
    }
    const wrong = isWrong ? { cents: t('refunds.partWrong', { left: money(leftCents, currency) }) } : {}
    if (piece.tell({ ...wrong, ...noWhy })) return
    void piece.run({ order_no, cents, refunded_cents: seenCents ?? now.result?.refunded_cents, reason })
  }
  const needs = !isWrong && needsApproval(limit, cents, !part)
  return (
    <form ref={form} noValidate className="form" onSubmit={submit}>
      {leftCents > 1 && (
        <fieldset className="choices">
          <legend>{t('orders.giveBack.howMuch')}</legend>
          {[false, true].map((isPart) => (
            <label key={String(isPart)} className="choice">
              <input type="radio" name="how" checked={part === isPart} onChange={() => choose(isPart)} />
              {isPart
                ? t('orders.giveBack.part')
                : t('orders.giveBack.full', { amount: money(refund.cents, currency) })}
            </label>
          ))}
        </fieldset>
      )}
      {part && now.result && (
        <>
          <Facts
            facts={[
              [t('refunds.paid'), money(now.result.paid_cents, currency)],
              [t('refunds.back'), money(now.result.refunded_cents, currency)],
              [t('refunds.left'), money(leftCents, currency)],
            ]}
          />
          <TextField
            label={t('refunds.amount', { currency })}
            hint={t('refunds.amountHint', { left: money(leftCents, currency) })}
            name="cents"
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            error={errors.cents}
            onChange={({ target: { value } }) => {
              setAmount(value)
              const typed = minorOf(value, currency)
              setTitleCents(Number.isInteger(typed) && typed > 0 ? typed : refund.cents)
              if (amount === '') setSeen(now.result?.refunded_cents)
            }}
          />
        </>
      )}
      <Effects page={page} part={part} />
      {!isWrong && limit && <ApprovalLine limit={limit} cents={cents} currency={currency} full={!part} />}
      <FormError text={errors.form} />
      <ChoiceField
        label={t('kit.reason')}
        {...fields.choice('why')}
        options={[
          ['', t('orders.giveBack.choose')],
          ...whys.map((key) => [key, t(`orders.giveBack.why.${key}`)] as const),
        ]}
      />
      <TextField
        label={t('orders.giveBack.details')}
        hint={t(fields.isBack ? 'kit.wordsBack' : 'kit.reasonHint')}
        {...fields('reason')}
        maxLength={DETAILS}
      />
      <div className="actions">
        <Button type="submit" kind={needs ? 'primary' : 'danger'} busy={busy}>
          {needs ? t('approvals.rules.ask') : t('orders.giveBack.bare', { amount: money(titleCents, currency) })}
        </Button>
        <Button kind="quiet" onClick={leave}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
