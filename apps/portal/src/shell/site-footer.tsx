import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useMarket } from '../lib/market.ts'
import { paths } from '../paths.ts'
import { useApp } from './app-context.ts'

/** Fixed, so that the server's HTML and the browser's agree around New Year, too. */
const YEAR = 2026

export function SiteFooter() {
  const t = useTranslations('common')
  const {
    init: { brand, gameInfo, withdraw },
  } = useApp()
  const market = useMarket()
  // Where no law gives the right, the words read as if money could be cashed out.
  const hasRight = withdraw && !(market?.country && !market.withdrawal)
  return (
    <footer className="site-footer">
      <div className="page flex flex-col gap-5 py-10">
        <nav aria-label={t('footer.label')}>
          <ul className="flex flex-wrap gap-x-6 gap-y-1 max-md:grid max-md:gap-x-4 max-md:grid-cols-[auto_auto] max-[22.4rem]:grid-cols-1 max-md:justify-start">
            <li>
              <Link href={paths.shop} className="footer-link">
                {t('title.shop')}
              </Link>
            </li>
            {brand.footer.map((page) => (
              <li key={page}>
                <Link href={paths[page]} className="footer-link">
                  {t(`footer.${page}`)}
                </Link>
              </li>
            ))}
            {hasRight && (
              <li>
                <Link href={paths.withdraw()} className="footer-link">
                  {t('footer.withdraw')}
                </Link>
              </li>
            )}
            {brand.links.map(({ href, text }) => (
              <li key={href}>
                <a href={href} target="_blank" rel="noopener" className="footer-link">
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="max-w-prose text-sm text-faint">{t('footer.note')}</p>
        <address className="text-sm not-italic text-faint">
          {t('footer.seller', { seller: [brand.seller.name, ...brand.seller.address].join(', ') })}
        </address>
        <p className="text-sm text-faint">{t('footer.copyright', { year: String(YEAR), game: gameInfo.name })}</p>
      </div>
    </footer>
  )
}
