import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { lazy, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { dropParams, loginUrl, navigate, useSearch } from '../../lib/nav.ts'
import { useSession } from '../../lib/session.ts'
import { paths } from '../../paths.ts'
import { loadNeeded } from '../../router/prepare.ts'
import { useApp } from '../../shell/app-context.ts'
import { Later } from '../../shell/lazy-part.tsx'

const CODE_MAX = 64
const RedeemDialog = lazy(() => loadNeeded(import('../redeem/redeem-dialog.tsx')))

/**
 * The field for a redemption code. The rest happens in a dialog that is loaded on demand. A code in the address
 * (`?code=`) comes from a link, or back from signing in.
 */
export function Redeem() {
  const t = useTranslations('home')
  const { init } = useApp()
  const { status } = useSession()
  const linkCode = new URLSearchParams(useSearch()).get('code')
  const [code, setCode] = useState('')
  const [error, setError] = useState(false)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (linkCode === null || status === 'unknown') return
    document.getElementById('redeem')?.scrollIntoView()
    // oxlint-disable-next-line react/set-state-in-effect -- the server's HTML knows no query: the code can only follow
    setCode(linkCode.slice(0, CODE_MAX))
    setOpen(status === 'player')
    dropParams(['code'])
  }, [linkCode, status])
  // What was typed before the code was there.
  useEffect(() => {
    const field = document.querySelector<HTMLInputElement>('#redeem input')
    // oxlint-disable-next-line react/set-state-in-effect -- the browser alone knows it
    if (field && field.value !== '') setCode(field.value)
  }, [])
  const submit = () => {
    setError(code.trim() === '')
    if (code.trim() === '') return
    if (status === 'player') setOpen(true)
    // No spaces in the address: they would not survive being encoded within another one.
    else navigate(loginUrl(`${paths.home}?code=${encodeURIComponent(code.trim().replace(/\s+/g, '-'))}`))
  }
  return (
    <section id="redeem" className="page section" aria-labelledby="redeem-title">
      <div className="redeem">
        <img src={init.brand.redeem} alt="" width="240" height="240" loading="lazy" className="size-36 max-md:hidden" />
        <div className="min-w-0 flex-1">
          <h2 id="redeem-title" className="heading-2">
            {t('redeem.title')}
          </h2>
          <p className="mt-2 text-soft">{t('redeem.text')}</p>
          <form
            className="mt-5 flex max-w-2xl flex-wrap items-start gap-3"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            <div className="min-w-0 flex-1 basis-64">
              <TextField
                label={t('redeem.label')}
                placeholder={t('redeem.placeholder')}
                value={code}
                error={error ? t('redeem.emptyCode') : undefined}
                maxLength={CODE_MAX}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                onChange={(event) => {
                  setCode(event.target.value)
                  setError(false)
                }}
              />
            </div>
            <Button type="submit" data-track="home_redeem" className="md:mt-7.5 max-md:w-full">
              {t('redeem.submit')}
            </Button>
          </form>
        </div>
      </div>
      <Later resetKey={String(open)}>
        {open && <RedeemDialog code={code} onCode={setCode} onClose={() => setOpen(false)} />}
      </Later>
    </section>
  )
}
