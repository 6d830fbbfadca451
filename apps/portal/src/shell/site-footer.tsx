import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { useApp } from './app-context.ts'

const pages = ['about', 'contact', 'privacy', 'agreement'] as const
/** Fixed, so that the server's HTML and the browser's agree around New Year too. */
const YEAR = 2026

export function SiteFooter() {
  const t = useTranslations('common')
  const { init } = useApp()
  return (
    <footer className="site-footer">
      <div className="page flex flex-col gap-5 py-10">
        <nav aria-label={t('footer.label')}>
          <ul className="flex flex-wrap gap-x-6 gap-y-1 max-md:grid max-md:gap-x-4 max-md:grid-cols-[auto_auto] max-md:justify-start">
            {pages.map((page) => <li key={page}><Link href={paths[page]} className="footer-link">{t(`footer.${page}`)}</Link></li>)}
          </ul>
        </nav>
        <p className="max-w-prose text-sm text-faint">{t('footer.note')}</p>
        <p className="text-sm text-faint">{t('footer.copyright', { year: String(YEAR), game: init.gameInfo.name })}</p>
      </div>
    </footer>
  )
}
