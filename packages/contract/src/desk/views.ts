import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'

export const viewCalls = {
  'view/list': reads('view.write', {
    summary: 'Saved views of a page: the person’s own, and shared ones. Without a page: those that the person pinned.',
    body: strict({ page: z.string().max(60).default('') }),
    result: z.array(
      strict({
        view_id: z.number().int(),
        page: z.string(),
        name: z.string(),
        /** The filters of the page's address; '' is the page itself. */
        query: z.string(),
        shared: z.boolean(),
        own: z.boolean(),
        /** In this person's menu. */
        pinned: z.boolean(),
      }),
    ),
  }),
  'view/save': changes('view.write', {
    summary: 'Saves the filters of a page under a name, or with `view_id` changes an own view. Six may be pinned.',
    body: strict({
      /** An own view; 0 saves by page and name. */
      view_id: z.number().int().min(0).default(0),
      page: z
        .string()
        .regex(/^\/[a-z/]*$/)
        .max(60),
      name: z.string().trim().min(1).max(60),
      query: z.string().max(1000),
      shared: z.boolean().default(false),
      pinned: z.boolean().default(false),
    }),
    errors: ['NotPossible'],
    result: strict({ view_id: z.number().int() }),
  }),
  'view/drop': changes('view.write', {
    summary: 'Deletes saved filters of the person.',
    body: strict({ view_id: z.number().int().positive() }),
    result: strict({ did: z.boolean() }),
  }),
}
