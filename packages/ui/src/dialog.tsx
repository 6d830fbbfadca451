import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

type Props = {
  open: boolean
  /** The dialog's name in the counts of visits. */
  name?: string
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
  /** A question that a button must answer: no close cross, and Escape counts as `onClose`. */
  plain?: boolean
  size?: 'normal' | 'wide' | 'sheet' | 'palette' | 'drawer'
}

/** The heading of the page, or its content: where the focus goes when what had it is gone. */
function toPage(): void {
  const [heading, content] = ['main h1[tabindex]', 'main'].map((name) => document.querySelector<HTMLElement>(name))
  ;(heading ?? content)?.focus({ preventScroll: true })
}

/**
 * Returns the focus to the element that opened the dialog. The work of a dialog may take that element away, at once or
 * when the page has read anew: then the focus goes to the page.
 */
function giveBack(opener: Element | null): void {
  const { activeElement, body } = document
  // A dialog that closes gives the focus back by itself.
  if (activeElement && activeElement !== body && activeElement !== opener) return
  if (!(opener instanceof HTMLElement) || opener === body || !opener.isConnected) {
    toPage()
    return
  }
  opener.focus()
  const watch = new MutationObserver(() => {
    if (opener.isConnected && document.activeElement === opener) return
    watch.disconnect()
    if (!opener.isConnected && document.activeElement === body) toPage()
  })
  watch.observe(body, { childList: true, subtree: true })
}

/** A modal on the native element: focus moves in, stays in, and returns to the opener. On phones a sheet from below. */
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
  // A layout effect cleans up while the dialog is still in the page. A dialog that is removed open would keep the
  // focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return undefined
    const opener = document.activeElement
    dialog.showModal()
    // The heading gets the focus, not the cross beside it; a question starts at its first button.
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
        // The event comes a moment later: meanwhile the dialog may have been opened again.
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
