import { Icon } from '@hc/ui/icon'
import { iconEye, iconEyeOff } from '@hc/ui/more-icons'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Row } from './field-row.tsx'

type Props = {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  error: string | undefined
  hint?: string
  enterKeyHint: 'next' | 'go'
  placeholder?: string
  onChange: (text: string) => void
}

/** Uncontrolled: a password that a password manager enters before the page is ready counts, too. */
export function PasswordField({ label, name, autoComplete, error, hint, enterKeyHint, placeholder, onChange }: Props) {
  const t = useTranslations('login')
  const [visible, setVisible] = useState(false)
  return (
    <Row label={label} hint={hint} error={error}>
      {(input) => (
        <div className="relative min-w-0 flex-1">
          <input
            {...input}
            name={name}
            type={visible ? 'text' : 'password'}
            placeholder={placeholder}
            autoComplete={autoComplete}
            enterKeyHint={enterKeyHint}
            autoCapitalize="none"
            spellCheck={false}
            className="input pr-12"
            onChange={(event) => onChange(event.target.value)}
          />
          <div className="absolute inset-y-0 right-1 flex items-center">
            <button
              type="button"
              className="icon-btn"
              aria-pressed={visible}
              aria-label={t(visible ? 'password.hide' : 'password.show')}
              onClick={() => setVisible(!visible)}
            >
              <Icon name={visible ? iconEyeOff : iconEye} />
            </button>
          </div>
        </div>
      )}
    </Row>
  )
}
