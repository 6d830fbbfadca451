import { redeemCodeText } from '@hc/domain/typed-text'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { find } from './find.ts'

/** One search over all that has a number. */
export function searchRoutes(register: DeskRegister): void {
  register('search/find', async ({ text }, { q, who }) => {
    const { permissions } = who()
    return await find(q, text, redeemCodeText(text), (permission) => permissions[permission] !== undefined)
  })
}
