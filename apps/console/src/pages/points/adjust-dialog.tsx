import type { DeskResult } from '@hc/contract/desk/calls'
import { TextField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { wholeOf } from '../../kit/amount.ts'
import { count, Facts } from '../../kit/facts.tsx'
import { useFields } from '../../kit/use-fields.ts'
import { useCall } from '../../kit/use-call.ts'

/** Points; an empty field is none. */
const pointsOf = (text: string): number => (text.trim() === '' ? 0 : wholeOf(text))

/** A player's points, before and after the adjustment. */
function Points({ now, basic, present }: { now: DeskResult<'points/read'>; basic: number; present: number }) {
  const t = useTranslations('desk')
  const change = (was: number, debt: number, by: number): string =>
    Number.isFinite(by) && by !== 0 ? `${count(was - debt)} → ${count(was - debt + by)}` : count(was - debt)
  return (
    <Facts
      facts={[
        [t('points.basic'), change(now.basic, now.debt_basic, basic)],
        [t('points.present'), change(now.present, now.debt_present, present)],
      ]}
    />
  )
}

/** On a player's page: gives or takes points. */
export function AdjustPoints({ uid, onDone }: { uid: string; onDone?: () => void }) {
  const t = useTranslations('desk')
  const fields = useFields('points/adjust', { basic: '', present: '' })
  const { basic, present } = fields.values
  // The number of adjustments at the time when the person began to type.
  const [seenPoints, setSeen] = useState<number>()
  const now = useCall('points/read', { uid })
  const begin = (): void => {
    if (basic === '' && present === '') setSeen(now.result?.adjusted)
  }
  const [b, p] = [pointsOf(basic), pointsOf(present)]
  const isInvalid = !Number.isInteger(b) || !Number.isInteger(p) || (b === 0 && p === 0)
  return (
    <ActionDialog
      name="points/adjust"
      label={t('points.adjust')}
      title={t('points.adjustTitle', { uid })}
      confirm={t('points.adjustConfirm')}
      check={() => (isInvalid ? { present: t('points.adjustWrong') } : {})}
      form={fields}
      fields={
        <div onInput={begin}>
          <TextField
            label={t('points.present')}
            hint={t('points.pointsHint')}
            inputMode="numeric"
            {...fields('present')}
          />
          <TextField label={t('points.basic')} inputMode="numeric" {...fields('basic')} />
        </div>
      }
      body={(reason) => ({ uid, basic: b, present: p, adjusted: seenPoints ?? now.result?.adjusted, reason })}
      meets={() => {
        setSeen(undefined)
        void now.reload()
        return false
      }}
      done={t('points.adjustDone')}
      onDone={() => {
        setSeen(undefined)
        void now.reload()
        onDone?.()
      }}
    >
      <p>{t('points.adjustText')}</p>
      {now.result && <Points now={now.result} basic={b} present={p} />}
    </ActionDialog>
  )
}
