import { CallError } from '@hc/contract/client'
import type { DeskBody, DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import type { Envelope } from '@hc/contract/envelope'
import { attended } from './attended.ts'
import { takeBegun, TIMEOUT_MS } from './begun.ts'
import { session, stepUp } from './session.ts'

/** The person closed the dialog that asked for a factor: no call was made. */
export class StepUpDropped extends Error {}

const csrf = (): string => {
  const now = session.get()
  return now.status === 'in' ? now.me.csrf : ''
}

async function send<N extends DeskCallName>(name: N, body: DeskBody<N>, key: string): Promise<DeskResult<N>> {
  let response: Response
  let envelope: Envelope<DeskResult<N>> | null
  try {
    response = await (takeBegun(name, body) ??
      fetch(`/console/api/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-csrf': csrf(),
          'idempotency-key': key,
          ...(attended() ? {} : { 'x-unattended': '1' }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }))
    envelope = (await response.json().catch(() => null)) as Envelope<DeskResult<N>> | null
  } catch {
    throw new CallError(500, -1, 'request error')
  }
  if (envelope && 'result' in envelope) return envelope.result
  throw new CallError(response.status, envelope?.code ?? -1, envelope?.msg || 'request error', envelope?.data ?? null)
}

/** Shows the dialog that asks for a factor. @throws StepUpDropped */
function askForFactor(): Promise<void> {
  return new Promise((resolve, reject) =>
    stepUp.set({
      done() {
        stepUp.set(null)
        resolve()
      },
      dropped() {
        stepUp.set(null)
        reject(new StepUpDropped())
      },
    }),
  )
}

/** Whether the same person has signed in again in another tab: this tab's calls then use the new session. */
async function signedInAnew(): Promise<boolean> {
  const before = session.get()
  if (before.status !== 'in') return false
  const me = await send('session/me', {}, crypto.randomUUID())
  // A call that another person began here must not be sent in the name of the one who is signed in now.
  if (me.staff_id !== before.me.staff_id || me.csrf === before.me.csrf) return false
  session.set({ status: 'in', me })
  return true
}

/**
 * One call of the desk. If it needs a fresh factor, the person is asked for one, and the call is sent again with the
 * same key. @throws CallError, StepUpDropped; for a request that waits for a second person: CallError `NeedsApproval`
 */
export async function call<N extends DeskCallName>(
  name: N,
  body: DeskBody<N>,
  key: string = crypto.randomUUID(),
): Promise<DeskResult<N>> {
  for (;;) {
    try {
      return await send(name, body, key)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.msg === 'StaffSessionOver') session.set({ status: 'out', over: true })
      if (error.msg === 'Forbidden' && (await signedInAnew())) continue
      if (error.msg !== 'StepUpNeeded') throw error
      await askForFactor()
    }
  }
}

/** Loads the session: at the start, and after every action that changes it. */
export async function loadSession(): Promise<void> {
  try {
    session.set({ status: 'in', me: await send('session/me', {}, crypto.randomUUID()) })
  } catch (error) {
    const isOver = error instanceof CallError && error.msg === 'StaffSessionOver'
    if (!isOver) throw error
    session.set({ status: 'out', over: false })
  }
}
