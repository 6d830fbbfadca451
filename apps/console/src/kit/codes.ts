import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { localeNow } from '../lib/language.ts'
import { channelName } from './channel-name.ts'
import { timeText } from './date-time.ts'
import { joinWords, money } from './facts.tsx'
import { languageName } from './languages.tsx'
import { roleName } from './role-name.ts'
import type { DeskTexts } from './use-action.ts'
import { word } from './code-text.ts'
import { tOf } from './text-of.ts'

const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text)

/** Commands, with the call that does the same under another name. */
const commands: Readonly<Record<string, string>> = {
  ask_delivery_again: 'order_retell',
  close_hold: 'hold_seen',
  close_recall: 'recall_close',
  close_refund: 'refund_close',
  close_webhook: 'inbox_close',
  leave_kept_points: 'hold_points',
  process_webhook_again: 'inbox_rework',
  refund: 'refund_make',
  retry_refund: 'refund_retry',
  send_held_refund: 'hold_release',
  settle_finding: 'finding_settle',
  settle_refund: 'refund_settleElsewhere',
  take_kept_points: 'hold_points',
  tell_again: 'delivery_againSince',
}

/** The name of an action: a call of the desk, a command, a job or SQL by hand. Decision 350. */
export function actName(t: DeskTexts, action: string): string {
  const code = action.replace(/^cli\./, '').replace(/[/.]/, '_')
  return tOf(t, 'codes.act', commands[code] ?? code) ?? action
}

/** The kind of the target of a line, a request or a plan. */
export const targetName = (t: DeskTexts, kind: string): string => tOf(t, 'codes.target', kind) ?? kind

/** The displayed name of a target whose number or key is meaningless to people. */
export function targetTold(t: DeskTexts, kind: string, target: string): string {
  if (kind === 'channel') return channelName(t, target)
  if (kind === 'period') return timeText(target)
  const locale = target.split('/').at(-1) ?? ''
  return kind === 'block' && isLocale(locale) ? languageName(locale) : target
}

/** A kind and its number in words. */
export const targetText = (t: DeskTexts, kind: string, target: string): string =>
  `${targetName(t, kind)} ${targetTold(t, kind, target)}`.trim()

/** A state, an outcome or a reason in words. A note after it (`amount_mismatch: seen, …`) is kept. */
export function saidText(t: DeskTexts, code: string): string {
  const [first = '', ...rest] = code.split(':')
  const text = tOf(t, 'codes.said', first) ?? tOf(t, 'row.states', first)
  if (text === undefined) return code
  return [text, ...rest.map((part) => saidText(t, part.trim()))].join(': ')
}

/** A right as a sentence. */
export const rightName = (t: DeskTexts, permission: string): string =>
  tOf(t, 'roles.permission', permission.replace('.', '_')) ?? permission

/** The name of a field or a fact. A path (`texts.de-DE.name`) becomes its parts, outermost first. */
export function factName(t: DeskTexts, name: string): string {
  // The number of a row is not translated.
  const [row, field] = name.split(' ')
  if (field !== undefined) return `${row}: ${factName(t, field)}`
  const parts = name.split('.').map((part) => {
    if (isLocale(part)) return languageName(part)
    if (/^\d+$/.test(part)) return String(Number(part) + 1)
    return tOf(t, 'roles.permission', part) ?? tOf(t, 'codes.fact', part) ?? part
  })
  return parts.join(' › ')
}

/** Facts whose value is a code. */
const coded = new Set([
  'asked_by',
  'because',
  'before',
  'cause',
  'condition',
  'data',
  'delivery',
  'from',
  'item',
  'kind',
  'order_type',
  'outcome',
  'recall',
  'state',
  'told_by',
  'way',
])

function wordOf(t: DeskTexts, name: string, value: string): string {
  if (name === 'waits_for') return word(t, 'leaving', value)
  if (name === 'for') return roleName(t, value)
  if (name === 'permission' || name === 'decided_by') return rightName(t, value)
  if (name === 'decides') return rightName(t, value)
  if (name === 'roles') return roleName(t, value)
  if (name === 'answered') return saidText(t, value)
  if (name === 'channel') return channelName(t, value)
  return timeText(coded.has(name) ? saidText(t, value) : value)
}

const marks = ['do', 'within', 'ask'] as const
/** One pair of a fact with several: `{ each: 500, day: 2000 }`, or a permission and a role's mark for it. */
function pairText(t: DeskTexts, of: string, key: string, value: unknown): string {
  if (key === 'role') return roleName(t, String(value))
  if (of === 'permissions') {
    const mark = marks.find((candidate) => candidate === value)
    return `${rightName(t, key)}: ${mark ? t(`roles.mark.${mark}`) : String(value)}`
  }
  return `${of === 'limits' ? rightName(t, key) : factName(t, key)}: ${factText(t, key, value)}`
}

/** The value of a fact in words. */
export function factText(t: DeskTexts, name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  const field = name.split(/[ .]/).at(-1) ?? name
  if (typeof value === 'number' && field === 'status') return tOf(t, 'orders.statuses', value) ?? String(value)
  if (typeof value === 'number' && /(?:^|_)cents$|Cents$/.test(field)) return money(value)
  if (typeof value === 'number') return value.toLocaleString(localeNow())
  if (typeof value === 'boolean') return t(value ? 'codes.said.yes' : 'codes.said.no')
  if (typeof value === 'string') return wordOf(t, field, value)
  // An amount and its currency, as in a difference from a gateway's report, or in a correction in yen.
  if ((field === 'here' || field === 'there' || field.endsWith('_cents')) && Array.isArray(value))
    return money(Number(value[0]), String(value[1] ?? '') || 'USD')
  if (Array.isArray(value)) return joinWords(value.map((item) => factText(t, field, item))) || '–'
  const pairs = Object.entries(value).filter(([, part]) => part !== null)
  // Texts in nine languages have their own view; here the shop's own language is enough.
  const source = pairs.find(([key]) => key === defaultLocale)
  return joinWords((source ? [source] : pairs).map(([key, part]) => pairText(t, field, key, part))) || '–'
}

/** The last answer of a waiting row: an outside answer unchanged, a code as its word, facts one by one. */
export function detailText(t: DeskTexts, detail: string): string {
  if (!detail.startsWith('{')) return saidText(t, detail.replace(/^operator:/, 'closed:'))
  const facts = JSON.parse(detail) as Readonly<Record<string, unknown>>
  return joinWords(Object.entries(facts).map(([name, value]) => `${factName(t, name)}: ${factText(t, name, value)}`))
}
