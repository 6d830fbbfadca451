import type { Me } from '@hc/contract/desk/calls'

/** Whether somebody may see a page or press a button. The server decides; the interface only agrees. */
export const may = (me: Me, permission: string): boolean =>
  permission === '' || me.permissions[permission] !== undefined || me.decides.includes(permission)
