import { useTranslations } from 'use-intl'
import type { Consent } from './use-consent.ts'

/** One box, not ticked: the buyer ticks it to get the item at once. Nothing is shown if the law requires no consent. */
export function ConsentBox({ consent, onChange }: { consent: Consent; onChange: () => void }) {
  const t = useTranslations('recharge')
  const { id, box, agreed, agree } = consent
  if (!box) return null
  return (
    <>
      <label className="mt-4 flex min-h-11 cursor-pointer items-start gap-3 border-t border-line pt-4">
        <input
          id={id}
          type="checkbox"
          name="consent"
          className="check mt-0.5"
          checked={agreed}
          aria-required={box.required}
          onChange={(event) => {
            agree(event.target.checked)
            onChange()
          }}
        />
        <span className="min-w-0">{box.text}</span>
      </label>
      {box.file && <p className="mt-2 ms-[2.1rem] text-sm text-soft">{t('summary.consentFile')}</p>}
    </>
  )
}
