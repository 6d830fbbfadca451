import { Button } from '@hc/ui/button'
import { Notice } from '@hc/ui/notice'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'

type Props = {
  error: string | undefined
  /** The server's word for the error. */
  refusal?: string
  busy: boolean
  disabled?: boolean
  children: string
}

/** The button of a form, and above it the error of the form as a whole. */
export function Submit({ error, refusal = '', busy, disabled = false, children }: Props) {
  const t = useTranslations('login')
  return (
    <div>
      <div aria-live="assertive">
        {error && (
          <Notice tone="bad" className="mb-5">
            <p>{error}</p>
            {refusal === 'AuthFail' && (
              <p>
                {t.rich('help', {
                  link: (text) => (
                    <Link key="link" href={paths.write} className="link inline-flex min-h-6 items-center">
                      {text}
                    </Link>
                  ),
                })}
              </p>
            )}
          </Notice>
        )}
      </div>
      <Button data-track="sign_in" type="submit" size="large" className="w-full" busy={busy} disabled={disabled}>
        {children}
      </Button>
    </div>
  )
}
