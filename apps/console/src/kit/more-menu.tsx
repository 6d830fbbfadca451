import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Pop } from './pop.tsx'

/** Further actions of a thing behind one button. `name`: the thing, where a page has several. */
export function MoreMenu({ name, children }: { name?: string; children: ReactNode }) {
  const t = useTranslations('desk')
  return (
    <Pop label="⋯" about={name === undefined ? t('kit.more') : `${t('kit.more')}: ${name}`} end>
      {() => <div className="drop-list drop-actions">{children}</div>}
    </Pop>
  )
}
