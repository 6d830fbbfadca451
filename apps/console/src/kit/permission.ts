import type { Me } from '@hc/contract/desk/calls'

/** Whether a person may see a page or press a button. The server decides; the interface only follows. */
export const may = (me: Me, permission: string): boolean =>
  permission === '' || me.permissions[permission] !== undefined || me.decides.includes(permission)
