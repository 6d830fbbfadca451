import type { Locale } from '@hc/contract/locales'
import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider, useTranslations } from 'use-intl'
import { localeNames } from '@hc/i18n/locale-names'
import { paths } from './paths.ts'

/** An empty address means this page, with its query. */
const SAME_PAGE = ''
const places = [
  ['home', paths.home],
  ['recharge', paths.recharge],
  ['event', paths.events()],
  ['account', paths.account],
] as const

/** Each language as a plain link: it works without a script, and stays on the page. */
function Languages({ languages }: { languages: readonly Locale[] }) {
  const t = useTranslations('common')
  return (
    <nav aria-label={t('nav.language')}>
      <ul className="plain-links">
        {languages.map((language) => (
          <li key={language}>
            <a href={`?lang=${language}`} hrefLang={language} lang={language} className="footer-link">
              {localeNames[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * The error screen of the specification, section 2, for scripts that do not come. An empty address is this page again.
 */
function LoadFailed({ languages }: { languages: readonly Locale[] }) {
  const t = useTranslations('common')
  return (
    <div id="load-failed" className="load-failed" role="alert">
      <div className="state">
        <Icon name="warn" className="size-12 text-gold" />
        <h1 className="heading-3 if-online">{t('state.loadError')}</h1>
        <p className="max-w-prose text-soft if-online">{t('state.loadErrorText')}</p>
        <h1 className="heading-3 if-offline">{t('state.offlineTitle')}</h1>
        <p className="max-w-prose text-soft if-offline">{t('state.offlineText')}</p>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a button element does nothing without a script */}
        <a href={SAME_PAGE} role="button" className={buttonClass('primary', 'normal', 'mt-2')}>
          {t('action.refresh')}
        </a>
        <nav aria-label={t('nav.main')}>
          <ul className="plain-links">
            {places.map(([key, href]) => (
              <li key={key}>
                <a href={href} className="footer-link">
                  {t(`nav.${key}`)}
                </a>
              </li>
            ))}
            <li>
              <a href={paths.contact} className="footer-link">
                {t('footer.contact')}
              </a>
            </li>
          </ul>
        </nav>
        <Languages languages={languages} />
      </div>
    </div>
  )
}

function NoScript({ languages }: { languages: readonly Locale[] }) {
  const t = useTranslations('common')
  return (
    <div className="page no-script">
      <p>{t('state.noScript')}</p>
      <Languages languages={languages} />
    </div>
  )
}

/**
 * The screens for a page whose scripts did not load. The server alone renders them, so they need no script. `top`
 * belongs before the page, `bottom` after it.
 */
export function fallbacks(
  locale: Locale,
  messages: unknown,
  languages: readonly Locale[],
): { top: string; bottom: string } {
  const text = (part: React.ReactNode): string =>
    renderToStaticMarkup(
      <IntlProvider locale={locale} messages={messages as never} timeZone="UTC">
        {part}
      </IntlProvider>,
    )
  return {
    top: `<noscript>${text(<NoScript languages={languages} />)}</noscript>`,
    bottom: text(<LoadFailed languages={languages} />),
  }
}
