import type { SettingInit } from '@hc/contract/calls'
import { createContext, useContext } from 'react'
import type { InlineArt } from '../lib/inline-art.ts'
import type { Phase } from '../router/use-view.ts'
import type { View } from '../router/prepare.ts'

export type AppValue = {
  init: SettingInit
  view: View
  phase: Phase
  retry: () => void
  art: InlineArt | undefined
  /** The server has rendered this page for a browser in which a player was logged in. */
  known: boolean
}

// In a module of its own: beside components, the context would be recreated at each hot reload.
export const AppContext = createContext<AppValue | null>(null)

export function useApp(): AppValue {
  const value = useContext(AppContext)
  if (!value) throw new Error('useApp outside of the app')
  return value
}
