import { Icon } from '@hc/ui/icon'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { hrefOf, type PageProps, settingsFor, tabsFor } from '../../kit/menu.ts'
import { menuIcons } from '../../kit/menu-icons.ts'
import { Page } from '../../kit/page.tsx'
import { tOf } from '../../kit/text-of.ts'

/** Every page of Settings, with what it is for in one sentence. */
export default function Settings({ me }: PageProps) {
  const t = useTranslations('desk')
  return (
    <Page width="detail">
      <ul className="cards">
        {settingsFor(me).map((entry) => {
          const [first] = tabsFor(me, entry)
          return (
            first && (
              <li key={entry.id} className="card card-link">
                <Icon name={menuIcons[entry.id]} />
                <h2>
                  <Link href={hrefOf(first)}>{t(entry.text)}</Link>
                </h2>
                <p className="soft">{tOf(t, 'shell.settings', entry.id)}</p>
              </li>
            )
          )
        })}
      </ul>
    </Page>
  )
}
