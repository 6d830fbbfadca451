import { TextField } from '@hc/ui/field'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormError } from './form-error.tsx'
import { useCommand } from './use-command.ts'

const BLOCK = 0x8000

/** A file's bytes in the format of the API. */
export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += BLOCK) text += String.fromCharCode(...bytes.subarray(at, at + BLOCK))
  return btoa(text)
}

/** A picture by its address, or a file that is dropped or chosen. */
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
  const { busy, errors, run } = useCommand('media/upload', {
    onDone: (outcome) => {
      if (outcome.did) set(outcome.result.url)
    },
  })
  return (
    <div className="field">
      <TextField
        label={label ?? t('articles.picture')}
        hint={t('articles.pictureHint')}
        name={name}
        error={error ?? (value !== '' && failure === value ? t('articles.pictureGone') : undefined)}
        autoComplete="off"
        value={value}
        onChange={(event) => set(event.target.value)}
      />
      <label htmlFor={inputId} className="field-label">
        {label && <span className="hidden-text">{label}: </span>}
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
      <FormError text={errors.form} />
      {value.startsWith('/media/') && failure !== value && (
        <img className="picture" src={value} alt="" onError={() => setGone(value)} />
      )}
    </div>
  )
}
