import { mailAddress } from '@hc/domain/typed-text'
import { z } from 'zod'
import { strict } from '../call.ts'
import { deskCall, moment } from './call.ts'
import { EXPORT_PAGE } from './paging.ts'
import { newStaffPassword } from './session.ts'

const roleKey = z.string().regex(/^[a-z][a-z0-9_]{1,31}$/)
const reason = z.string().trim().min(3).max(300)

export const staffCalls = {
  'invitation/read': deskCall({
    auth: 'none',
    permission: 'own',
    changes: false,
    summary: 'The person whom an invitation is for. A used or expired one gives `InvitationOver`.',
    body: strict({ token: z.string().min(20).max(100) }),
    result: strict({ email: z.string(), name: z.string(), expires_at: z.number().int() }),
    errors: ['InvitationOver'],
  }),
  'invitation/accept': deskCall({
    auth: 'none',
    permission: 'own',
    changes: false,
    summary: 'Creates the person, with a password, and opens a session that may enrol a factor.',
    body: strict({ token: z.string().min(20).max(100), password: newStaffPassword }),
    result: strict({ may: z.literal('enrol'), csrf: z.string() }),
    errors: ['InvitationOver', 'InvalidParams', 'WayClosed'],
  }),
  'staff/list': deskCall({
    auth: 'staff',
    permission: 'staff.read',
    changes: false,
    summary: 'The people of the desk, with roles and factors.',
    body: strict({}),
    result: z.array(
      strict({
        staff_id: z.number().int(),
        email: z.string(),
        name: z.string(),
        suspended: z.boolean(),
        seen_at: z.number().int().nullable(),
        roles: z.array(strict({ role: z.string(), until: z.number().int().nullable() })),
        passkeys: z.number().int(),
        totp: z.boolean(),
        sessions: z.number().int(),
        /** The date by which another person must review their access; null: none. */
        review: strict({
          due_at: z.number().int(),
          reviewed_at: z.number().int().nullable(),
          reviewed_by: z.string(),
        }).nullable(),
      }),
    ),
    errors: [],
  }),
  'staff/invite': deskCall({
    auth: 'staff',
    permission: 'staff.invite',
    changes: true,
    summary:
      'Invites a person: the link is valid once, for 24 hours. A person who may give roles is invited by two people, ' +
      'by mail.',
    body: strict({
      email: z
        .string()
        .refine((text) => mailAddress(text) !== undefined, 'is an email address')
        .overwrite((text) => mailAddress(text) ?? text),
      name: z.string().trim().min(1).max(80),
      roles: z.array(roleKey).min(1).max(10),
    }),
    result: strict({ url: z.string(), expires_at: z.number().int() }),
    errors: ['StaffTaken', 'RoleUnknown', 'NeedsApproval'],
  }),
  'staff/invitations': deskCall({
    auth: 'staff',
    permission: 'staff.read',
    changes: false,
    summary: 'Invitations that can still be accepted.',
    body: strict({}),
    result: z.array(
      strict({ email: z.string(), name: z.string(), roles: z.array(z.string()), expires_at: z.number().int() }),
    ),
    errors: [],
  }),
  'staff/takeBackInvitation': deskCall({
    auth: 'staff',
    permission: 'staff.invite',
    changes: true,
    summary: 'Ends the open invitations to an address: their links are void at once.',
    body: strict({ email: z.string().max(254), reason: z.string().trim().min(3).max(300) }),
    result: strict({ ended: z.number().int() }),
    errors: ['InvitationOver'],
  }),
  'staff/suspend': deskCall({
    auth: 'staff',
    permission: 'staff.suspend',
    changes: true,
    summary: 'Suspends a person and ends their sessions, or reinstates them.',
    body: strict({ staff_id: z.number().int().positive(), suspended: z.boolean(), reason }),
    result: strict({}),
    errors: ['StaffNotFound', 'LastOwner'],
  }),
  'staff/endSessions': deskCall({
    auth: 'staff',
    permission: 'staff.suspend',
    changes: true,
    summary: "Ends all of a person's sessions.",
    body: strict({ staff_id: z.number().int().positive(), reason }),
    result: strict({ ended: z.number().int() }),
    errors: ['StaffNotFound'],
  }),
  'staff/review': deskCall({
    auth: 'staff',
    permission: 'staff.suspend',
    changes: true,
    summary: 'Confirms that a person still needs the listed roles. Nobody may confirm their own.',
    body: strict({ staff_id: z.number().int().positive(), roles: z.array(roleKey).min(1).max(50) }),
    result: strict({}),
    errors: ['StaffNotFound', 'VersionConflict', 'NotAllowed'],
  }),
  'role/list': deskCall({
    auth: 'staff',
    permission: 'staff.read',
    changes: false,
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
    errors: [],
  }),
}

const auditLine = strict({
  seq: z.number().int(),
  at: z.number().int(),
  actor: z.string(),
  /** The name of a `staff:N` actor; '' for others. */
  actor_name: z.string(),
  action: z.string(),
  kind: z.string(),
  target: z.string(),
  /** The canonical JSON that the hash covers. */
  line: z.string(),
  /** The hash of the previous line; '' for the first line. */
  prev: z.string(),
  hash: z.string(),
})

export const auditCalls = {
  'audit/list': deskCall({
    auth: 'staff',
    permission: 'audit.own',
    changes: false,
    summary:
      'Lines of the audit, newest first. Without `audit.read`, only the person’s own. Pages of an export of others’ ' +
      'lines need `audit.export`.',
    body: strict({
      actor: z.string().max(80).default(''),
      action: z.string().max(80).default(''),
      kind: z.string().max(40).default(''),
      target: z.string().max(120).default(''),
      /** The exact network address that the call came from. */
      ip: z.string().max(64).default(''),
      from: moment.default(0),
      to: moment.default(0),
      /** The `seq` of the last line of the page before; 0 gives the newest page. */
      after: z.number().int().min(0).default(0),
      size: z.number().int().min(1).max(EXPORT_PAGE).default(50),
    }),
    result: strict({ lines: z.array(auditLine), next: z.number().int().nullable() }),
    errors: [],
  }),
  'audit/verify': deskCall({
    auth: 'staff',
    permission: 'audit.read',
    changes: false,
    summary: 'Verifies the whole chain: it is intact, or the first broken row.',
    body: strict({}),
    result: strict({
      holds: z.boolean(),
      seq: z.number().int().nullable(),
      head: z.string(),
      broken: z.number().int().nullable(),
      why: z.string(),
    }),
    errors: [],
  }),
}
