import { buttonClass } from '@hc/ui/button'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { clockText } from '../clock-text.ts'
import { digitsOf } from './form-text.ts'
import { Row } from './field-row.tsx'

type Props = {
  value: string
  error: string | undefined
  /** Seconds until the player may ask for another code. */
  left: number
  sending: boolean
  sentTo: string
  hint?: ReactNode
  enterKeyHint: 'next' | 'go'
  onChange: (code: string) => void
  onSend: () => void
}

export function CodeField({ value, error, left, sending, sentTo, hint, enterKeyHint, onChange, onSend }: Props) {
  const t = useTranslations('login')
  return (
    <div>
      <Row label={t('code.label')} error={error} hint={hint}>
        {(input) => (
          <>
            {/* No maxLength: it would cut a pasted "123 456" before its space is gone. */}
            <input
              {...input}
              name="code"
              className="input min-w-0 grow tabular-nums"
              inputMode="numeric"
              enterKeyHint={enterKeyHint}
              autoComplete="one-time-code"
              placeholder={t('code.placeholder')}
              value={value}
              onChange={(event) => onChange(digitsOf(event.target.value))}
            />
            {/* Only `aria-disabled`: a disabled button would lose the keyboard focus. */}
            <button
              type="button"
              className={buttonClass('quiet', 'normal', 'code-send')}
              aria-disabled={left > 0 || sending || undefined}
              onClick={() => {
                if (left === 0 && !sending) onSend()
              }}
            >
              {sending && <span className="spinner size-4" aria-hidden="true" />}
              {left > 0 ? t('code.again', { time: clockText(left * 1000) }) : t('code.send')}
            </button>
          </>
        )}
      </Row>
      <p className="field-hint" aria-live="polite">
        {sentTo && <span className="mt-1.5 block">{t('code.sent', { target: sentTo })}</span>}
      </p>
    </div>
  )
}

/** Points to the demo's outbox, where the codes go: nothing leaves the machine. */
export function DemoCode({ target }: { target: string }) {
  const t = useTranslations('login')
  return t.rich('code.demo', {
    target,
    link: (text) => (
      <a className="link" href="/demo/outbox" target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    ),
  })
}
