import { useId } from 'react'
import { FormError } from '../../kit/form-error.tsx'

type Props = {
  label: string
  hint: string
  accept: string
  busy: boolean
  /** The field's text while a file is read. */
  busyText: string
  error: string | undefined
  take: (file: File) => void
}

/** A field to drop or choose a file: the browser's own field, enlarged. */
export function FileField({ label, hint, accept, busy, busyText, error, take }: Props) {
  const inputId = useId()
  return (
    <div className="file-field">
      <label htmlFor={inputId} className="field-label">
        {busy ? busyText : label}
      </label>
      <input
        id={inputId}
        type="file"
        accept={accept}
        aria-describedby={`${inputId}-hint`}
        disabled={busy}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file may be chosen again once it is corrected.
          event.target.value = ''
          if (file) take(file)
        }}
      />
      <p id={`${inputId}-hint`} className="soft">
        {hint}
      </p>
      <FormError text={error} />
    </div>
  )
}
