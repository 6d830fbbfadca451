import { AppError } from '@hc/contract/errors'
import type { DeskBody, DeskResult } from '@hc/contract/desk/calls'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'
import { namedCall } from '../../platform/named-call.ts'

/** A row's present text as whoever decides sees it, and its version; none: it is not there yet. */
type Now = { version: number; before: Record<string, unknown> } | undefined

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
const ruleNow = async (q: Query, rule: string): Promise<Now> => {
  const [row] = await q<{ version: number; before: Record<string, unknown> }>(
    {
      text: `select version, to_jsonb(r) - 'rule_key' - 'version' as before from desk.approval_rule r
        where rule_key = $1 for no key update`,
    },
    [rule],
  )
  return row
}
/** @throws AppError InvalidParams: a rule has this name already, or speaks of the same calls. */
async function refuseTwin(
  q: Query,
  rule: string,
  { permission, condition, amount, kind }: Pick<DeskBody<'rule/edit'>, 'permission' | 'condition' | 'amount' | 'kind'>,
): Promise<void> {
  const [twin] = await q<{ rule: string }>(
    {
      text: `select rule_key as rule from desk.approval_rule r where r.rule_key = $1
          or (r.permission, r.condition, r.kind) = ($2, $3, $4) and r.amount is not distinct from $5
        order by r.rule_key <> $1 limit 1`,
    },
    [rule, permission, condition, kind, amount],
  )
  if (!twin) return
  const issue =
    twin.rule === rule
      ? { path: 'rule', message: 'is the name of a rule already' }
      : { path: 'permission', message: `has the rule ${twin.rule} for the same case` }
  throw new AppError('InvalidParams', { issues: [issue] })
}
const versionsOf = (now: Now): Record<string, number> => ({ row: now?.version ?? 0 })

/** If there is only one owner, a person who decides about money approves the next one (decision 419). */
export const MONEY = 'refund.settle_elsewhere'

/** Roles, who has them, and the rules that make a call a request. Each change is a call that two people do. */
export function roleRoutes(register: DeskRegister): void {
  register(
    'staff/grantRole',
    async ({ staff_id, role, given, until }, { q }) => {
      const [done] = await q<{ refusal: string | null }>(
        { text: 'select refusal from desk.give_role($1, $2, $3, to_timestamp($4))' },
        [staff_id, role, given, until],
      )
      if (done?.refusal === 'not_found') throw new AppError('StaffNotFound')
      if (done?.refusal === 'role_unknown') throw new AppError('RoleUnknown', { role })
      if (done?.refusal === 'last_owner') throw new AppError('LastOwner')
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
      const others = now.roles.filter((held) => held.role !== role)
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
  register(
    'role/edit',
    async ({ role, version, name, permissions, decides, limits }, { q }) => {
      const [done] = await q<{ refusal: string | null; version: number | null }>(
        { text: 'select refusal, version from desk.edit_role($1, $2, $3, $4, $5, $6)' },
        [role, version, name, JSON.stringify(permissions), decides, JSON.stringify(limits)],
      )
      if (done?.refusal === 'built_in') throw new AppError('RoleBuiltIn')
      if (!done?.version) throw new AppError('VersionConflict', { theirs: await roleNow(q, role) })
      return { version: done.version }
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
  register('rule/list', async (_body, { q }) =>
    q<DeskResult<'rule/list'>[number]>({
      text: `select rule_key as rule, permission, condition, amount, kind, decided_by, people, active, note, version
        from desk.approval_rule order by permission, rule_key`,
    }),
  )
  register(
    'rule/edit',
    async ({ reason: _reason, ...edited }, { q }) => {
      const { rule } = edited
      const { call, values } = namedCall('desk.edit_rule', edited)
      const [done] = await q<{ refusal: string | null; version: number | null }>(
        { text: `select refusal, version from ${call}` },
        values,
      )
      if (!done?.version) throw new AppError('VersionConflict', { theirs: await ruleNow(q, rule) })
      return { version: done.version }
    },
    async ({ rule, version, reason: _reason, ...after }, { q }) => {
      const now = await ruleNow(q, rule)
      if (version === 0) await refuseTwin(q, rule, after)
      if ((now?.version ?? 0) !== version) throw new AppError('VersionConflict', { theirs: now })
      if ((after.condition === 'above') !== (after.amount !== null))
        throw new AppError('InvalidParams', {
          issues: [{ path: 'amount', message: 'goes with the condition `above`' }],
        })
      return {
        amount: 0,
        kind: 'rule',
        target: rule,
        versions: versionsOf(now),
        forecast: { before: now?.before ?? null, after },
      }
    },
  )
}
