import type { DeskResult } from '@hc/contract/desk/calls'
import { localeNow } from '../lib/language.ts'
import { actName, saidText, targetText } from './codes.ts'
import { word } from './code-text.ts'
import { momentText } from './moment.tsx'
import { roleName } from './role-name.ts'
import { tOf } from './text-of.ts'
import type { DeskTexts } from './use-action.ts'

export type WaitingRow = DeskResult<'waiting/list'>['rows'][number]

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** The key of a row. Two notes about one target are two rows. */
export const waitingId = ({ kind, subject, remark_id }: WaitingRow): string => `${kind} ${subject} ${remark_id ?? ''}`

/** The name of a kind of waiting rows in the person's language; for an unknown kind the doctor's text. */
export function waitingName(t: DeskTexts, { kind, what }: { kind: string; what: string }): string {
  const text = word(t, 'waits', kind)
  return text === kind ? what : text
}

/** What a request asks for: the act and its subject. */
export function requestTitle(
  t: DeskTexts,
  { call, kind, target, name = '' }: { call: string; kind: string; target: string; name?: string | undefined },
): string {
  return t('waiting.titles.approval', { act: actName(t, call), subject: name || targetText(t, kind, target) })
}

/** What there is to do, in a sentence without its end. */
export function waitingTitle(t: DeskTexts, row: WaitingRow, now = Date.now() / 1000): string {
  const { kind, subject, due, goods_name: name, title = {} } = row
  const { hold, country = '', for_role: role = '', text = '', call = '', kind: about = '', target = '' } = title
  if (kind === 'approval') return requestTitle(t, { call, kind: about, target, name })
  if (hold !== undefined && (kind === 'held_orders' || kind === 'stopped_refunds'))
    return t('waiting.titles.held', { reason: tOf(t, 'waiting.hold', hold) ?? saidText(t, hold) })
  if (kind === 'open_disputes' && !due) return waitingName(t, row)
  const values = {
    due: due ? momentText(t, due, now, true) : '',
    country: country === '' ? '' : (new Intl.DisplayNames(localeNow(), { type: 'region' }).of(country) ?? country),
    name: subject,
    role: roleName(t, role),
    text,
  }
  return tOf(t, 'waiting.titles', kind, values) ?? waitingName(t, row)
}

/** How long is left until a deadline. */
export function leftText(t: DeskTexts, due: number, now = Date.now() / 1000): string {
  const left = due - now
  if (left <= 0) return t('waiting.overdue')
  if (left < HOUR) return t('waiting.leftMinutes', { n: String(Math.ceil(left / MINUTE)) })
  const time =
    left < 2 * DAY ? t('row.hours', { n: Math.floor(left / HOUR) }) : t('row.days', { n: Math.floor(left / DAY) })
  return t('waiting.left', { time })
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

const dialogs: Readonly<Record<string, string>> = {
  respond: 'dispute/work',
  release: 'hold/release',
  seen: 'hold/seen',
  retry: 'refund/retry',
  retell: 'order/retell',
  recall: 'recall/close',
}
/** Dialogs of a row in a list, which the address names with their row. */
const ofRows: Readonly<Record<string, string>> = {
  parked_webhooks: 'inbox/rework',
  book_differences: 'finding/settle',
  withdrawals: 'withdrawal/decide',
  late_withdrawals: 'withdrawal/decide',
  appeals: 'appeal/answer',
}

/** The address at which the dialog of the row's action is open. */
export function waitingActPath(row: WaitingRow): string {
  const { kind, subject, action = 'review' } = row
  const name = ofRows[kind] === undefined ? dialogs[action] : `${ofRows[kind]} ${subject}`
  return name === undefined ? waitingPath(row) : `${waitingPath(row)}?do=${encodeURIComponent(name)}`
}

/** The mark before a title: a deadline, a request to decide, or what another person has. */
export function waitingMark({ kind, due, mine }: WaitingRow): string {
  const more = !mine ? ' need-others' : due ? ' need-due' : kind === 'approval' ? ' need-asks' : ''
  return `need-mark${more}`
}
