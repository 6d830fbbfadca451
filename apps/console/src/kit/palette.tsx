import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { Icon, type IconName } from '@hc/ui/icon'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { titles } from '../help/titles.ts'
import type { Wish } from '../shell/palette-dialog.tsx'
import { count, money } from './facts.tsx'
import { deskPages, hrefOf, pagesFor } from './menu.ts'
import { menuIcons } from './menu-icons.ts'
import { acts } from './palette-actions.ts'
import { likeness, likenessByWords } from './palette-rank.ts'
import { OrderBadges } from './order-badge.tsx'
import { may } from './permission.ts'
import { tOf } from './text-of.ts'
import type { DeskTexts } from './use-action.ts'
import { useCall } from './use-call.ts'

type Match = DeskResult<'search/find'>[number]
type Item = {
  key: string
  href: string
  icon: IconName
  text: string
  soft?: string
  keys?: string
  lang?: string
  score: number
  /** The state of an order, for its badges. */
  order?: NonNullable<Match['order']>
}
type Group = { heading: string; items: readonly Item[] }

/** The amount of a match, or its number of uses. */
function figureTexts(t: DeskTexts, figures: Match['figures']): string[] {
  if (!figures) return []
  if ('cents' in figures) return [money(figures.cents, figures.currency)]
  const { used, uses } = figures
  return [t('palette.used', { used: count(used), uses: uses === null ? 'none' : count(uses) })]
}

const icons = {
  order: menuIcons.orders,
  player: menuIcons.players,
  webhook: menuIcons.webhooks,
  code: menuIcons.campaigns,
  journal: menuIcons.ledger,
  product: menuIcons.products,
  campaign: menuIcons.campaigns,
  article: menuIcons.articles,
} as const

/** Shorter texts are searched as names of pages only; but a number may be a journal's, which start at 1. */
const SHORTEST = 4
const mayBeFound = (text: string): boolean => text.length >= SHORTEST || /^\d+$/.test(text)

/** Kinds of which a part of the name is enough to be found; the others are found by exactly the text. */
const namedKinds: readonly Match['kind'][] = ['product', 'campaign', 'article']
const isExactly = ({ kind, id, line }: Match, text: string): boolean =>
  !namedKinds.includes(kind) || [id, line].some((field) => field.toLowerCase() === text.toLowerCase())

/** The server has put the exact ones first. */
const recordItems = (t: DeskTexts, rows: readonly Match[], text: string): Item[] =>
  rows.map((match, at) => ({
    key: `${match.kind} ${match.id}`,
    href: match.path,
    icon: icons[match.kind],
    text: match.id,
    soft: [match.line, ...figureTexts(t, match.figures)].join(', '),
    ...(match.order ? { order: match.order } : {}),
    score: (isExactly(match, text) ? 1 : 0.8) - at / 1_000,
  }))

/** Pages by their names of now and by those of before. */
function pageItems(t: DeskTexts, me: Me, text: string): Item[] {
  return pagesFor(me).map(({ entry, tab }) => {
    const names = tab.text === entry.text ? [t(entry.text)] : [t(tab.text), t(entry.text)]
    const [id] = tab.text.split('.').slice(1)
    const old = [
      tOf(t, 'palette.old', id ?? '') ?? '',
      tab === entry.tabs[0] ? (tOf(t, 'palette.old', entry.id) ?? '') : '',
    ]
    const [now, before] = [names, old].map((all) => Math.max(...all.map((name) => likeness(name, text))))
    const { letter } = deskPages[tab.path]
    return {
      key: hrefOf(tab),
      href: hrefOf(tab),
      icon: menuIcons[entry.id],
      text: names[0] ?? '',
      // An entry's first page is the entry; the others say of which one they are.
      soft: [names[1] ?? '', (before ?? 0) > (now ?? 0) ? (old.find((name) => likeness(name, text) > 0) ?? '') : '']
        .filter(Boolean)
        .join(', '),
      score: Math.max(now ?? 0, (before ?? 0) * 0.95),
      ...(letter === undefined || tab.kind ? {} : { keys: `g ${letter}` }),
    }
  })
}

