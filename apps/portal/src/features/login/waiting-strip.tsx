import { useMemo } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { WAITING_ITEM, type WaitingItem } from '../../lib/waiting-item.ts'

const TEXTS = ['id', 'name', 'price', 'art'] as const

/** The kept item if the address to return to asks for it, else null: any code may have written to the storage. */
function keptItem(redirect: string): WaitingItem | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(WAITING_ITEM) ?? 'null') as WaitingItem | null
    const asked = new URLSearchParams(redirect.split('?')[1]).get('item')
    const isWhole = TEXTS.every((key) => typeof kept?.[key] === 'string')
    return isWhole && kept?.id === asked && kept.art.startsWith('/art/') ? kept : null
  } catch {
    return null
  }
}

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
