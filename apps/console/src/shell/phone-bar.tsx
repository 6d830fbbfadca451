import type { Me } from '@hc/contract/desk/calls'
import { Dialog } from '@hc/ui/dialog'
import { Icon } from '@hc/ui/icon'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { hrefOf, menuFor, type Place, tabsFor } from '../kit/menu.ts'
import { iconSearch, menuIcons } from '../kit/menu-icons.ts'
import { news, newsOf } from '../kit/news.ts'
import { Count } from '../kit/page-tabs.tsx'
import { Entries } from './sidebar.tsx'

/** Entries of the bar besides Search and Menu. */
const PLACES = 3

/** The menu of a phone: three pages, the search, and a sheet with everything. */
export function PhoneBar({ me, at, palette }: { me: Me; at: Place | null; palette: () => void }) {
  const t = useTranslations('desk')
  const [open, setOpen] = useState(false)
  const counts = news.use()
  const close = (): void => setOpen(false)
  const main = menuFor(me).main.flatMap(({ entries }) => entries)
  const n = main.reduce((sum, entry) => sum + newsOf(counts, tabsFor(me, entry)), 0)
  const places = main.slice(0, PLACES)
  return (
    <>
      <nav className="phone-bar" aria-label={t('menu.label')}>
        {places.map((entry) => {
          const tabs = tabsFor(me, entry)
          const rows = newsOf(counts, tabs)
          return (
            tabs[0] && (
              <Link key={entry.id} href={hrefOf(tabs[0])} aria-current={entry.id === at?.entry.id ? 'page' : undefined}>
                <Icon name={menuIcons[entry.id]} />
                <span>{t(entry.text)}</span>
                {rows > 0 && <Count n={rows} />}
              </Link>
            )
          )
        })}
        <button type="button" onClick={palette}>
          <Icon name={iconSearch} />
          <span>{t('shell.searchShort')}</span>
        </button>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={n > 0 ? `${t('menu.open')}, ${t('newer.here', { n })}` : undefined}
          onClick={() => setOpen(true)}
        >
          <Icon name="menu" />
          <span>{t('menu.open')}</span>
        </button>
      </nav>
      <Dialog open={open} size="sheet" title={t('menu.open')} closeLabel={t('close')} onClose={close}>
        <div className="sheet-menu">
          <Entries me={me} at={at} onGo={close} />
        </div>
      </Dialog>
    </>
  )
}
