import type { DeskResult } from '@hc/contract/desk/calls'
import { TextField } from '@hc/ui/field'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { momentOf } from '../../kit/local-time.ts'
import { useCall } from '../../kit/use-call.ts'
import { useFields } from '../../kit/use-fields.ts'
import { zone } from '../../lib/zone.ts'
import { nameOf } from '../roles/words.ts'

type Person = DeskResult<'staff/list'>[number]

/** Requests a role for a person, or its removal. */
export function GiveRole({ person: { staff_id, name } }: { person: Person }) {
  const t = useTranslations('desk')
  const roles = useCall('role/list', {})
  const fields = useFields('staff/grantRole', { role: 'support', given: true, until: '' })
  const { role, given, until } = fields.values
  const end = until === '' ? null : momentOf(`${until}T23:59:59`, zone())
  return (
    <ActionDialog
      name="staff/grantRole"
      label={t('roles.give')}
      about={t('roles.giveName', { name })}
      kind="ghost"
      title={t('roles.giveName', { name })}
      confirm={t('approvals.rules.ask')}
      body={(reason) => ({ staff_id, role, given, until: given ? end : null, reason })}
      form={fields}
      fields={
        <>
          <ChoiceField
            label={t('roles.giveRole')}
            {...fields.choice('role')}
            options={(roles.result ?? []).map((option) => [option.role, nameOf(t, option)])}
          />
          <ChoiceField
            label={t('roles.giveHow')}
            {...fields.choice('given')}
            options={[
              ['yes', t('roles.giveOn')],
              ['no', t('roles.giveOff')],
            ]}
          />
          {given && <TextField label={t('roles.giveUntil')} type="date" {...fields('until')} />}
        </>
      }
    >
      <p>{t('roles.giveText')}</p>
    </ActionDialog>
  )
}
