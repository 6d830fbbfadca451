import type { Me } from '@hc/contract/desk/calls'
import { Icon } from '@hc/ui/icon'
import { iconExit } from '@hc/ui/more-icons'
import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { LanguageSelect } from '../kit/language-select.tsx'
import { menuIcons } from '../kit/menu-icons.ts'
import { roleName } from '../kit/role-name.ts'
import { useAction } from '../kit/use-action.ts'
import { ZoneSelect } from '../kit/zone-select.tsx'
import { call, loadSession } from '../lib/api.ts'
import { forgetDrafts } from '../lib/kept-drafts.ts'
import { chooseDensity, chooseTheme, densities, density, theme, themes } from '../lib/look.ts'

/** The first letters of a name: of its first and last word, or of its only one. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = (word = ''): string => (word === '' ? '' : String.fromCodePoint(word.codePointAt(0) ?? 0))
  return (words.length > 1 ? first(words[0]) + first(words.at(-1)) : first(words[0])).toUpperCase()
}

/** The person, and how the desk looks to them: language, theme, density and time zone. */
export function PersonMenu({ me }: { me: Me }) {
  const t = useTranslations('desk')
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const { busy, run } = useAction()
  return (
    <>
      <button
        type="button"
        className="initials"
        popoverTarget="person"
        aria-label={t('shell.account', { name: me.name })}
        data-initials={initialsOf(me.name)}
      />
      <div
        ref={panel}
        id="person"
        className="pop person"
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <p className="person-name">
          <b>{me.name}</b>
          <span>{me.email}</span>
          <span>{me.roles.map((role) => roleName(t, role)).join(', ')}</span>
        </p>
        <Link href="/me" className="side-item" onClick={() => panel.current?.hidePopover()}>
          <Icon name={menuIcons.me} className="size-4.5" />
          {t('menu.me')}
        </Link>
        <div className="person-part">
          <LanguageSelect />
          <Choices
            label={t('shell.theme')}
            name="theme"
            all={themes}
            at={theme.use()}
            text={(name) => t(`shell.${name}`)}
            choose={chooseTheme}
          />
          <Choices
            label={t('shell.density')}
            name="density"
            all={densities}
            at={density.use()}
            text={(name) => t(`shell.${name}`)}
            choose={chooseDensity}
          />
          {open && <ZoneSelect />}
        </div>
        {!me.visitor && (
          <button
            type="button"
            className="side-item"
            aria-disabled={busy || undefined}
            onClick={() =>
              void run(async () => {
                await call('session/leave', {})
                await loadSession()
                forgetDrafts()
              })
            }
          >
            <Icon name={iconExit} className="size-4.5" />
            {t('menu.leave')}
          </button>
        )}
      </div>
    </>
  )
}

type ChoicesProps<T extends string> = {
  label: string
  name: string
  all: readonly T[]
  at: T
  text: (name: T) => string
  choose: (name: T) => void
}

/** A few choices beside each other, of which one holds. */
function Choices<T extends string>({ label, name, all, at, text, choose }: ChoicesProps<T>) {
  const id = useId()
  return (
    <div className="field">
      <span id={id} className="field-label">
        {label}
      </span>
      <div className="segments" role="radiogroup" aria-labelledby={id}>
        {all.map((option) => (
          <label key={option}>
            <input type="radio" name={name} checked={option === at} onChange={() => choose(option)} />
            <span>{text(option)}</span>
          </label>
        ))}
      </div>
    </div>
  )
}
