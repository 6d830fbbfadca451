import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { singleKeys } from './keys.ts'

const keys = [
  ['Ctrl K', 'keys.palette'],
  ['/', 'keys.search'],
  ['g', 'keys.go'],
  ['j k', 'keys.rows'],
  ['e', 'keys.edit'],
  ['Ctrl S', 'keys.save'],
  ['?', 'keys.help'],
] as const

/**
 * The keys of the desk, and the switch for single keys. In a dialog, which `close` closes, it has a link to the help.
 */
export function Shortcuts({ close }: { close?: () => void }) {
  const t = useTranslations('desk')
  const [on, setOn] = useState(singleKeys.on)
  return (
    <>
      <dl className="facts">
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <label className="choice">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => {
            singleKeys.set(event.target.checked)
            setOn(event.target.checked)
          }}
        />
        {t('keys.single')}
      </label>
      {close && (
        <p>
          <Link className="link" href="/help" onClick={close}>
            {t('menu.help')}
          </Link>
        </p>
      )}
    </>
  )
}
