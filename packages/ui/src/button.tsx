import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

export type ButtonKind = 'primary' | 'gold' | 'quiet' | 'ghost' | 'danger'
export type ButtonSize = 'small' | 'normal' | 'large'

/** The classes of a button, for links that look like one. */
export const buttonClass = (kind: ButtonKind = 'primary', size: ButtonSize = 'normal', extra = ''): string =>
  `btn btn-${kind} btn-${size} ${extra}`

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  ref?: Ref<HTMLButtonElement>
  kind?: ButtonKind
  size?: ButtonSize
  type?: 'button' | 'submit'
  /** Shows a spinner and ignores clicks, but keeps the focus (a disabled button would lose it). */
  busy?: boolean
  /** Ignores clicks for a reason that is shown beside it, and keeps the focus. */
  off?: boolean
  children: ReactNode
}

export function Button({
  kind = 'primary',
  size = 'normal',
  type = 'button',
  busy = false,
  off = false,
  className = '',
  onClick,
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(kind, size, className)}
      aria-disabled={busy || off || undefined}
      onClick={(event) => {
        if (busy || off) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <span className="spinner size-4" aria-hidden="true" />}
      {children}
    </button>
  )
}
