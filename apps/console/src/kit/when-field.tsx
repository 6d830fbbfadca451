import { CallError } from '@hc/contract/client'
import type { LocalTime } from '@hc/contract/desk/editing'
import { SelectField, TextField } from '@hc/ui/field'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { zone } from '../lib/zone.ts'
import { dayOf } from './local-time.ts'

/** If `at` is '', it means now. */
export type WhenDraft = { at: string; which: '' | 'first' | 'second' }
export const atOnce: WhenDraft = { at: '', which: '' }
/** The value for the server: a local time of the desk's zone, or null for now. */
export const localTime = ({ at, which }: WhenDraft): LocalTime | null =>
  at === '' ? null : { local: at, zone: zone(), which }

/** The server refused the local time as ambiguous. */
export const comesTwice = (error: unknown): boolean => error instanceof CallError && error.msg === 'TimeTwice'

const DAY_SECONDS = 86_400
/** The time that a plan begins with: tomorrow morning. */
const tomorrow = (): string => `${dayOf(Date.now() / 1000 + DAY_SECONDS, zone())}T10:00`

/**
 * Now, or a date and a time in the person's zone; with a `hint` of its own a date and a time alone. If clocks are set
 * back over that time, a second field selects which of the two.
 */
export function WhenField({
  value,
  set,
  twice,
  errors,
  label,
  hint,
  name = 'when',
}: {
  /** The label, if a form has two. */
  label?: string
  hint?: string
  name?: string
  value: WhenDraft
  set: (value: WhenDraft) => void
  /** The local time is ambiguous. */
  twice: boolean
  /** The errors of the form. */
  errors: Readonly<Record<string, string | undefined>>
}) {
  const t = useTranslations('desk')
  const group = useId()
  const legend = label ?? t('revisions.when')
  const asksNow = hint === undefined
  const option = (text: string, at: string) => (
    <label className="choice">
      <input
        type="radio"
        name={group}
        checked={(at === '') === (value.at === '')}
        onChange={() => set({ at, which: '' })}
      />
      {text}
    </label>
  )
  return (
    <>
      {asksNow && (
        <fieldset className="choices">
          <legend>{legend}</legend>
          {option(t('revisions.now'), '')}
          {option(t('revisions.schedule'), tomorrow())}
        </fieldset>
      )}
      {(!asksNow || value.at !== '' || errors[name]) && (
        <TextField
          label={asksNow ? t('revisions.date') : legend}
          hint={hint ?? t('revisions.whenHint', { zone: zone() })}
          name={name}
          type="datetime-local"
          value={value.at}
          error={errors[name]}
          // A date that is half typed has no value: the plan keeps its last one, so that it never means now.
          onChange={({ target: { value: at } }) => {
            if (at !== '' || !asksNow) set({ at, which: '' })
          }}
        />
      )}
      {twice && (
        <SelectField
          label={t('revisions.which')}
          name="which"
          value={value.which}
          onChange={(event) => set({ ...value, which: event.target.value as WhenDraft['which'] })}
        >
          <option value="">{t('revisions.whichChoose')}</option>
          <option value="first">{t('revisions.first')}</option>
          <option value="second">{t('revisions.second')}</option>
        </SelectField>
      )}
    </>
  )
}
