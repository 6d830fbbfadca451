import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'

/**
 * Whether a dialog is open. An address with `do` and the dialog's name opens it, too, which the palette uses. Closing
 * the dialog removes `do` from the address.
 */
export function useOpened(name: string | null): [boolean, (open: boolean) => void] {
  const [pressed, setPressed] = useState(false)
  const [path, go] = useLocation()
  const query = new URLSearchParams(useSearch())
  const isOpen = name !== null && query.get('do') === name
  const set = (open: boolean): void => {
    setPressed(open)
    if (open || !isOpen) return
    query.delete('do')
    const rest = query.toString()
    go(rest === '' ? path : `${path}?${rest}`, { replace: true })
  }
  return [pressed || isOpen, set]
}
