import { type TextareaHTMLAttributes, useId } from 'react'
import { type Common, described, FieldFrame } from './field.tsx'

/** Beside the other fields, which the home page has: it has none of these. */
export function TextArea({
  label,
  hint,
  error,
  className = '',
  ...rest
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const own = useId()
  const id = rest.id ?? own
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...rest}
        id={id}
        className={`input ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, { label, hint, error })}
      />
    </FieldFrame>
  )
}
