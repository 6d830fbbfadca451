import { defaultLocale, matchLocale } from '@hc/contract/locales'
import type { Config } from '../../config/config.ts'
import type { Query } from '../../platform/db.ts'
import { createSeal, type FormerKey, type Seal } from '../../platform/seal.ts'
import { fill } from '../message/frame.ts'
import type { Messages } from '../message/messages.ts'
import type { Site } from '../message/site.ts'
import { type Outcome, withdrawalMail, withdrawalWords } from './withdrawal-mail.ts'

/** Encrypts name and address of a statement for the database and its backups. */
export const withdrawalSeal = (parts: {
  config: Pick<Config, 'sessionSecrets'>
  formerKeys: readonly FormerKey[]
}): Seal => createSeal(parts.config.sessionSecrets, 'withdrawal', parts.formerKeys)

type Deps = {
  q: Query
  messages: Pick<Messages, 'offered' | 'close'>
  site: Site
  seal: Seal
  leaseSeconds: number
}
type Row = {
  number: string
  order_no: string
  outcome: string
  told: string | null
  own: boolean
  name: Buffer
  contact: Buffer
  locale: string
  stated_at: Date
}

/** After an outage of this length the mail is given up. */
const GIVE_UP_HOURS = 168
const AT_ONCE = 16

const outcomes: Readonly<Record<string, Outcome>> = {
  person: 'received',
  cancelled: 'cancelled',
  refund: 'refund',
  waived: 'waived',
  late: 'late',
  no_right: 'no_right',
  refused: 'refused',
}

/** The outcome that a mail reports. None for a completed refund, which the order's own letter reports. */
function toTell({ outcome, told }: Row): Outcome | undefined {
  if (outcome !== 'refunded') return outcomes[outcome]
  if (told === null) return 'refunded'
  return told === 'refund' || told === 'cancelled' ? undefined : 'refund'
}

async function tell({ q, messages, site, seal }: Deps, row: Row): Promise<void> {
  const locale = matchLocale(row.locale) ?? defaultLocale
  const outcome = toTell(row)
  const contact = seal.open(row.contact)
  const letter =
    outcome &&
    withdrawalMail(locale, site, {
      number: row.number,
      orderNo: row.order_no,
      text: fill(withdrawalWords(locale).legal.withdrawal, { order: row.order_no }),
      name: seal.open(row.name),
      contact,
      atMs: row.stated_at.getTime(),
      outcome,
      again: row.told !== null,
    })
  await q({ name: 'tell-withdrawal', text: 'select tell_withdrawal($1, $2, $3, $4, $5, $6)' }, [
    row.number,
    row.outcome,
    letter && messages.offered.has('email') ? contact : null,
    locale,
    letter ? messages.close(letter) : Buffer.alloc(0),
    GIVE_UP_HOURS,
  ])
}

/**
 * Follows open statements of withdrawal and mails their outcomes. Gives whether there was
 * anything to do. A failed mail delays no other one; it is retried after its lease.
 */
export async function followWithdrawals(deps: Deps): Promise<boolean> {
  const [followed] = await deps.q<{ n: number }>(
    { name: 'follow-withdrawals', text: 'select follow_withdrawals($1) as n' },
    [AT_ONCE],
  )
  const rows = await deps.q<Row>(
    {
      name: 'lease-withdrawals',
      text: `select number, order_no, outcome, told, own, name, contact, locale, stated_at
        from lease_withdrawals($1, $2)`,
    },
    [AT_ONCE, deps.leaseSeconds],
  )
  const errors: unknown[] = []
  for (const row of rows)
    await tell(deps, row).catch((error: unknown) => {
      errors.push(error)
    })
  if (errors.length > 0) throw errors[0]
  return rows.length > 0 || (followed?.n ?? 0) > 0
}
