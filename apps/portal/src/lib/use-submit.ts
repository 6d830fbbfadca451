import { CallError } from '@hc/contract/client'
import { errorText, type FailKey } from '@hc/i18n/error-text'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

/** What is wrong with each field, and with the form as a whole. */
export type Errors<F extends string> = { [K in F | 'form']?: string | undefined }

type Options<F extends string> = {
  /** The names of the fields in the order of the page: the first wrong one gets the focus. */
  fields: readonly F[]
  /** What is wrong before anything is sent. */
  check: () => Errors<F>
  call: () => Promise<void>
  /** The field that a refusal belongs to. */
  fieldOf: (error: CallError) => F | 'form'
  /** Words of the form's own for a refusal; undefined: those of the catalogue. */
  wordsOf?: (error: CallError, field: F | 'form') => string | undefined
  /** What is said where no readable answer came. */
  fail: FailKey
}

/**
 * A form that is checked, sent once at a time, and says at each field what is wrong with it. The focus goes where the
 * player has to look: a screen reader then reads the field with its error.
 */
export function useSubmit<F extends string>({ fields, check, call, fieldOf, wordsOf, fail }: Options<F>) {
  const te = useTranslations('error')
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors<F>>({})
  const [busy, setBusy] = useState(false)

  const focus = (name: F): void => {
    form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
  }
  const tell = (found: Errors<F>): void => {
    setErrors(found)
    const first = fields.find((name) => found[name])
    if (first) focus(first)
  }
  const refuse = (error: unknown, otherwise: FailKey = fail): void => {
    const known = error instanceof CallError ? error : undefined
    const field = known ? fieldOf(known) : 'form'
    const found: Errors<F> = {}
    found[field] = (known && wordsOf?.(known, field)) ?? errorText(te, error, otherwise)
    tell(found)
  }
  async function send(): Promise<void> {
    const wrong = check()
    tell(wrong)
    if (Object.values(wrong).some(Boolean)) return
    setBusy(true)
    try {
      await call()
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
    focus,
    tell,
    refuse,
    /** Forgets what was said of a field and of the whole form, or all of it. */
    clear: (field?: F): void => {
      setErrors((now) => (field === undefined ? {} : { ...now, [field]: undefined, form: undefined }))
    },
    onSubmit: (event: FormEvent): void => {
      event.preventDefault()
      if (!busy) void send()
    },
  }
}
