import { Icon } from '@hc/ui/icon'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../kit/badge.tsx'
import { joinWords } from '../../kit/facts.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { type HomeDraft, type PartName, parts } from './home-draft.ts'

const MOST_PICTURES = 4
type Sum = { title: string; text: string; pictures: readonly string[] }

/** What a part holds, in one line. */
function sumOf(t: DeskTexts, name: PartName, values: HomeDraft): Sum {
  const counted = (rows: readonly unknown[], names: readonly string[]): string =>
    joinWords([t('kit.entries', { n: rows.length }), ...new Set(names.filter(Boolean))])
  const { downloads, features, facts } = values
  switch (name) {
    case 'top':
      return { title: t('home.top'), text: values.title, pictures: [values.img, values.imgNarrow] }
    case 'downloads':
      return {
        title: t('home.downloads'),
        text: counted(
          downloads,
          downloads.map(({ system }) => t(`home.systems.${system}`)),
        ),
        pictures: [],
      }
    case 'features':
      return {
        title: t('home.features'),
        text: counted(
          features,
          features.map(({ title }) => title),
        ),
        pictures: features.map(({ icon }) => icon),
      }
    case 'about':
      return { title: t('home.about'), text: values.gameTitle, pictures: [] }
    case 'facts':
      return {
        title: t('home.facts'),
        text: counted(
          facts,
          facts.map(({ label }) => label),
        ),
        pictures: [],
      }
  }
}

type Props = {
  name: PartName
  values: HomeDraft
  /** The row as it was read. */
  base: HomeDraft
  wrong: boolean
  open: boolean
  toggle: () => void
  children: ReactNode
}

/** A part of the page: folded, a line says what it holds. */
export function HomePart({ name, values, base, wrong, open, toggle, children }: Props) {
  const t = useTranslations('desk')
  const id = useId()
  const { title, text, pictures } = sumOf(t, name, values)
  const isChanged = parts[name].some((field) => JSON.stringify(values[field]) !== JSON.stringify(base[field]))
  return (
    <section className="card home-part">
      <h2>
        <button type="button" className="home-part-head" aria-expanded={open} aria-controls={id} onClick={toggle}>
          <Icon name={open ? 'down' : 'right'} className="size-4" />
          <span className="home-part-title">{title}</span>
          <span className="home-part-text">{open ? '' : text}</span>
          {wrong && <Badge tone="bad">{t('home.check')}</Badge>}
          {isChanged && <Badge tone="info">{t('kit.unsaved')}</Badge>}
          {!open &&
            pictures
              .filter((url) => url.startsWith('/'))
              .slice(0, MOST_PICTURES)
              .map((url, at) => (
                // The same picture may stand there twice.
                // oxlint-disable-next-line react/no-array-index-key
                <img key={at} className="row-picture" src={url} alt="" width={32} height={32} loading="lazy" />
              ))}
        </button>
      </h2>
      <div id={id} className="home-part-body" hidden={!open}>
        {children}
      </div>
    </section>
  )
}
