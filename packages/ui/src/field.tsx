import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react'
import { Icon } from './icon.tsx'

export type Common = { label: string; hint?: ReactNode; error?: string | undefined }

/** Label, error and hint around an input. An error replaces the hint, unless `keepHint` is set. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  keepHint = false,
  children,
}: Common & { id: string; keepHint?: boolean; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="warn" className="size-4 mt-0.5" />
          {error}
        </p>
      )}
      {hint && (keepHint || !error) && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

export const described = (id: string, { hint, error }: Common) =>
  error ? `${id}-error` : hint ? `${id}-hint` : undefined

export function TextField({
  label,
  hint,
  error,
  trailing,
  className = '',
  ...rest
}: Common & InputHTMLAttributes<HTMLInputElement> & { trailing?: ReactNode }) {
  const ownId = useId()
  const id = rest.id ?? ownId
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          {...rest}
          id={id}
          className={`input ${trailing ? 'pr-12' : ''} ${className}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(id, { label, hint, error })}
        />
        {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
      </div>
    </FieldFrame>
  )
}

export function SelectField({
  label,
  hint,
  error,
  children,
  className = '',
  ...rest
}: Common & SelectHTMLAttributes<HTMLSelectElement>) {
  const ownId = useId()
  const id = rest.id ?? ownId
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <select
          {...rest}
          id={id}
          className={`input select ${className}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(id, { label, hint, error })}
        >
          {children}
        </select>
        <Icon
          name="down"
          className="size-4 pointer-events-none absolute right-3.5 top-1/2 -translate-y-1/2 text-soft"
        />
      </div>
    </FieldFrame>
  )
}
