import type { Register } from '../../http/calls.ts'
import { type DeleteParts, deleteData, type ExportParts, exportData } from './own-data.ts'

/** The calls that export and delete a player's own data. */
export function privacyRoutes(register: Register, app: ExportParts & DeleteParts): void {
  register('user/data/export', async (_body, { player, locale }) => await exportData(app, await player(), locale))

  register('user/data/delete', async (body, { player, request }) => {
    await deleteData(app, await player(), { account: body.account, passwd: body.passwd, ip: request.ip })
    return {}
  })
}
