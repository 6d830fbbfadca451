import { fieldsOf } from '@hc/domain/record'
import type { useTranslations } from 'use-intl'
import type { SourceMessages } from './messages.ts'

export type ErrorTranslator = ReturnType<typeof useTranslations<'error'>>
export type FailKey = keyof SourceMessages['error']['fail']

/** Only these errors come without a text of their own: the connection, or a proxy in front of the server, failed. */
const NO_TEXT = 'request error'

/**
 * The text for a failed call: the translation of the server's key; an unknown key unchanged; and without a readable
 * answer the name of the failed action (`fail`).
 */
export function errorText(t: ErrorTranslator, error: unknown, fail: FailKey): string {
  const { msg, data: details } = fieldsOf(error)
  if (typeof msg !== 'string' || msg === NO_TEXT) return t(`fail.${fail}`)
  if (msg === '') return t('unknown')
  const data = fieldsOf(details)
  // The key remains the system's, but a player who is locked out must not go on trying.
  if (data.reason === 'too many wrong passwords')
    return t('key.TooManyWrongPasswords', { minutes: String(data.minutes) })
  if (msg === 'OfferChanged') return t('key.OfferChanged', { bonus: String(Number(data.bonus)) })
  const key = `key.${msg}` as Parameters<ErrorTranslator['has']>[0]
  return /^\w+$/.test(msg) && t.has(key) ? t(key as 'unknown') : msg
}
