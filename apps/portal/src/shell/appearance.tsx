import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { chooseTheme, themeNow, themes } from '../lib/theme.ts'

/** The choice between the shop's two palettes, in the menu. */
export function Appearance() {
  const t = useTranslations('common')
  const [theme, setTheme] = useState(themeNow)
  return (
    <fieldset className="appearance">
      <legend>{t('theme.title')}</legend>
      <div className="appearance-choices">
        {themes.map((name) => (
          <label key={name} className="appearance-choice">
            <input
              type="radio"
              name="theme"
              value={name}
              className="check"
              checked={theme === name}
              onChange={() => {
                chooseTheme(name)
                setTheme(name)
              }}
            />
            {t(`theme.${name}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
