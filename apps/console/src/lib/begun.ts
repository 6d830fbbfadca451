import type { DeskBody, DeskCallName, DeskResult } from '@hc/contract/desk/calls'
import { deviceZone, storedZone } from './stored.ts'

/** Without an answer for so long, a call has failed. */
export const TIMEOUT_MS = 60_000
/** An answer that nobody took for so long is not fresh. */
const FRESH_MS = 20_000

const answers = new Map<string, { at: number; answer: Promise<Response> }>()
const keyOf = (name: string, body: unknown): string => `${name} ${JSON.stringify(body)}`

/** Sends a reading call before the code that shows its answer is there. */
async function begin<N extends DeskCallName>(name: N, body: DeskBody<N>): Promise<Response> {
  const answer = fetch(`/console/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  // The caller that takes it learns of its failure.
  answer.catch(() => null)
  answers.set(keyOf(name, body), { at: Date.now(), answer })
  return await answer
}

/** The answer to a call that was sent already. It serves once. */
export function takeBegun(name: string, body: unknown): Promise<Response> | null {
  const key = keyOf(name, body)
  const entry = answers.get(key)
  answers.delete(key)
  return entry && Date.now() - entry.at < FRESH_MS ? entry.answer : null
}

/**
 * Begins with the session, and then with what Home of this person reads, if this is its address.
 *
 * @param onHome begins with what else Home needs
 */
export function beginHome(onHome: () => void): void {
  // A person who presses something may change what was read before.
  for (const what of ['keydown', 'pointerdown'])
    document.addEventListener(what, () => answers.clear(), { capture: true, once: true })
  const session = begin('session/me', {})
  // The code that takes it learns why it failed.
  session.catch(() => null)
  if (location.pathname !== '/' || location.search !== '') return
  session
    .then(async (answer) => {
      const { result } = (await answer.clone().json()) as { result?: DeskResult<'session/me'> }
      if (!result || result.may === 'enrol') return
      onHome()
      const may = (permission: string): boolean =>
        result.permissions[permission] !== undefined || result.decides.includes(permission)
      const calls = [
        begin('factor/list', {}),
        begin('pulse/read', { form: null }),
        begin('waiting/list', { kind: '', merged: true }),
        ...(may('order.read') ? [begin('today/board', { range: 'day', zone: storedZone() || deviceZone() })] : []),
      ]
      await Promise.allSettled(calls)
    })
    .catch(() => null)
}
