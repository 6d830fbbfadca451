import type { Locale } from '@hc/contract/locales'
import type { Query } from '../../platform/db.ts'
import type { Seal } from '../../platform/seal.ts'
import type { Letter } from './frame.ts'
import type { MessageChannel } from './messages.ts'

/** A letter and its reader. `hours`: how long it is useful. */
export type Queued = {
  channel?: MessageChannel
  to: string
  kind: string
  locale: Locale
  letter: Letter
  hours?: number
}

const HOURS = 24

/** The encrypted letter, as a row of `message` has it. */
export const sealed = (seal: Seal, letter: Letter): Buffer => seal.close(JSON.stringify(letter))

/**
 * Queues a letter, to a player or to a person of the desk, in the transaction of `q`. Functions of the database that
 * write a letter with their own rows call `queue_message`, too.
 */
export async function queueLetter(
  q: Query,
  seal: Seal,
  { channel = 'email', to, kind, locale, letter, hours = HOURS }: Queued,
): Promise<void> {
  await q({ name: 'queue-letter', text: 'select queue_message($1, $2, $3, $4, $5, make_interval(hours => $6))' }, [
    channel,
    to,
    kind,
    locale,
    sealed(seal, letter),
    hours,
  ])
}

/** Queues a letter to every owner of the desk. */
export async function queueToOwners(q: Query, seal: Seal, letter: Omit<Queued, 'to'>): Promise<void> {
  const owners = await q<{ email: string }>({
    text: `select p.email from desk.staff p join desk.staff_role h using (staff_id)
      where h.role_key = 'owner' and (h.until is null or h.until > app_now()) and p.suspended_at is null`,
  })
  for (const { email } of owners) await queueLetter(q, seal, { ...letter, to: email })
}
