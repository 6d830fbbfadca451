import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { Icon } from '@hc/ui/icon'
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { dayText, today } from '../date-time.ts'
import { Pop } from '../pop.tsx'
import type { DeskTexts } from '../use-action.ts'
import type { Filters } from '../use-filters.ts'
import { dayPresets, presetDays, presetOf } from './day-presets.ts'
import { type Chip, type Field, isSet, valueIn, withoutValue } from './field.ts'

const iconSearch = 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20 20' as const
const TYPING_MS = 300

type Set = (values: Readonly<Record<string, string>>) => void
type Props = {
  filters: Filters<string>
  fields: readonly Field[]
  /** The placeholder of the search box, which says what it takes; without it there is none. */
  search?: string | undefined
  chips?: readonly Chip[]
  /** Beside the filters, at the end; on a phone in their sheet. */
  children?: ReactNode
}

/** The search, the quick chips and the filters of a list. Each applies at once and stands in the address. */
export function FilterBar({ filters, fields, search, chips = [], children }: Props) {
  const t = useTranslations('desk')
  const { values } = filters
  const [added, setAdded] = useState<string | null>(null)
  const chipFields = fields.filter(
    (field) => field.always || field.stands || isSet(field, values) || field.name === added,
  )
  const others = fields.filter((field) => !chipFields.includes(field))
  const set: Set = (next) => filters.show({ ...values, ...next })
  const clearable = fields.some((field) => !field.always && isSet(field, values)) || Boolean(values.q)
  return (
    <search className="filter-bar">
      {search !== undefined && (
        <SearchBox
          value={values.q ?? ''}
          placeholder={search}
          set={(q) => filters.show({ ...values, q }, Boolean(values.q))}
        />
      )}
      <div className="filter-chips">
        {chips.map(({ label, query }) => {
          const on = Object.entries(query).every(([name, value]) => values[name] === value)
          return (
            <button
              key={label}
              type="button"
              className="chip"
              aria-pressed={on}
              onClick={() => set(on ? Object.fromEntries(Object.keys(query).map((name) => [name, ''])) : query)}
            >
              {label}
            </button>
          )
        })}
        {chipFields.map((field) => (
          <FieldChip
            key={field.name}
            field={field}
            values={values}
            set={set}
            opened={field.name === added}
            onClose={() => setAdded(null)}
          />
        ))}
        {others.length > 0 && (
          <Pop label={t('list.addFilter')} className="chip chip-add">
            {(close) => (
              <div className="drop-list">
                {others.map((field) => (
                  <button
                    key={field.name}
                    type="button"
                    className="drop-item"
                    onClick={() => {
                      close()
                      if (field.kind === 'yes') set({ [field.name]: '1' })
                      else setAdded(field.name)
                    }}
                  >
                    {field.label}
                  </button>
                ))}
              </div>
            )}
          </Pop>
        )}
        {clearable && (
          <button type="button" className="chip chip-clear" onClick={() => filters.clear()}>
            {t('list.clearAll')}
          </button>
        )}
      </div>
      {fields.length + chips.length > 0 ? (
        <>
          <FilterSheet fields={fields} chips={chips} values={values} set={set}>
            {children}
          </FilterSheet>
          <span className="beside-filters">{children}</span>
        </>
      ) : (
        children
      )}
    </search>
  )
}

