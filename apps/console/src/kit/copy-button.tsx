import { Button } from '@hc/ui/button'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

/** Copies a text, and confirms it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslations('desk')
  const [copied, setCopied] = useState(false)
  return (
    <Button
      kind="quiet"
      size="small"
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }}
    >
      <span aria-live="polite">{copied ? t('staff.factor.copied') : label}</span>
    </Button>
  )
}
