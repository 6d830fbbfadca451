import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { useApp } from './app-context.ts'

type Props = { className: string; wordClass?: string; icon?: string; track?: string; onClick?: () => void }

/**
 * The link into the game. It opens the publisher's launch address; without one it leads to the downloads and says so.
 */
export function GameLink({ className, wordClass, icon, track, onClick }: Props) {
  const t = useTranslations('common')
  const { launchUrl } = useApp().init.gameInfo
  const inner = (
    <>
      {icon && <Icon name="play" className={icon} />}
      <span className={wordClass}>{t(launchUrl ? 'nav.startGame' : 'nav.download')}</span>
    </>
  )
  return launchUrl ? (
    <a href={launchUrl} className={className} data-track={track} onClick={onClick}>
      {inner}
    </a>
  ) : (
    <Link href={paths.downloads} className={className} data-track={track} onClick={onClick}>
      {inner}
    </Link>
  )
}
