import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { channelName } from '../../kit/channel-name.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { detailText, saidText } from '../../kit/codes.ts'
import { utc } from '../../kit/csv.ts'
import { When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list.tsx'
import { OrderLink } from '../../kit/order-link.tsx'
import { may } from '../../kit/permission.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { Note } from '../remarks/note.tsx'
import { Notes } from '../remarks/notes.tsx'

type Finding = DeskResult<'finding/list'>[number]

/** Differences between our books and a gateway's, until they are settled. */
export function Findings({ me }: { me: Me }) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('finding/list', {})
  if (result?.length === 0)
    return (
      <>
        <h2>{t('service.inbox.findings')}</h2>
        <p className="soft">{t('service.inbox.noFinding')}</p>
      </>
    )
  return (
    <>
      <h2>{t('service.inbox.findings')}</h2>
      <List
        name="findings"
        caption={t('service.inbox.findings')}
        rows={result}
        error={error}
        reload={reload}
        columns={columns(t, may(me, 'finding.settle'), may(me, 'note.write'))}
        id={({ channel, kind, txn }) => `${channel}:${kind}:${txn}`}
        empty={{ title: t('service.inbox.findings'), text: t('service.inbox.noFinding') }}
      />
    </>
  )
}

const columns = (t: DeskTexts, settles: boolean, notes: boolean): readonly Column<Finding>[] => [
  { key: 'txn', label: t('service.number'), cell: ({ txn }) => txn, text: ({ txn }) => txn },
  { key: 'kind', label: t('service.inbox.kind'), cell: ({ kind }) => saidText(t, kind), text: ({ kind }) => kind },
  {
    key: 'channel',
    label: t('service.channel'),
    cell: ({ channel }) => channelName(t, channel),
    text: ({ channel }) => channel,
  },
  {
    key: 'order',
    label: t('service.order'),
    cell: ({ order_no, known }) => order_no !== '' && <OrderLink no={order_no} known={known} />,
    text: ({ order_no }) => order_no,
  },
  {
    key: 'detail',
    label: t('service.said'),
    cell: ({ detail }) => detailText(t, detail),
    text: ({ detail }) => detail,
  },
  {
    key: 'found',
    label: t('service.since'),
    cell: ({ found_at }) => <When at={found_at} />,
    text: ({ found_at }) => utc(found_at),
  },
  ...(notes || settles
    ? [
        {
          key: 'act',
          label: t('service.page.actions'),
          cell: (finding: Finding) => (
            <span className="actions-stacked">
              {settles && <Settle found={finding} />}
              {notes && <FindingNotes found={finding} />}
            </span>
          ),
        },
      ]
    : []),
]

function Settle({ found: { channel, kind, txn } }: { found: Finding }) {
  const t = useTranslations('desk')
  return (
    <ActionDialog
      name="finding/settle"
      label={t('service.inbox.settle')}
      about={t('service.inbox.settleName', { txn })}
      title={t('service.inbox.settleName', { txn })}
      confirm={t('service.inbox.settle')}
      done={t('service.done')}
      body={(reason) => ({ channel, kind, txn, reason })}
    >
      <p>{t('service.inbox.settleDoes')}</p>
    </ActionDialog>
  )
}

/** The notes about a difference, and a field for a further note. */
function FindingNotes({ found: { channel, kind, txn } }: { found: Finding }) {
  const t = useTranslations('desk')
  const [open, setOpen] = useState(false)
  const target = `${channel}/${kind}/${txn}`
  const notes = t('service.one.tabs.notes')
  return (
    <>
      <Button
        size="small"
        kind="quiet"
        aria-label={`${notes}: ${txn}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {notes}
      </Button>
      <Note kind="finding" target={target} about={`${t('service.page.note')}: ${txn}`} />
      <Dialog open={open} title={`${notes}: ${txn}`} closeLabel={t('close')} size="wide" onClose={() => setOpen(false)}>
        {open && <Notes kind="finding" target={target} />}
      </Dialog>
    </>
  )
}
