import type { DeskBody, DeskResult } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { utc } from '../../kit/csv.ts'
import { When } from '../../kit/facts.tsx'
import { type Column, List } from '../../kit/list.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'

const notesColumns = (t: DeskTexts): readonly Column<DeskResult<'remark/list'>[number]>[] => [
  { key: 'at', label: t('service.made'), cell: ({ at }) => <When at={at} />, text: ({ at }) => utc(at) },
  { key: 'by', label: t('articles.by'), cell: ({ by }) => by, text: ({ by }) => by },
  { key: 'text', label: t('service.noteText'), cell: ({ text }) => text, text: ({ text }) => text },
  { key: 'ticket', label: t('service.noteTicket'), cell: ({ ticket }) => ticket, text: ({ ticket }) => ticket },
]

/** The notes about something, newest first. */
export function Notes({ kind, target }: Pick<DeskBody<'remark/list'>, 'kind' | 'target'>) {
  const t = useTranslations('desk')
  const { result, error, reload } = useCall('remark/list', { kind, target })
  return (
    <List
      name={`${kind}/notes`}
      caption={t('service.one.tabs.notes')}
      rows={result}
      error={error}
      reload={reload}
      id={({ remark_id }) => remark_id}
      empty={{ title: t('service.one.noRows'), text: t('service.noteDoes') }}
      columns={notesColumns(t)}
    />
  )
}
