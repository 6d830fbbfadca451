import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { int, unixTime } from './fields.ts'
import { setupSteps, testedSteps } from './setup-steps.ts'

export const setupCalls = {
  'setup/read': reads('setup.run', {
    summary: 'The steps of "Open your shop" with the state of each. A step is done once the server has proof of it.',
    body: strict({}),
    result: strict({
      mode: z.enum(['demo', 'test', 'live']),
      /** How many steps are done. */
      done: int(),
      /** Every step that a shop cannot open without is done. */
      open: z.boolean(),
      /** Whether the shop sells (`soon`: it was never open), since when (0: always) and by whom. */
      opening: strict({ state: z.enum(['open', 'soon', 'closed']), at: unixTime(), by: z.string() }),
      steps: z.array(
        strict({
          step: z.enum(setupSteps),
          /** `unknown`: nobody has looked, or not lately. */
          state: z.enum(['done', 'attention', 'todo', 'broken', 'unknown']),
          /** The shop cannot open without it. */
          must: z.boolean(),
          /** The reason of the state, with the values for its sentence: numbers and names, no personal data. */
          key: z.string(),
          values: z.record(z.string(), z.union([z.string(), z.number()])),
          /** When the step was tested last, in seconds since 1970; 0: never. */
          tested_at: unixTime(),
          /** A code was sent to the caller, who may still type it back. */
          asks: z.boolean(),
          /** The desk's page with instructions; '' if there is none. */
          help: z.string(),
        }),
      ),
    }),
  }),
  'setup/test': changes('setup.run', {
    summary:
      'Tests a step with the real other party. With `code`, a step whose test sent a code is proved by typing it back.',
    body: strict({
      step: z.enum(testedSteps),
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    result: strict({
      /** Null: a code is on its way. */
      ok: z.boolean().nullable(),
      /** The outcome's sentence, and what the other party said. */
      outcome: z.string(),
      detail: z.string(),
      ms: int(),
    }),
    errors: ['TestTooSoon'],
  }),
}
