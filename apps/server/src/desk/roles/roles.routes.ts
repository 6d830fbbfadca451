import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'

/** A row's present text as whoever decides sees it, and its version; none: it is not there yet. */
export type Now = { version: number; before: Record<string, unknown> } | undefined

const roleNow = async (q: Query, role: string): Promise<Now> => {
  const [row] = await q<{ version: number; before: Record<string, unknown> }>(
    {
      text: `select desk.version_of('role', role_key) as version, jsonb_build_object('name', name, 'permissions', permissions, 'decides', decides,
          'limits', limits) as before from desk.role where role_key = $1 for no key update`,
    },
    [role],
  )
  return row
}
export const versionsOf = (now: Now): Record<string, number> => ({ row: now?.version ?? 0 })

/** If there is only one owner, a person who decides about money approves the next one (decision 419). */
export const MONEY = 'refund.settle_elsewhere'

/** Roles, and what each may do. A change is a call that two people do. */
export function roleRoutes(register: DeskRegister): void {
  register(
    'role/edit',
    async ({ role, version, name, permissions, decides, limits }, { q }) => {
      const [answer] = await q<{ refusal: string | null; version: number | null }>(
        { text: 'select refusal, version from desk.edit_role($1, $2, $3, $4, $5, $6)' },
        [role, version, name, JSON.stringify(permissions), decides, JSON.stringify(limits)],
      )
      if (answer?.refusal === 'built_in') throw new AppError('RoleBuiltIn')
      if (!answer?.version) throw new AppError('VersionConflict', { theirs: await roleNow(q, role) })
      return { version: answer.version }
    },
    async ({ role, version, name, permissions, decides, limits }, { q }) => {
      const now = await roleNow(q, role)
      if ((now?.version ?? 0) !== version) throw new AppError('VersionConflict', { theirs: now })
      return {
        amount: 0,
        kind: 'role',
        target: role,
        versions: versionsOf(now),
        forecast: { before: now?.before ?? null, after: { name, permissions, decides, limits } },
      }
    },
  )
  register('role/list', async (_body, { q }) =>
    q({
      text: `select role_key as role, name, built_in, permissions, decides, limits,
          (select count(*)::int from desk.staff_role h where h.role_key = r.role_key) as people,
          desk.version_of('role', r.role_key) as version
        from desk.role r order by built_in desc, role_key`,
    }),
  )
}
