import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { usePath } from '../lib/nav.ts'
import { isCurrent, navItems, useTopUp } from './nav-items.ts'

/** The phone's navigation, in reach of the thumb. */
export function TabBar() {
  const t = useTranslations('common')
  const path = usePath()
  const topUp = useTopUp()
  return (
    <nav className="tab-bar md:hidden" aria-label={t('nav.tabs')}>
      <ul className="grid grid-cols-4">
        {navItems.map((item) => (
          <li key={item.key}>
            <Link
              href={item.key === 'recharge' ? topUp.items : item.href}
              className="tab-link"
              aria-current={isCurrent(path, item) ? 'page' : undefined}
            >
              <Icon name={item.icon} className="size-6" />
              <span>{t(`nav.${item.key}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
