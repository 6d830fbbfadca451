import { Icon } from '@hc/ui/icon'
import { iconDownload } from '@hc/ui/more-icons'
import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useMarket } from '../lib/market.ts'
import { usePath } from '../lib/nav.ts'
import { paths } from '../paths.ts'
import { useApp } from './app-context.ts'
import { openDialog } from './dialog-store.ts'
import { Later } from './lazy-part.tsx'
import { GameLink } from './game-link.tsx'
import { LanguageSelect } from './language-select.tsx'
import { isCurrent, navItems, useTopUp } from './nav-items.ts'
import { SessionMenu } from './session-menu.tsx'

export function Brand() {
  const t = useTranslations('common')
  const {
    init: { brand, gameInfo },
  } = useApp()
  return (
    <Link href={paths.home} className="brand" aria-label={t('nav.homeLink', { game: gameInfo.name })}>
      {brand.wordmark ? (
        <img {...brand.wordmark} alt="" className="wordmark" />
      ) : (
        <>
          <img src={brand.logo} alt="" width="40" height="40" className="brand-logo" />
          <span className="brand-name" aria-hidden="true">
            {gameInfo.name}
          </span>
        </>
      )}
    </Link>
  )
}

const MarketChip = lazy(() => import('../features/market/market-chip.tsx'))

/** Nothing if no sign tells a country, so most pages never load it. */
function Chip() {
  const market = useMarket()
  return (
    market?.country && (
      <Later>
        <MarketChip market={market} />
      </Later>
    )
  )
}

export function TopBar() {
  const t = useTranslations('common')
  const path = usePath()
  const topUp = useTopUp()
  const { themes } = useApp().init.brand
  return (
    <header className="top-bar">
      <div className="page flex min-h-16 items-center gap-2 lg:gap-4">
        <Brand />
        <nav aria-label={t('nav.main')} className="max-md:hidden">
          <ul className="flex items-center">
            {navItems.map((item) => (
              <li key={item.key}>
                <Link
                  href={item.key === 'recharge' ? topUp.items : item.href}
                  className="nav-link"
                  aria-current={isCurrent(path, item) ? 'page' : undefined}
                >
                  {t(`nav.${item.key}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="max-lg:ml-auto flex items-center gap-1">
          <ul className="flex items-center max-lg:hidden">
            <li>
              <GameLink className="nav-tool" icon="size-5" wordClass="nav-word" />
            </li>
            <li>
              <button type="button" className="nav-tool" onClick={() => openDialog('region')}>
                <Icon name={iconDownload} />
                <span className="nav-word">{t('nav.region')}</span>
              </button>
            </li>
            <li>
              <button type="button" className="nav-tool" onClick={() => openDialog('help')}>
                <Icon name="help" />
                <span className="nav-word">{t('nav.help')}</span>
              </button>
            </li>
          </ul>
          <Chip />
          <LanguageSelect className="max-md:hidden" />
          <SessionMenu />
          <button
            type="button"
            className={`icon-btn ${themes ? '' : 'lg:hidden'}`}
            aria-label={t('nav.menu')}
            aria-haspopup="dialog"
            onClick={() => openDialog('menu')}
          >
            <Icon name="menu" className="size-6" />
          </button>
        </div>
      </div>
    </header>
  )
}
