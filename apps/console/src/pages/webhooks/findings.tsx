import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { channelName } from '../../kit/channel-name.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { detailText, saidText } from '../../kit/codes.ts'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { List } from '../../kit/list/list.tsx'
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
        <h2>{t('webhooks.findings')}</h2>
        <p className="soft">{t('webhooks.noFinding')}</p>
      </>
    )
  return (
    <>
      <h2>{t('webhooks.findings')}</h2>
      <List
        name="findings"
        caption={t('webhooks.findings')}
        rows={result}
        error={error}
        reload={reload}
        columns={columns(t, may(me, 'finding.settle'), may(me, 'note.write'))}
        id={({ channel, kind, txn }) => `${channel}:${kind}:${txn}`}
        empty={{ title: t('webhooks.findings'), text: t('webhooks.noFinding') }}
      />
    </>
  )
}

function columns(t: DeskTexts, settles: boolean, notes: boolean): readonly Column<Finding>[] {
  const c = columnsOf<Finding>(t)
  return [
    c.text('txn', t('row.number'), { phone: 'title' }),
    c.word('kind', t('webhooks.kind'), (kind) => saidText(t, kind), { code: true, phone: 'under' }),
    { ...c.text('channel', t('row.channel'), { phone: 'badge' }), cell: ({ channel }) => channelName(t, channel) },
    { ...c.order('order_no', t('row.order'), { known: ({ known }) => known }), key: 'order' },
    c.word('detail', t('row.said'), (detail) => detailText(t, detail), { code: true }),
    { ...c.when('found_at', t('row.since'), { phone: 'age' }), key: 'found' },
    ...(notes || settles
      ? [
          {
            key: 'act',
            label: t('orders.page.actions'),
            cell: (finding: Finding) => (
              <span className="actions-stacked">
                {settles && <Settle found={finding} />}
                {notes && <FindingNotes found={finding} />}
              </span>
            ),
            phone: 'acts' as const,
          },
        ]
      : []),
  ]
}

function Settle({ found: { channel, kind, txn } }: { found: Finding }) {
  const t = useTranslations('desk')
  return (
    <ActionDialog
      name="finding/settle"
      byAddress={`finding/settle ${txn}`}
      label={t('webhooks.settle')}
      about={t('webhooks.settleName', { txn })}
      title={t('webhooks.settleName', { txn })}
      confirm={t('webhooks.settle')}
      done={t('row.done')}
      body={(reason) => ({ channel, kind, txn, reason })}
    >
      <p>{t('webhooks.settleDoes')}</p>
    </ActionDialog>
  )
}

/** The notes about a difference, and a field for a further note. */
function FindingNotes({ found: { channel, kind, txn } }: { found: Finding }) {
  const t = useTranslations('desk')
  const [open, setOpen] = useState(false)
  const target = `${channel}/${kind}/${txn}`
  const notes = t('players.one.tabs.notes')
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
      <Note kind="finding" target={target} about={`${t('orders.page.note')}: ${txn}`} />
      <Dialog open={open} title={`${notes}: ${txn}`} closeLabel={t('close')} size="wide" onClose={() => setOpen(false)}>
        {open && <Notes kind="finding" target={target} />}
      </Dialog>
    </>
  )
}
