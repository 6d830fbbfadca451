import { Button } from '@hc/ui/button'
import { TextField } from '@hc/ui/field'
import { Icon } from '@hc/ui/icon'
import { iconUpload } from '@hc/ui/more-icons'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormError } from './form-error.tsx'
import { menuIcons } from './menu-icons.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { useCommand } from './use-command.ts'

const BLOCK = 0x8000

/** A file's bytes in the format of the API. */
export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += BLOCK) text += String.fromCharCode(...bytes.subarray(at, at + BLOCK))
  return btoa(text)
}

/** A picture: chosen from the publisher's and the brand's, dropped as a file, or given by its address. */
export function PictureField({
  value,
  set,
  label,
  name = 'img',
  error,
}: {
  value: string
  set: (url: string) => void
  /** The label, if the form has several pictures. */
  label?: string
  name?: string
  error?: string | undefined
}) {
  const t = useTranslations('desk')
  const inputId = useId()
  const [failure, setGone] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { busy, errors, run } = useCommand('media/upload', {
    onDone: (outcome) => {
      if (outcome.did) set(outcome.result.url)
    },
  })
  const title = label ?? t('articles.picture')
  const wrong = error ?? (value !== '' && failure === value ? t('articles.pictureGone') : undefined)
  const about = (text: string): string => (label === undefined ? text : `${label}: ${text}`)
  return (
    <div className="field">
      <span className="field-label">{title}</span>
      <div className="picture-field">
        <span className="picture-frame">
          {value.startsWith('/') && failure !== value ? (
            <img className="picture" src={value} alt="" onError={() => setGone(value)} />
          ) : (
            <Icon name={menuIcons.media} className="size-6" />
          )}
        </span>
        <span className="actions">
          <Button
            kind="quiet"
            size="small"
            aria-haspopup="dialog"
            aria-label={about(t('kit.picture.choose'))}
            onClick={() => setOpen(true)}
          >
            {t('kit.picture.choose')}
          </Button>
          <label htmlFor={inputId} className="btn btn-quiet btn-small file-button" title={t('articles.upload')}>
            <Icon name={iconUpload} className="size-4" />
            <span aria-hidden="true">{t(busy ? 'articles.uploading' : 'kit.picture.upload')}</span>
            <span className="hidden-text">{about(t('articles.upload'))}</span>
            <input
              id={inputId}
              className="hidden-text"
              type="file"
              accept="image/png,image/jpeg,image/webp"
              onChange={(event) => {
                const [file] = event.target.files ?? []
                if (file) void base64Of(file).then((data) => run({ data, alt: {} }))
              }}
            />
          </label>
        </span>
      </div>
      {wrong !== undefined && (
        <p className="field-error">
          <Icon name="warn" className="size-4 mt-0.5" />
          {wrong}
        </p>
      )}
      <FormError text={errors.form} />
      <details className="more-figures">
        <summary>{t('kit.picture.address')}</summary>
        <TextField
          label={title}
          hint={t('articles.pictureHint')}
          name={name}
          aria-invalid={wrong === undefined ? undefined : true}
          autoComplete="off"
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      </details>
      <PictureDialog
        open={isOpen}
        value={value}
        close={() => setOpen(false)}
        pick={(url) => {
          set(url)
          setOpen(false)
        }}
      />
    </div>
  )
}
