import { useTranslations } from 'use-intl'
import type { Consent } from './use-consent.ts'

/** One box, not ticked: the buyer ticks it to get the item at once. Nothing is shown if the law requires no consent. */
export function ConsentBox({ consent, onChange }: { consent: Consent; onChange: () => void }) {
  const t = useTranslations('recharge')
  const { id, box, agreed, agree, isAsked } = consent
  if (!box) return null
  const isMissing = isAsked && box.required && !agreed
  return (
    <div className="order-group">
      <label className="flex min-h-11 cursor-pointer items-start gap-3">
        <input
          id={id}
          type="checkbox"
          name="consent"
          className="check mt-0.5"
          checked={agreed}
          aria-required={box.required}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${id}-error` : undefined}
          onChange={(event) => {
            agree(event.target.checked)
            onChange()
          }}
        />
        <span className="min-w-0">{box.text}</span>
      </label>
      {isMissing && (
        <p id={`${id}-error`} className="field-error mt-2">
          {t('summary.consentMissing')}
        </p>
      )}
      {box.file && <p className="mt-2 ms-[2.1rem] text-sm text-soft">{t('summary.consentFile')}</p>}
    </div>
  )
}
