import { z } from 'zod'
import { strict } from '../call.ts'
import { moment, reads } from './call.ts'
import { EXPORT_PAGE } from './paging.ts'

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
  'audit/list': reads('audit.own', {
    summary:
      'Lines of the audit, newest first. Without `audit.read`, only the person’s own. Pages of an export of others’ ' +
      'lines need `audit.export`.',
    body: strict({
      actor: z.string().max(80).default(''),
      /** A call such as `refund/make`, or its key in the texts: `refund_make`. */
      action: z.string().max(80).default(''),
      /** Money that moved, sign-ins and ways to sign in, or SQL by hand. */
      about: z.enum(['', 'money', 'sign_ins', 'by_hand']).default(''),
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
  }),
  'audit/verify': reads('audit.read', {
    summary: 'Verifies the whole chain: it is intact, or the first broken row.',
    body: strict({}),
    result: strict({
      holds: z.boolean(),
      seq: z.number().int().nullable(),
      head: z.string(),
      broken: z.number().int().nullable(),
      why: z.string(),
    }),
  }),
}
