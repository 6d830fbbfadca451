import { Button } from '@hc/ui/button'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useMedia } from '../../lib/use-media.ts'

export type GroupName = 'whom' | 'what' | 'how'

/** The element of a part of the order. */
const elementOf = (name: GroupName): HTMLElement | null => document.getElementById(`order-${name}`)

const CONTROLS = 'input:not(:disabled), select:not(:disabled)'

/** Whether the summary has no place beside the choices: then the choices that were made are rows, with a pay bar. */
export const useNarrow = (): boolean => useMedia('(max-width: 1023px)', false)

/** Opens a part of the order, and puts the focus on what is chosen there, or on its first control. */
export function showGroup(name: GroupName): void {
  elementOf(name)?.dispatchEvent(new CustomEvent('showgroup'))
}

/** Whether a pointer is down; `onEnd` runs after each press of something else, once that has answered. */
function usePressed(isOwn: (target: Node) => boolean, onEnd: () => void): { readonly current: boolean } {
  const pressed = useRef(false)
  // What was pressed may be gone at the end of the press.
  const isInside = useRef(false)
  const handlers = useRef({ isOwn, onEnd })
  useEffect(() => {
    handlers.current = { isOwn, onEnd }
  })
  useEffect(() => {
    const down = ({ target }: PointerEvent) => {
      pressed.current = true
      isInside.current = target instanceof Node && handlers.current.isOwn(target)
    }
    const up = () => {
      pressed.current = false
      if (!isInside.current) setTimeout(() => handlers.current.onEnd())
    }
    const leave = new AbortController()
    const options = { capture: true, signal: leave.signal }
    addEventListener('pointerdown', down, options)
    addEventListener('pointerup', up, options)
    addEventListener('pointercancel', up, options)
    return () => leave.abort()
  }, [])
  return pressed
}

/**
 * A part of the order: open, or, in a narrow window, one row with "Change".
 * It becomes a row when the pointer chose something in it, or when the focus leaves it: never under the focus, so that
 * arrow keys can pass through its choices.
 */
export function OrderGroup({
  name,
  title,
  row,
  error,
  children,
}: {
  name: GroupName
  title: string
  /** What was chosen, as one row; null while a choice is missing. */
  row: ReactNode
  error?: ReactNode
  children: ReactNode
}) {
  const t = useTranslations('recharge')
  const [isOpen, setOpen] = useState(false)
  const group = useRef<HTMLElement>(null)
  const controls = useRef<HTMLDivElement>(null)
  const change = useRef<HTMLButtonElement>(null)
  /** The last press in the group was of a pointer; with a key, the group stays open until the focus leaves it. */
  const byPointer = useRef(false)
  const isNarrow = useNarrow()
  const isDone = isNarrow && row !== null && !isOpen

  // The focus goes to "Change" if it was on what now disappears.
  useLayoutEffect(() => {
    if (isDone && controls.current?.contains(document.activeElement)) change.current?.focus({ preventScroll: true })
  }, [isDone])
  const open = () => {
    flushSync(() => setOpen(true))
    // Of a server and its character, the character is what was chosen.
    const checkedInput = [...(controls.current?.querySelectorAll<HTMLElement>('input:checked') ?? [])].at(-1)
    const place = checkedInput ?? controls.current?.querySelector<HTMLElement>(CONTROLS)
    place?.focus()
  }
  useEffect(() => {
    const element = group.current
    element?.addEventListener('showgroup', open)
    return () => element?.removeEventListener('showgroup', open)
  })
  // What the pointer is about to press must not move away under it: the group closes after the press.
  const isPressed = usePressed(
    (target) => group.current?.contains(target) === true,
    () => {
      if (!controls.current?.contains(document.activeElement)) setOpen(false)
    },
  )
  return (
    <section
      ref={group}
      id={`order-${name}`}
      className="order-group"
      aria-labelledby={`order-${name}-title`}
      data-done={isDone || undefined}
    >
      <h2 id={`order-${name}-title`} className="order-group-title">
        {title}
      </h2>
      {isDone && (
        <div className="order-row">
          <div className="order-row-text">{row}</div>
          <Button ref={change} kind="quiet" size="small" aria-describedby={`order-${name}-title`} onClick={open}>
            {t('role.change')}
          </Button>
        </div>
      )}
      <div
        ref={controls}
        role="presentation"
        className="order-controls"
        onPointerDown={() => {
          byPointer.current = true
        }}
        onKeyDown={() => {
          byPointer.current = false
        }}
        onFocus={() => setOpen(true)}
        onChange={({ target }) => {
          // A select opens its list under the pointer: it is left, not pressed.
          if (byPointer.current && target instanceof HTMLInputElement) setOpen(false)
        }}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget instanceof Node && controls.current?.contains(relatedTarget)) return
          if (!isPressed.current && document.hasFocus()) setOpen(false)
        }}
      >
        {children}
      </div>
      {error && (
        <p id={`order-${name}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </section>
  )
}
