import type { Me } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { hrefOf, type Place, settingsFor, tabsFor } from '../kit/menu.ts'

/** The pages of Settings, beside each of them. */
export function SettingsList({ me, at }: { me: Me; at: Place }) {
  const t = useTranslations('desk')
  return (
    <nav className="settings-list" aria-label={t('menu.settings')}>
      <ul>
        {settingsFor(me).map((entry) => {
          const [first] = tabsFor(me, entry)
          return (
            first && (
              <li key={entry.id}>
                <Link href={hrefOf(first)} className="side-item" aria-current={entry === at.entry ? 'page' : undefined}>
                  {t(entry.text)}
                </Link>
              </li>
            )
          )
        })}
      </ul>
    </nav>
  )
}
