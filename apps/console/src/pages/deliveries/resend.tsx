import { TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog, type FormFields } from '../../kit/action-dialog.tsx'
import { dateTime } from '../../kit/date-time.ts'
import { Failed } from '../../kit/failed.tsx'
import { useCall } from '../../kit/use-call.ts'
import { secondsOf } from '../../kit/use-filters.ts'

const PROGRESS_MS = 5_000

/** Sends confirmed deliveries again to a game that lost its data. The list of deliveries is shown first. */
export function Again() {
  const t = useTranslations('desk')
  const [day, setDay] = useState('')
  const [role, setRole] = useState('')
  const since = secondsOf(day)
  const plan = useCall('delivery/againPlan', since > 0 ? { since, role_id: role } : null)
  const title = t('deliveries.againTitle')
  const form: FormFields = (errors) => (
    <>
      <TextField
        label={t('deliveries.since')}
        name="since"
        type="date"
        value={day}
        error={errors.since}
        onChange={(event) => setDay(event.target.value)}
      />
      <TextField
        label={t('deliveries.role')}
        name="role_id"
        autoComplete="off"
        maxLength={80}
        value={role}
        onChange={(event) => setRole(event.target.value)}
      />
      {plan.error !== null && <Failed error={plan.error} again={plan.reload} />}
      <div aria-live="polite">
        {since > 0 && plan.result && <Notice tone="info">{t('deliveries.planned', { n: plan.result.n })}</Notice>}
      </div>
    </>
  )
  return (
    <ActionDialog
      name="delivery/againSince"
      label={t('deliveries.again')}
      title={title}
      confirm={t('deliveries.go')}
      done={({ n }) => t('deliveries.told', { n })}
      body={(reason) => ({ since, role_id: role, reason })}
      fieldNames={['since']}
      check={() => (since === 0 ? { since: t('field.needed') } : {})}
      fields={form}
    >
      <p>{t('deliveries.againDoes')}</p>
      <Progress />
    </ActionDialog>
  )
}

function Progress() {
  const t = useTranslations('desk')
  const { result } = useCall('delivery/againList', {}, { everyMs: PROGRESS_MS })
  if (!result || result.asked_at === null) return null
  const { asked_at, waiting, there, other_grant, refused } = result
  return (
    <p className="soft">
      {t('deliveries.progress', {
        at: dateTime(asked_at),
        waiting: String(waiting),
        there: String(there),
        other: String(other_grant),
        refused: String(refused),
      })}
    </p>
  )
}
