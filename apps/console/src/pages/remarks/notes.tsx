import type { DeskBody, DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { utc } from '../../kit/csv.ts'
import { ActionButton } from '../../kit/action-dialog.tsx'
import { dateTime } from '../../kit/date-time.ts'
import { Badge } from '../../kit/badge.tsx'
import { When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { roleName } from '../../kit/role-name.ts'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'

type Remark = DeskResult<'remark/list'>[number]

const notesColumns = (t: DeskTexts): readonly Column<Remark>[] => [
  { key: 'at', label: t('row.made'), cell: ({ at }) => <When at={at} />, text: ({ at }) => utc(at) },
  { key: 'by', label: t('articles.by'), cell: ({ by }) => by, text: ({ by }) => by },
  { key: 'text', label: t('remarks.noteText'), cell: ({ text }) => text, text: ({ text }) => text },
  { key: 'ticket', label: t('remarks.noteTicket'), cell: ({ ticket }) => ticket, text: ({ ticket }) => ticket },
  {
    key: 'for',
    label: t('remarks.noteFor'),
    cell: (note) => note.for_role !== '' && <ForRole note={note} />,
    text: ({ for_role }) => for_role,
  },
]

/**
 * The role that a note waits for, and whether it is done. A person with that role can mark it as done, and undo that.
 */
function ForRole({ note: { remark_id, text, for_role, own, done_at, done_by } }: { note: Remark }) {
  const t = useTranslations('desk')
  const isDone = done_at !== null
  return (
    <>
      {roleName(t, for_role)}{' '}
      <Badge tone={isDone ? 'good' : 'warn'}>
        {isDone ? t('remarks.noteDoneBy', { by: done_by, at: dateTime(done_at) }) : t('remarks.noteOpen')}
      </Badge>{' '}
      {own && (
        <ActionButton
          name="remark/done"
          kind="ghost"
          label={t(isDone ? 'remarks.noteUndone' : 'waiting.noteDone')}
          about={isDone ? t('remarks.noteUndoneName', { text }) : t('waiting.noteDoneName', { subject: text })}
          done={t(isDone ? 'remarks.noteIsUndone' : 'waiting.noteIsDone')}
          body={{ remark_id, done: !isDone }}
        />
      )}
    </>
  )
}

/** The notes about a target, newest first. */
export function Notes({ kind, target }: Pick<DeskBody<'remark/list'>, 'kind' | 'target'>) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('remark/list', { kind, target })
  return (
    <List
      name={`${kind}/notes`}
      caption={t('players.one.tabs.notes')}
      rows={result}
      error={error}
      reload={reload}
      id={({ remark_id }) => remark_id}
      empty={{ title: t('players.one.noRows'), text: t('remarks.noteDoes') }}
      columns={notesColumns(t)}
    />
  )
}
