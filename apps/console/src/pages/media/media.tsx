import type { DeskMedia } from '@hc/contract/desk/media'
import type { Me } from '@hc/contract/desk/calls'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { TextField } from '@hc/ui/field'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { utc } from '../../kit/csv.ts'
import { languageName } from '../../kit/languages.tsx'
import { CallList } from '../../kit/list/call-list.tsx'
import { type Column, columnsOf } from '../../kit/list/column.tsx'
import { Moment } from '../../kit/moment.tsx'
import { may } from '../../kit/permission.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Page } from '../../kit/page.tsx'
import type { DeskTexts } from '../../kit/use-action.ts'
import { useCommand } from '../../kit/use-command.ts'
import { useFields } from '../../kit/use-fields.ts'
import type { PageProps } from '../../kit/menu.ts'
import { base64Of } from '../../kit/picture-field.tsx'

const address = ({ hash }: DeskMedia, width: 320 | 1280): string => `/media/${hash}-${width}.webp`

function Alt({ picture }: { picture: DeskMedia }) {
  const t = useTranslations('desk')
  const { alt } = picture
  const fields = useFields(
    'media/alt',
    Object.fromEntries(locales.map((locale) => [locale, alt[locale] ?? ''])) as Record<Locale, string>,
  )
  return (
    <ActionDialog
      name="media/alt"
      label={t('media.describe')}
      about={`${t('media.describe')}: ${alt[defaultLocale] ?? picture.hash.slice(0, 8)}`}
      title={t('media.describe')}
      confirm={t('kit.save')}
      reason={false}
      done={t('kit.saved')}
      body={() => ({ hash: picture.hash, alt: fields.values })}
      form={fields}
      fields={locales.map((locale) => (
        <TextField key={locale} label={languageName(locale)} lang={locale} {...fields(locale)} maxLength={300} />
      ))}
    >
      <p>{t('media.describeText')}</p>
    </ActionDialog>
  )
}

function columns(t: DeskTexts, me: Me): readonly Column<DeskMedia>[] {
  const c = columnsOf<DeskMedia>(t)
  const size = ({ width, height }: DeskMedia): string => `${width} × ${height}`
  return [
    {
      ...c.text('hash', t('media.picture'), { phone: 'title' }),
      key: 'picture',
      cell: (row) => (
        <span className="picture-name">
          <img className="thumb" src={address(row, 320)} alt="" loading="lazy" />
          {row.alt[defaultLocale] || t('media.unnamed', { no: row.hash.slice(0, 8) })}
        </span>
      ),
    },
    { key: 'size', label: t('media.size'), cell: size, text: size, phone: 'end' },
    c.number('uses', t('media.uses')),
    {
      key: 'by',
      label: t('media.by'),
      cell: ({ by, at }) => (
        <>
          {by}, <Moment at={at} />
        </>
      ),
      text: ({ by, at }) => `${by}, ${utc(at)}`,
      phone: 'under',
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
      phone: 'acts',
    },
  ]
}

/** The publisher's pictures. */
export default function Media({ me }: PageProps) {
  const t = useTranslations('desk')
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
      <CallList
        me={me}
        call="media/list"
        name="media"
        caption={t('media.title')}
        columns={columns(t, me)}
        id={({ hash }) => hash}
        empty={{ title: t('media.empty'), text: t('media.emptyText') }}
      />
    </Page>
  )
}
