import { Icon } from '@hc/ui/icon'
import { iconCopy } from '@hc/ui/more-icons'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

/** The signs of a long number that a list shows. */
const SIGNS = 8
/** A number up to this length is shown whole. */
const WHOLE = 14
export const shortNumber = (number: string): string => (number.length <= WHOLE ? number : `…${number.slice(-SIGNS)}`)

/** A number by its last signs; its tooltip and a screen reader have it whole. */
export function LongNumber({ number }: { number: string }) {
  if (number === '') return null
  const short = shortNumber(number)
  if (short === number) return <code>{number}</code>
  return (
    <code title={number}>
      <span aria-hidden="true">{short}</span>
      <span className="hidden-text">{number}</span>
    </code>
  )
}

/** Copies a whole number. */
export function CopyNumber({ number }: { number: string }) {
  const t = useTranslations('desk')
  const [copied, setCopied] = useState(false)
  if (number === '') return null
  return (
    <button
      type="button"
      className="copy"
      aria-label={t('list.copy', { number })}
      onClick={() => {
        navigator.clipboard.writeText(number).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }}
    >
      <Icon name={copied ? 'check' : iconCopy} className="size-4" />
      <span className="hidden-text" aria-live="polite">
        {copied && t('staff.factor.copied')}
      </span>
    </button>
  )
}
