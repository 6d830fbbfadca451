import type { DeskResult } from '@hc/contract/desk/calls'
import { defaultLocale } from '@hc/contract/locales'
import { Dialog } from '@hc/ui/dialog'
import { Icon } from '@hc/ui/icon'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Failed } from './failed.tsx'
import { iconSearch } from './menu-icons.ts'
import { useCall } from './use-call.ts'

type Media = DeskResult<'media/list'>['rows'][number]
const MOST = 96

type Props = { open: boolean; value: string; pick: (url: string) => void; close: () => void }

/** A grid of the publisher's pictures and of the brand's, with a search box. */
export function PictureDialog({ open, close, ...rest }: Props) {
  const t = useTranslations('desk')
  return (
    <Dialog open={open} size="wide" title={t('kit.picture.choose')} closeLabel={t('close')} onClose={close}>
      <Grids {...rest} />
    </Dialog>
  )
}

function Grids({ value, pick }: Pick<Props, 'value' | 'pick'>) {
  const t = useTranslations('desk')
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const { result, error, reload } = useCall('media/list', { q, art: true, size: MOST })
  const nameOf = ({ alt, hash }: Media): string => alt[defaultLocale] || hash.slice(0, 8)
  const art = (result?.art ?? []).map((url) => ({ url, shown: url, name: url.split('/').slice(2).join('/') }))
  const ownPictures = (result?.rows ?? []).map((row) => ({
    url: `/media/${row.hash}-1280.webp`,
    shown: `/media/${row.hash}-320.webp`,
    name: nameOf(row),
  }))
  return (
    <div className="prose">
      <div className="search-box">
        <Icon name={iconSearch} className="size-4" />
        <input
          className="input"
          type="search"
          aria-label={t('kit.picture.search')}
          placeholder={t('kit.picture.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {error !== null && <Failed error={error} again={reload} />}
      {!result && error === null && <output className="state">{t('loading')}</output>}
      {result && ownPictures.length + art.length === 0 && <p className="soft">{t('kit.picture.none')}</p>}
      {[
        { title: t('kit.picture.own'), pictures: ownPictures },
        { title: t('kit.picture.art'), pictures: art },
      ].map(
        ({ title, pictures }) =>
          pictures.length > 0 && (
            <section key={title} className="prose" aria-label={title}>
              <h3>{title}</h3>
              <ul className="picture-grid">
                {pictures.map(({ url, shown, name }) => (
                  <li key={url}>
                    <button
                      type="button"
                      className="picture-choice"
                      aria-pressed={url === value}
                      onClick={() => pick(url)}
                    >
                      <img src={shown} alt="" loading="lazy" />
                      <span title={name}>{name}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  )
}
