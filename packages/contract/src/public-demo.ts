import type { CallName } from './calls.ts'
import { type DeskCall, needsFresh } from './desk/call.ts'
import type { GameCallName } from './game/game.ts'

/**
 * Players' calls that the public demo answers with `InYourOwnShop`: they take words that staff or a mailbox would read,
 * or end an account that all visitors share.
 */
export const closedToVisitors: ReadonlySet<CallName> = new Set<CallName>([
  'user/supportRequest',
  'market/appeal',
  'withdraw/state',
  'withdraw/confirm',
  'user/data/delete',
])

/** The game's calls that the public demo answers: its key is published, and all others write names or take work. */
export const gameCallsForVisitors: ReadonlySet<GameCallName> = new Set<GameCallName>(['order', 'verifyTicket'])

/** Areas of the desk about the caller's own sign-in, where calls that read leave challenges, too. */
const OWN_DOOR = /^(?:session|factor|invitation)\//
const READS: ReadonlySet<string> = new Set(['session/me', 'session/list', 'factor/list'])

/** Whether a visitor of the public demo's desk may make a call: it only reads, and reveals nothing. */
export const visitorMay = (name: string, spec: DeskCall): boolean =>
  !spec.changes && !needsFresh(spec) && (!OWN_DOOR.test(name) || READS.has(name))
