import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'

type Props = { error: string | undefined; busy: boolean; disabled?: boolean; children: string }

/** The button of a form, and above it the error of the form as a whole. */
export function Submit({ error, busy, disabled = false, children }: Props) {
  return (
    <div>
      <div aria-live="assertive">
        {error && (
          <Notice tone="bad" className="mb-5">
            {error}
          </Notice>
        )}
      </div>
      <Button data-track="sign_in" type="submit" size="large" className="w-full" busy={busy} disabled={disabled}>
        {children}
      </Button>
    </div>
  )
}
