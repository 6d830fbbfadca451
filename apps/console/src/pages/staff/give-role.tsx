import type { DeskResult } from '@hc/contract/desk/calls'
import { SelectField, TextField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { momentOf } from '../../kit/local-time.ts'
import { useCall } from '../../kit/use-call.ts'
import { zone } from '../../lib/zone.ts'
import { nameOf } from '../roles/words.ts'

type Person = DeskResult<'staff/list'>[number]

/** Requests a role for a person, or its removal. */
export function GiveRole({ person: { staff_id, name } }: { person: Person }) {
  const t = useTranslations('desk')
  const roles = useCall('role/list', {})
  const [role, setRole] = useState('support')
  const [isGranted, setGiven] = useState(true)
  const [until, setUntil] = useState('')
  const end = until === '' ? null : momentOf(`${until}T23:59:59`, zone())
  return (
    <ActionDialog
      name="staff/grantRole"
      label={t('roles.give')}
      about={t('roles.giveName', { name })}
      kind="ghost"
      title={t('roles.giveName', { name })}
      confirm={t('approvals.rules.ask')}
      body={(reason) => ({ staff_id, role, given: isGranted, until: isGranted ? end : null, reason })}
      fieldNames={['until']}
      fields={(errors) => (
        <>
          <SelectField
            label={t('roles.giveRole')}
            name="role"
            value={role}
            onChange={(event) => setRole(event.target.value)}
          >
            {roles.result?.map((option) => (
              <option key={option.role} value={option.role}>
                {nameOf(t, option)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('roles.giveHow')}
            name="given"
            value={isGranted ? 'on' : 'off'}
            onChange={(event) => setGiven(event.target.value === 'on')}
          >
            <option value="on">{t('roles.giveOn')}</option>
            <option value="off">{t('roles.giveOff')}</option>
          </SelectField>
          {isGranted && (
            <TextField
              label={t('roles.giveUntil')}
              name="until"
              type="date"
              value={until}
              error={errors.until}
              onChange={(event) => setUntil(event.target.value)}
            />
          )}
        </>
      )}
    >
      <p>{t('roles.giveText')}</p>
    </ActionDialog>
  )
}
