import { Notice } from '@hc/ui/notice'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { joinWords } from './facts.tsx'
import { type Form, pulseForm } from './form-presence.ts'
import { useCall } from './use-call.ts'

/** Shows the other editors of this form. It is only a hint: a conflict is resolved at the save (decision 450). */
export function Presence({ kind, target, writes }: Form) {
  const t = useTranslations('desk')
  useEffect(() => {
    pulseForm.set({ kind, target, writes })
    return () => pulseForm.set(null)
  }, [kind, target, writes])
  const pulse = pulseForm.use()
  const isThis = pulse?.kind === kind && pulse.target === target
  // The frame repeats this call (decision 500): here its answer is only read.
  const { result } = useCall('pulse/read', isThis ? { form: pulse } : null)
  const others = (isThis && result?.writing) || []
  return (
    <div aria-live="polite">
      {others.length > 0 && <Notice tone="info">{t('revisions.others', { names: joinWords(others) })}</Notice>}
    </div>
  )
}
