import type { DeskTexts } from './use-action.ts'

/** The name of a built-in role; for a custom one its key. */
export function roleName(t: DeskTexts, role: string): string {
  const key = `role.${role}` as 'role.owner'
  return t.has(key) ? t(key) : role
}
