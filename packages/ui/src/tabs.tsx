import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export type Tab<K extends string> = { key: K; label: ReactNode }

type Props<K extends string> = {
  label: string
  tabs: readonly Tab<K>[]
  active: K
  onChange: (key: K) => void
  children: ReactNode
}

/** Tabs of the ARIA pattern: arrows, Home and End move and select; one panel shows the active tab. */
export function Tabs<K extends string>({ label, tabs, active, onChange, children }: Props<K>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === active)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onChange(next.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" tabIndex={-1} aria-label={label} className="tabs" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${base}-${tab.key}`}
            className="tab"
            aria-controls={`${base}-panel`}
            aria-selected={tab.key === active}
            tabIndex={tab.key === active ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${active}`} tabIndex={-1}>
        {children}
      </div>
    </>
  )
}
