import type { DeskTexts } from './use-action.ts'
import { tOf } from './text-of.ts'

/** The name of a built-in role; for a custom one its key. */
export const roleName = (t: DeskTexts, role: string): string => tOf(t, 'role', role) ?? role
