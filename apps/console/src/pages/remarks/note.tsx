import type { DeskBody } from '@hc/contract/desk/calls'
import { TextField } from '@hc/ui/field'
import { TextArea } from '@hc/ui/text-area'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { useFields } from '../../kit/use-fields.ts'

const roleKeys = ['support', 'lead', 'content', 'campaign', 'finance', 'ops', 'owner'] as const
type Role = '' | (typeof roleKeys)[number]

/** Writes a note about a target; if it names a role, it waits for people with that role. */
export function Note({ kind, target, about }: Pick<DeskBody<'remark/write'>, 'kind' | 'target'> & { about?: string }) {
  const t = useTranslations('desk')
  const begin: { text: string; ticket: string; for_role: Role } = { text: '', ticket: '', for_role: '' }
  const fields = useFields('remark/write', begin, { keep: `remark/write ${kind} ${target}` })
  const { values } = fields
  return (
    <ActionDialog
      name="remark/write"
      label={t('orders.page.note')}
      {...(about === undefined ? {} : { about })}
      title={t('orders.page.note')}
      confirm={t('orders.page.note')}
      reason={false}
      done={t('remarks.noteDone')}
      body={() => ({ kind, target, ...values, text: values.text.trim() })}
      form={fields}
      fields={
        <>
          <TextArea
            label={t('remarks.noteText')}
            rows={4}
            hint={fields.isBack && t('kit.wordsBack')}
            {...fields('text')}
          />
          <TextField label={t('remarks.noteTicket')} {...fields('ticket')} />
          <ChoiceField
            label={t('remarks.noteFor')}
            {...fields.choice('for_role')}
            options={[['', t('remarks.noteNobody')], ...roleKeys.map((key) => [key, t(`role.${key}`)] as const)]}
          />
        </>
      }
    >
      <p>{t('remarks.noteDoes')}</p>
    </ActionDialog>
  )
}
