import { z } from 'zod'
import { strict } from '../call.ts'
import { changes, reads } from './call.ts'
import { int, unixTime } from './fields.ts'
import { healthCards } from './health-cards.ts'

const line = strict({
  key: z.string(),
  card: z.enum(healthCards),
  /** `unknown`: nobody has seen it. `off`: it is not set up. Neither is well. */
  light: z.enum(['green', 'amber', 'red', 'unknown', 'off']),
  /** It is shown, and counts for nothing: a shop may do without it. */
  quiet: z.boolean(),
  /** The values for the sentence of the key: numbers and names, no personal data. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The time that the line refers to, in seconds since 1970; 0: none. */
  at: unixTime(),
  runbook: z.string(),
  /** The desk's page with instructions, opened at its step; '' if there is none. */
  help: z.string(),
})

export const healthCalls = {
  'health/read': reads('health.read', {
    summary:
      'The health of the shop: a line each for the books, queues, processes, database, gateways, game and audit.',
    body: strict({}),
    result: strict({
      lines: z.array(line),
      /** The environment of the shop: disk, backups, certificate. */
      house: z.array(line),
      processes: z.array(
        strict({
          role: z.string(),
          version: z.string(),
          started_at: unixTime(),
          seen_at: unixTime(),
          clock_ms: int(),
        }),
      ),
    }),
  }),
  'health/doctor': changes('doctor.run', {
    summary: 'Asks a worker to run the doctor over the whole database now.',
    body: strict({}),
    result: strict({}),
  }),
  'health/reconcile': changes('reconcile.run', {
    summary: 'Asks a worker to compare the books with the gateways now.',
    body: strict({}),
    result: strict({}),
  }),
}
