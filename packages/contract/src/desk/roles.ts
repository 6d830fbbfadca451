import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads, seenVersion } from './call.ts'
import { reason, roleKey } from './fields.ts'
import { permissions } from './permissions.ts'

export const permission = z.string().refine((word) => permissions.includes(word), 'is no permission')
export const limit = z.number().int().min(0).max(1_000_000_000)

export const roleCalls = {
  'role/edit': changes('role.edit', {
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
  'role/list': reads('staff.read', {
    summary: 'Every role: permissions, the requests that it decides, limits, and how many people have it.',
    body: strict({}),
    result: z.array(
      strict({
        role: z.string(),
        name: z.string(),
        built_in: z.boolean(),
        permissions: z.record(z.string(), z.string()),
        decides: z.array(z.string()),
        limits: z.record(z.string(), z.record(z.string(), z.number().int())),
        people: z.number().int(),
        version: z.number().int(),
      }),
    ),
  }),
}
