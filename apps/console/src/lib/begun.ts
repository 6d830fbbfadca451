import type { DeskBody, DeskCallName } from '@hc/contract/desk/calls'
import { type HomeCall, homeCalls } from '@hc/contract/desk-home'
import { deviceZone, storedZone } from './stored.ts'

/** Without an answer for so long, a call has failed. */
export const TIMEOUT_MS = 60_000
/** An answer that nobody took for so long is not fresh. */
const FRESH_MS = 20_000

const answers = new Map<string, { at: number; answer: Promise<Response> }>()
const keyOf = (name: string, body: unknown): string => `${name} ${JSON.stringify(body)}`

/** Sends a reading call before the code that shows its answer is there. */
function begin(name: DeskCallName, body: unknown): void {
  const answer = fetch(`/console/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  // The caller that takes it learns of its failure.
  answer.catch(() => null)
  answers.set(keyOf(name, body), { at: Date.now(), answer })
}

/** The answer to a call that was sent already. It serves once. */
export function takeBegun(name: string, body: unknown): Promise<Response> | null {
  const key = keyOf(name, body)
  const entry = answers.get(key)
  answers.delete(key)
  return entry && Date.now() - entry.at < FRESH_MS ? entry.answer : null
}

/** How Home asks for each of its first answers. */
const homeBodies: { [N in HomeCall]: () => DeskBody<N> } = {
  'factor/list': () => ({}),
  'pulse/read': () => ({ form: null }),
  'waiting/list': () => ({ kind: '', merged: true }),
  'today/board': () => ({ range: 'day', zone: storedZone() || deviceZone() }),
  'setup/read': () => ({}),
  'view/list': () => ({}),
}

/**
 * Begins with the session, and with what Home of this person reads, if this is its address: the page names these calls.
 *
 * @param onHome begins with what else Home needs
 */
export function beginHome(onHome: () => void): void {
  // A person who presses something may change what was read before.
  for (const what of ['keydown', 'pointerdown'])
    document.addEventListener(what, () => answers.clear(), { capture: true, once: true })
  begin('session/me', {})
  if (location.pathname !== '/' || location.search !== '') return
  const names = document.querySelector<HTMLMetaElement>('meta[name=desk-home]')?.content.split(' ')
  if (!names) return
  onHome()
  for (const name of homeCalls) if (names.includes(name)) begin(name, homeBodies[name]())
}
