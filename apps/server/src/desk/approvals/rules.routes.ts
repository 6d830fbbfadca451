import type { DeskBody, DeskResult } from '@hc/contract/desk/calls'
import { AppError } from '@hc/contract/errors'
import type { DeskRegister } from '../../http/desk/desk-calls.ts'
import type { Query } from '../../platform/db.ts'
import { namedCall } from '../../platform/named-call.ts'
import { type Now, versionsOf } from '../roles/roles.routes.ts'

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

/** The rules that make a call a request. */
export function ruleRoutes(register: DeskRegister): void {
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
      const [answer] = await q<{ refusal: string | null; version: number | null }>(
        { text: `select refusal, version from ${call}` },
        values,
      )
      if (!answer?.version) throw new AppError('VersionConflict', { theirs: await ruleNow(q, rule) })
      return { version: answer.version }
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
