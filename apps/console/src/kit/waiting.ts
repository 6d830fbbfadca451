import type { DeskResult } from '@hc/contract/desk/calls'
import { word } from './code-text.ts'
import type { DeskTexts } from './use-action.ts'

export type WaitingRow = DeskResult<'waiting/list'>['rows'][number]

/** The name of a waiting row in the person's language; for an unknown kind the doctor's text. */
export function waitingName(t: DeskTexts, { kind, what }: { kind: string; what: string }): string {
  const text = word(t, 'waits', kind)
  return text === kind ? what : text
}

/** The pages on which a whole kind is decided. */
const pagesOf: Readonly<Record<string, string>> = {
  parked_webhooks: '/inbox',
  book_differences: '/inbox',
  withdrawals: '/withdrawals',
  late_withdrawals: '/withdrawals',
  late_documents: '/documents',
  appeals: '/appeals',
  untaxed_countries: '/markets',
  access_review: '/staff',
}

/** The page of a waiting row. */
export function waitingPath({ kind, subject, order_no, channel = '' }: WaitingRow): string {
  const page = pagesOf[kind]
  if (page) return page
  if (channel !== '') return `/disputes/${encodeURIComponent(channel)}/${encodeURIComponent(subject)}`
  if (kind === 'approval') return `/approvals/${subject}`
  if (kind === 'note' && subject.startsWith('player ')) return `/players/${subject.slice('player '.length)}`
  if (kind === 'note' && subject.startsWith('finding ')) return '/inbox'
  if (kind === 'note' && subject.startsWith('dispute ')) return `/disputes/${subject.slice('dispute '.length)}`
  return order_no === '' ? '/disputes' : `/orders/${order_no}`
}
