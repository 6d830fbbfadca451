import type { DeskBody, DeskResult } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { TextField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { major, utc } from '../../kit/csv.ts'
import { Badge } from '../../kit/badge.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { Facts, money } from '../../kit/facts.tsx'
import { CallList, type RowOf } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { choice, words } from '../../kit/list/field.ts'
import { OrderLink } from '../../kit/order-link.tsx'
import { may } from '../../kit/permission.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Page } from '../../kit/page.tsx'
import { type DeskTexts, useAction } from '../../kit/use-action.ts'
import { useFields } from '../../kit/use-fields.ts'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'
import { ReasonField } from '../../kit/reason-field.tsx'

type Row = RowOf<'withdrawal/list'>
type Who = DeskResult<'withdrawal/reveal'>
const tones = {
  person: 'warn',
  refund: 'warn',
  cancelled: 'neutral',
  refunded: 'good',
  waived: 'neutral',
  late: 'neutral',
  no_right: 'neutral',
  refused: 'bad',
} as const
/** The decisions that are still possible. */
const undecided: ReadonlySet<Row['outcome']> = new Set(['person', 'waived', 'late', 'no_right'])

/** The sender: revealed for a reason, and shown until the dialog is closed. */
function Reveal({ number }: { number: string }) {
  const t = useTranslations('desk')
  const [open, setOpen] = useState(false)
  const fields = useFields('withdrawal/reveal', { reason: '' }, { keep: `withdrawal/reveal ${number}` })
  const [who, setWho] = useState<Who | null>(null)
  const { form, busy, errors, tell, run } = useAction({ fields })
  const close = (): void => {
    setOpen(false)
    setWho(null)
    fields.reset()
  }
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        aria-haspopup="dialog"
        aria-label={`${t('withdrawals.reveal')}: ${number}`}
        onClick={() => setOpen(true)}
      >
        {t('withdrawals.reveal')}
      </Button>
      <Dialog open={open} title={`${t('withdrawals.reveal')}: ${number}`} closeLabel={t('close')} onClose={close}>
        {who ? (
          <Facts
            facts={[
              [t('withdrawals.name'), who.name],
              [t('withdrawals.contact'), who.contact],
            ]}
          />
        ) : (
          <form
            ref={form}
            noValidate
            className="form"
            onSubmit={(event) => {
              event.preventDefault()
              if (tell()) return
              void run(async () => {
                setWho(await call('withdrawal/reveal', { number, reason: fields.values.reason.trim() }))
              })
            }}
          >
            <p>{t('withdrawals.revealText')}</p>
            <FormError text={errors.form} />
            <ReasonField of={fields} />
            <div className="actions">
              <Button type="submit" busy={busy}>
                {t('withdrawals.reveal')}
              </Button>
            </div>
          </form>
        )}
      </Dialog>
    </>
  )
}

type Decision = Pick<DeskBody<'withdrawal/decide'>, 'outcome' | 'order_no'>

function Decide({ row: { number, order_no } }: { row: Row }) {
  const t = useTranslations('desk')
  const fields = useFields<Decision>('withdrawal/decide', { outcome: 'refund', order_no })
  const { outcome, order_no: order } = fields.values
  return (
    <ActionDialog
      name="withdrawal/decide"
      byAddress={`withdrawal/decide ${order_no}`}
      label={t('withdrawals.decide')}
      about={`${t('withdrawals.decide')}: ${number}`}
      title={`${t('withdrawals.decide')}: ${number}`}
      confirm={t('withdrawals.confirm')}
      done={t('withdrawals.done')}
      body={(reason) => ({ number, order_no: order.trim(), outcome, reason })}
      form={fields}
      fields={
        <>
          <ChoiceField
            label={t('withdrawals.how')}
            hint={t(outcome === 'refund' ? 'withdrawals.giveText' : 'withdrawals.keepText')}
            {...fields.choice('outcome')}
            options={[
              ['refund', t('withdrawals.give')],
              ['refused', t('withdrawals.keep')],
            ]}
          />
          <TextField label={t('withdrawals.order')} {...fields('order_no')} maxLength={64} />
        </>
      }
    >
      <p>{t('withdrawals.decideText')}</p>
    </ActionDialog>
  )
}

