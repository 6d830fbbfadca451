import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'

export const viewCalls = {
  'view/list': reads('view.write', {
    summary: 'Saved filters of a page: the person’s own, and shared ones.',
    body: strict({ page: z.string().max(60) }),
    result: z.array(
      strict({ view_id: z.number().int(), name: z.string(), query: z.string(), shared: z.boolean(), own: z.boolean() }),
    ),
  }),
  'view/save': changes('view.write', {
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
  }),
  'view/drop': changes('view.write', {
    summary: 'Deletes saved filters of the person.',
    body: strict({ view_id: z.number().int().positive() }),
    result: strict({ did: z.boolean() }),
  }),
}
