import { buttonClass } from '@hc/ui/button'
import { useTranslations } from 'use-intl'
import { useApp } from '../../shell/app-context.ts'
import { ProviderMark, providers } from './provider-marks.tsx'

/** Plain links that leave the page for a provider's own page, which leads back to this one. */
export function Providers({ redirect, remember, alone }: { redirect: string; remember: boolean; alone: boolean }) {
  const t = useTranslations('login')
  const { init } = useApp()
  const offered = providers.filter((provider) => init.loginMethods.includes(provider))
  if (offered.length === 0) return null
  const query = new URLSearchParams({ redirect, ...(remember ? { remember: '1' } : {}) })
  return (
    <div className="mt-7">
      {!alone && (
        <p className="login-or">
          <span>{t('or')}</span>
        </p>
      )}
      <ul className="mt-4 grid grid-cols-2 gap-3">
        {offered.map((provider) => (
          <li key={provider}>
            <a
              data-track={`sign_in_${provider}`}
              href={`/api/user/oauth/${provider}/start?${query}`}
              className={buttonClass('quiet', 'normal', 'w-full')}
              aria-label={t('with', { provider: t(`provider.${provider}`) })}
            >
              <ProviderMark name={provider} />
              <span aria-hidden="true">{t(`provider.${provider}`)}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
