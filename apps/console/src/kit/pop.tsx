import { Icon, type IconName } from '@hc/ui/icon'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

type Props = {
  label: ReactNode
  /** The button's accessible name, if the label does not say it. */
  about?: string
  className?: string
  icon?: IconName
  /** The card ends where the button ends, for a button at the right edge. */
  end?: boolean
  /** Opened from the beginning: the button was just made by a choice elsewhere. */
  opened?: boolean
  onClose?: () => void
  children: (close: () => void) => ReactNode
}

const FIRST = 'input, select, button, a[href], textarea'

/** A button and a card below it. Escape and a press elsewhere close the card; the focus returns to the button. */
export function Pop({ label, about, className = '', icon, end = false, opened = false, onClose, children }: Props) {
  const [open, setOpen] = useState(opened)
  const place = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = (): void => {
    setOpen(false)
    onClose?.()
  }
  useEffect(() => {
    if (!open) return undefined
    card.current?.querySelector<HTMLElement>(FIRST)?.focus({ preventScroll: true })
    const outside = (event: Event): void => {
      if (event.target instanceof Node && place.current?.contains(event.target)) return
      setOpen(false)
      onClose?.()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    const opener = button.current
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      // What had the focus is gone with the card.
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
    }
  }, [open, onClose])
  return (
    // Escape is the keyboard's way out, from the button, too: what a card loads later has no focus yet.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      ref={place}
      className="drop"
      onKeyDown={(event) => {
        // A dialog that was opened from the card takes its own Escape.
        const isOfDialog = event.target instanceof Element && event.target.closest('dialog') !== null
        if (!open || event.key !== 'Escape' || isOfDialog) return
        event.stopPropagation()
        close()
      }}
    >
      <button
        ref={button}
        type="button"
        className={className || 'btn btn-quiet btn-small'}
        aria-label={about}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? close() : setOpen(true))}
      >
        {icon && <Icon name={icon} className="size-4" />}
        {label}
      </button>
      {open && (
        <div ref={card} id={id} className={end ? 'drop-card drop-end' : 'drop-card'}>
          {children(close)}
        </div>
      )}
    </span>
  )
}
