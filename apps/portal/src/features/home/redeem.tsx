import { Button } from '@hc/ui/button'
import { Dialog } from '@hc/ui/dialog'
import { TextField } from '@hc/ui/field'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

const CODE_MAX = 64

/** The call behind it comes later; until then the page says so before anybody waits for an item. */
export function Redeem() {
  const t = useTranslations('home')
  const tc = useTranslations('common')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [told, setTold] = useState(false)
  const submit = () => {
    setError(code.trim() === '' ? t('redeem.emptyCode') : undefined)
    if (code.trim() !== '') setTold(true)
  }
  return (
    <section className="page section" aria-labelledby="redeem-title">
      <div className="card redeem">
        <img src="/art/items/pass_month.svg" alt="" width="240" height="240" loading="lazy" className="size-36 max-md:hidden" />
        <div className="min-w-0 flex-1">
          <h2 id="redeem-title" className="heading-2">{t('redeem.title')}</h2>
          <p className="mt-2 text-soft">{t('redeem.text')}</p>
          <form className="mt-5 flex max-w-2xl flex-wrap items-start gap-3" noValidate onSubmit={(event) => { event.preventDefault(); submit() }}>
            <div className="min-w-0 flex-1 basis-64">
              <TextField label={t('redeem.label')} placeholder={t('redeem.placeholder')} value={code} error={error} maxLength={CODE_MAX}
                autoComplete="off" autoCapitalize="characters" spellCheck={false} onChange={(event) => { setCode(event.target.value); setError(undefined) }} />
            </div>
            <Button type="submit" className="md:mt-7.5 max-md:w-full">{t('redeem.submit')}</Button>
          </form>
        </div>
      </div>
      <Dialog open={told} title={t('redeem.notYetTitle')} closeLabel={tc('action.close')} onClose={() => { setTold(false) }}
        actions={<Button onClick={() => { setTold(false) }}>{tc('action.ok')}</Button>}>
        <p>{t('redeem.notYetText')}</p>
      </Dialog>
    </section>
  )
}
