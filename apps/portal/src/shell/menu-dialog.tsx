import { Dialog } from '@hc/ui/dialog'
import { Icon, type IconName } from '@hc/ui/icon'
import { iconClock, iconDownload, iconExit } from '@hc/ui/more-icons'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { currentUrl, loginUrl } from '../lib/nav.ts'
import { useMarket } from '../lib/market.ts'
import { useSession } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { installOffer } from '../lib/web-app.ts'
import { paths } from '../paths.ts'
import { useApp } from './app-context.ts'
import { Appearance } from './appearance.tsx'
import { closeDialog, openDialog } from './dialog-store.ts'
import { GameLink } from './game-link.tsx'
import { LanguageSelect } from './language-select.tsx'

const row = 'flex w-full min-h-12 items-center gap-3.5 rounded-md px-3 text-left text-ink hover:bg-lift/5'

function Row({
  icon,
  href,
  onClick,
  children,
}: {
  icon: IconName
  href?: string
  onClick?: () => void
  children: ReactNode
}) {
  const inner = (
    <>
      <Icon name={icon} className="size-5 text-violet-soft" />
      <span>{children}</span>
    </>
  )
  if (href === undefined)
    return (
      <li>
        <button type="button" className={row} onClick={onClick}>
          {inner}
        </button>
      </li>
    )
  return (
    <li>
      <Link href={href} className={row} onClick={closeDialog}>
        {inner}
      </Link>
    </li>
  )
}

/** The entries that do not fit on a phone's bars. */
export function MenuDialog() {
  const t = useTranslations('common')
  const { status, info } = useSession()
  const market = useMarket()
  const offer = useStore(installOffer)
  const { themes } = useApp().init.brand
  return (
    <Dialog open name="menu" title={t('nav.menu')} closeLabel={t('action.close')} onClose={closeDialog}>
      {info && <p className="mb-2 text-sm">{t('session.signedInAs', { account: info.account })}</p>}
      <ul className="-mx-3">
        {status === 'player' && (
          <Row icon={iconClock} href={paths.records}>
            {t('title.accountRecharge')}
          </Row>
        )}
        <li>
          <GameLink className={row} icon="size-5 text-violet-soft" onClick={closeDialog} />
        </li>
        <Row icon="help" onClick={() => openDialog('help')}>
          {t('nav.help')}
        </Row>
        {offer && (
          <Row
            icon={iconDownload}
            onClick={() => {
              closeDialog()
              // The browser asks once for each offer, whatever the player answers.
              installOffer.set(null)
              void offer.prompt().catch(() => undefined)
            }}
          >
            {t('nav.install')}
          </Row>
        )}
        {status === 'player' ? (
          <Row icon={iconExit} onClick={() => openDialog('logout')}>
            {t('nav.signOut')}
          </Row>
        ) : (
          <Row icon="user" href={loginUrl(currentUrl())}>
            {t('nav.signIn')}
          </Row>
        )}
      </ul>
      <h3 className="mt-4 border-t border-line pt-4 text-sm font-bold text-soft">{t('nav.place')}</h3>
      <ul className="-mx-3">
        <li className={`${row} md:hidden`}>
          <Icon name="globe" className="size-5 text-violet-soft" />
          <span className="flex-1" aria-hidden="true">
            {t('nav.language')}
          </span>
          <LanguageSelect className="menu-language" />
        </li>
        {market && (
          <Row icon="pin" onClick={() => openDialog('market')}>
            {t('nav.market')} · {market.country} {market.currency}
          </Row>
        )}
        <Row icon={iconDownload} onClick={() => openDialog('region')}>
          {t('nav.region')}
        </Row>
      </ul>
      {themes && <Appearance />}
    </Dialog>
  )
}
