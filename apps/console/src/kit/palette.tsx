import type { DeskResult, Me } from '@hc/contract/desk/calls'
import { deskPaths } from '@hc/contract/desk/pages'
import { Icon } from '@hc/ui/icon'
import { iconGift } from '@hc/ui/more-icons'
import { Command, defaultFilter } from 'cmdk'
import { useDeferredValue, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { titles } from '../help/titles.ts'
import { deskPages } from './menu.ts'
import { acts } from './palette-actions.ts'
import { count, money } from './facts.tsx'
import { OrderBadges } from './order-badge.tsx'
import { may } from './permission.ts'
import type { DeskTexts } from './use-action.ts'
import { useCall } from './use-call.ts'

type Match = DeskResult<'search/find'>[number]

/** The amount of a match, or its number of uses. */
function figureTexts(t: DeskTexts, figures: Match['figures']): string[] {
  if (!figures) return []
  if ('cents' in figures) return [money(figures.cents, figures.currency)]
  const { used, uses } = figures
  return [t('palette.used', { used: count(used), uses: uses === null ? 'none' : count(uses) })]
}

const icons = {
  order: 'card',
  player: 'user',
  webhook: 'news',
  code: iconGift,
  journal: 'card',
  product: 'gem',
  campaign: iconGift,
  article: 'news',
} as const

/** Shorter texts are searched as names of pages only; but a number may be a journal's, which start at 1. */
const SHORTEST = 4
const mayBeFound = (text: string): boolean => text.length >= SHORTEST || /^\d+$/.test(text)

/** Kinds of which a part of the name is enough to be found; the others are found by exactly the text. */
const namedKinds: readonly Match['kind'][] = ['product', 'campaign', 'article']
const isExactly = ({ kind, id, line }: Match, text: string): boolean =>
  !namedKinds.includes(kind) || [id, line].some((field) => field.toLowerCase() === text.toLowerCase())

const MATCH_PREFIX = 'found '
/** A record's place in the list; the server has put the exact ones first. */
const valueOf = (match: Match, at: number, text: string): string =>
  `${MATCH_PREFIX}${isExactly(match, text) ? 'exactly' : 'partly'} ${at}`
/**
 * What has exactly the name or number comes first: a record, then a page or an action. Then records with the words in
 * their names, then whatever else fits.
 */
function rank(value: string, text: string): number {
  const [, how, at] = /^found (exactly|partly) (\d+)$/.exec(value) ?? []
  if (how) return (how === 'exactly' ? 1 : 0.8) - Number(at) / 1_000
  return value.toLowerCase() === text.trim().toLowerCase() ? 0.9 : 0.7 * defaultFilter(value, text)
}

/** The text belongs to the frame around the palette: letters are typed before the palette is loaded. */
type Props = { me: Me; text: string; setText: (text: string) => void; close: () => void }

/**
 * Navigation by typing: permitted pages, and records with exactly the typed number, name or address. A pasted
 * text with a single match opens it at once.
 */
export function Palette({ me, text, setText, close }: Props) {
  const t = useTranslations('desk')
  const [, go] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const pasted = useRef(false)
  const query = useDeferredValue(text.trim())
  const search = useCall('search/find', mayBeFound(query) ? { text: query } : null)
  const rows = mayBeFound(query) && !search.loading ? (search.result ?? []) : []
  const only = rows.length === 1 ? rows[0]?.path : undefined
  useEffect(() => {
    input.current?.focus()
  }, [])
  const to = (href: string): void => {
    close()
    go(href)
  }
  useEffect(() => {
    if (only === undefined || !pasted.current) return
    pasted.current = false
    close()
    go(only)
  }, [only, close, go])
  return (
    <Command label={t('palette.title')} className="palette" filter={rank} loop>
      <Command.Input
        ref={input}
        className="input"
        placeholder={t('palette.hint')}
        value={text}
        onValueChange={setText}
        onPaste={() => {
          pasted.current = true
        }}
      />
      <Command.List className="palette-list" label={t('palette.found')}>
        <Command.Empty className="soft">{t('palette.nothing')}</Command.Empty>
        {rows.length > 0 && (
          <Command.Group heading={t('palette.things')}>
            {rows.map((match, at) => {
              const { kind, id, line, figures, path } = match
              return (
                <Command.Item
                  key={`${kind} ${id}`}
                  value={valueOf(match, at, query)}
                  className="menu-item"
                  onSelect={() => to(path)}
                >
                  <Icon name={icons[kind]} />
                  <span>
                    {id} <span className="soft">{[line, ...figureTexts(t, figures)].join(', ')}</span>{' '}
                    {match.order && <OrderBadges order={match.order} />}
                  </span>
                </Command.Item>
              )
            })}
          </Command.Group>
        )}
        <Command.Group heading={t('palette.pages')}>
          {deskPaths.map((path) => {
            const { menu, permission, letter } = deskPages[path]
            if (!menu || !may(me, permission)) return null
            const text = t(menu.text)
            return (
              <Command.Item key={path} value={text} className="menu-item" onSelect={() => to(path)}>
                <Icon name={menu.icon} />
                {text}
                {letter && <kbd>g {letter}</kbd>}
              </Command.Item>
            )
          })}
        </Command.Group>
        <Command.Group heading={t('palette.do')}>
          {acts.map(({ act, path, permission }) => {
            if (!may(me, permission)) return null
            const text = t(`palette.acts.${act}`)
            return (
              <Command.Item key={act} value={text} className="menu-item" onSelect={() => to(path)}>
                <Icon name="arrow" />
                {text}
              </Command.Item>
            )
          })}
        </Command.Group>
        <Command.Group heading={t('menu.help')}>
          {titles.map(({ name, title }) => (
            <Command.Item key={name} value={title} lang="en" className="menu-item" onSelect={() => to(`/help/${name}`)}>
              <Icon name="news" />
              {title}
            </Command.Item>
          ))}
        </Command.Group>
      </Command.List>
    </Command>
  )
}
