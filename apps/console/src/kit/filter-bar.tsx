import { Button } from '@hc/ui/button'
import { SelectField, TextField } from '@hc/ui/field'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Filters } from './use-filters.ts'

export type FilterField<K extends string> = {
  name: K
  label: string
  type?: 'text' | 'date' | 'number'
  /** A list of values instead of a text field; '' means all. */
  options?: readonly (readonly [value: string, text: string])[]
  /** The label of ''; null: one of the options is always chosen. */
  none?: string | null
  placeholder?: string
  /** Its options are long, so it takes the space of two fields. */
  wide?: boolean
}

/** The number of filters that a phone shows above a list; the others unfold. */
const FEW = 3

/** The form above a list. A selected value applies at once, typed text on submit. */
export function FilterBar<K extends string>({
  filters,
  fields,
}: {
  filters: Filters<K>
  fields: readonly FilterField<K>[]
}) {
  return <Bar key={filters.key} filters={filters} fields={fields} />
}

function Bar<K extends string>({ filters, fields }: { filters: Filters<K>; fields: readonly FilterField<K>[] }) {
  const t = useTranslations('desk')
  const [draft, setDraft] = useState(filters.values)
  // On a phone the filters are folded.
  const [open, setOpen] = useState(fields.length <= FEW)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    filters.show(draft)
  }
  return (
    <form
      className={`filters ${open ? '' : 'filters-closed'} ${fields.length === 1 ? 'filters-one' : ''}`}
      aria-label={t('kit.filter')}
      onSubmit={submit}
    >
      {fields.map(({ name, label, type = 'text', options, none = t('kit.all'), placeholder, wide }) =>
        options ? (
          <SelectField
            key={name}
            label={label}
            name={name}
            className={wide ? 'select-wide' : ''}
            value={draft[name]}
            onChange={(event) => filters.show({ ...draft, [name]: event.target.value })}
          >
            {none !== null && <option value="">{none}</option>}
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField
            key={name}
            label={label}
            name={name}
            type={type}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={draft[name]}
            onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
          />
        ),
      )}
      <div className="actions">
        {fields.length > FEW && (
          <Button
            kind="quiet"
            size="small"
            className="filters-open"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t('kit.filter')}
          </Button>
        )}
        <Button type="submit" size="small">
          {t('kit.show')}
        </Button>
        <Button kind="quiet" size="small" onClick={() => filters.clear()}>
          {t('kit.clear')}
        </Button>
      </div>
    </form>
  )
}
