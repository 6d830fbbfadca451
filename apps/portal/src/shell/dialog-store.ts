import { createStore } from '../lib/store.ts'

export type ShellDialog = 'help' | 'region' | 'logout' | 'menu' | 'market'

/** The shell's one open dialog. */
export const dialogStore = createStore<ShellDialog | null>(null)
export const openDialog = (name: ShellDialog): void => dialogStore.set(name)
export const closeDialog = (): void => dialogStore.set(null)
