import { Button } from '@hc/ui/button'
import type { Me } from '@hc/contract/desk/calls'
import { type DeskPath, deskPaths } from '@hc/contract/desk/pages'
import { Dialog } from '@hc/ui/dialog'
import { Icon } from '@hc/ui/icon'
import { iconExit, iconEye } from '@hc/ui/more-icons'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import { call, loadSession } from './lib/api.ts'
import { forgetDrafts } from './lib/kept-drafts.ts'
import { useKeys } from './kit/keys.ts'
import { pulseForm, PULSE_MS } from './kit/form-presence.ts'
import { LanguageSelect } from './kit/language-select.tsx'
import { may } from './kit/permission.ts'
import { SaidLine } from './kit/outcome-line.tsx'
import { Shortcuts } from './kit/shortcuts.tsx'
import { useAction } from './kit/use-action.ts'
import { useCall } from './kit/use-call.ts'
import { zone } from './lib/zone.ts'
import { deskPages, groups } from './kit/menu.ts'

/** Larger numbers are shown as "99+". */
const MOST = 99
const Palette = lazy(async () => ({ default: (await import('./kit/palette.tsx')).Palette }))

/** The number of new rows on a page of the menu. */
type News = Partial<Record<DeskPath, number>>

/** The desk around a page: its name, the menu by permission, and the person who is signed in. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const t = useTranslations('desk')
  const [path] = useLocation()
  const [open, setOpen] = useState(false)
  const [layer, setShown] = useState<'palette' | 'keys' | null>(null)
  const { busy, run } = useAction()
  const [text, setText] = useState('')
  const palette = useCallback(() => {
    setText('')
    setShown('palette')
  }, [])
  const help = useCallback(() => setShown('keys'), [])
  const close = useCallback(() => setShown(null), [])
  useKeys(me, { palette, help })
  const form = pulseForm.use()
  const pulse = useCall('pulse/read', may(me, 'today.read') ? { form } : null, { everyMs: PULSE_MS }).result
  const news: News = {
    '/alerts': pulse && may(me, deskPages['/alerts'].permission) ? pulse.alerts : 0,
    '/approvals': pulse ? pulse.approvals + pulse.ended : 0,
  }
  const sum = Object.values(news).reduce((total, other) => total + other, 0)
  // The active menu entry: the one of this page, or the nearest one above it. Payouts belong to the gateways.
  const place = path.replace(/^\/finance\/payouts\//, '/finance/gateways/')
  const at = deskPaths
    .filter(
      (candidate) =>
        deskPages[candidate].menu && (place === candidate || (candidate !== '/' && place.startsWith(`${candidate}/`))),
    )
    .toSorted((a, other) => other.length - a.length)[0]
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <header className="top">
        <p className="desk-name">
          <Icon name="shield" className="size-5" />
          {t('name')}
        </p>
        <button
          type="button"
          className="icon-btn menu-btn"
          aria-label={sum > 0 ? `${t('menu.open')}, ${t('newer.here', { n: sum })}` : t('menu.open')}
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} />
          {sum > 0 && <span className="menu-dot" />}
        </button>
      </header>
      <nav id="menu" className={open ? 'menu menu-open' : 'menu'} aria-label={t('menu.label')}>
        <button type="button" className="menu-item menu-search" onClick={palette}>
          <Icon name={iconEye} />
          {t('palette.open')}
          <kbd>Ctrl K</kbd>
        </button>
        {groups.map((group) => {
          const paths = deskPaths.filter(
            (candidate) => deskPages[candidate].menu?.group === group && may(me, deskPages[candidate].permission),
          )
          return (
            paths.length > 0 && (
              <ul key={group} aria-label={t(`menu.group.${group}`)}>
                {paths.map((to) => (
                  <MenuItem key={to} to={to} here={to === at} n={news[to] ?? 0} onGo={() => setOpen(false)} />
                ))}
              </ul>
            )
          )
        })}
        <div className="menu-end">
          <p className="who">
            {me.name}
            <span>{me.email}</span>
          </p>
          <LanguageSelect />
          <Button
            kind="ghost"
            size="small"
            busy={busy}
            onClick={() =>
              void run(async () => {
                await call('session/leave', {})
                await loadSession()
                forgetDrafts()
              })
            }
          >
            <Icon name={iconExit} className="size-4" />
            {t('menu.leave')}
          </Button>
        </div>
      </nav>
      <main id="main" tabIndex={-1}>
        <SaidLine />
        {children}
        <p className="zone">{t('zone', { zone: zone() })}</p>
      </main>
      <Dialog open={layer === 'palette'} title={t('palette.title')} closeLabel={t('close')} onClose={close}>
        <Suspense fallback={<FirstLetters text={text} setText={setText} />}>
          <Palette me={me} text={text} setText={setText} close={close} />
        </Suspense>
      </Dialog>
      <Dialog open={layer === 'keys'} title={t('keys.title')} closeLabel={t('close')} onClose={close}>
        <Shortcuts close={close} />
      </Dialog>
    </div>
  )
}

/** Takes what is typed until the palette is there. */
function FirstLetters({ text, setText }: { text: string; setText: (text: string) => void }) {
  const t = useTranslations('desk')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
  }, [])
  return (
    <div className="palette">
      <input
        ref={field}
        className="input"
        aria-label={t('palette.title')}
        placeholder={t('palette.hint')}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <output className="soft">{t('loading')}</output>
    </div>
  )
}

function MenuItem({ to, here, n, onGo }: { to: DeskPath; here: boolean; n: number; onGo: () => void }) {
  const t = useTranslations('desk')
  const { menu } = deskPages[to]
  return (
    menu && (
      <li>
        <Link href={to} className="menu-item" aria-current={here ? 'page' : undefined} onClick={onGo}>
          <Icon name={menu.icon} />
          {t(menu.text)}
          {n > 0 && (
            <>
              <span className="menu-n" aria-hidden="true">
                {n > MOST ? `${MOST}+` : n}
              </span>
              <span className="hidden-text">{t('newer.here', { n })}</span>
            </>
          )}
        </Link>
      </li>
    )
  )
}
