import { Button } from '@hc/ui/button'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

type Props = {
  dirty: boolean
  busy: boolean
  discard: () => void
  /** The label of the button that saves. */
  save?: string
  /** The bar stays without a change, as for a thing that does not exist yet. */
  always?: boolean
  /** Between the two buttons: when it happens. */
  children?: ReactNode
}

/** The bar at the foot of a form, while something is not saved. */
export function SaveBar({ dirty, busy, discard, save, always = false, children }: Props) {
  const t = useTranslations('desk')
  if (!dirty && !always) return null
  return (
    <div className="save-bar">
      <p className="save-bar-text">{dirty && t('kit.unsaved')}</p>
      {children}
      <span className="actions">
        {dirty && (
          <Button kind="quiet" onClick={discard}>
            {t('kit.discard')}
          </Button>
        )}
        <Button type="submit" kind="primary" busy={busy}>
          {save ?? t('kit.save')}
        </Button>
      </span>
    </div>
  )
}
