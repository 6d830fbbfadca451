import type { HomeConf, SettingInit } from '@hc/contract/calls'
import type { Locale } from '@hc/contract/locales'
import { localeNames } from '@hc/i18n/locale-names'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider, useTranslations } from 'use-intl'
import { paths } from './paths.ts'

type SoonProps = { init: SettingInit; hero: HomeConf['hero']; locale: Locale }

function Mark({ brand, gameInfo }: SettingInit) {
  return (
    <p className="brand">
      {brand.wordmark ? (
        <img {...brand.wordmark} alt={gameInfo.name} className="wordmark" />
      ) : (
        <>
          <img src={brand.logo} alt="" width="40" height="40" className="brand-logo" />
          <span className="brand-name">{gameInfo.name}</span>
        </>
      )}
    </p>
  )
}

function Soon({ init, hero, locale }: SoonProps) {
  const t = useTranslations()
  const { brand, gameInfo, supportEmail } = init
  const other = brand.hero
  return (
    <div className="soon">
      <header className="page soon-top">
        <Mark {...init} />
      </header>
      <main className="hero">
        <picture>
          <source media="(max-width: 750px)" srcSet={hero.imgNarrow} width="780" height="900" />
          <img src={hero.img} alt="" width="1600" height="900" fetchPriority="high" className="hero-art" />
        </picture>
        {other && (
          <picture>
            <source media="(max-width: 750px)" srcSet={other.narrow} width="780" height="900" />
            <img src={other.wide} alt="" width="1600" height="900" className={`hero-art hero-art-${other.scheme}`} />
          </picture>
        )}
        <div className="hero-text page">
          <h1 className="heading-1 text-fade">{t('opening.title')}</h1>
          <p className="hero-line">{t('opening.text', { game: gameInfo.name })}</p>
        </div>
      </main>
      <footer className="page soon-foot">
        <nav aria-label={t('common.nav.language')}>
          <ul className="plain-links">
            {init.languages.map((language) => (
              <li key={language}>
                <a
                  href={`?lang=${language}`}
                  hrefLang={language}
                  lang={language}
                  className="footer-link"
                  aria-current={language === locale ? 'true' : undefined}
                >
                  {localeNames[language]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={t('common.footer.label')}>
          <ul className="plain-links">
            {brand.footer
              .filter((page) => page !== 'contact')
              .map((page) => (
                <li key={page}>
                  <a href={`${paths[page]}?lang=${locale}`} className="footer-link">
                    {t(`common.footer.${page}`)}
                  </a>
                </li>
              ))}
            {supportEmail !== '' && (
              <li>
                <a href={`mailto:${supportEmail}`} className="footer-link">
                  {supportEmail}
                </a>
              </li>
            )}
          </ul>
        </nav>
        <address className="text-sm not-italic text-faint">
          {t('common.footer.seller', { seller: [brand.seller.name, ...brand.seller.address].join(', ') })}
        </address>
      </footer>
    </div>
  )
}

/** The page of a shop that was never open. The server alone renders it, and it needs no script. */
export const soonPage = (messages: unknown, props: SoonProps): string =>
  renderToStaticMarkup(
    <IntlProvider locale={props.locale} messages={messages as never} timeZone="UTC">
      <Soon {...props} />
    </IntlProvider>,
  )
