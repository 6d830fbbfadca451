import { boundedCall, NoAnswer } from '@hc/channels/http'
import type { Query } from '../../platform/db.ts'
import type { Chore } from '../../platform/scheduled-job.ts'

const OK = 200
const REDIRECT = 300

/**
 * Calls the address outside that notices silence, and stores how it went. The address is a secret, so it stands in no
 * detail. Decision 741.
 */
export async function callOutside(q: Query, url: string, timeoutMs: number): Promise<{ ok: boolean; detail: string }> {
  const outcome = await boundedCall({ method: 'GET', url, timeoutMs }).then(
    ({ status }) => ({ ok: status >= OK && status < REDIRECT, detail: `HTTP ${status}` }),
    (error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error
      return { ok: false, detail: error.message.replaceAll(url, 'HEARTBEAT_URL').slice(0, 200) }
    },
  )
  await q({ text: 'select desk.note_heartbeat($1, $2)' }, [outcome.ok, outcome.detail])
  return outcome
}

/** Each minute, if an address is set. */
export const heartbeatChore = (q: Query, url: string | null, timeoutMs: number): Record<string, Chore> =>
  url === null ? {} : { call_outside: { every: '1 minute', after: '0', run: () => callOutside(q, url, timeoutMs) } }
