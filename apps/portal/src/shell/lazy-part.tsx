import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

/** A part of the page that is loaded on demand. `fallback` is shown until then, and if loading fails. */
export function Later({
  fallback = null,
  resetKey = '',
  children,
}: {
  fallback?: ReactNode
  resetKey?: string
  children: ReactNode
}) {
  return (
    <ErrorBoundary fallback={fallback} resetKey={resetKey}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}
