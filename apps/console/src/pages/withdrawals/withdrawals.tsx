import type { DeskResult } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { SelectField, TextField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { major, utc } from '../../kit/csv.ts'
import { Badge } from '../../kit/badge.tsx'
import { Facts, money, When } from '../../kit/facts.tsx'
import { FilterBar } from '../../kit/filter-bar.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Page } from '../../kit/page.tsx'
import { type DeskTexts, useAction } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { useKeptWords } from '../../kit/use-kept.ts'
import { Views } from '../../kit/list/views.tsx'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'
import { ReasonField } from '../../kit/reason-field.tsx'

type Row = DeskResult<'withdrawal/list'>['rows'][number]
type Who = DeskResult<'withdrawal/reveal'>
const revealFields = ['reason'] as const
const names = ['which', 'order_no'] as const
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
  const { words, back, set, forget } = useKeptWords(`withdrawal/reveal ${number}`, { reason: '' })
  const { reason } = words
  const [who, setWho] = useState<Who | null>(null)
  const { form, busy, errors, run } = useAction({ fields: revealFields })
  const close = (): void => {
    setOpen(false)
    setWho(null)
    forget()
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
              void run(async () => {
                setWho(await call('withdrawal/reveal', { number, reason: reason.trim() }))
              })
            }}
          >
            <p>{t('withdrawals.revealText')}</p>
            <FormError text={errors.form} />
            <ReasonField value={reason} back={back} set={(text) => set('reason', text)} error={errors.reason} />
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

function Decide({ row: { number, order_no } }: { row: Row }) {
  const t = useTranslations('desk')
  const [outcome, setOutcome] = useState<'refund' | 'refused'>('refund')
  const [order, setOrder] = useState(order_no)
  return (
    <ActionDialog
      name="withdrawal/decide"
      label={t('withdrawals.decide')}
      about={`${t('withdrawals.decide')}: ${number}`}
      title={`${t('withdrawals.decide')}: ${number}`}
      confirm={t('withdrawals.confirm')}
      done={t('withdrawals.done')}
      body={(reason) => ({ number, order_no: order.trim(), outcome, reason })}
      fieldNames={['order_no']}
      fields={(errors) => (
        <>
          <SelectField
            label={t('withdrawals.how')}
            name="outcome"
            value={outcome}
            hint={t(outcome === 'refund' ? 'withdrawals.giveText' : 'withdrawals.keepText')}
            onChange={(event) => setOutcome(event.target.value === 'refused' ? 'refused' : 'refund')}
          >
            <option value="refund">{t('withdrawals.give')}</option>
            <option value="refused">{t('withdrawals.keep')}</option>
          </SelectField>
          <TextField
            label={t('withdrawals.order')}
            name="order_no"
            autoComplete="off"
            maxLength={64}
            value={order}
            error={errors.order_no}
            onChange={(event) => setOrder(event.target.value)}
          />
        </>
      )}
    >
      <p>{t('withdrawals.decideText')}</p>
    </ActionDialog>
  )
}

const columnsOf = (t: DeskTexts, reveals: boolean, decides: boolean): Column<Row>[] => [
  { key: 'number', label: t('withdrawals.number'), cell: ({ number }) => <code>{number}</code>, text: (r) => r.number },
  {
    key: 'outcome',
    label: t('withdrawals.outcome'),
    cell: ({ outcome }) => <Badge tone={tones[outcome]}>{t(`withdrawals.outcomes.${outcome}`)}</Badge>,
    text: ({ outcome }) => t(`withdrawals.outcomes.${outcome}`),
  },
  {
    key: 'order',
    label: t('withdrawals.order'),
    cell: ({ order_no, named_order: namedOrder, amount_cents }) =>
      amount_cents === null ? (
        <code>{order_no}</code>
      ) : (
        <>
          {namedOrder && (
            <>
              <code>{order_no}</code> →{' '}
            </>
          )}
          <Link className="link" href={`/orders/${namedOrder || order_no}`}>
            <span className="any">{namedOrder || order_no}</span>
          </Link>
        </>
      ),
    text: ({ order_no }) => order_no,
  },
  { key: 'named', label: t('withdrawals.named'), cell: () => null, text: (row) => row.named_order, fileOnly: true },
  {
    key: 'own',
    label: t('withdrawals.own'),
    cell: ({ own }) => t(own ? 'withdrawals.ownYes' : 'withdrawals.ownNo'),
    text: ({ own }) => t(own ? 'withdrawals.ownYes' : 'withdrawals.ownNo'),
    extra: true,
  },
  {
    key: 'amount',
    label: t('withdrawals.amount'),
    cell: ({ amount_cents, currency }) => amount_cents !== null && money(amount_cents, currency),
    text: ({ amount_cents, currency }) => major(amount_cents, currency),
    numeric: true,
  },
  {
    key: 'currency',
    label: t('reports.tax.currency'),
    cell: (row) => row.currency,
    text: (row) => row.currency,
    extra: true,
  },
  {
    key: 'stated',
    label: t('withdrawals.stated'),
    cell: ({ stated_at }) => <When at={stated_at} />,
    text: ({ stated_at }) => utc(stated_at),
    extra: true,
  },
  {
    key: 'due',
    label: t('withdrawals.due'),
    cell: ({ due_at }) => due_at !== null && <When at={due_at} />,
    text: ({ due_at }) => (due_at === null ? null : utc(due_at)),
  },
  {
    key: 'by',
    label: t('withdrawals.decidedBy'),
    cell: ({ decided_by, why }) => (decided_by ? `${decided_by}: ${why}` : null),
    text: ({ decided_by }) => decided_by,
    extra: true,
  },
  ...(reveals || decides
    ? [
        {
          key: 'do',
          label: t('products.action'),
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

/** Statements of withdrawal; a filter shows those that wait for a person. */
export default function Withdrawals({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters(names)
  const filter = { open: filters.values.which === 'open', order_no: filters.values.order_no }
  const list = useCall('withdrawal/list', { ...filter, after: filters.after })
  return (
    <Page>
      <p className="soft">{t('withdrawals.lead')}</p>
      <Views me={me} page="/withdrawals" />
      <FilterBar
        filters={filters}
        fields={[
          { name: 'which', label: t('withdrawals.which'), options: [['open', t('withdrawals.open')]] },
          { name: 'order_no', label: t('withdrawals.order') },
        ]}
      />
      <List
        name="withdrawals"
        caption={t('withdrawals.title')}
        rows={list.result?.rows ?? null}
        error={list.error}
        reload={list.reload}
        columns={columnsOf(t, may(me, 'player.reveal'), may(me, 'refund.make'))}
        id={({ number }) => number}
        empty={{ title: t('withdrawals.empty'), text: t('withdrawals.emptyText') }}
        total={list.result?.total}
        next={list.result?.next ?? null}
        after={filters.after}
        turn={filters.turn}
        pages={(from, size) => call('withdrawal/list', { ...filter, after: from, size })}
      />
    </Page>
  )
}
