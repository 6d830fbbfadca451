import { TextField } from '@hc/ui/field'
import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { dateTime } from '../../kit/date-time.ts'
import { Failed } from '../../kit/failed.tsx'
import { useCall } from '../../kit/use-call.ts'
import { useFields } from '../../kit/use-fields.ts'
import { secondsOf } from '../../kit/use-filters.ts'

const PROGRESS_MS = 5_000

/** Sends confirmed deliveries again to a game that lost its data. The list of deliveries is shown first. */
export function Again() {
  const t = useTranslations('desk')
  const fields = useFields('delivery/againSince', { since: '', role_id: '' })
  const { role_id } = fields.values
  const since = secondsOf(fields.values.since)
  const plan = useCall('delivery/againPlan', since > 0 ? { since, role_id } : null)
  const title = t('deliveries.againTitle')
  return (
    <ActionDialog
      name="delivery/againSince"
      label={t('deliveries.again')}
      title={title}
      confirm={t('deliveries.go')}
      done={({ n }) => t('deliveries.told', { n })}
      body={(reason) => ({ since, role_id, reason })}
      check={() => (since === 0 ? { since: t('field.needed') } : {})}
      form={fields}
      fields={
        <>
          <TextField label={t('deliveries.since')} type="date" {...fields('since')} />
          <TextField label={t('deliveries.role')} {...fields('role_id')} />
          {plan.error !== null && <Failed error={plan.error} again={plan.reload} />}
          <div aria-live="polite">
            {since > 0 && plan.result && <Notice tone="info">{t('deliveries.planned', { n: plan.result.n })}</Notice>}
          </div>
        </>
      }
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
