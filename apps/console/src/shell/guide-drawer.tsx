import type { Me } from '@hc/contract/desk/calls'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { titles } from '../help/titles.ts'
import { shippedViews } from '../kit/list/shipped-views.ts'
import { hrefOf, type EntryId, type Place, tabsFor } from '../kit/menu.ts'
import { acts } from '../kit/palette-actions.ts'
import { may } from '../kit/permission.ts'
import { tOf } from '../kit/text-of.ts'
import type { DeskTexts } from '../kit/use-action.ts'
import { Shortcuts } from '../kit/shortcuts.tsx'
import { tour } from './tour.ts'

const MOST_TASKS = 3

/** The runbooks that fit a page, by the names of their files. */
const guidesOf: Partial<Record<EntryId, readonly string[]>> = {
  todo: ['stuck-order', 'late-payment', 'parked-webhook'],
  orders: ['stuck-order', 'late-payment', 'failed-refund'],
  players: ['deleted-player', 'market-appeal'],
  refunds: ['failed-refund', 'withdrawal'],
  deliveries: ['stuck-order', 'game-lost-its-data'],
  ledger: ['broken-books', 'documents'],
  receipts: ['documents'],
  health: ['broken-books', 'backup-restore', 'failover'],
  webhooks: ['parked-webhook', 'late-payment'],
  providers: ['late-payment'],
  markets: ['market-appeal'],
  law: ['withdrawal'],
  audit: ['audit'],
}

type Task = { href: string; text: string }

/** What people often do on a page: its own actions, its views, and its other tabs. */
function tasksOf(t: DeskTexts, me: Me, { entry, tab: here }: Place): readonly Task[] {
  const tabs = tabsFor(me, entry)
  const paths = tabs.map(({ path }) => path as string)
  const actions = acts
    .filter(
      ({ path, permission }) => may(me, permission) && paths.includes(path.replace(/[?].*|\/new$|\/\w+\/new$/, '')),
    )
    .map(({ act, path }) => ({ href: path, text: t(`palette.acts.${act}`) }))
  const views = paths.flatMap((path) =>
    (shippedViews[path] ?? []).map(({ key, query }) => ({ href: `${path}?${query}`, text: t(`views.shipped.${key}`) })),
  )
  const others = tabs.filter((other) => other !== here).map((other) => ({ href: hrefOf(other), text: t(other.text) }))
  return [...actions, ...views, ...others].slice(0, MOST_TASKS)
}

/** What the page is for, what people often do on it, its keys, and the guides that fit. */
export default function GuideDrawer({ me, at, close }: { me: Me; at: Place | null; close: () => void }) {
  const t = useTranslations('desk')
  const id = at?.entry.id ?? 'home'
  const about = tOf(t, 'shell.about', id) ?? tOf(t, 'shell.settings', id)
  const tasks = at ? tasksOf(t, me, at) : []
  const guides = titles.filter(({ name }) => guidesOf[id]?.includes(name))
  return (
    <div className="guide-drawer">
      {about !== undefined && <p className="guide-about">{about}</p>}
      {tasks.length > 0 && (
        <section>
          <h3>{t('shell.guide.tasks')}</h3>
          <ul>
            {tasks.map(({ href, text }) => (
              <li key={href}>
                <Link className="link" href={href} onClick={close}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>{t('keys.title')}</h3>
        <Shortcuts />
      </section>
      <section>
        <h3>{t('shell.guide.guides')}</h3>
        <ul>
          {guides.map(({ name, title }) => (
            <li key={name}>
              <Link className="link" href={`/help/${name}`} lang="en" onClick={close}>
                {title}
              </Link>
            </li>
          ))}
          <li>
            <Link className="link" href="/help" onClick={close}>
              {t('help.all')}
            </Link>
          </li>
        </ul>
      </section>
      {at?.entry.id === 'home' && (
        <button
          type="button"
          className="link"
          onClick={() => {
            close()
            tour.set('needs')
          }}
        >
          {t('shell.guide.tour')}
        </button>
      )}
    </div>
  )
}