const actionItems = (t: DeskTexts, me: Me, text: string): Item[] =>
  acts
    .filter(({ permission }) => may(me, permission))
    .map(({ act, path }) => {
      const name = t(`palette.acts.${act}`)
      return { key: act, href: path, icon: 'arrow', text: name, score: likeness(name, text) }
    })

const guideItems = (text: string): Item[] =>
  titles.map(({ name, title }) => ({
    key: name,
    href: `/help/${name}`,
    icon: menuIcons.help,
    text: title,
    lang: 'en',
    score: likenessByWords(title, text),
  }))

type Props = { me: Me; wish: Wish; setActive: (id: string | null) => void; close: () => void }

/**
 * What fits the typed text: records with exactly that number, name or address, permitted pages and actions, and guides.
 * A pasted text with a single match opens it at once.
 */
export function Results({ me, wish, setActive, close }: Props) {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const [pointed, setPointed] = useState<{ text: string; step: number; at: number } | null>(null)
  const text = wish.text.trim()
  const query = useDeferredValue(text)
  const search = useCall('search/find', mayBeFound(query) ? { text: query } : null)
  const waits = text !== query || (mayBeFound(query) && search.loading && search.error === null)
  const rows = mayBeFound(query) && !search.loading ? (search.result ?? []) : []
  const groups: Group[] = [
    { heading: t('palette.things'), items: recordItems(t, rows, query) },
    { heading: t('palette.pages'), items: pageItems(t, me, query) },
    { heading: t('palette.do'), items: actionItems(t, me, query) },
    { heading: t('menu.help'), items: guideItems(query) },
  ]
    .map(({ heading, items }) => ({
      heading,
      items: items.filter(({ score }) => score > 0).toSorted((a, other) => other.score - a.score),
    }))
    .filter(({ items }) => items.length > 0)
    .toSorted((a, other) => (query === '' ? 0 : (other.items[0]?.score ?? 0) - (a.items[0]?.score ?? 0)))
  const all = groups.flatMap(({ items }) => items)
  // A pointer chooses a place; the arrows go on from there.
  const base = pointed?.text === wish.text ? pointed.at + wish.step - pointed.step : wish.step
  const at = all.length === 0 ? -1 : ((base % all.length) + all.length) % all.length
  const active = all[at]
  const id = active ? `palette-${at}` : null
  useEffect(() => {
    setActive(id)
    if (id !== null) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id, setActive])
  const only = wish.pasted && rows.length === 1 ? rows[0]?.path : undefined
  const target = only ?? (wish.go && !waits ? active?.href : undefined)
  useEffect(() => {
    if (target === undefined) return
    close()
    go(target)
  }, [target, close, go])
  if (all.length === 0) return <output className="palette-state">{t(waits ? 'loading' : 'palette.nothing')}</output>
  return (
    // The field keeps the focus, which no list of the browser's own allows.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div id="palette-list" role="listbox" className="palette-list" aria-label={t('palette.found')}>
      {groups.map(({ heading, items }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <div key={heading} role="group" aria-label={heading}>
          <p className="palette-group" aria-hidden="true">
            {heading}
          </p>
          {items.map((item) => {
            const place = all.indexOf(item)
            return (
              // The keys are those of the field, which has the focus.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={item.key}
                id={`palette-${place}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                role="option"
                tabIndex={-1}
                className="side-item"
                lang={item.lang}
                aria-selected={place === at}
                onPointerMove={() => {
                  if (place !== at) setPointed({ text: wish.text, step: wish.step, at: place })
                }}
                onClick={() => {
                  close()
                  go(item.href)
                }}
              >
                <Icon name={item.icon} className="size-4.5" />
                <span className="palette-text">
                  {item.text} {item.soft && <span className="soft">{item.soft}</span>}{' '}
                  {item.order && <OrderBadges order={item.order} />}
                </span>
                {item.keys && <kbd>{item.keys}</kbd>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
