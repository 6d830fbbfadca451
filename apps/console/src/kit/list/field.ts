import { secondsOf } from '../use-filters.ts'

type Options = readonly (readonly [value: string, text: string])[]

/** A filter of a list. Its name is its key in the address and in the call's body. */
export type Field = {
  name: string
  label: string
  kind: 'choice' | 'text' | 'number' | 'yes' | 'days' | 'day'
  options?: Options
  /** It stands in the bar, and one of its options is always chosen. */
  always?: boolean
  /** It stands in the bar even without a value. */
  stands?: boolean
  /** The value that counts while the address has none; a preset for days. */
  usual?: string
  /** What may be typed. */
  hint?: string
  /** Its key in the body, if it is not its name in the address. */
  key?: string
  /** The body's value for the address's; '' without one. */
  as?: (value: string) => unknown
}
/** What a press on a chip of the bar chooses. */
export type Chip = { label: string; query: Readonly<Record<string, string>> }

/** One of some values. */
export const choice = (name: string, label: string, options: Options, more: Partial<Field> = {}): Field => ({
  name,
  label,
  kind: 'choice',
  options,
  ...more,
})
/** A text that the server compares. */
export const words = (name: string, label: string, hint = ''): Field => ({ name, label, kind: 'text', hint })
/** A fact that holds or not. */
export const yes = (name: string, label: string): Field => ({ name, label, kind: 'yes' })
/** A span of days of the desk's zone: `from` and `to` in the address, seconds in the body. */
export const days = (label: string): Field => ({ name: 'days', label, kind: 'days' })

/** A day of the desk's zone. */
export const day = (name: string, label: string): Field => ({ name, label, kind: 'day' })

/** A number in whole units of a currency, in minor units in the body. */
const CENTS = 100
export const amount = (name: string, label: string): Field => ({
  name,
  label,
  kind: 'number',
  as: (value) => Math.max(0, Math.round(Number(value) * CENTS) || 0),
})

export const namesOf = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ name, kind }) => (kind === 'days' ? ['from', 'to'] : [name]))

type Values = Readonly<Record<string, string>>

function valueOf({ kind, options = [], as }: Field, value: string): unknown {
  if (as) return as(value)
  if (kind === 'yes') return value !== ''
  if (kind === 'number') return Number(value) || 0
  return kind === 'choice' && !options.some(([option]) => option === value) ? '' : value
}

/** The filter's value, from the address or the usual one. */
export const valueIn = ({ name, usual = '' }: Field, values: Values): string => values[name] || usual

/** The filters as a call's body. */
export const bodyOf = (fields: readonly Field[], values: Values): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field): [string, unknown][] =>
      field.kind === 'days'
        ? [
            ['from', secondsOf(values.from ?? '')],
            ['to', secondsOf(values.to ?? '', 1)],
          ]
        : [[field.key ?? field.name, valueOf(field, valueIn(field, values))]],
    ),
  )

/** Whether a filter of the bar has a value. */
export const isSet = ({ name, kind }: Field, values: Values): boolean =>
  kind === 'days' ? Boolean(values.from) || Boolean(values.to) : Boolean(values[name])

/** The filter without its value. */
export const withoutValue = ({ name, kind }: Field): Values => (kind === 'days' ? { from: '', to: '' } : { [name]: '' })
