import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { useApp } from '../../shell/app-context.ts'

const kinds = [
  { key: 'items', href: paths.recharge, glow: 'teaser-violet' },
  { key: 'points', href: paths.packs, glow: 'teaser-gold' },
] as const

export function TopUpCenter() {
  const t = useTranslations('home')
  const { init } = useApp()
  return (
    <section className="page section" aria-labelledby="topup-title">
      <h2 id="topup-title" className="heading-2">{t('topup.title')}</h2>
      <p className="section-lead">{t('topup.text')}</p>
      <div className="mt-7 grid gap-5 md:grid-cols-2">
        {kinds.map(({ key, href, glow }) => (
          <div key={key} className={`card card-link teaser group ${glow}`}>
            <div className="teaser-art" aria-hidden="true">
              {init.brand[key].map((one) => <img key={one} src={one} alt="" width="240" height="240" loading="lazy" />)}
            </div>
            <div className="flex flex-1 flex-col gap-2 p-6 pt-2">
              <h3 className="heading-3">{t(`topup.${key}Title`)}</h3>
              <p className="text-soft">{t(`topup.${key}Text`)}</p>
              <Link data-track={`home_${key}`} href={href} className="mt-auto inline-flex min-h-11 items-center gap-2 pt-2 font-bold text-cyan after:absolute after:inset-0 after:rounded-lg">
                {t(`topup.${key}Cta`)}<Icon name="arrow" className="size-5 transition-transform group-hover:translate-x-1" />
              </Link>
            </div>
          </div>
        ))}
      </div>
      <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-gold/40 bg-gold/8 px-5 py-4">
        <span className="badge badge-gold"><Icon name="star" className="size-4" />{t('topup.bonus')}</span>
        <span className="text-soft">{t('topup.bonusText')}</span>
      </p>
    </section>
  )
}
