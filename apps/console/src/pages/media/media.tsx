import type { DeskMedia } from '@hc/contract/desk/media'
import type { Me } from '@hc/contract/desk/calls'
import { defaultLocale, locales } from '@hc/contract/locales'
import { TextField } from '@hc/ui/field'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { utc } from '../../kit/csv.ts'
import { When } from '../../kit/facts.tsx'
import { languageName } from '../../kit/languages.tsx'
import { type Column, List } from '../../kit/list/list.tsx'
import { may } from '../../kit/permission.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCall } from '../../kit/use-call.ts'
import { useCommand } from '../../kit/use-command.ts'
import { useFilters } from '../../kit/use-filters.ts'
import { call } from '../../lib/api.ts'
import type { PageProps } from '../../kit/menu.ts'
import { base64Of } from '../../kit/picture-field.tsx'

const address = ({ hash }: DeskMedia, width: 320 | 1280): string => `/media/${hash}-${width}.webp`

function Alt({ picture }: { picture: DeskMedia }) {
  const t = useTranslations('desk')
  const [alt, setAlt] = useState(picture.alt)
  return (
    <ActionDialog
      name="media/alt"
      label={t('media.describe')}
      about={`${t('media.describe')}: ${picture.alt[defaultLocale] ?? picture.hash.slice(0, 8)}`}
      title={t('media.describe')}
      confirm={t('kit.save')}
      reason={false}
      done={t('kit.saved')}
      body={() => ({ hash: picture.hash, alt })}
      fields={() =>
        locales.map((locale) => (
          <TextField
            key={locale}
            label={languageName(locale)}
            name={locale}
            lang={locale}
            value={alt[locale] ?? ''}
            onChange={(event) => setAlt({ ...alt, [locale]: event.target.value })}
          />
        ))
      }
    >
      <p>{t('media.describeText')}</p>
    </ActionDialog>
  )
}

const columns = (t: DeskTexts, me: Me): readonly Column<DeskMedia>[] => [
  {
    key: 'picture',
    label: t('media.picture'),
    cell: (row) => (
      <span className="picture-name">
        <img className="thumb" src={address(row, 320)} alt="" loading="lazy" />
        {row.alt[defaultLocale] || t('media.unnamed', { no: row.hash.slice(0, 8) })}
      </span>
    ),
    text: ({ hash }) => hash,
  },
  {
    key: 'size',
    label: t('media.size'),
    cell: ({ width, height }) => `${width} × ${height}`,
    text: ({ width, height }) => `${width} × ${height}`,
  },
  { key: 'uses', label: t('media.uses'), numeric: true, cell: ({ uses }) => uses, text: ({ uses }) => uses },
  {
    key: 'by',
    label: t('media.by'),
    cell: ({ by, at }) => (
      <>
        {by}, <When at={at} />
      </>
    ),
    text: ({ by, at }) => `${by}, ${utc(at)}`,
  },
  {
    key: 'do',
    label: t('media.action'),
    cell: (row) => (
      <span className="actions">
        <CopyButton text={address(row, 1280)} label={t('media.copy')} />
        {may(me, 'media.write') && <Alt picture={row} />}
      </span>
    ),
  },
]

/** The publisher's pictures. */
export default function Media({ me }: PageProps) {
  const t = useTranslations('desk')
  const filters = useFilters([])
  const list = useCall('media/list', { after: filters.after })
  const inputId = useId()
  const { busy, errors, run } = useCommand('media/upload', { done: t('media.added') })
  return (
    <Page>
      {may(me, 'media.write') && (
        <section className="card part">
          <label htmlFor={inputId} className="field-label">
            {t(busy ? 'articles.uploading' : 'articles.upload')}
          </label>
          <input
            id={inputId}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) void base64Of(file).then((data) => run({ data, alt: {} }))
            }}
          />
          <p className="soft">{t('media.text')}</p>
          <FormError text={errors.form} />
        </section>
      )}
      <List
        name="media"
        caption={t('media.title')}
        rows={list.result?.rows ?? null}
        error={list.error}
        reload={list.reload}
        columns={columns(t, me)}
        id={({ hash }) => hash}
        empty={{ title: t('media.empty'), text: t('media.emptyText') }}
        next={list.result?.next ?? null}
        after={filters.after}
        turn={filters.turn}
        pages={(from, size) => call('media/list', { after: from, size })}
      />
    </Page>
  )
}
