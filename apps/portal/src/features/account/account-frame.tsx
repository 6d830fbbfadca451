import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { usePath } from '../../lib/nav.ts'
import { paths } from '../../paths.ts'

const pages = [
  ['user', paths.account],
  ['recharge', paths.records],
  ['epoint', paths.points],
] as const

/** The frame of the three account pages: a heading each, and their common navigation. */
export function AccountFrame({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const t = useTranslations('account')
  const path = usePath()
  return (
    <div className="page py-8 md:py-10">
      <h1 className="heading-2">{title}</h1>
      {text && <p className="section-lead">{text}</p>}
      <nav aria-label={t('nav.label')} className="mt-6 mb-6">
        <ul className="tabs">
          {pages.map(([key, href]) => (
            <li key={key}>
              <Link href={href} className="tab" aria-current={path === href ? 'page' : undefined}>
                {t(`nav.${key}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}
