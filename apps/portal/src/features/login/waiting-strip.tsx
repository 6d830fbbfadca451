import { useMemo } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { keptItem, type WaitingItem } from '../../lib/waiting-item.ts'

/** The item that a guest's press on a price chose; the server's page, which cannot know it, has none. */
export function useWaitingItem(redirect: string): WaitingItem | null {
  const hydrated = useHydrated()
  return useMemo(() => (hydrated ? keptItem(redirect) : null), [hydrated, redirect])
}

/** Picture, name and price of what the login leads to. */
export function WaitingStrip({ item: { name, price, art } }: { item: WaitingItem }) {
  return (
    <div className="login-item">
      <img src={art} alt="" width="48" height="48" />
      <p className="min-w-0">
        <span className="block font-bold">{name}</span>
        <span className="price block text-base">{price}</span>
      </p>
    </div>
  )
}
