import { Skeleton } from '@hc/ui/skeleton'
import { type ComponentProps, lazy, Suspense } from 'react'
import { loadChunk } from '../../router/prepare.ts'
import { ErrorBoundary } from '../../shell/error-boundary.tsx'
import { LoadFailed } from '../../shell/load-failed.tsx'

const Field = lazy(() => loadChunk(import('./phone-field.tsx')))

/** Loads calling codes and number formats, which are large, only when the form asks for a phone number. */
export function PhoneField(props: ComponentProps<typeof Field>) {
  return (
    <ErrorBoundary fallback={<LoadFailed />} resetKey="">
      <Suspense fallback={<Skeleton className="h-[4.85rem]" />}>
        <Field {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
