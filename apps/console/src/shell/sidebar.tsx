import type { Me } from '@hc/contract/desk/calls'
import { Icon } from '@hc/ui/icon'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { type Entry, hrefOf, type Menu, menuFor, type Place, placeAt, tabsFor } from '../kit/menu.ts'
import { iconSide, menuIcons } from '../kit/menu-icons.ts'
import { news, newsOf } from '../kit/news.ts'
import { Count } from '../kit/page-tabs.tsx'
import { may } from '../kit/permission.ts'
import { useCall } from '../kit/use-call.ts'

type Parts = { me: Me; at: Place | null; onGo?: () => void }

/** The menu beside every page: the entries of the person's work, what else they may read, Settings and Help. */
export function Sidebar({ me, at, small, fold }: Parts & { small: boolean; fold: () => void }) {
  const t = useTranslations('desk')
  const label = t(small ? 'menu.unfold' : 'menu.fold')
  return (
    <nav className="side" aria-label={t('menu.label')}>
      <div className="side-head">
        <p className="desk-name">
          <Icon name="shield" className="size-5" />
          <span>{t('name')}</span>
        </p>
        <button type="button" className="icon-btn" aria-label={label} title={`${label} [`} onClick={fold}>
          <Icon name={iconSide} className="size-4" />
        </button>
      </div>
      <Entries me={me} at={at} />
    </nav>
  )
}

/** The entries of the menu, in the sidebar and in the sheet of a phone. */
export function Entries({ me, at, onGo }: Parts) {
  const menu = menuFor(me)
  // A page of Settings that is no entry of its own stands under Settings.
  const all = [...menu.main.flatMap(({ entries }) => entries), ...menu.more, ...menu.foot]
  const here = all.find(({ id }) => id === at?.entry.id) ?? (at?.entry.group === 'settings' ? menu.foot[0] : undefined)
  const items = (entries: readonly Entry[]) =>
    entries.map((entry) => <Item key={entry.id} me={me} entry={entry} here={entry === here} onGo={onGo} />)
  return (
    <>
      <Pinned me={me} headings={menu.headings} onGo={onGo} />
      {menu.main.map(({ group, entries }) => (
        <Group key={group + String(entries[0]?.id)} group={group} headings={menu.headings}>
          {items(entries)}
        </Group>
      ))}
      {menu.more.length > 0 && (
        <More key={String(menu.more.includes(here as Entry))} opens={menu.more.includes(here as Entry)}>
          {items(menu.more)}
        </More>
      )}
      <ul className="side-foot">{items(menu.foot)}</ul>
    </>
  )
}

/** The views that the person pinned, at the top. */
function Pinned({ me, headings, onGo }: { me: Me; headings: boolean; onGo: (() => void) | undefined }) {
  const t = useTranslations('desk')
  const views = useCall('view/list', may(me, 'view.write') ? {} : null).result ?? []
  if (views.length === 0) return null
  return (
    <>
      {headings && <h2 className="side-group">{t('menu.pinned')}</h2>}
      <ul className="side-pins" aria-label={t('menu.pinned')}>
        {views.map(({ view_id, page, name: viewName, query }) => {
          // A page that is pinned by its star has the name of its entry, in the person's language of today.
          const place = query === '' ? placeAt(page, '') : null
          const name = place ? t(place.tab.text) : viewName
          return (
            <li key={view_id}>
              <Link href={query === '' ? page : `${page}?${query}`} className="side-item" title={name} onClick={onGo}>
                <Icon name="star" className="size-4.5" />
                <span className="side-name">{name}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Group({
  group,
  headings,
  children,
}: {
  group: Menu['main'][number]['group']
  headings: boolean
  children: React.ReactNode
}) {
  const t = useTranslations('desk')
  if (!headings || group === 'first' || group === 'settings' || group === 'foot') return <ul>{children}</ul>
  return (
    <>
      <h2 className="side-group">{t(`menu.group.${group}`)}</h2>
      <ul>{children}</ul>
    </>
  )
}

/** What the person may read, but does not work with: folded, until they look for it. */
function More({ opens, children }: { opens: boolean; children: React.ReactNode }) {
  const t = useTranslations('desk')
  const [open, setOpen] = useState(opens)
  return (
    <>
      <button type="button" className="side-more" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'down' : 'right'} className="size-4" />
        <span>{t('menu.more')}</span>
      </button>
      {open && <ul>{children}</ul>}
    </>
  )
}

function Item({ me, entry, here, onGo }: { me: Me; entry: Entry; here: boolean; onGo: (() => void) | undefined }) {
  const t = useTranslations('desk')
  const counts = news.use()
  const tabs = tabsFor(me, entry)
  const [first] = tabs
  const n = newsOf(counts, tabs)
  return (
    first && (
      <li>
        <Link
          href={hrefOf(first)}
          className="side-item"
          title={t(entry.text)}
          aria-current={here ? 'page' : undefined}
          onClick={onGo}
        >
          <Icon name={menuIcons[entry.id]} className="size-4.5" />
          <span className="side-name">{t(entry.text)}</span>
          {n > 0 && <Count n={n} />}
        </Link>
      </li>
    )
  )
}