/** What is typed applies after a moment's rest. Back undoes the whole search. */
function SearchBox({ value, placeholder, set }: { value: string; placeholder: string; set: (q: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const appliedText = useRef(value)
  const apply = (text: string): void => {
    clearTimeout(timer.current)
    appliedText.current = text
    set(text)
  }
  useEffect(() => {
    // Back and a view change it from outside. What a person goes on typing meanwhile stays as it is typed.
    if (value === appliedText.current) return
    clearTimeout(timer.current)
    appliedText.current = value
    if (field.current) field.current.value = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <span className="search-box">
      <Icon name={iconSearch} className="size-4" />
      <input
        ref={field}
        type="search"
        className="input"
        aria-label={placeholder}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        defaultValue={value}
        onChange={(event) => {
          const text = event.target.value.trim()
          clearTimeout(timer.current)
          timer.current = setTimeout(() => apply(text), TYPING_MS)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(event.currentTarget.value.trim())
        }}
      />
    </span>
  )
}

type FieldProps = { field: Field; values: Readonly<Record<string, string>>; set: Set }

/** A filter's value in words. */
function valueText(t: DeskTexts, field: Field, values: FieldProps['values']): string {
  const { kind, options = [] } = field
  const value = valueIn(field, values)
  if (kind === 'days') {
    const [from, to] = [values.from ?? '', values.to ?? '']
    const preset = from + to === '' ? dayPresets.find((candidate) => candidate === value) : presetOf(from, to, today())
    if (preset) return t(`list.days.${preset}`)
    return [from && dayText(from), to && dayText(to)].filter(Boolean).join(' – ')
  }
  if (kind === 'day') return value && dayText(value)
  return options.find(([option]) => option === value)?.[1] ?? value
}

function FieldChip({ field, values, set, opened, onClose }: FieldProps & { opened: boolean; onClose: () => void }) {
  const t = useTranslations('desk')
  const text = valueText(t, field, values)
  const removal = !field.always && isSet(field, values) && (
    <button
      type="button"
      className="chip-remove"
      aria-label={t('list.removeFilter', { name: field.label })}
      onClick={() => set(withoutValue(field))}
    >
      <Icon name="close" className="size-4" />
    </button>
  )
  if (field.kind === 'yes')
    return (
      <span className="chip chip-set">
        {field.label}
        {removal}
      </span>
    )
  return (
    <span className={`chip chip-field ${isSet(field, values) ? 'chip-set' : ''}`}>
      <Pop
        label={text === '' ? field.label : t('list.filterValue', { name: field.label, value: text })}
        className="chip-open"
        opened={opened}
        onClose={onClose}
      >
        {(close) => <FieldInput field={field} values={values} set={set} close={close} />}
      </Pop>
      {removal}
    </span>
  )
}

/** Without `close` in the sheet of a phone, which stays open. */
function FieldInput({ field, values, set, close }: FieldProps & { close?: () => void }) {
  const t = useTranslations('desk')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { name, label, kind, options = [], hint } = field
  const value = valueIn(field, values)
  const choose = (next: Readonly<Record<string, string>>): void => {
    close?.()
    set(next)
  }
  if (kind === 'choice')
    return (
      <fieldset className="drop-list" aria-label={label}>
        {options.map(([option, text]) => (
          <button
            key={option}
            type="button"
            className="drop-item"
            aria-pressed={option === value}
            onClick={() => choose({ [name]: option })}
          >
            {text}
            {option === value && <Icon name="check" className="size-4" />}
          </button>
        ))}
      </fieldset>
    )
  if (kind === 'days')
    return (
      <fieldset className="drop-list" aria-label={label}>
        {dayPresets.map((preset) => (
          <button
            key={preset}
            type="button"
            className="drop-item"
            aria-pressed={presetOf(values.from ?? '', values.to ?? '', today()) === preset}
            onClick={() => choose(presetDays(preset, today()))}
          >
            {t(`list.days.${preset}`)}
          </button>
        ))}
        <DayInput label={t('row.from')} value={values.from ?? ''} set={(from) => set({ from })} />
        <DayInput label={t('row.to')} value={values.to ?? ''} set={(to) => set({ to })} />
      </fieldset>
    )
  if (kind === 'day')
    return (
      <div className="drop-list">
        <DayInput label={label} value={value} set={(day) => set({ [name]: day })} />
      </div>
    )
  const typed = (event: ChangeEvent<HTMLInputElement>): void => {
    const text = event.target.value.trim()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => set({ [name]: text }), TYPING_MS)
  }
  return (
    <div className="drop-list">
      <label className="field-label">
        {label}
        <input
          className="input"
          type={kind === 'number' ? 'number' : 'text'}
          autoComplete="off"
          spellCheck={false}
          placeholder={hint}
          defaultValue={value}
          onChange={typed}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            clearTimeout(timer.current)
            choose({ [name]: event.currentTarget.value.trim() })
          }}
        />
      </label>
    </div>
  )
}

function DayInput({ label, value, set }: { label: string; value: string; set: (day: string) => void }) {
  return (
    <label className="field-label">
      {label}
      <input className="input" type="date" value={value} onChange={(event) => set(event.target.value)} />
    </label>
  )
}

/** On a phone: all filters in a sheet. */
function FilterSheet({
  fields,
  chips,
  values,
  set,
  children,
}: Omit<FieldProps, 'field'> & Pick<Props, 'fields' | 'children'> & { chips: readonly Chip[] }) {
  const t = useTranslations('desk')
  const [open, setOpen] = useState(false)
  const n = fields.filter((field) => !field.always && isSet(field, values)).length
  return (
    <>
      <Button kind="quiet" size="small" className="filter-sheet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {n > 0 ? t('list.filtersSet', { n: String(n) }) : t('list.filters')}
      </Button>
      <Dialog open={open} title={t('list.filters')} closeLabel={t('close')} onClose={() => setOpen(false)}>
        <div className="form">
          {chips.map(({ label, query }) => (
            <button
              key={label}
              type="button"
              className="drop-item"
              aria-pressed={Object.entries(query).every(([name, value]) => values[name] === value)}
              onClick={() => set(query)}
            >
              {label}
            </button>
          ))}
          {fields.map((field) => (
            <SheetField key={field.name} field={field} values={values} set={set} />
          ))}
          {children}
          <Button onClick={() => setOpen(false)}>{t('list.showRows')}</Button>
        </div>
      </Dialog>
    </>
  )
}

function SheetField({ field, values, set }: FieldProps) {
  const t = useTranslations('desk')
  const { name, label, kind, options = [], always = false } = field
  const value = valueIn(field, values)
  if (kind === 'yes')
    return (
      <label className="choice">
        <input
          type="checkbox"
          checked={value !== ''}
          onChange={(event) => set({ [name]: event.target.checked ? '1' : '' })}
        />
        {label}
      </label>
    )
  if (kind !== 'choice') return <FieldInput field={field} values={values} set={set} />
  return (
    <label className="field-label">
      {label}
      <select className="input" value={value} onChange={(event) => set({ [name]: event.target.value })}>
        {!always && <option value="">{t('kit.all')}</option>}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
