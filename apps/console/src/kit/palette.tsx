import type { Me } from '@hc/contract/desk/calls'
import { deskPaths } from '@hc/contract/desk/pages'
import { Icon } from '@hc/ui/icon'
import { Command } from 'cmdk'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { pages } from '../pages.ts'
import { may } from './may.ts'

/** Where one can go, by typing: pages that one may see. */
export function Palette({ me, close }: { me: Me; close: () => void }) {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
  }, [])
  const to = (href: string): void => {
    close()
    go(href)
  }
  return (
    <Command label={t('palette.title')} className="palette" loop>
      <Command.Input ref={input} className="input" placeholder={t('palette.hint')} />
      <Command.List className="palette-list" label={t('palette.found')}>
        <Command.Empty className="soft">{t('palette.nothing')}</Command.Empty>
        <Command.Group heading={t('palette.pages')}>
          {deskPaths.map((path) => {
            const { menu, permission, letter } = pages[path]
            if (!menu || !may(me, permission)) return null
            const text = t(menu.text)
            return (
              <Command.Item
                key={path}
                value={text}
                className="menu-item"
                onSelect={() => {
                  to(path)
                }}
              >
                <Icon name={menu.icon} />
                {text}
                {letter && <kbd>g {letter}</kbd>}
              </Command.Item>
            )
          })}
        </Command.Group>
      </Command.List>
    </Command>
  )
}
