import type { DeskBody } from '@hc/contract/desk/calls'
import { defaultLocale, type Locale, locales } from '@hc/contract/locales'
import { localeNames } from '@hc/i18n/locale-names'
import { Button } from '@hc/ui/button'
import { SelectField, TextField } from '@hc/ui/field'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { zone } from '../lib/zone.ts'
import { ActionDialog } from './action-dialog.tsx'
import { CopyButton } from './copy-button.tsx'
import { momentOf } from './local-time.ts'
import { FormError } from './form-error.tsx'
import { useCommand } from './use-command.ts'
import { staying, useFields } from './use-fields.ts'

type Props = Pick<DeskBody<'preview/make'>, 'path' | 'drafts' | 'product'> & { moment: number | null; locale?: Locale }

/** The lifetime of a link. */
const GOOD_MS = 30 * 60_000

/** A browser opens a tab only while it handles the press. The link comes later, and the tab goes there. */
function newTab(): Window | null {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  return tab
}

/**
 * Opens the real page in a future state in a new tab, at the first press. Its link can be copied for a phone or a
 * colleague, as long as it is valid. A second button first asks for a date and a language.
 */
export function PreviewButton({ path, drafts, moment, product = null, locale = defaultLocale }: Props) {
  const t = useTranslations('desk')
  const [url, setUrl] = useState('')
  useEffect(() => {
    if (url === '') return undefined
    const timer = setTimeout(() => setUrl(''), GOOD_MS)
    return () => clearTimeout(timer)
  }, [url])
  const tab = useRef<Window | null>(null)
  const { busy, errors, run } = useCommand('preview/make', {
    onDone: (outcome) => {
      if (!outcome.did) return
      setUrl(outcome.result.url)
      tab.current?.location.replace(outcome.result.url)
    },
  })
  const open = async (): Promise<void> => {
    tab.current = newTab()
    const did = await run({ path, drafts, moment, product, locale, zone: zone() })
    if (!did) tab.current?.close()
  }
  return (
    <span className="action">
      <span className="actions">
        <Button kind="quiet" size="small" busy={busy} onClick={() => void open()}>
          {t('revisions.preview')}
        </Button>
        {url !== '' && <CopyButton text={url} label={t('revisions.copyPreview')} />}
        <PreviewAt path={path} drafts={drafts} product={product} locale={locale} made={setUrl} />
      </span>
      <FormError text={errors.form} />
    </span>
  )
}

/** The preview at a chosen moment, in a chosen language. */
function PreviewAt({ path, drafts, product, locale, made }: Omit<Props, 'moment'> & { made: (url: string) => void }) {
  const t = useTranslations('desk')
  const fields = useFields('preview/make', { moment: '', locale: locale ?? defaultLocale })
  const { moment: at, locale: language } = fields.values
  const moment = at === '' ? null : momentOf(at, zone())
  const tab = useRef<Window | null>(null)
  return (
    <ActionDialog
      name="preview/make"
      label={t('revisions.previewAt')}
      title={t('revisions.previewTitle')}
      confirm={t('revisions.preview')}
      reason={false}
      check={() => (at !== '' && moment === null ? { moment: t('field.invalid') } : {})}
      body={() => {
        tab.current = newTab()
        return { path, drafts, moment, product: product ?? null, locale: language, zone: zone() }
      }}
      meets={() => {
        tab.current?.close()
        return false
      }}
      done={({ url }) => {
        tab.current?.location.replace(url)
        made(url)
        return t('revisions.previewMade')
      }}
      form={staying(fields)}
      fields={
        <>
          <TextField
            label={t('revisions.previewDate')}
            hint={t('campaigns.dateHint', { zone: zone() })}
            type="datetime-local"
            {...fields('moment')}
          />
          <SelectField label={t('language')} {...fields.choice('locale')}>
            {locales.map((candidate) => (
              <option key={candidate} value={candidate} lang={candidate}>
                {localeNames[candidate]}
              </option>
            ))}
          </SelectField>
        </>
      }
    >
      <p>{t('revisions.previewText')}</p>
    </ActionDialog>
  )
}
