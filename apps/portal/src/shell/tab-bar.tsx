import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { usePath } from '../lib/nav.ts'
import { isUnder, navItems } from './nav-items.ts'

/** The phone's navigation, in reach of the thumb. */
export function TabBar() {
  const t = useTranslations('common')
  const path = usePath()
  return (
    <nav className="tab-bar md:hidden" aria-label={t('nav.tabs')}>
      <ul className="grid grid-cols-4">
        {navItems.map((item) => (
          <li key={item.key}>
            <Link href={item.href} className="tab-link" aria-current={isUnder(path, item.under) ? 'page' : undefined}>
              <Icon name={item.icon} className="size-6" />
              <span>{t(`nav.${item.key}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
