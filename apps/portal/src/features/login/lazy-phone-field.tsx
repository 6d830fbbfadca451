import { Skeleton } from '@hc/ui/skeleton'
import { type ComponentProps, lazy, Suspense } from 'react'
import { loadChunk } from '../../router/prepare.ts'
import { ErrorBoundary } from '../../shell/error-boundary.tsx'
import { LoadFailed } from '../../shell/load-failed.tsx'

const Field = lazy(() => loadChunk(import('./phone-field.tsx')))

/** Calling codes and number formats are large: they are fetched when a phone number is asked for. */
export function PhoneField(props: ComponentProps<typeof Field>) {
  return (
    <ErrorBoundary fallback={<LoadFailed />} resetKey="">
      <Suspense fallback={<Skeleton className="h-[4.85rem]" />}>
        <Field {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
