import { z } from 'zod'
import { strict } from '../call.ts'
import { deskCall } from './call.ts'

/** Calls of views */
export const viewCalls = {
  'view/list': deskCall({
    auth: 'staff',
    permission: 'view.write',
    changes: false,
    summary: 'Saved filters of a page: the person’s own, and shared ones.',
    body: strict({ page: z.string().max(60) }),
    result: z.array(
      strict({ view_id: z.number().int(), name: z.string(), query: z.string(), shared: z.boolean(), own: z.boolean() }),
    ),
    errors: [],
  }),
  'view/save': deskCall({
    auth: 'staff',
    permission: 'view.write',
    changes: true,
    summary: 'Saves the filters of a page under a name.',
    body: strict({
      page: z
        .string()
        .regex(/^\/[a-z/]*$/)
        .max(60),
      name: z.string().trim().min(1).max(60),
      query: z.string().max(1000),
      shared: z.boolean().default(false),
    }),
    result: strict({ view_id: z.number().int() }),
    errors: [],
  }),
  'view/drop': deskCall({
    auth: 'staff',
    permission: 'view.write',
    changes: true,
    summary: 'Deletes saved filters of the person.',
    body: strict({ view_id: z.number().int().positive() }),
    result: strict({ did: z.boolean() }),
    errors: [],
  }),
}
