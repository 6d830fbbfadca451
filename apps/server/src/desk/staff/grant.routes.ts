import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import { MONEY } from '../roles/roles.routes.ts'

/** A person gets or loses a role: a change that two people make. */
export function grantRoutes(register: DeskRegister): void {
  register(
    'staff/grantRole',
    async ({ staff_id, role, given, until }, { q }) => {
      const [answer] = await q<{ refusal: string | null }>(
        { text: 'select refusal from desk.give_role($1, $2, $3, to_timestamp($4))' },
        [staff_id, role, given, until],
      )
      if (answer?.refusal === 'not_found') throw new AppError('StaffNotFound')
      if (answer?.refusal === 'role_unknown') throw new AppError('RoleUnknown', { role })
      if (answer?.refusal === 'last_owner') throw new AppError('LastOwner')
      return {}
    },
    async ({ staff_id, role, given, until }, { q }) => {
      const [now] = await q<{ name: string; version: number; roles: { role: string; until: number | null }[] }>(
        {
          text: 'select name, version, roles from desk.weigh_roles($1)',
        },
        [staff_id],
      )
      if (!now) throw new AppError('StaffNotFound')
      const others = now.roles.filter((grant) => grant.role !== role)
      return {
        adds: true,
        amount: 0,
        kind: 'staff',
        target: String(staff_id),
        ...(role === 'owner' && given && { otherwise: MONEY }),
        versions: { row: now.version },
        forecast: {
          before: { name: now.name, roles: now.roles },
          after: { name: now.name, roles: given ? [...others, { role, until }] : others },
        },
      }
    },
  )
}
