import type { DeskBody } from '@hc/contract/desk/calls'
import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { listed } from './facts.tsx'
import { useCall } from './use-call.ts'

/** A note holds for 20 seconds: whoever still writes says so again before. */
const PULSE_MS = 15_000
type Form = NonNullable<DeskBody<'pulse/read'>['form']>

/** Who else writes in this form now. It only says so: two who write meet when they save (decision 450). */
export function Presence(form: Form) {
  const t = useTranslations('desk')
  const { result } = useCall('pulse/read', { form }, { everyMs: PULSE_MS })
  const others = result?.writing ?? []
  return (
    <div aria-live="polite">
      {others.length > 0 && <Notice tone="info">{t('editing.others', { names: listed(others) })}</Notice>}
    </div>
  )
}
