import { CallError } from '@hc/contract/client'
import { issuesOf } from '@hc/contract/field-issues'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { StepUpDropped } from '../lib/api.ts'
import { dateTime } from './date-time.ts'
import { PasskeyFailed } from '../lib/passkeys.ts'
import { tOf } from './text-of.ts'
import type { FormFields } from './use-fields.ts'

export type DeskTexts = ReturnType<typeof useTranslations<'desk'>>
/** The errors of each field, and of the whole form. */
export type Errors = Record<string, string | undefined>

/** The text of an error. */
export function wordsOf(t: DeskTexts, error: unknown): string {
  if (error instanceof PasskeyFailed) return t('error.passkey')
  const msg = error instanceof CallError ? error.msg : ''
  if (msg === 'request error') return t('error.offline')
  // HTTP 429 of a person who tried too often, and 503 of a server with too much to do, have one name.
  if (msg === 'SystemBusy' && error instanceof CallError && error.status === 503) return t('error.overloaded')
  if (msg === 'PayloadTooLarge') return t('imports.tooLarge')
  if (error instanceof CallError && msg === 'VersionConflict') {
    const { by, at } = error.data ?? {}
    if (typeof by === 'string' && by !== '' && typeof at === 'number')
      return t('kit.conflict', { by, at: dateTime(at) })
  }
  // A refusal names its rule; rules of edits have a text of their own.
  const { why: ownWhy, rule } = error instanceof CallError ? (error.data ?? {}) : {}
  const why = typeof ownWhy === 'string' ? ownWhy : msg === 'EditRefused' && typeof rule === 'string' ? rule : ''
  return tOf(t, 'error', `${msg}_${why}`) ?? tOf(t, 'error', msg) ?? t('error.unknown', { msg })
}

const timeErrors = ['TimePassed', 'TimeSkipped', 'TimeTwice']

/** The field of a form whose date and time the server refused: it names the local time. */
function timeField(form: HTMLFormElement | null, error: unknown): HTMLInputElement | undefined {
  if (!form || !(error instanceof CallError) || !timeErrors.includes(error.msg)) return undefined
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[type=datetime-local]')].filter(({ value }) => value)
  const local = error.data?.local
  return inputs.find(({ value }) => typeof local === 'string' && local.startsWith(value)) ?? inputs.at(-1)
}

/** The names of a form's controls, in their order. */
const namesIn = (form: HTMLFormElement | null): ReadonlySet<string> =>
  new Set([...(form?.elements ?? [])].map((control) => control.getAttribute('name') ?? '').filter(Boolean))

/**
 * An action of a person: one at a time, with each error shown at its field, or above the form where it has no such
 * field. The focus goes to the first wrong field, so that it is read out. `fields`: those of the form, which take their
 * errors and say what the contract refuses.
 */
export function useAction({ fields }: { fields?: FormFields | undefined } = {}) {
  const t = useTranslations('desk')
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({})

  const put = (problems: Errors): void => {
    setErrors(problems)
    fields?.show(problems)
  }
  const show = (problems: Errors): void => {
    put(problems)
    const first = [...namesIn(form.current)].find((name) => problems[name])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const refuse = (error: unknown): void => {
    if (error instanceof StepUpDropped) return
    const time = timeField(form.current, error)
    if (time) {
      // The focus brings it into sight: in a long form the top is far away.
      time.focus()
      put({ [time.name]: wordsOf(t, error) })
      return
    }
    const problems: Errors = {}
    const names = namesIn(form.current)
    for (const { path, message } of issuesOf(error)) {
      const field = [...names].find((name) => path === name || path.startsWith(`${name}.`))
      if (field) problems[field] = message === 'PasswordCommon' ? t('error.PasswordCommon') : t('field.invalid')
    }
    if (Object.keys(problems).length === 0) problems.form = wordsOf(t, error)
    show(problems)
  }
  return {
    form,
    busy,
    errors,
    /** Shows these problems, and what the contract refuses in the form's fields. True: there is one. */
    tell: (ownProblems: Errors = {}): boolean => {
      const problems = { ...fields?.check(namesIn(form.current)) }
      for (const [name, problem] of Object.entries(ownProblems)) if (problem) problems[name] = problem
      show(problems)
      return Object.keys(problems).length > 0
    },
    /** Runs the action unless one is running. Resolves to whether it succeeded. */
    run: async (work: () => Promise<unknown>): Promise<boolean> => {
      if (busy) return false
      put({})
      setBusy(true)
      try {
        await work()
        return true
      } catch (error) {
        refuse(error)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
