import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  open: boolean
  /** What the dialog is called where it is counted that it was shown. */
  name?: string
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
  /** A question that must be answered by a button: no close cross, and Escape counts as `onClose`. */
  plain?: boolean
  size?: 'normal' | 'wide'
}

/** Gives the focus to what opened a dialog, or to the page's content where that is gone. */
function giveBack(opener: Element | null): void {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body) return
  if (opener instanceof HTMLElement && opener !== body && opener.isConnected) opener.focus()
  else document.querySelector('main')?.focus({ preventScroll: true })
}

/** A modal on the native element: focus goes in, stays in, and returns to the opener. A sheet from below on phones. */
export function Dialog({
  open,
  name,
  title,
  closeLabel,
  onClose,
  children,
  actions,
  plain = false,
  size = 'normal',
}: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // A layout effect: it cleans up while the dialog still stands in the page. Taken out of it open, it would keep the
  // focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return undefined
    const opener = document.activeElement
    dialog.showModal()
    // What is to be read has the focus, not the cross beside it; a question begins at its first button.
    if (!plain && !dialog.querySelector('[autofocus]')) dialog.querySelector('h2')?.focus()
    dialog.dispatchEvent(new Event('popup', { bubbles: true }))
    return () => {
      if (dialog.open) dialog.close()
      giveBack(opener)
    }
  }, [open, plain])
  return (
    // The click is on the backdrop only when the target is the dialog itself; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      data-popup={name}
      className={`dialog dialog-${size}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        // It is told of a moment after: meanwhile the dialog may have been opened again.
        if (open && !event.currentTarget.open) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !plain) onClose()
      }}
    >
      {open && (
        <div className="dialog-body">
          <div className="dialog-head">
            <h2 id={heading} tabIndex={-1} className="heading-3">
              {title}
            </h2>
            {!plain && (
              <button type="button" className="icon-btn -mt-2 -mr-2" aria-label={closeLabel} onClick={onClose}>
                <Icon name="close" />
              </button>
            )}
          </div>
          <div className="text-soft">{children}</div>
          {actions && <div className="dialog-actions">{actions}</div>}
        </div>
      )}
    </dialog>
  )
}
