import type { Consent } from './use-consent.ts'

/** One box, not ticked: a buyer who wants the item at once says so. Nothing where the law asks for nothing. */
export function ConsentBox({ consent, onChange }: { consent: Consent; onChange: () => void }) {
  const { id, box, agreed, agree } = consent
  if (!box) return null
  return (
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
  )
}
