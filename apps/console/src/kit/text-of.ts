import type { SourceMessages } from '@hc/i18n/messages'
import type { NamespaceKeys, NestedKeyOf } from 'use-intl'
import type { DeskTexts } from './use-action.ts'

type Desk = SourceMessages['desk']
/** A group of texts, such as `orders.sentence`. */
export type Group = NamespaceKeys<Desk, NestedKeyOf<Desk>>
type Key = Parameters<DeskTexts['has']>[0]
type Values = Readonly<Record<string, string | number>>
/** `t` for a key that only the running desk knows. With the union of all keys its own type takes a minute to check. */
type AnyText = (key: Key, values?: Values) => string

/**
 * The text that a group has for a code of the server; undefined if it has none. A code that is a union of the group's
 * keys needs no such question: `t(`group.${code}`)`.
 */
export function tOf(t: DeskTexts, group: Group, code: string | number, values?: Values): string | undefined {
  const key = `${group}.${code}` as Key
  // A dot would lead out of the group.
  return /^\w+$/.test(String(code)) && t.has(key) ? (t as unknown as AnyText)(key, values) : undefined
}
