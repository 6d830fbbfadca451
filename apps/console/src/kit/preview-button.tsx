import type { DeskBody } from '@hc/contract/desk/calls'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { localeNames } from '@hc/i18n/locale-names'
import { Button } from '@hc/ui/button'
import { SelectField, TextField } from '@hc/ui/field'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { zone } from '../lib/zone.ts'
import { ActionDialog } from './action-dialog.tsx'
import { CopyButton } from './copy-button.tsx'
import { momentOf } from './local-time.ts'
import { FormError } from './form-error.tsx'
import { useCommand } from './use-command.ts'

type Props = Pick<DeskBody<'preview/make'>, 'path' | 'drafts' | 'product'> & { moment: number | null; locale?: Locale }

/** The lifetime of a link. */
const GOOD_MS = 30 * 60_000

/**
 * Makes a link to the real page in a future state, for a phone or a colleague; it is valid for 30 minutes. A second
 * button first asks for a date and a language.
 */
export function PreviewButton({ path, drafts, moment, product = null, locale = defaultLocale }: Props) {
  const t = useTranslations('desk')
  const [url, setUrl] = useState('')
  useEffect(() => {
    if (url === '') return undefined
    const timer = setTimeout(() => setUrl(''), GOOD_MS)
    return () => clearTimeout(timer)
  }, [url])
  const { busy, errors, run } = useCommand('preview/make', {
    onDone: (outcome) => {
      if (outcome.did) setUrl(outcome.result.url)
    },
  })
  return (
    <span className="action">
      <span className="actions">
        {url === '' ? (
          <Button
            kind="quiet"
            size="small"
            busy={busy}
            onClick={() => void run({ path, drafts, moment, product, locale, zone: zone() })}
          >
            {t('revisions.preview')}
          </Button>
        ) : (
          <>
            <a className="link" href={url} target="_blank" rel="noopener noreferrer">
              {t('revisions.openPreview')}
            </a>
            <CopyButton text={url} label={t('revisions.copyPreview')} />
          </>
        )}
        <PreviewAt path={path} drafts={drafts} product={product} locale={locale} made={setUrl} />
      </span>
      <FormError text={errors.form} />
    </span>
  )
}

/** The preview at a chosen moment, in a chosen language. */
function PreviewAt({ path, drafts, product, locale, made }: Omit<Props, 'moment'> & { made: (url: string) => void }) {
  const t = useTranslations('desk')
  const [at, setAt] = useState('')
  const [language, setLanguage] = useState<Locale>(locale ?? defaultLocale)
  const moment = at === '' ? null : momentOf(at, zone())
  return (
    <ActionDialog
      name="preview/make"
      label={t('revisions.previewAt')}
      title={t('revisions.previewTitle')}
      confirm={t('revisions.preview')}
      reason={false}
      fieldNames={['moment', 'locale']}
      check={() => (at !== '' && moment === null ? { moment: t('field.invalid') } : {})}
      body={() => ({ path, drafts, moment: moment, product: product ?? null, locale: language, zone: zone() })}
      done={({ url }) => {
        made(url)
        return t('revisions.previewMade')
      }}
      fields={(errors) => (
        <>
          <TextField
            label={t('revisions.previewDate')}
            hint={t('campaigns.dateHint', { zone: zone() })}
            name="moment"
            type="datetime-local"
            autoComplete="off"
            value={at}
            error={errors.moment}
            onChange={(event) => setAt(event.target.value)}
          />
          <SelectField
            label={t('language')}
            name="locale"
            value={language}
            error={errors.locale}
            onChange={(event) =>
              setLanguage(locales.find((candidate) => candidate === event.target.value) ?? defaultLocale)
            }
          >
            {locales.map((candidate) => (
              <option key={candidate} value={candidate} lang={candidate}>
                {localeNames[candidate]}
              </option>
            ))}
          </SelectField>
        </>
      )}
    >
      <p>{t('revisions.previewText')}</p>
    </ActionDialog>
  )
}
