import type { Me } from '@hc/contract/desk/calls'
import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { hrefOf, nameOf, type Place } from '../kit/menu.ts'
import { iconSearch } from '../kit/menu-icons.ts'
import { pageTitle } from '../kit/page.tsx'
import { may } from '../kit/permission.ts'
import { Bell } from './bell.tsx'
import { PersonMenu } from './person-menu.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

type Props = { me: Me; at: Place | null; palette: () => void; help: () => void }

/** Above every page: where it stands, the search, what the shop takes, news, help, and the person. */
export function TopBar({ me, at, palette, help }: Props) {
  const t = useTranslations('desk')
  return (
    <div className="bar">
      <Crumbs at={at} />
      <button type="button" className="bar-search" onClick={palette}>
        <Icon name={iconSearch} className="size-4" />
        <span>{t('shell.search')}</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {me.mode === 'demo' && <span className="badge badge-demo">{t('shell.demo')}</span>}
      {me.mode === 'test' && <span className="badge badge-warn">{t('shell.test')}</span>}
      {may(me, 'today.read') && <Bell />}
      <button
        type="button"
        className="icon-btn bar-help"
        aria-haspopup="dialog"
        aria-label={t('shell.help')}
        title={t('shell.help')}
        onClick={help}
      >
        <Icon name="help" />
      </button>
      <PersonMenu me={me} />
    </div>
  )
}

/** The group and the entry of a list; the list of a page below it, and its heading. */
function Crumbs({ at }: Pick<Props, 'at'>) {
  const t = useTranslations('desk')
  const title = pageTitle.use()
  return (
    <nav className="crumbs" aria-label={t('shell.crumbs')}>
      <ol>
        {at?.entry.group === 'settings' && (
          <li className="crumb-group">
            <Link href="/settings">{t('menu.settings')}</Link>
          </li>
        )}
        {at && at.entry.group !== 'settings' && at.entry.group !== 'first' && at.entry.group !== 'foot' && (
          <li className="crumb-group">{t(`menu.group.${at.entry.group}`)}</li>
        )}
        {at && !at.isList && (
          <li className="crumb-list">
            <Link href={hrefOf(at.tab)}>{t(nameOf(at))}</Link>
          </li>
        )}
        <li className="crumb-here" aria-current="page">
          <span>{at?.isList ? t(at.entry.text) : title}</span>
        </li>
      </ol>
    </nav>
  )
}
