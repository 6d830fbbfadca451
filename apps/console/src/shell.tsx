import { Button } from '@hc/ui/button'
import { Icon, type IconName } from '@hc/ui/icon'
import type { Me } from '@hc/contract/desk/calls'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import { call, loadSession } from './lib/api.ts'
import { useAction } from './kit/use-action.ts'

type Item = { path: string; text: 'today' | 'staff' | 'audit' | 'me'; icon: IconName; permission: string }
const items: readonly Item[] = [
  { path: '/', text: 'today', icon: 'home', permission: 'today.read' },
  { path: '/staff', text: 'staff', icon: 'user', permission: 'staff.read' },
  { path: '/audit', text: 'audit', icon: 'clock', permission: 'audit.own' },
  { path: '/me', text: 'me', icon: 'shield', permission: '' },
]

/** Whether somebody may see a page. The server decides; the menu only agrees. */
export const may = (me: Me, permission: string): boolean =>
  permission === '' || me.permissions[permission] !== undefined || me.decides.includes(permission)

/** The desk around a page: its name, the menu by permission, and who is signed in. */
export function Shell({ me, children }: { me: Me; children: ReactNode }) {
  const t = useTranslations('desk')
  const [path] = useLocation()
  const [open, setOpen] = useState(false)
  const { busy, run } = useAction()
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
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
          aria-label={t('menu.open')}
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => {
            setOpen(!open)
          }}
        >
          <Icon name={open ? 'close' : 'menu'} />
        </button>
      </header>
      <nav id="menu" className={open ? 'menu menu-open' : 'menu'} aria-label={t('menu.label')}>
        <ul>
          {items
            .filter(({ permission }) => may(me, permission))
            .map(({ path: to, text, icon }) => (
              <li key={to}>
                <Link
                  href={to}
                  className="menu-item"
                  aria-current={path === to ? 'page' : undefined}
                  onClick={() => {
                    setOpen(false)
                  }}
                >
                  <Icon name={icon} />
                  {t(`menu.${text}`)}
                </Link>
              </li>
            ))}
        </ul>
        <div className="menu-end">
          <p className="who">
            {me.name}
            <span>{me.email}</span>
          </p>
          <Button
            kind="ghost"
            size="small"
            busy={busy}
            onClick={() => {
              void run(async () => {
                await call('session/leave', {})
                await loadSession()
              })
            }}
          >
            <Icon name="exit" className="size-4" />
            {t('menu.leave')}
          </Button>
        </div>
      </nav>
      <main id="main" tabIndex={-1}>
        {children}
        <p className="zone">{t('zone', { zone })}</p>
      </main>
    </div>
  )
}
