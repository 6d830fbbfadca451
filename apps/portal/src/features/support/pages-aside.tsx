import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { usePath } from '../../lib/nav.ts'
import { paths } from '../../paths.ts'
import { useApp } from '../../shell/app-context.ts'
import { ContactLink } from './contact-link.tsx'

/** The publisher's pages beside the one that is read. In narrow windows the footer has them. */
export function PagesAside() {
  const t = useTranslations('common')
  const path = usePath()
  const { brand } = useApp().init
  const { seller, support } = brand
  return (
    <nav className="page-aside pages-aside" aria-label={seller.name}>
      <p className="font-bold">{seller.name}</p>
      <ul>
        {brand.footer.map((page) => (
          <li key={page}>
            <Link href={paths[page]} className="pages-link" aria-current={path === paths[page] ? 'page' : undefined}>
              {t(`footer.${page}`)}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-soft">{support.hours}</p>
      <ContactLink className="link inline-flex min-h-11 items-center" />
    </nav>
  )
}