function columns(t: DeskTexts, reveals: boolean, decides: boolean): readonly Column<Row>[] {
  const c = columnsOf<Row>(t)
  const ownText = (row: Row): string => t(row.own ? 'withdrawals.ownYes' : 'withdrawals.ownNo')
  return [
    c.long('number', t('withdrawals.number'), { phone: 'title' }),
    {
      ...c.word('outcome', t('withdrawals.outcome'), (outcome) => t(`withdrawals.outcomes.${outcome}`), {
        phone: 'badge',
      }),
      cell: ({ outcome }) => <Badge tone={tones[outcome]}>{t(`withdrawals.outcomes.${outcome}`)}</Badge>,
    },
    {
      ...c.text('order_no', t('withdrawals.order'), { phone: 'under' }),
      key: 'order',
      cell: ({ order_no, named_order: namedOrder, amount_cents }) =>
        amount_cents === null ? (
          <OrderLink no={order_no} known={false} />
        ) : (
          <>
            {namedOrder && (
              <>
                <OrderLink no={order_no} known={false} /> →{' '}
              </>
            )}
            <OrderLink no={namedOrder || order_no} />
          </>
        ),
    },
    { ...c.text('named_order', t('withdrawals.named'), { fileOnly: true }), key: 'named' },
    { key: 'own', label: t('withdrawals.own'), cell: ownText, text: ownText, extra: true },
    {
      key: 'amount',
      label: t('withdrawals.amount'),
      cell: ({ amount_cents, currency }) => amount_cents !== null && money(amount_cents, currency),
      text: ({ amount_cents, currency }) => major(amount_cents, currency),
      numeric: true,
      phone: 'end',
    },
    c.text('currency', t('reports.tax.currency'), { extra: true }),
    { ...c.when('stated_at', t('withdrawals.stated'), { extra: true }), key: 'stated' },
    {
      ...c.when('due_at', t('withdrawals.due'), { phone: 'age' }),
      key: 'due',
      text: ({ due_at }) => (due_at === null ? null : utc(due_at)),
    },
    {
      ...c.text('decided_by', t('withdrawals.decidedBy'), { extra: true }),
      key: 'by',
      cell: ({ decided_by, why }) => (decided_by ? `${decided_by}: ${why}` : null),
    },
    ...(reveals || decides
      ? [
          {
            key: 'do',
            label: t('products.action'),
            phone: 'acts' as const,
            cell: (row: Row) => (
              <div className="actions">
                {reveals && <Reveal number={row.number} />}
                {decides && undecided.has(row.outcome) && <Decide row={row} />}
              </div>
            ),
          },
        ]
      : []),
  ]
}

/** Statements of withdrawal; a filter shows those that wait for a person. */
export default function Withdrawals({ me }: PageProps) {
  const t = useTranslations('desk')
  return (
    <Page>
      <p className="soft">{t('withdrawals.lead')}</p>
      <CallList
        me={me}
        call="withdrawal/list"
        page="/withdrawals"
        name="withdrawals"
        caption={t('withdrawals.title')}
        chips={[{ label: t('withdrawals.open'), query: { which: 'open' } }]}
        fields={[
          choice('which', t('withdrawals.which'), [['open', t('withdrawals.open')]], {
            key: 'open',
            as: (which) => which === 'open',
          }),
          words('order_no', t('withdrawals.order')),
        ]}
        columns={columns(t, may(me, 'player.reveal'), may(me, 'refund.make'))}
        id={({ number }) => number}
        empty={{ title: t('withdrawals.empty'), text: t('withdrawals.emptyText') }}
      />
    </Page>
  )
}
