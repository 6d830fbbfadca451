import { type TextareaHTMLAttributes, useId } from 'react'
import { type Common, described, FieldFrame } from './field.tsx'

/** In a file of its own: the home page loads the other fields, but has no text area. */
export function TextArea({
  label,
  hint,
  error,
  className = '',
  ...rest
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const ownId = useId()
  const id = rest.id ?? ownId
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
