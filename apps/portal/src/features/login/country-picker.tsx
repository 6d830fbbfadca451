import { Dialog } from '@hc/ui/dialog'
import { Icon } from '@hc/ui/icon'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Country, findCountries } from './countries.ts'

const PAGE = 8

type PickerProps = { countries: readonly Country[]; chosen: Country; onChoose: (country: Country) => void }
type ListProps = PickerProps & { byKeyboard: boolean }

/** A search field that steers a list, as in ARIA's combobox pattern: the focus stays in the field. */
function CountryList({ countries, chosen, byKeyboard, onChoose }: ListProps) {
  const t = useTranslations('login')
  const id = useId()
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(() => Math.max(0, countries.indexOf(chosen)))
  const matches = findCountries(countries, search)
  const at = matches[active]

  const activeId = at && `${id}-${at.code}`

  useEffect(() => {
    // After the dialog is open: a hidden element cannot be scrolled to.
    const frame = requestAnimationFrame(() => {
      if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [activeId])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setActive(Math.min(Math.max(active + step, 0), matches.length - 1))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (at) onChoose(at)
    }
  }
  return (
    <>
      {/* After a touch the title gets the focus, for the on-screen keyboard would cover the list. */}
      <input
        ref={(input) => {
          input?.toggleAttribute('autofocus', byKeyboard || matchMedia('(pointer: fine)').matches)
        }}
        className="input"
        type="text"
        role="combobox"
        aria-label={t('phone.search')}
        placeholder={t('phone.search')}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={search}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setSearch(event.target.value)
          setActive(0)
        }}
      />
      {/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- a native list cannot be searched; the field has the keyboard */}
      <div id={id} role="listbox" aria-label={t('phone.country')} className="country-list">
        {matches.map((country) => (
          <div
            key={country.code}
            id={`${id}-${country.code}`}
            role="option"
            aria-selected={country.code === chosen.code}
            data-active={country === at || undefined}
            className="country"
            onClick={() => onChoose(country)}
          >
            <span className="min-w-0 flex-1">{country.name}</span>
            <span className="tabular-nums text-soft">{country.calling}</span>
            <Icon name="check" className={`size-4 ${country.code === chosen.code ? '' : 'invisible'}`} />
          </div>
        ))}
      </div>
      {/* oxlint-enable */}
      <p aria-live="polite" className="text-soft">
        {matches.length === 0 ? t('phone.none') : ''}
      </p>
    </>
  )
}

/** The button with the calling code before a phone number, and the dialog with all of them. */
export function CountryPicker({ countries, chosen, onChoose }: PickerProps) {
  const t = useTranslations('login')
  const tc = useTranslations('common')
  const [open, setOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  return (
    <>
      <button
        type="button"
        className="country-button"
        aria-haspopup="dialog"
        onClick={({ detail }) => {
          // A key counts no clicks.
          setByKeyboard(detail === 0)
          setOpen(true)
        }}
      >
        <span className="sr-only">{`${t('phone.country')}: ${chosen.name}`}</span>
        <span>{chosen.code}</span>
        <span className="tabular-nums">{chosen.calling}</span>
        <Icon name="down" className="size-4 text-soft" />
      </button>
      <Dialog
        open={open}
        name="country"
        title={t('phone.country')}
        closeLabel={tc('action.close')}
        onClose={() => setOpen(false)}
      >
        <CountryList
          countries={countries}
          chosen={chosen}
          byKeyboard={byKeyboard}
          onChoose={(country) => {
            setOpen(false)
            onChoose(country)
          }}
        />
      </Dialog>
    </>
  )
}
