import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'

/**
 * Whether a dialog is open. An address with `do` and its name opens it, too: so the palette leads to it. The address
 * loses the word, and the dialog opens once.
 */
export function useOpened(name: string | null): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false)
  const [path, go] = useLocation()
  const search = useSearch()
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (name === null || query.get('do') !== name) return
    query.delete('do')
    const rest = query.toString()
    setOpen(true)
    go(rest === '' ? path : `${path}?${rest}`, { replace: true })
  }, [name, search, path, go])
  return [open, setOpen]
}
