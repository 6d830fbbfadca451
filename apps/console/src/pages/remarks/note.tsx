import type { DeskBody } from '@hc/contract/desk/calls'
import { SelectField, TextField } from '@hc/ui/field'
import { TextArea } from '@hc/ui/text-area'
import { useTranslations } from 'use-intl'
import { ActionDialog, type FormFields } from '../../kit/action-dialog.tsx'
import { useKeptWords } from '../../kit/use-kept.ts'

const roleKeys = ['support', 'lead', 'content', 'campaign', 'finance', 'ops', 'owner'] as const

/** Writes a note about a target; if it names a role, it waits for people with that role. */
export function Note({ kind, target, about }: Pick<DeskBody<'remark/write'>, 'kind' | 'target'> & { about?: string }) {
  const t = useTranslations('desk')
  const { words, back, set, forget } = useKeptWords(`remark/write ${kind} ${target}`, {
    text: '',
    ticket: '',
    role: '',
  })
  const { text, ticket, role } = words
  const form: FormFields = (errors) => (
    <>
      <TextArea
        label={t('remarks.noteText')}
        name="text"
        rows={4}
        hint={back && t('kit.wordsBack')}
        maxLength={2000}
        value={text}
        error={errors.text}
        onChange={(event) => set('text', event.target.value)}
      />
      <TextField
        label={t('remarks.noteTicket')}
        name="ticket"
        maxLength={60}
        autoComplete="off"
        value={ticket}
        error={errors.ticket}
        onChange={(event) => set('ticket', event.target.value)}
      />
      <SelectField
        label={t('remarks.noteFor')}
        name="for_role"
        value={role}
        onChange={(event) => set('role', event.target.value)}
      >
        <option value="">{t('remarks.noteNobody')}</option>
        {roleKeys.map((key) => (
          <option key={key} value={key}>
            {t(`role.${key}`)}
          </option>
        ))}
      </SelectField>
    </>
  )
  return (
    <ActionDialog
      name="remark/write"
      label={t('orders.page.note')}
      {...(about === undefined ? {} : { about })}
      title={t('orders.page.note')}
      confirm={t('orders.page.note')}
      reason={false}
      done={t('remarks.noteDone')}
      onDone={forget}
      fieldNames={['text', 'ticket']}
      check={() => (text.trim() === '' ? { text: t('field.needed') } : {})}
      body={() => ({ kind, target, text: text.trim(), ticket, for_role: role })}
      fields={form}
    >
      <p>{t('remarks.noteDoes')}</p>
    </ActionDialog>
  )
}
