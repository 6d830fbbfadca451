import type { Me } from '@hc/contract/desk/calls'
import { Dialog } from '@hc/ui/dialog'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import { pulseForm, PULSE_MS } from '../kit/form-presence.ts'
import { useKeys } from '../kit/keys.ts'
import { deskPages, placeAt } from '../kit/menu.ts'
import { news } from '../kit/news.ts'
import { may } from '../kit/permission.ts'
import { Shortcuts } from '../kit/shortcuts.tsx'
import { useCall } from '../kit/use-call.ts'
import { useMedia } from '../kit/use-media.ts'
import { folded, foldMenu } from '../lib/look.ts'
import { Banner } from './banner.tsx'
import { PaletteDialog } from './palette-dialog.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { SettingsList } from './settings-list.tsx'
import { Sidebar } from './sidebar.tsx'
import { Toast } from './toast.tsx'
import { TopBar } from './top-bar.tsx'
import { tour } from './tour.ts'

const GuideDrawer = lazy(() => import('./guide-drawer.tsx'))
const TourCard = lazy(() => import('./tour-card.tsx'))

/** Below these widths the menu is its icons: beside any page, and beside the list of Settings. */
const narrow = matchMedia('(max-width: 1099px)')
const narrowBesideSettings = matchMedia('(max-width: 1399px)')

/** Whether the menu is its icons, and what turns that. Where there is little room, a choice holds for this page. */
function useFolded(besideSettings: boolean): [boolean, () => void] {
  const choice = folded.use()
  const [isNarrow, isNarrowThere] = [useMedia(narrow), useMedia(narrowBesideSettings)]
  const tight = isNarrow || (besideSettings && isNarrowThere)
  const [opened, setOpened] = useState(false)
  const small = tight ? !opened : choice
  return [
    small,
    () => {
      if (tight) setOpened(!opened)
      else foldMenu(!choice)
    },
  ]
}

/** The desk around a page: the menu of the person's work, the bar, and what floats above both. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const t = useTranslations('desk')
  const [path] = useLocation()
  const at = placeAt(path, useSearch())
  const inSettings = at?.entry.group === 'settings'
  const [layer, setShown] = useState<'palette' | 'keys' | 'guide' | null>(null)
  const palette = useCallback(() => setShown('palette'), [])
  const help = useCallback(() => setShown('keys'), [])
  const guide = useCallback(() => setShown('guide'), [])
  const step = tour.use()
  const close = useCallback(() => setShown(null), [])
  const [small, fold] = useFolded(inSettings)
  useKeys(me, { palette, help, fold })
  const form = pulseForm.use()
  const hasPulse = may(me, 'today.read')
  const { result: pulse, error } = useCall('pulse/read', hasPulse ? { form } : null, { everyMs: PULSE_MS })
  useEffect(() => {
    if (!pulse && hasPulse && error === null) return
    news.set({
      // Own requests that ended wait for their person, too.
      '/waiting': pulse ? (pulse.todo ?? pulse.approvals) : 0,
      '/alerts': pulse && may(me, deskPages['/alerts'].permission) ? pulse.alerts : 0,
      '/approvals': pulse ? pulse.approvals : 0,
    })
  }, [pulse, hasPulse, error, me])
  return (
    <div className={small ? 'shell shell-small' : 'shell'}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <Sidebar me={me} at={at} small={small} fold={fold} />
      <div className="frame">
        <header className="top">
          <TopBar me={me} at={at} palette={palette} help={guide} />
          <Banner me={me} paused={pulse?.paused ?? false} closed={pulse?.closed ?? false} />
        </header>
        <div className={inSettings ? 'work work-settings' : 'work'}>
          {inSettings && <SettingsList me={me} at={at} />}
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <PhoneBar me={me} at={at} palette={palette} />
      <Toast />
      <PaletteDialog me={me} open={layer === 'palette'} close={close} />
      <Dialog open={layer === 'keys'} title={t('keys.title')} closeLabel={t('close')} onClose={close}>
        <Shortcuts close={close} />
      </Dialog>
      <Dialog
        open={layer === 'guide'}
        size="drawer"
        title={t('shell.guide.title', { page: t(at?.entry.text ?? 'menu.help') })}
        closeLabel={t('close')}
        onClose={close}
      >
        <Suspense fallback={<output>{t('loading')}</output>}>
          <GuideDrawer me={me} at={at} close={close} />
        </Suspense>
      </Dialog>
      {/* What it shows is on Home. */}
      {step && at?.entry.id === 'home' && (
        <Suspense>
          <TourCard step={step} />
        </Suspense>
      )}
    </div>
  )
}
