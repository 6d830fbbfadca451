import { CallError } from '@hc/contract/client'
import { errorText, type FailKey } from '@hc/i18n/error-text'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

/** The error of each field, and of the form as a whole. */
export type Errors<F extends string> = { [K in F | 'form']?: string | undefined }

type Options<F extends string> = {
  /** The names of the fields in the order of the page: the first wrong one gets the focus. */
  fields: readonly F[]
  /** The errors that are found before anything is sent. */
  check: () => Errors<F>
  work: () => Promise<void>
  /** The field that a refusal concerns. */
  fieldOf: (error: CallError) => F | 'form'
  /** The form's own words for a refusal; undefined: those of the catalogue. */
  wordsOf?: (error: CallError, field: F | 'form') => string | undefined
  /** The message if no readable answer came. */
  fail: FailKey
}

/**
 * A form that is checked, sends one call at a time, and shows each error at its field. The focus moves to the first
 * error: a screen reader then reads the field with its error.
 */
export function useAction<F extends string>({ fields, check, work, fieldOf, wordsOf, fail }: Options<F>) {
  const te = useTranslations('error')
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors<F>>({})
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  const focus = (name: F): void => {
    form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
  }
  const tell = (problems: Errors<F>): boolean => {
    setErrors(problems)
    const first = fields.find((name) => problems[name])
    if (first) focus(first)
    return Object.values(problems).some(Boolean)
  }
  const refuse = (error: unknown, otherwise: FailKey = fail): void => {
    const callError = error instanceof CallError ? error : undefined
    const field = callError ? fieldOf(callError) : 'form'
    setRefusal(callError?.msg ?? '')
    const problems: Errors<F> = {}
    problems[field] = (callError && wordsOf?.(callError, field)) ?? errorText(te, error, otherwise)
    tell(problems)
  }
  async function send(): Promise<void> {
    if (tell(check())) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    form,
    errors,
    busy,
    /** The word of the last refusal; empty if no readable answer came. */
    refusal,
    focus,
    tell,
    refuse,
    /** Clears the error of a field and of the form as a whole, or all errors. */
    clear: (field?: F): void =>
      setErrors((now) => (field === undefined ? {} : { ...now, [field]: undefined, form: undefined })),
    onSubmit: (event: FormEvent): void => {
      event.preventDefault()
      if (!busy) void send()
    },
  }
}
