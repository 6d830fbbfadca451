import { z } from 'zod'
import { strict } from '../call.ts'
import { deskCall, moment, seenVersion } from './call.ts'
import { permissions } from './permissions.ts'

const roleKey = z.string().regex(/^[a-z][a-z0-9_]{1,31}$/)
const reason = z.string().trim().min(3).max(300)
const permission = z.string().refine((word) => permissions.includes(word), 'is no permission')
const limit = z.number().int().min(0).max(1_000_000_000)
const condition = z.enum(['beyond', 'above', 'always'])

export const roleCalls = {
  'staff/grantRole': deskCall({
    auth: 'staff',
    permission: 'staff.role',
    changes: true,
    summary: 'Gives a person a role, until a date or permanently, or takes it back. It ends their sessions.',
    body: strict({
      staff_id: z.number().int().positive(),
      role: roleKey,
      given: z.boolean(),
      until: moment.positive().nullable().default(null),
      reason,
    }),
    result: strict({}),
    errors: ['StaffNotFound', 'RoleUnknown', 'LastOwner', 'NeedsApproval'],
  }),
  'role/edit': deskCall({
    auth: 'staff',
    permission: 'role.edit',
    changes: true,
    summary: 'Makes a custom role, or changes one. Built-in roles can be copied, not edited.',
    body: strict({
      role: roleKey,
      /** 0 makes a new role. */
      version: seenVersion,
      name: z.string().trim().min(1).max(60),
      permissions: z.record(permission, z.enum(['do', 'within', 'ask'])),
      decides: z.array(permission).max(permissions.length),
      limits: z.record(permission, strict({ each: limit, day: limit })),
      reason,
    }),
    result: strict({ version: z.number().int() }),
    errors: ['RoleUnknown', 'RoleBuiltIn', 'VersionConflict', 'NeedsApproval'],
  }),
  'rule/list': deskCall({
    auth: 'staff',
    permission: 'staff.read',
    changes: false,
    summary: 'The rules that turn a call into a request.',
    body: strict({}),
    result: z.array(
      strict({
        rule: z.string(),
        permission: z.string(),
        condition,
        amount: z.number().int().nullable(),
        kind: z.string(),
        decided_by: z.string(),
        people: z.number().int(),
        active: z.boolean(),
        note: z.string(),
        version: z.number().int(),
      }),
    ),
    errors: [],
  }),
  'rule/edit': deskCall({
    auth: 'staff',
    permission: 'rule.edit',
    changes: true,
    summary: 'Adds a rule, or changes one.',
    body: strict({
      rule: z.string().regex(/^[a-z][a-z0-9_.]{1,60}$/),
      /** 0 makes a new rule. */
      version: seenVersion,
      permission,
      condition,
      amount: limit.nullable().default(null),
      kind: z.string().max(40).default(''),
      decided_by: permission,
      people: z.number().int().min(1).max(3),
      active: z.boolean(),
      note: z.string().trim().max(300).default(''),
      reason,
    }),
    result: strict({ version: z.number().int() }),
    errors: ['VersionConflict', 'NeedsApproval'],
  }),
}
