import type { DeskCallName } from '@hc/contract/desk/calls'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldRule } from '../../field-rules.ts'
import { fieldRules } from './field-rules.ts'
import type { DeskTexts } from './use-action.ts'
import { useKept } from './use-kept.ts'

type Values = Readonly<Record<string, unknown>>
type Problems = Readonly<Record<string, string | undefined>>
type NameOf<V> = keyof V & string
type NamesOf<V, T> = { [K in NameOf<V>]: V[K] extends T ? K : never }[NameOf<V>]
type Change = (event: { target: { value: string } }) => void

const REASON_LENGTH = 3

/** What a form asks of its fields, whatever they hold. */
export type FormFields = {
  /** What the contract refuses in the fields with these names. */
  check: (names: ReadonlySet<string>) => Record<string, string | undefined>
  show: (problems: Problems) => void
  reset: () => void
}

export type Fields<V extends Values> = FormFields & {
  /** A text field, by its name in the call's body: `<TextField label=… {...fields('name')} />`. */
  (name: NamesOf<V, string>): {
    name: string
    value: string
    error: string | undefined
    maxLength: number | undefined
    autoComplete: 'off'
    onChange: Change
  }
  /** A menu. Of a yes or no its values are `yes` and `no`. */
  choice: (name: NamesOf<V, string | number | boolean>) => {
    name: string
    value: string
    error: string | undefined
    onChange: Change
  }
  box: (name: NamesOf<V, boolean>) => {
    name: string
    checked: boolean
    onChange: (event: { target: { checked: boolean } }) => void
  }
  /** A checkbox of an item of a list. */
  tick: <N extends NamesOf<V, readonly unknown[]>>(
    name: N,
    item: V[N] extends readonly (infer I)[] ? I : never,
  ) => ReturnType<Fields<V>['box']>
  values: V
  errors: Problems
  set: (change: Partial<V>) => void
  /** What a person typed before they left the page is in its fields again. */
  isBack: boolean
}

/** The fields of a form that is used many times with the same values: they stay after the action. */
export const staying = (fields: FormFields): FormFields => ({ ...fields, reset: () => fields.show({}) })

/** The fields of a form that has two parts. */
export const both = (part: FormFields, otherPart: FormFields | undefined): FormFields =>
  otherPart
    ? {
        check: (names) => ({ ...part.check(names), ...otherPart.check(names) }),
        show: (problems) => {
          part.show(problems)
          otherPart.show(problems)
        },
        reset: () => {
          part.reset()
          otherPart.reset()
        },
      }
    : part

/** The text for a value that the contract refuses, or undefined. */
function problemOf(t: DeskTexts, [min, max, pattern]: FieldRule, text: string): string | undefined {
  const isLike = new RegExp(pattern, 'u').test(text)
  if (text === '') return min > 0 || (min === 0 && !isLike) ? t('field.needed') : undefined
  return isLike && text.length >= min && (max === 0 || text.length <= max) ? undefined : t('field.invalid')
}

const typed = (old: unknown, text: string): unknown =>
  typeof old === 'number' ? Number(text) : typeof old === 'boolean' ? text === 'yes' : text

/**
 * The fields of a form over the data `begin`, which may load again meanwhile: a field that nobody has touched shows it.
 * Each field has its name in the body of `call`, whose contract says how long its text may be and what it looks like.
 * `keep`: a name under which words of a person, such as notes, are kept if they leave the page; never codes. Decision
 * 504.
 */
export function useFields<V extends Values>(
  call: DeskCallName | null,
  begin: V,
  { keep = '' }: { keep?: string } = {},
): Fields<V> {
  const t = useTranslations('desk')
  const { brought, hold, forget } = useKept<Partial<V>>(`dialog ${location.pathname} ${keep}`)
  const [former] = useState(keep === '' ? undefined : brought)
  const [changes, setChanges] = useState<Partial<V>>(former ?? {})
  const [isBack, setBack] = useState(former !== undefined)
  const [errors, setErrors] = useState<Problems>({})
  const values: V = { ...begin, ...changes }
  useEffect(() => {
    hold(keep !== '' && Object.keys(changes).some((name) => changes[name] !== begin[name]) ? changes : undefined)
  })
  const rules = (call && fieldRules[call]) ?? {}
  const set = (change: Partial<V>): void => setChanges((now) => ({ ...now, ...change }))
  const put = (name: string, value: unknown): void => set({ [name]: value } as Partial<V>)

  const field = (name: NameOf<V>) => ({
    name,
    error: errors[name],
    onChange: (({ target }) => put(name, typed(values[name], target.value))) satisfies Change,
  })
  const text = (name: NamesOf<V, string>): ReturnType<Fields<V>> => ({
    ...field(name),
    value: String(values[name]),
    maxLength: rules[name]?.[1] || undefined,
    autoComplete: 'off',
  })
  return Object.assign(text, {
    choice: (name: NameOf<V>) => {
      const value = values[name]
      return { ...field(name), value: typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value) }
    },
    box: (name: NameOf<V>) => ({
      name,
      checked: values[name] === true,
      onChange: ({ target }: { target: { checked: boolean } }) => put(name, target.checked),
    }),
    tick: (name: NameOf<V>, item: unknown) => {
      const list = values[name] as readonly unknown[]
      return {
        name,
        checked: list.includes(item),
        onChange: ({ target }: { target: { checked: boolean } }) => {
          const others = list.filter((other) => other !== item)
          put(name, target.checked ? [...others, item] : others)
        },
      }
    },
    values,
    errors,
    set,
    isBack,
    show: setErrors,
    check: (names: ReadonlySet<string>): Record<string, string | undefined> => {
      const problems: Record<string, string | undefined> = {}
      for (const [name, value] of Object.entries(values)) {
        if (!names.has(name) || typeof value !== 'string') continue
        const rule = rules[name]
        // A form that asks for a reason gets one, whatever else the call takes.
        const isShort = call !== null && name === 'reason' && value.trim().length < REASON_LENGTH
        const problem = isShort ? t('field.reason') : rule && problemOf(t, rule, value.trim())
        if (problem !== undefined) problems[name] = problem
      }
      return problems
    },
    reset: (): void => {
      forget()
      setChanges({})
      setBack(false)
      setErrors({})
    },
  })
}
