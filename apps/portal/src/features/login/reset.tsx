import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { Tabs } from '@hc/ui/tabs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useApp } from '../../shell/app-context.ts'
import { ResetForm } from './reset-form.tsx'

type By = 'email' | 'phone'

/** Forgot password: by email, or by phone if the shop sends SMS. */
export function Reset({ backHref, onDone }: { backHref: string; onDone: () => void }) {
  const t = useTranslations('login')
  const { init } = useApp()
  const [by, setBy] = useState<By>('email')
  const ways: readonly By[] = init.loginMethods.includes('phone') ? ['email', 'phone'] : ['email']
  const form = <ResetForm key={by} by={by} onDone={onDone} />
  return (
    <>
      {ways.length > 1 ? (
        <Tabs
          label={t('reset.method')}
          tabs={ways.map((key) => ({ key, label: t(`reset.${key}`) }))}
          active={by}
          onChange={setBy}
        >
          <div className="mt-6">{form}</div>
        </Tabs>
      ) : (
        form
      )}
      <Link href={backHref} className={buttonClass('ghost', 'normal', 'mt-4 -ml-3')}>
        <Icon name="left" className="size-4" />
        {t('reset.back')}
      </Link>
    </>
  )
}
