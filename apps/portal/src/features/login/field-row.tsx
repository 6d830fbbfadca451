import { FieldFrame } from '@hc/ui/field'
import { type ReactNode, useId } from 'react'

type Described = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
type Props = { label: string; hint?: ReactNode; error?: string | undefined; children: (input: Described) => ReactNode }

/** A field with something beside its input. Unlike the plain field, it keeps its hint when it has an error. */
export function Row({ label, hint, error, children }: Props) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} keepHint>
      <div className="field-row">
        {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      </div>
    </FieldFrame>
  )
}
