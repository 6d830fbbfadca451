import { Skeleton } from '@hc/ui/skeleton'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** A region whose content is on its way: placeholders for the eye, one word for screen readers. */
export function Loading({ className = '', children }: { className?: string; children: ReactNode }) {
  const t = useTranslations('common')
  return (
    <div className={className} aria-busy="true">
      <output className="sr-only">{t('state.loading')}</output>
      {children}
    </div>
  )
}

/** The outline of a card: its picture, its name and its price. */
export function CardSkeleton({ className }: { className: string }) {
  return (
    <div className={`skeleton-card ${className}`} aria-hidden="true">
      <Skeleton className="skeleton-art" />
      <Skeleton className="skeleton-name" />
      <Skeleton className="skeleton-price" />
    </div>
  )
}
