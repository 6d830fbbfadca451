import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { at, didResult, text } from './fields.ts'

export const remarkCalls = {
  'remark/write': changes('note.write', {
    summary:
      'Writes a note about an order, a player, a difference or a dispute. People with a role that it names see it.',
    body: strict({
      kind: z.enum(['order', 'player', 'finding', 'dispute']),
      target: z.string().trim().min(1).max(200),
      text: z.string().trim().min(1).max(2000),
      ticket: text(60),
      for_role: z
        .string()
        .regex(/^$|^[a-z][a-z0-9_]{1,31}$/)
        .default(''),
    }),
    result: strict({ remark_id: z.number().int() }),
    errors: ['RoleUnknown'],
  }),
  'remark/done': changes('note.write', {
    summary: 'Marks a note to one of the person’s roles as done, so that it waits for nobody, or as not done yet.',
    body: strict({ remark_id: z.number().int().positive(), done: z.boolean().default(true) }),
    result: didResult,
    errors: ['RowNotFound'],
  }),
  'remark/list': reads('note.write', {
    summary: 'The notes about something, newest first.',
    body: strict({ kind: z.enum(['order', 'player', 'finding', 'dispute']), target: z.string().max(200) }),
    result: z.array(
      strict({
        remark_id: z.number().int(),
        at,
        by: z.string(),
        text: z.string(),
        ticket: z.string(),
        /** The role that the note waits for; '': none. */
        for_role: z.string(),
        /** Whether the person has that role. */
        own: z.boolean(),
        done_at: at.nullable(),
        done_by: z.string(),
      }),
    ),
  }),
}
