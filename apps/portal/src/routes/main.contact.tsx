import type { HomeConf } from '@hc/contract/calls'
import { buttonClass } from '@hc/ui/button'
import { Icon } from '@hc/ui/icon'
import { iconExternal } from '@hc/ui/more-icons'
import { useTranslations } from 'use-intl'
import { Html } from '../features/html.tsx'
import { ServiceLink } from '../features/service-link.tsx'
import { MailLink } from '../features/support/mail-link.tsx'
import { PagesAside } from '../features/support/pages-aside.tsx'
import { SupportForm } from '../features/support/support-form.tsx'
import { useSearch } from '../lib/nav.ts'
import { useSession } from '../lib/session.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import type { PageProps } from '../router/route.ts'

/**
 * All ways to contact the publisher: mail, a form that needs no account, and for players the help desk that knows them.
 */
export default function ContactPage({ data }: PageProps<HomeConf['footer']['contact']>) {
  const t = useTranslations('help')
  const { info } = useSession()
  const query = new URLSearchParams(useSearch())
  // The server renders the page without the order: its HTML is the same for everybody.
  const order = useHydrated() ? (query.get('order') ?? '') : ''
  return (
    <article className="page py-10">
      <h1 className="heading-2 mb-6">{data.title}</h1>
      <div className="with-aside">
        <div className="reading">
          <Html html={data.html} />
          <section id="write" className="mt-10" aria-labelledby="write-title">
            <h2 id="write-title" className="heading-3">
              {t('form.title')}
            </h2>
            <p className="mt-2 text-soft">{t('form.text')}</p>
            <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-6 gap-y-2">
              <MailLink order={order} />
              {info?.customer_service && (
                <ServiceLink
                  href={info.customer_service}
                  {...(order ? { order } : {})}
                  className={buttonClass('quiet', 'small')}
                >
                  {t('service')}
                  <Icon name={iconExternal} className="size-4" />
                </ServiceLink>
              )}
            </div>
            <SupportForm order={order} />
          </section>
        </div>
        <PagesAside />
      </div>
    </article>
  )
}
